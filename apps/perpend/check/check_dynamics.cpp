// SPDX-License-Identifier: Apache-2.0
#include "check/check_dynamics.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>

#include "dynamics/joints/mechanism.hpp"
#include "perpend/dynamics/inverse_dynamics.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/dynamics/measure.hpp"
#include "terminal.hpp"

namespace perpend::app {
namespace {

using Json = nlohmann::ordered_json;

bool is_derived(const Model& model, int joint, int coordinate) {
  return std::ranges::any_of(model.couplers, [&](const Coupler& coupler) {
    const CouplerTerm& term = coupler.terms.front();
    return term.joint.index == joint && term.coordinate == coordinate;
  });
}

std::vector<CoordinateId> independent_coordinates(const Model& model) {
  std::vector<CoordinateId> found;
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const Joint& joint = model.joints[j];
    const int count =
        joint.kind == JointKind::strut ? 0 : coordinate_count(joint.kind, joint.in_plane);
    for (int k = 0; k < count; ++k)
      if (!is_derived(model, j, k)) found.push_back({{j}, k});
  }
  return found;
}

std::string name_of(const Model& model, CoordinateId id) {
  const Joint& joint = model.joints[id.joint.index];
  const bool single = coordinate_count(joint.kind, joint.in_plane) == 1;
  return single ? joint.name : fmt::format("{}[{}]", joint.name, id.coordinate);
}

// Returns true if each coordinate can be held independently of the others. If one determines
// others, there is no mass matrix in these coordinates, and inverse dynamics of one yields
// round-off.
bool are_independent(const Model& model, const std::vector<CoordinateId>& coordinates) {
  Model held = model;
  for (const CoordinateId& id : coordinates) {
    const Joint& joint = model.joints[id.joint.index];
    Coupler hold{.terms = {{id.joint, id.coordinate}}, .row = held.joint_rows++};
    for (const BodyId body : {joint.a, joint.b})
      if (body != kWorld) hold.bodies.push_back(body.index);
    std::ranges::sort(hold.bodies);
    held.couplers.push_back(hold);
  }
  const int more = mechanism_of(held).rank - mechanism_of(model).rank;
  return more == static_cast<int>(coordinates.size());
}

struct Dynamics {
  std::vector<CoordinateId> coordinates;
  CenterOfMass center;
  Eigen::MatrixXd mass_matrix = {};
  Eigen::VectorXd bias = {}, acceleration = {};
  bool closed = false;  ///< closed loops make coordinates depend on each other
};

Dynamics dynamics_of(const Model& model) {
  const State start = initial_state(model);
  Dynamics found{.coordinates = independent_coordinates(model),
                 .center = center_of_mass(model, start)};
  if (found.coordinates.empty()) return found;
  found.closed = !are_independent(model, found.coordinates);
  if (found.closed) return found;
  const InverseDynamics inverse(model, start, found.coordinates);
  found.mass_matrix = inverse.mass_matrix();
  found.bias = inverse.bias_force();
  found.acceleration = Eigen::LLT<Eigen::MatrixXd>(found.mass_matrix).solve(-found.bias);
  return found;
}

Json list_of(const Eigen::VectorXd& v) {
  return std::vector<double>(v.begin(), v.end());
}

}  // namespace

Json dynamics_json(const study::Scene& scene) {
  const Model& model = scene.model;
  const Dynamics found = dynamics_of(model);
  const State start = initial_state(model);
  Json names = Json::array(), values = Json::array(), rates = Json::array(), rows = Json::array();
  for (const CoordinateId id : found.coordinates) {
    names.push_back(name_of(model, id));
    values.push_back(coordinate(model, start, id.joint, id.coordinate));
    rates.push_back(coordinate_rate(model, start, id.joint, id.coordinate));
  }
  Json json{{"mass", found.center.mass},
            {"center_of_mass", list_of(found.center.point)},
            {"coordinates", names},
            {"values", values},
            {"rates", rates}};
  if (found.closed) return json;
  for (const auto row : found.mass_matrix.rowwise()) rows.push_back(list_of(row));
  json["mass_matrix"] = rows;
  json["bias_force"] = list_of(found.bias);
  json["acceleration"] = list_of(found.acceleration);
  return json;
}

void print_dynamics(const study::Scene& scene) {
  const Dynamics found = dynamics_of(scene.model);
  const Eigen::Vector3d& at = found.center.point;
  say(stdout, "  mass        {:.9g} kg, its centre at {:.6g}, {:.6g}, {:.6g} m\n",
      found.center.mass, at.x(), at.y(), at.z());
  if (found.closed) {
    say(stdout, "  dynamics    loops are closed: no mass matrix in joint coordinates\n");
    return;
  }
  for (std::size_t i = 0; i < found.coordinates.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    say(stdout, "  {:<24} inertia {:<12.6g} bias force {:<12.6g} acceleration {:.6g}\n",
        name_of(scene.model, found.coordinates[i]), found.mass_matrix(row, row), found.bias[row],
        found.acceleration[row]);
  }
}

}  // namespace perpend::app
