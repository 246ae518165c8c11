// SPDX-License-Identifier: Apache-2.0
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "world.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace perpend::python {
namespace {

using Eigen::Vector3d;

std::vector<BodyId> ids(const std::vector<int>& bodies) {
  std::vector<BodyId> found;
  for (const int body : bodies) found.push_back({body});
  return found;
}

nb::tuple mass_center(World& world, const std::optional<std::vector<int>>& bodies) {
  const CenterOfMass c = bodies ? center_of_mass(world.model(), world.state(), ids(*bodies))
                                : center_of_mass(world.model(), world.state());
  return nb::make_tuple(c.mass, c.point, c.velocity);
}

nb::tuple rows(World& world) {
  ConstraintRows rows = constraint_rows(world.model(), world.state());
  return nb::make_tuple(std::move(rows.jacobian), std::move(rows.error));
}

InverseDynamics driven_system(World& world, const std::vector<std::pair<int, int>>& driven) {
  std::vector<CoordinateId> coordinates;
  for (const auto& [joint, k] : driven) coordinates.push_back({{joint}, k});
  return {world.model(), world.state(), std::move(coordinates)};
}

nb::tuple inverse_dynamics(World& world, const std::vector<std::pair<int, int>>& driven,
                           const Eigen::VectorXd& accelerations, const Eigen::VectorXd& applied) {
  const InstantDynamics at = driven_system(world, driven).solve(accelerations, applied);
  return nb::make_tuple(at.force, at.acceleration, at.joint_force, at.residual);
}

nb::tuple joint_space(World& world, const std::vector<std::pair<int, int>>& driven) {
  const InverseDynamics system = driven_system(world, driven);
  return nb::make_tuple(system.mass_matrix(), system.bias_force());
}

nb::object distance(World& world, int a, int b) {
  const auto found = body_distance(world.model(), world.state(), {a}, {b});
  if (!found) return nb::none();
  return nb::make_tuple(found->gap, found->normal, found->point_a, found->point_b);
}

nb::list cast(World& world, const Vector3d& origin, const Vector3d& direction, double length,
              const std::vector<int>& without) {
  nb::list hits;
  for (const RayHit& hit :
       cast_ray_through(world.model(), world.state(), {origin, direction, length}, ids(without)))
    hits.append(nb::make_tuple(hit.body.index, hit.shape, hit.distance, hit.point, hit.normal));
  return hits;
}

nb::list events(World& world) {
  const std::vector<std::string> names = body_names(world.model_of_events());
  nb::list list;
  for (const ContactEvent& event : world.events())
    list.append(nb::make_tuple(event.kind == ContactEventKind::begin ? "begin" : "end", event.time,
                               names.at(static_cast<std::size_t>(event.touch.a.index)),
                               names.at(static_cast<std::size_t>(event.touch.b.index)),
                               event.touch.since, event.touch.impulse, event.touch.point));
  return list;
}

nb::list breaks(World& world) {
  nb::list list;
  for (const JointBreak& each : world.breaks())
    list.append(nb::make_tuple(each.joint.index, each.time, each.force, each.torque));
  return list;
}

nb::dict touch(const TouchForce& force) {
  constexpr const char* kKinds[] = {"contact", "limit", "drive"};
  nb::dict entry;
  entry["kind"] = kKinds[static_cast<int>(force.kind)];
  entry["a"] = force.a.index;
  entry["b"] = force.b.index;
  entry["joint"] = force.joint.index;
  entry["coordinate"] = force.coordinate;
  entry["point"] = force.point;
  entry["normal"] = force.normal;
  entry["force"] = force.force;
  entry["acceleration"] = force.acceleration;
  entry["slip"] = force.slip;
  entry["gap"] = force.gap;
  entry["impacts"] = force.impacts;
  entry["slides"] = force.slides;
  return entry;
}

nb::dict forces_now(World& world) {
  const ContactForces now = contact_forces(world.model(), world.state());
  nb::dict answer;
  answer["status"] = std::string(to_string(now.status));
  answer["acceleration"] = now.acceleration;
  answer["joint_forces"] = now.joint_forces;
  answer["ray"] = now.ray;
  answer["residual"] = now.residual;
  answer["residual_bound"] = now.residual_bound;
  nb::list touches;
  for (const TouchForce& each : now.touches) touches.append(touch(each));
  answer["touches"] = touches;
  return answer;
}

}  // namespace

void bind_measure(nb::class_<World>& world) {
  world
      .def("energy_parts",
           [](World& w) {
             const EnergyParts e = energy_parts(w.model(), w.state(), w.options().dt);
             return nb::make_tuple(e.kinetic, e.potential, e.springs);
           })
      .def("center_of_mass", &mass_center)
      .def("mass_matrix", [](World& w) { return mass_matrix(w.model(), w.state()); })
      .def("bias_force", [](World& w) { return bias_force(w.model(), w.state()); })
      .def("constraint_rows", &rows)
      .def("point_jacobian",
           [](World& w, int body, const Vector3d& point, bool in_world) {
             return point_jacobian(w.model(), w.state(), {body}, point,
                                   in_world ? Frame::world : Frame::body);
           })
      .def("spin_jacobian",
           [](World& w, int body) { return spin_jacobian(w.model(), w.state(), {body}); })
      .def("inverse_dynamics", &inverse_dynamics)
      .def("joint_space", &joint_space)
      .def("distance", &distance)
      .def("cast_ray", &cast)
      .def("events", &events)
      .def("breaks", &breaks)
      .def("contact_force",
           [](World& w, int body, int against) {
             return contact_force(w.contacts(), {body}, w.options().dt, {against});
           })
      .def("contact_forces", &forces_now);
}

}  // namespace perpend::python
