// SPDX-License-Identifier: Apache-2.0
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "dynamics/bodies/plane_vectors.hpp"
#include "perpend/dynamics/set_coordinates.hpp"
#include "world.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace perpend::python {
namespace {

using Eigen::Vector3d;

using PackedForce = std::tuple<int, Vector3d, Vector3d, Vector3d, bool, bool>;
using PackedMotor = std::tuple<int, int, std::optional<double>, std::optional<double>>;
using PackedInputs =
    std::tuple<Eigen::VectorXd, std::vector<PackedForce>, std::vector<std::tuple<int, int, double>>,
               std::vector<PackedMotor>, Eigen::VectorXd>;

Frame frame(bool in_world) {
  return in_world ? Frame::world : Frame::body;
}

PackedInputs packed(const HeldInputs& held) {
  PackedInputs all;
  auto& [force, forces, joint_forces, motors, joint_force] = all;
  force = held.force;
  joint_force = held.joint_force;
  for (const auto& [body, at] : held.forces)
    forces.emplace_back(body.index, at.force, at.torque, at.point, at.point_in == Frame::world,
                        at.force_in == Frame::world);
  for (const auto& [joint, k, value] : held.joint_forces)
    joint_forces.emplace_back(joint.index, k, value);
  for (const auto& [joint, k, target, limit] : held.motors)
    motors.emplace_back(joint.index, k, target, limit);
  return all;
}

HeldInputs unpacked(const PackedInputs& all) {
  const auto& [force, forces, joint_forces, motors, joint_force] = all;
  HeldInputs held{.force = force, .joint_force = joint_force};
  for (const auto& [body, f, torque, point, point_in_world, force_in_world] : forces)
    held.forces.push_back(
        {{body}, {f, torque, point, frame(point_in_world), frame(force_in_world)}});
  for (const auto& [joint, k, value] : joint_forces)
    held.joint_forces.push_back({{joint}, k, value});
  for (const auto& [joint, k, target, limit] : motors)
    held.motors.push_back({{joint}, k, target, limit});
  return held;
}

// Applies a force to a body by one of the members of Simulator that take one; arguments as in
// Python.
template <auto member>
void push(World& world, int body, const Vector3d& force, const Vector3d& torque,
          const Vector3d& point, bool point_in_world, bool force_in_world) {
  constexpr bool is_impulse = member == &Simulator::apply_impulse;
  require_in_plane(body_at(world, body), is_impulse ? "impulse" : "force", force);
  require_in_plane(body_at(world, body), "at", point);
  (world.applies().*member)({body},
                            {force, torque, point, frame(point_in_world), frame(force_in_world)});
}

template <auto member>
void push_joint(World& world, int joint, int coordinate, double value) {
  (world.applies().*member)({joint}, coordinate, value);
}

// Returns the name of the first actuator that sets the target of a motor; empty if there is none.
std::string actuator_of_motor(const World& world, int joint, int coordinate) {
  for (const Actuator& each : world.model().actuators)
    if (each.kind == ActuatorKind::target && each.joint.index == joint &&
        each.coordinate == coordinate)
      return each.name;
  return {};
}

bool is_planar(const World& world, int body) {
  return body_at(world, body).is_planar();
}

// Calls set(pose, state) with a planar or spatial pose. `rotation` is w, x, y, z, or only the angle
// for a planar body.
template <typename Set>
void place(World& world, int body, const Vector3d& position, const Eigen::VectorXd& rotation,
           const Set& set) {
  const bool planar = is_planar(world, body);
  const bool has_size = rotation.size() == (planar ? 1 : 4);
  if (!has_size)
    throw InvalidArgument(
        "rotation",
        planar ? "the angle of a planar body, one number" : "a quaternion, four numbers w, x, y, z",
        std::to_string(rotation.size()) + " numbers");
  if (!rotation.allFinite() || (!planar && rotation.isZero(0)))
    throw InvalidArgument("rotation", planar ? "finite" : "finite and not all zeros",
                          nb::cast<std::string>(nb::str(nb::cast(rotation))));
  require_in_plane(body_at(world, body), "pos", position);
  world.change([&](State& state) {
    if (planar) return set(planar::Pose{position.head<2>(), rotation[0]}, state);
    const Eigen::Quaterniond r(rotation[0], rotation[1], rotation[2], rotation[3]);
    set(spatial::Pose{position, r}, state);
  });
}

void put(World& world, int body, const Vector3d& position, const Eigen::VectorXd& rotation) {
  place(world, body, position, rotation,
        [&](const auto& pose, State& state) { set_pose(world.model(), {body}, pose, state); });
}

void lead(World& world, int body, const Vector3d& position, const Eigen::VectorXd& rotation,
          double time) {
  place(world, body, position, rotation, [&](const auto& pose, State& state) {
    set_target_pose(world.model(), {body}, pose, time, state);
  });
}

void set_speed(World& world, int body, const Vector3d& velocity, const Vector3d& omega) {
  require_in_plane(body_at(world, body), "velocity", velocity);
  require_about_normal(body_at(world, body), "omega", omega);
  world.change([&](State& state) {
    if (is_planar(world, body))
      return set_velocity(world.model(), {body}, Vector3d(velocity.x(), velocity.y(), omega.z()),
                          state);
    set_velocity(world.model(), {body}, Twist{velocity, omega}, state);
  });
}

using PackedValues = std::vector<std::tuple<int, int, double>>;

// Sets all values or, if one of them throws, none.
void put_coordinates(World& world, const PackedValues& coordinates, const PackedValues& rates) {
  const auto unpack = [](const PackedValues& all) {
    std::vector<CoordinateValue> values;
    for (const auto& [joint, k, value] : all) values.push_back({{{joint}, k}, value});
    return values;
  };
  State moved = world.state();
  set_coordinates(world.model(), unpack(coordinates), moved);
  set_rates(world.model(), unpack(rates), moved);
  world.change([&](State& state) { state = moved; });
}

}  // namespace

