// SPDX-License-Identifier: Apache-2.0
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include "bindings.hpp"
#include "world.hpp"

namespace nb = nanobind;

namespace perpend::python {
namespace {

using Eigen::Vector3d;

// Returns the joint, its first coordinate, their number and true for the name of a joint; the
// joint, the coordinate, 1 and false for the name of a coordinate.
std::tuple<int, int, int, bool> joint_part(const World& world, const std::string& name) {
  const CoordinateId found = coordinate_named(world.model(), name);
  const Joint& joint = joint_at(world, found.joint.index);
  const bool is_whole = joint.name == name;
  return {found.joint.index, found.coordinate,
          is_whole ? coordinate_count(joint.kind, joint.in_plane) : 1, is_whole};
}

nb::tuple reaction(World& world, int joint) {
  const JointReaction r =
      world.has_stepped() ? world.simulator().joint_reaction({joint}) : JointReaction{};
  return nb::make_tuple(r.force, r.torque, r.joint_force, r.joint_torque);
}

nb::tuple coordinate_force(World& world, int joint, int k) {
  const CoordinateForce f =
      world.has_stepped() ? world.simulator().coordinate_force({joint}, k) : CoordinateForce{};
  return nb::make_tuple(f.spring, f.motor, f.friction, f.limit);
}

// Returns the frame of a joint on one of its bodies, in the world.
spatial::Pose frame_on(World& world, BodyId body, const spatial::Pose& frame) {
  return compose(spatial_pose(world.model(), world.state(), body), frame);
}

// Returns the anchors on a and b and the axes of both in the world at the present pose. The axis of
// b of a universal joint is the one it rotates about.
nb::tuple joint_places(World& world, int index) {
  const Joint& joint = joint_at(world, index);
  const spatial::Pose a = frame_on(world, joint.a, joint.frame_a),
                      b = frame_on(world, joint.b, joint.frame_b);
  const Vector3d axis_of_b =
      joint.kind == JointKind::universal ? Vector3d::UnitY() : Vector3d::UnitX();
  return nb::make_tuple(a.p, b.p, transform_vector(a, Vector3d::UnitX()),
                        transform_vector(b, axis_of_b));
}

nb::tuple joint_kind(const World& world, int index) {
  const Joint& joint = joint_at(world, index);
  return nb::make_tuple(to_string(joint.kind, joint.in_plane), joint.a.index, joint.b.index,
                        has_axis(joint.kind, joint.in_plane), joint.break_force, joint.break_torque,
                        joint.in_plane);
}

nb::object motor(const CoordinateDef& def) {
  if (def.motor == MotorKind::none) return nb::none();
  nb::dict motor;
  motor["kind"] = def.motor == MotorKind::velocity ? "velocity" : "position";
  motor["target"] = def.target;
  motor["max_force"] = def.max_force;
  if (def.motor == MotorKind::position && !def.is_servo())
    motor["time_constant"] = def.time_constant;
  if (def.is_servo()) motor["stiffness"] = def.motor_stiffness;
  if (def.is_servo()) motor["damping"] = def.motor_damping;
  return motor;
}

nb::dict coordinate_data(const World& world, int index, int k) {
  const Joint& joint = joint_at(world, index);
  CoordinateDef def{.coordinate = k, .rest = joint.kind == JointKind::strut ? joint.length : 0.0};
  for (const CoordinateDef& each : joint.coordinates)
    if (each.coordinate == k) def = each;
  nb::dict data;
  data["name"] = def.name;
  data["is_angle"] = is_angle(joint.kind, joint.in_plane, k);
  data["start"] = def.start;
  data["lo"] = def.lo;
  data["hi"] = def.hi;
  data["e"] = def.e;
  data["motor"] = motor(def);
  data["stiffness"] = def.stiffness;
  data["rest"] = def.rest.value_or(0.0);
  data["damping"] = def.damping;
  data["friction"] = def.friction;
  data["armature"] = def.armature;
  return data;
}

// Calls of_each(joint, k) for every joint coordinate of the model and returns the values.
template <typename Value>
Vector of_coordinates(World& world, const Value& of_each) {
  const Model& model = world.model();
  const State& state = world.state();
  Eigen::VectorXd values(model.joint_coordinates);
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const Joint& joint = model.joints[static_cast<std::size_t>(j)];
    for (int k = 0; k < coordinate_count(joint.kind, joint.in_plane); ++k)
      values[joint.first_coordinate + k] = of_each(model, state, JointId{j}, k);
  }
  return copied(values);
}

}  // namespace

void bind_joints(nb::class_<World>& world) {
  world.def("joint_part", &joint_part)
      .def("joint_kind", &joint_kind)
      .def("joint_places", &joint_places)
      .def("coordinate_data", &coordinate_data)
      .def("coordinate_count",
           [](const World& w, int joint) {
             const Joint& j = joint_at(w, joint);
             return coordinate_count(j.kind, j.in_plane);
           })
      .def("coordinate",
           [](World& w, int joint, int k) { return coordinate(w.model(), w.state(), {joint}, k); })
      .def("coordinate_rate",
           [](World& w, int joint, int k) {
             return coordinate_rate(w.model(), w.state(), {joint}, k);
           })
      .def("coordinates", [](World& w) { return of_coordinates(w, coordinate); })
      .def("coordinate_rates", [](World& w) { return of_coordinates(w, coordinate_rate); })
      .def("coordinate_jacobian",
           [](World& w, int joint, int k) -> Eigen::VectorXd {
             return coordinate_jacobian(w.model(), w.state(), {joint}, k).transpose();
           })
      .def("coordinate_force", &coordinate_force)
      .def("reaction", &reaction)
      .def("is_broken", [](World& w, int joint) {
        joint_at(w, joint);
        return w.state().is_broken({joint});
      });
}

}  // namespace perpend::python
