// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/measure.hpp"

#include <fmt/format.h>

#include <array>

#include "dynamics/bodies/kinetics.hpp"
#include "perpend/core/error.hpp"
#include "perpend/study/expectation.hpp"

namespace perpend::study {
namespace {

using Eigen::Vector3d;

// Names in the order of Quantity.
constexpr std::array<std::string_view, 15> kNames{
    "x",  "y",  "z",  "angle", "vx",           "vy",         "vz",    "omega",
    "wx", "wy", "wz", "speed", "displacement", "coordinate", "energy"};

Vector3d position(const Model& model, const State& state, const Measurand& what) {
  const spatial::Pose frame = spatial_frame_pose(model, state, what.body);
  return transform_point(frame, what.point.value_or(Vector3d(0, 0, 0)));
}

Vector3d velocity(const Model& model, const State& state, const Measurand& what) {
  const Twist twist = body_twist(model, state, what.body);
  if (!what.point) return twist.velocity;
  const Vector3d arm = position(model, state, what) - spatial_pose(model, state, what.body).p;
  return twist.velocity + twist.omega.cross(arm);
}

double turn(const Model& model, const State& state, const Measurand& what) {
  return what.quantity == Quantity::angle ? body_pose(model, state, what.body).angle
                                          : body_velocity(model, state, what.body).z();
}

double coordinate(const Model& model, const State& state, const Measurand& what) {
  require(what.joint.index >= 0 && what.joint.index < static_cast<int>(model.joints.size()),
          "joint", "a joint of the model", what.joint.index);
  const Joint& joint = model.joints[static_cast<std::size_t>(what.joint.index)];
  require(what.coordinate >= 0 && what.coordinate < coordinate_count(joint.kind, joint.in_plane),
          "coordinate", "one the joint has", what.coordinate);
  return state.coordinates[joint.first_coordinate + what.coordinate];
}

}  // namespace

std::string_view to_string(Quantity quantity) {
  return kNames[static_cast<std::size_t>(quantity)];
}

std::string to_string(const Model& model, const Measurand& what) {
  if (what.quantity == Quantity::energy) return "energy";
  if (what.quantity == Quantity::coordinate)
    return fmt::format("{}.coordinate[{}]",
                       model.joints[static_cast<std::size_t>(what.joint.index)].name,
                       what.coordinate);
  const std::string body = model.bodies[static_cast<std::size_t>(what.body.index)].details->name;
  const std::string text = fmt::format("{}.{}", body, to_string(what.quantity));
  if (!what.point) return text;
  return fmt::format("{} at ({:g}, {:g}, {:g})", text, what.point->x(), what.point->y(),
                     what.point->z());
}

double measure(const Model& model, const State& state, const Measurand& what, double dt) {
  switch (what.quantity) {
    case Quantity::x:
      return position(model, state, what).x();
    case Quantity::y:
      return position(model, state, what).y();
    case Quantity::z:
      return position(model, state, what).z();
    case Quantity::vx:
      return velocity(model, state, what).x();
    case Quantity::vy:
      return velocity(model, state, what).y();
    case Quantity::vz:
      return velocity(model, state, what).z();
    case Quantity::speed:
      return velocity(model, state, what).norm();
    case Quantity::wx:
      return body_twist(model, state, what.body).omega.x();
    case Quantity::wy:
      return body_twist(model, state, what.body).omega.y();
    case Quantity::wz:
      return body_twist(model, state, what.body).omega.z();
    case Quantity::angle:
    case Quantity::omega:
      return turn(model, state, what);
    case Quantity::displacement:
      return (position(model, state, what) - position(model, initial_state(model), what)).norm();
    case Quantity::coordinate:
      return coordinate(model, state, what);
    case Quantity::energy:
      return energy_parts(model, state, dt).total();
  }
  return 0.0;
}

}  // namespace perpend::study