void bind_drive(nb::class_<World>& world) {
  world.def("apply_force", &push<&Simulator::apply_force_at>)
      .def("apply_impulse", &push<&Simulator::apply_impulse>)
      .def("hold_force", &push<&Simulator::hold_force_at>)
      .def("apply_joint_force", &push_joint<&Simulator::apply_joint_force>)
      .def("hold_joint_force", &push_joint<&Simulator::hold_joint_force>)
      .def("set_motor_limit", &push_joint<&Simulator::set_motor_limit>)
      .def("set_motor_target", &push_joint<&Simulator::set_motor_target>)
      .def("actuator_of_motor", &actuator_of_motor)
      .def("has_actuators", [](const World& w) { return !w.model().actuators.empty(); })
      .def("set_force", [](World& w, int body, const Vector3d& force,
                           const Vector3d& torque) { w.hold_force({body}, force, torque); })
      .def("set_joint_force", [](World& w, int joint, int coordinate,
                                 double force) { w.hold_joint_force({joint}, coordinate, force); })
      .def("motor_index",
           [](const World& w, int joint, int coordinate) {
             const auto& all = w.motors();
             const auto found = std::ranges::find_if(all, [&](const Motor& motor) {
               return motor.joint == joint && motor.coordinate == coordinate;
             });
             return found == all.end() ? -1 : static_cast<int>(found - all.begin());
           })
      .def("held",
           [](World& w) {
             HeldInputs held = w.simulator().held();
             held.force = *w.force();
             held.joint_force = *w.joint_force();
             return packed(held);
           })
      .def("set_held", [](World& w, const PackedInputs& all) { w.set_held(unpacked(all)); })
      .def("clear_held", &World::clear_held)
      .def("is_planar", &is_planar)
      .def("set_pose", &put)
      .def("set_target_pose", &lead)
      .def("set_velocity", &set_speed)
      .def("set_coordinates", &put_coordinates);
}

}  // namespace perpend::python
