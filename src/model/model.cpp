// SPDX-License-Identifier: Apache-2.0
#include "perpend/model/model.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "perpend/core/error.hpp"

namespace perpend {
namespace {

class Fnv1a {
 public:
  void add(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte) {
      hash_ ^= (word >> (8 * byte)) & 0xff;
      hash_ *= 0x100000001b3ull;
    }
  }
  void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
  void add(const Eigen::VectorXd& values) {
    add(static_cast<std::uint64_t>(values.size()));
    for (const double value : values) add(value);
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325ull;
};

const Body& body_at(const Model& model, BodyId body) {
  require(body.index >= 0 && body.index < static_cast<int>(model.bodies.size()), "body",
          "a body of the model", body.index);
  return model.bodies[body.index];
}

const Body& planar_body_at(const Model& model, BodyId id) {
  const Body& body = body_at(model, id);
  require(body.is_planar(), "body", "a planar body", body.details->name);
  return body;
}

// A deformable body has the rotation of its material x and y directions.
spatial::Pose custom_pose(const BodyType& type, const Eigen::VectorXd& q) {
  const Eigen::Vector3d x = type.direction(q, Eigen::Vector3d::UnitX()).normalized();
  Eigen::Vector3d y = type.direction(q, Eigen::Vector3d::UnitY());
  y = (y - y.dot(x) * x).normalized();
  Eigen::Matrix3d R;
  R << x, y, x.cross(y);
  return {type.point(q, Eigen::Vector3d::Zero()), Eigen::Quaterniond(R).normalized()};
}

spatial::Pose embedded(const planar::Pose& pose) {
  const double half = 0.5 * pose.angle;
  return {{pose.p.x(), pose.p.y(), 0}, {std::cos(half), 0, 0, std::sin(half)}};
}

}  // namespace

Eigen::Vector3d displacement(const Motion& motion, double t) {
  Eigen::Vector3d offset = motion.velocity * t;
  for (const Harmonic& harmonic : motion.harmonics) {
    const double elapsed = std::clamp(t, harmonic.start, harmonic.stop) - harmonic.start;
    const double angle = 2 * std::numbers::pi * harmonic.frequency * elapsed + harmonic.phase;
    offset += harmonic.amplitude * (std::sin(angle) - std::sin(harmonic.phase));
  }
  return offset;
}

Eigen::Vector3d displacement_rate(const Motion& motion, double t) {
  Eigen::Vector3d rate = motion.velocity;
  for (const Harmonic& harmonic : motion.harmonics) {
    if (t < harmonic.start || t >= harmonic.stop) continue;
    const double omega = 2 * std::numbers::pi * harmonic.frequency;
    rate += omega * std::cos(omega * (t - harmonic.start) + harmonic.phase) * harmonic.amplitude;
  }
  return rate;
}

namespace {

constexpr double kTurn = 2 * std::numbers::pi;

// Returns the sum of the harmonics as a rotation vector.
Eigen::Vector3d rocking(const Motion& motion, double t) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Harmonic& harmonic : motion.harmonics) {
    const double elapsed = std::clamp(t, harmonic.start, harmonic.stop) - harmonic.start;
    const double angle = kTurn * harmonic.frequency * elapsed + harmonic.phase;
    sum += harmonic.rotation * (std::sin(angle) - std::sin(harmonic.phase));
  }
  return sum;
}

Eigen::Quaterniond rotation_by(const Eigen::Vector3d& vector) {
  return Eigen::Quaterniond(Eigen::AngleAxisd(vector.norm(), vector.stableNormalized()));
}

}  // namespace

bool rocks(const Motion& motion) {
  return std::ranges::any_of(motion.harmonics,
                             [](const Harmonic& each) { return !each.rotation.isZero(0); });
}

Eigen::Quaterniond turn(const Motion& motion, double t) {
  const Eigen::Quaterniond steady = rotation_by(motion.omega * t);
  return rocks(motion) ? rotation_by(rocking(motion, t)) * steady : steady;
}

// The rate of a rotation vector x is not the angular velocity, which is
//   x' + a x × x' + b x × (x × x'),  a = (1 - cos |x|)/|x|², b = (|x| - sin |x|)/|x|³.
Eigen::Vector3d turn_rate(const Motion& motion, double t) {
  if (!rocks(motion)) return motion.omega;
  Eigen::Vector3d rate = Eigen::Vector3d::Zero();
  for (const Harmonic& each : motion.harmonics) {
    const double angle = kTurn * each.frequency * (t - each.start) + each.phase;
    if (t >= each.start && t < each.stop)
      rate += kTurn * each.frequency * std::cos(angle) * each.rotation;
  }
  const Eigen::Vector3d x = rocking(motion, t);
  const double length = x.norm();
  if (length > 1e-4) {
    const double a = (1 - std::cos(length)) / (length * length);
    const double b = (length - std::sin(length)) / (length * length * length);
    rate += (a * x.cross(rate) + b * x.cross(x.cross(rate))).eval();
  } else {
    rate += (0.5 * x.cross(rate) + x.cross(x.cross(rate)) / 6).eval();
  }
  return rate + rotation_by(x) * motion.omega;
}

