// SPDX-License-Identifier: Apache-2.0
#include "perpend/model/edit_model.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "model/element_name.hpp"
#include "perpend/core/error.hpp"

namespace perpend {
namespace {

template <typename Element>
void check_names(const std::vector<Element>& known, const std::vector<Element>& more) {
  std::set<std::string_view> names;
  for (const Element& element : known) names.insert(element_name(element));
  for (const Element& element : more)
    require(!names.contains(element_name(element)), "name", "one that is not taken",
            element_name(element));
}

// Names of the joints and of their coordinates, which share one set.
std::vector<std::string_view> joint_names(const Model& model) {
  std::vector<std::string_view> names;
  for (const Joint& joint : model.joints) {
    names.push_back(joint.name);
    for (const CoordinateDef& coordinate : joint.coordinates)
      if (!coordinate.name.empty()) names.push_back(coordinate.name);
  }
  return names;
}

void check_joint_names(const Model& model, const Model& more) {
  const std::vector<std::string_view> known = joint_names(model);
  const std::set<std::string_view> taken(known.begin(), known.end());
  for (const std::string_view name : joint_names(more))
    require(!taken.contains(name), "name", "one that is not taken", name);
}

int material_named(const Model& model, const std::string& name) {
  const auto is_it = [&](const Material& material) { return material.name == name; };
  const auto at = std::find_if(model.materials.begin(), model.materials.end(), is_it);
  require(at != model.materials.end(), "material", "one of the model", name);
  return static_cast<int>(at - model.materials.begin());
}

BodyId shifted(BodyId body, int by) {
  return body == kWorld ? kWorld : BodyId{body.index + by};
}

// Renumbers offsets in the state and rows over all elements. Couplers come after the joints.
void number(Model& model) {
  int dof = 0, q_size = 0;
  for (Body& body : model.bodies) {
    body.v_offset = dof;
    body.q_offset = q_size;
    dof += body.dof;
    q_size += body.q_size;
  }
  model.joint_rows = model.joint_coordinates = 0;
  for (Joint& joint : model.joints) {
    joint.first_row = model.joint_rows;
    joint.first_coordinate = model.joint_coordinates;
    model.joint_rows += joint.rows;
    model.joint_coordinates += coordinate_count(joint.kind, joint.in_plane);
  }
  for (Coupler& coupler : model.couplers) coupler.row = model.joint_rows++;
}

// Maps old indices to new ones; -1: removed.
using Places = std::vector<int>;

Places places_after(std::size_t count, const std::vector<bool>& stays) {
  Places places(count, -1);
  int next = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (stays[i]) places[i] = next++;
  return places;
}

BodyId moved(BodyId body, const Places& places) {
  return body == kWorld ? kWorld : BodyId{places[body.index]};
}

void keep_pairs(const std::vector<std::pair<int, int>>& from, const Places& places,
                std::vector<std::pair<int, int>>& to) {
  for (const auto& [a, b] : from)
    if (places[a] >= 0 && places[b] >= 0) to.push_back({places[a], places[b]});
}

void keep_bodies(const Model& model, const Places& places, Model& rest) {
  std::vector<double> q, v;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (places[i] < 0) continue;
    rest.bodies.push_back(body);
    for (int k = 0; k < body.q_size; ++k) q.push_back(model.start_q[body.q_offset + k]);
    for (int k = 0; k < body.dof; ++k) v.push_back(model.start_v[body.v_offset + k]);
  }
  rest.start_q = Eigen::Map<Eigen::VectorXd>(q.data(), static_cast<Eigen::Index>(q.size()));
  rest.start_v = Eigen::Map<Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

void keep_actuators(const Model& model, const Places& joints, Model& rest) {
  for (Actuator actuator : model.actuators) {
    if (actuator.kind != ActuatorKind::none) {
      actuator.joint = {joints[actuator.joint.index]};
      if (actuator.joint.index < 0) continue;
    }
    rest.actuators.push_back(std::move(actuator));
  }
}

void keep_couplers(const Model& model, const Places& joints, const Places& bodies, Model& rest) {
  for (Coupler coupler : model.couplers) {
    const auto is_gone = [&](const CouplerTerm& term) { return joints[term.joint.index] < 0; };
    if (std::any_of(coupler.terms.begin(), coupler.terms.end(), is_gone)) continue;
    for (CouplerTerm& term : coupler.terms) term.joint = {joints[term.joint.index]};
    for (int& body : coupler.bodies) body = bodies[body];
    rest.couplers.push_back(std::move(coupler));
  }
}

}  // namespace

Model with_elements(const Model& model, const Model& more) {
  check_names(model.bodies, more.bodies);
  check_joint_names(model, more);
  check_names(model.couplers, more.couplers);
  check_names(model.actuators, more.actuators);
  Model all = model;
  const int bodies = static_cast<int>(model.bodies.size());
  const int joints = static_cast<int>(model.joints.size());
  for (Body body : more.bodies) {
    body.material = material_named(model, more.materials[body.material].name);
    all.bodies.push_back(std::move(body));
  }
  for (Joint joint : more.joints) {
    joint.a = shifted(joint.a, bodies);
    joint.b = shifted(joint.b, bodies);
    all.joints.push_back(std::move(joint));
  }
  for (Coupler coupler : more.couplers) {
    for (CouplerTerm& term : coupler.terms) term.joint.index += joints;
    for (int& body : coupler.bodies) body += bodies;
    all.couplers.push_back(std::move(coupler));
  }
  for (Actuator actuator : more.actuators) {
    actuator.joint.index += joints;
    all.actuators.push_back(std::move(actuator));
  }
  for (const auto& [a, b] : more.joined) all.joined.push_back({a + bodies, b + bodies});
  for (const auto& [a, b] : more.excluded) all.excluded.push_back({a + bodies, b + bodies});
  all.start_q.resize(model.q_size() + more.q_size());
  all.start_q << model.start_q, more.start_q;
  all.start_v.resize(model.dof() + more.dof());
  all.start_v << model.start_v, more.start_v;
  number(all);
  return all;
}

Model without_body(const Model& model, BodyId body) {
  require(body.index >= 0 && body.index < static_cast<int>(model.bodies.size()), "body",
          "one of the model", body.index);
  std::vector<bool> bodies_stay(model.bodies.size(), true), joints_stay;
  bodies_stay[body.index] = false;
  for (const Joint& joint : model.joints) joints_stay.push_back(joint.a != body && joint.b != body);
  const Places bodies = places_after(model.bodies.size(), bodies_stay);
  const Places joints = places_after(model.joints.size(), joints_stay);
  Model rest;
  rest.materials = model.materials;
  rest.surface_pairs = model.surface_pairs;
  rest.gravity = model.gravity;
  keep_bodies(model, bodies, rest);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (joints[j] < 0) continue;
    rest.joints.push_back(model.joints[j]);
    rest.joints.back().a = moved(rest.joints.back().a, bodies);
    rest.joints.back().b = moved(rest.joints.back().b, bodies);
  }
  keep_couplers(model, joints, bodies, rest);
  keep_actuators(model, joints, rest);
  keep_pairs(model.joined, bodies, rest.joined);
  keep_pairs(model.excluded, bodies, rest.excluded);
  number(rest);
  return rest;
}

}  // namespace perpend
