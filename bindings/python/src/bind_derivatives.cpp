// SPDX-License-Identifier: Apache-2.0
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "turn.hpp"
#include "world.hpp"

namespace nb = nanobind;

namespace perpend::python {
namespace {

// Selects the columns of the motors, in the order of World::motors().
Eigen::MatrixXd of_motors(World& world, const Eigen::MatrixXd& by_coordinate) {
  Eigen::MatrixXd columns(by_coordinate.rows(), world.motors().size());
  for (std::size_t i = 0; by_coordinate.cols() > 0 && i < world.motors().size(); ++i) {
    const Motor& motor = world.motors()[i];
    columns.col(static_cast<Eigen::Index>(i)) =
        by_coordinate.col(world.model().joints[motor.joint].first_coordinate + motor.coordinate);
  }
  return columns;
}

nb::list degenerate(const StepDerivatives& d) {
  nb::list rows;
  for (const DegenerateRow& row : d.degenerate)
    rows.append(nb::make_tuple(std::string(to_string(row.kind)), row.a.index, row.b.index,
                               row.point, row.joint.index, row.name));
  return rows;
}

nb::list surfaces(const World& world, const StepDerivatives& d) {
  nb::list pairs;
  const auto& materials = world.model().materials;
  for (const auto& [a, b] : d.surfaces)
    pairs.append(nb::make_tuple(materials[a].name, materials[b].name));
  return pairs;
}

nb::dict derivatives(World& world) {
  StepDerivatives d;
  {
    const Turn turn(world);
    d = world.derivatives();
  }
  nb::dict parts;
  parts["status"] = std::string(to_string(d.status));
  parts["message"] = d.message;
  parts["q"] = d.after.q;
  parts["v"] = d.after.v;
  parts["by_state"] = d.by_state;
  parts["by_ctrl"] =
      world.model().actuators.empty() ? of_motors(world, d.by_motor_target) : d.by_control;
  parts["by_ctrl_limit"] = of_motors(world, d.by_motor_limit);
  parts["by_force"] = d.by_force;
  parts["by_joint_force"] = d.by_joint_force;
  parts["by_dry_friction"] = d.by_dry_friction;
  parts["by_mass"] = d.by_mass;
  parts["by_friction"] = d.by_friction;
  parts["surfaces"] = surfaces(world, d);
  parts["sticking"] = d.sticking;
  parts["sliding"] = d.sliding;
  parts["open"] = d.open;
  parts["redundant"] = d.redundant;
  parts["degenerate"] = degenerate(d);
  parts["constant"] = d.constant;
  return parts;
}

}  // namespace

void bind_derivatives(nb::class_<World>& world) {
  world.def("derivatives", &derivatives);
}

}  // namespace perpend::python