BodyId find_body(const Model& model, std::string_view name) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (model.bodies[i].details->name == name) return {static_cast<int>(i)};
  return kWorld;
}

CoordinateId find_coordinate(const Model& model, std::string_view name) {
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    if (model.joints[j].name == name) return {{j}, 0};
    for (const CoordinateDef& def : model.joints[j].coordinates)
      if (!name.empty() && def.name == name) return {{j}, def.coordinate};
  }
  return {};
}

ActuatorId find_actuator(const Model& model, std::string_view name) {
  const auto at = std::ranges::find(model.actuators, name, &Actuator::name);
  return {at == model.actuators.end() ? -1 : static_cast<int>(at - model.actuators.begin())};
}

State initial_state(const Model& model) {
  State state;
  state.q = model.start_q;
  state.v = model.start_v;
  state.joint_impulses = Eigen::VectorXd::Zero(model.joint_rows);
  state.coordinates = Eigen::VectorXd::Zero(model.joint_coordinates);
  for (const Joint& joint : model.joints) {
    if (joint.kind == JointKind::strut) state.coordinates[joint.first_coordinate] = joint.length;
    for (const CoordinateDef& def : joint.coordinates)
      state.coordinates[joint.first_coordinate + def.coordinate] = def.start;
  }
  return state;
}

planar::Pose body_pose(const Model& model, const State& state, BodyId id) {
  const Body& body = planar_body_at(model, id);
  const double angle = body.dof == 3 ? state.q[body.q_offset + 2] : 0.0;
  return {state.q.segment<2>(body.q_offset), angle};
}

Eigen::Vector3d body_velocity(const Model& model, const State& state, BodyId id) {
  const Body& body = planar_body_at(model, id);
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
  velocity.head(body.dof) = state.v.segment(body.v_offset, body.dof);
  return velocity;
}

planar::Pose frame_pose(const Model& model, const State& state, BodyId id) {
  const planar::Pose center = body_pose(model, state, id);
  const Eigen::Vector2d r =
      Eigen::Rotation2Dd(center.angle) * body_at(model, id).details->body_origin;
  return {center.p + r, center.angle};
}

spatial::Pose spatial_pose(const Model& model, const State& state, BodyId id) {
  if (id == kWorld) return {};
  const Body& body = body_at(model, id);
  const auto q = state.q.segment(body.q_offset, body.q_size);
  switch (body.kind) {
    case BodyKind::spatial:
    case BodyKind::spatial_fixed:
    case BodyKind::spatial_kinematic:
      return {q.head<3>(), Eigen::Quaterniond(q[3], q[4], q[5], q[6])};
    case BodyKind::spatial_particle:
      return {q.head<3>()};
    case BodyKind::custom:
      return custom_pose(*body.details->type, q);
    default:
      return embedded(body_pose(model, state, id));
  }
}

Twist body_twist(const Model& model, const State& state, BodyId id) {
  if (id == kWorld) return {};
  const Body& body = body_at(model, id);
  const auto v = state.v.segment(body.v_offset, body.dof);
  switch (body.kind) {
    case BodyKind::spatial:
    case BodyKind::spatial_fixed:
    case BodyKind::spatial_kinematic:
      return {v.head<3>(), v.tail<3>()};
    case BodyKind::spatial_particle:
      return {v};
    case BodyKind::custom: {
      BodyType::Matrix3X at_point(3, body.dof), spin(3, body.dof);
      const auto q = state.q.segment(body.q_offset, body.q_size);
      body.details->type->point_jacobian(q, Eigen::Vector3d::Zero(), at_point);
      body.details->type->spin_jacobian(q, spin);
      return {at_point * v, spin * v};
    }
    default:
      return {{v[0], v[1], 0}, {0, 0, body.dof == 3 ? v[2] : 0.0}};
  }
}

spatial::Pose spatial_frame_pose(const Model& model, const State& state, BodyId id) {
  if (id != kWorld && body_at(model, id).is_planar()) return embedded(frame_pose(model, state, id));
  const spatial::Pose center = spatial_pose(model, state, id);
  return id == kWorld ? center : compose(center, body_at(model, id).details->definition);
}

std::uint64_t hash(const State& state) {
  Fnv1a hash;
  hash.add(state.time);
  hash.add(static_cast<std::uint64_t>(state.step));
  hash.add(state.q);
  hash.add(state.v);
  hash.add(state.joint_impulses);
  hash.add(state.coordinates);
  hash.add(state.joint_work.gained);
  hash.add(state.joint_work.scale);
  for (const std::int8_t broken : state.broken) hash.add(static_cast<std::uint64_t>(broken));
  hash.add(static_cast<std::uint64_t>(state.contacts.size()));
  for (const ContactMemory& contact : state.contacts) {
    hash.add(contact.key);
    for (const double part : contact.impulse) hash.add(part);
  }
  return hash.value();
}

}  // namespace perpend
