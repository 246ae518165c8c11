// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/sensors.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "perpend/core/error.hpp"
#include "perpend/sim/contact_events.hpp"
#include "sim/inputs/state_check.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

int width_of(SensorKind kind) {
  return kind == SensorKind::joint_force_torque ? 6 : 3;
}

const char* unit_of(SensorKind kind) {
  switch (kind) {
    case SensorKind::joint_force_torque:
      return "N, N m";
    case SensorKind::contact_force:
      return "N";
    case SensorKind::accelerometer:
      return "m/s^2";
    default:
      return "rad/s";
  }
}

void check(const Model& model, const SensorDef& sensor) {
  require(is_name(sensor.name), "sensor.name", "not empty, without control characters",
          "'" + sensor.name + "'");
  const int bodies = static_cast<int>(model.bodies.size());
  if (sensor.kind == SensorKind::joint_force_torque) {
    const int joints = static_cast<int>(model.joints.size());
    require(sensor.joint.index >= 0 && sensor.joint.index < joints, "sensor.joint",
            "a joint of the model", sensor.joint.index);
  } else {
    require(sensor.body.index >= 0 && sensor.body.index < bodies, "sensor.body",
            "a body of the model", sensor.body.index);
    require(
        sensor.against == kWorld || (sensor.against.index >= 0 && sensor.against.index < bodies),
        "sensor.against", "a body of the model, or the world", sensor.against.index);
  }
}

// The sensor frame in the world and the velocity of its origin.
struct Mount {
  spatial::Pose pose;
  Vector3d velocity;
};

Mount mount_of(const Model& model, const State& state, const SensorDef& sensor) {
  const spatial::Pose frame = compose(spatial_frame_pose(model, state, sensor.body), sensor.mount);
  const Vector3d arm = frame.p - spatial_pose(model, state, sensor.body).p;
  const Twist twist = body_twist(model, state, sensor.body);
  return {frame, twist.velocity + twist.omega.cross(arm)};
}

// Returns the specific force in the frame halfway between both, which makes the mean acceleration
// of a rotating body second order in the step.
Vector3d specific_force(const Mount& before, const Mount& after, const Vector3d& gravity,
                        double dt) {
  const Vector3d force = (after.velocity - before.velocity) / dt - gravity;
  return before.pose.r.slerp(0.5, after.pose.r).conjugate() * force;
}

void write(const Vector3d& vector, double* values) {
  Eigen::Map<Vector3d>(values, 3) = vector;
}

}  // namespace

Sensors::Sensors(const Model& model, std::vector<SensorDef> sensors, const State& start)
    : model_(&model), sensors_(std::move(sensors)), before_(start) {
  check_sizes(model, start);
  first_ = {0};
  for (std::size_t i = 0; i < sensors_.size(); ++i) {
    check(model, sensors_[i]);
    for (std::size_t k = 0; k < i; ++k)
      require(sensors_[k].name != sensors_[i].name, "sensor.name", "unique", sensors_[i].name);
    first_.push_back(first_.back() + width_of(sensors_[i].kind));
  }
  values_.assign(first_.back(), 0.0);
  for (std::size_t i = 0; i < sensors_.size(); ++i)
    if (sensors_[i].kind == SensorKind::gyro)
      read_gyro(sensors_[i], start, values_.data() + first_[i]);
}

void Sensors::read_gyro(const SensorDef& sensor, const State& state, double* values) const {
  const Mount mount = mount_of(*model_, state, sensor);
  write(mount.pose.r.conjugate() * body_twist(*model_, state, sensor.body).omega, values);
}

void Sensors::update(const Simulator& simulator, const State& state) {
  check_sizes(*model_, state);
  const double dt = state.time - before_.time;
  require(dt > 0, "state", "one step after the last", dt);
  for (std::size_t i = 0; i < sensors_.size(); ++i) {
    const SensorDef& sensor = sensors_[i];
    double* const values = values_.data() + first_[i];
    switch (sensor.kind) {
      case SensorKind::joint_force_torque: {
        const JointReaction reaction = simulator.joint_reaction(sensor.joint);
        write(reaction.joint_force, values);
        write(reaction.joint_torque, values + 3);
        break;
      }
      case SensorKind::contact_force:
        write(contact_force(simulator.contacts(), sensor.body, dt, sensor.against), values);
        break;
      case SensorKind::accelerometer:
        write(specific_force(mount_of(*model_, before_, sensor), mount_of(*model_, state, sensor),
                             model_->gravity, dt),
              values);
        break;
      case SensorKind::gyro:
        read_gyro(sensor, state, values);
    }
  }
  before_.time = state.time;
  before_.q = state.q;
  before_.v = state.v;
}

std::span<const double> Sensors::values(std::string_view name) const {
  const auto found = std::ranges::find(sensors_, name, &SensorDef::name);
  require(found != sensors_.end(), "name", "the name of a sensor", name);
  const std::size_t i = static_cast<std::size_t>(found - sensors_.begin());
  return std::span(values_).subspan(first_[i], first_[i + 1] - first_[i]);
}

std::vector<Channel> Sensors::channels() const {
  std::vector<Channel> channels;
  for (const SensorDef& sensor : sensors_)
    channels.push_back({sensor.name, unit_of(sensor.kind), width_of(sensor.kind)});
  return channels;
}

}  // namespace perpend
