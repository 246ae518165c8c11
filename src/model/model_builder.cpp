// SPDX-License-Identifier: Apache-2.0
#include "perpend/model/model_builder.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "model/assemble_body.hpp"
#include "model/joint_frames.hpp"
#include "model/model_check.hpp"

namespace perpend {
namespace {

constexpr double kEarth = 9.81;  // m/s²

std::vector<Material> with_default(const std::vector<Material>& materials) {
  std::vector<Material> all{{.name = "default"}};
  for (const Material& material : materials)
    if (material.name == "default")
      all[0] = material;
    else
      all.push_back(material);
  return all;
}

using Indices = std::map<std::string_view, int>;

Indices indices_of(const std::vector<Material>& materials) {
  Indices indices;
  for (const Material& material : materials)
    indices.emplace(material.name, static_cast<int>(indices.size()));
  return indices;
}

int index_in(const Indices& indices, const std::string& name) {
  const auto at = indices.find(name);
  return at == indices.end() ? 0 : at->second;
}

const SpringDamper& softer(const SpringDamper& a, const SpringDamper& b) {
  if (a.is_hard() || b.is_hard()) return a.is_hard() ? b : a;
  return std::pair(b.stiffness, b.damping) < std::pair(a.stiffness, a.damping) ? b : a;
}

SurfacePair meet(const SurfacePair& a, const SurfacePair& b) {
  return {std::sqrt(a.mu_s * b.mu_s),
          std::sqrt(a.mu_k * b.mu_k),
          std::min(a.e, b.e),
          std::max(a.rolling, b.rolling),
          std::max(a.spinning, b.spinning),
          softer(a.normal, b.normal),
          softer(a.tangential, b.tangential)};
}

bool moves_in_plane(const BodyDef& def) {
  return is_planar(def.kind) || (def.kind == BodyKind::custom && !def.shapes.empty());
}

// Returns each body once, sorted, without the world.
std::vector<int> coupled_bodies(const Coupler& coupler, const Model& model) {
  std::vector<int> bodies;
  for (const CouplerTerm& term : coupler.terms)
    for (const BodyId id : {model.joints[term.joint.index].a, model.joints[term.joint.index].b})
      if (id != kWorld) bodies.push_back(id.index);
  std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  return bodies;
}

}  // namespace

void ModelBuilder::set_surface_pair(const std::string& a, const std::string& b,
                                    const SurfacePair& pair) {
  pairs_.push_back({a, b, pair});
}

BodyId ModelBuilder::add_body(const BodyDef& body) {
  bodies_.push_back(body);
  const int index = static_cast<int>(bodies_.size()) - 1;
  if (body.name.empty()) bodies_.back().name = "body_" + std::to_string(index);
  return {index};
}

JointId ModelBuilder::add_joint(const JointDef& joint) {
  joints_.push_back(joint);
  const int index = static_cast<int>(joints_.size()) - 1;
  if (joint.name.empty()) joints_.back().name = "joint_" + std::to_string(index);
  return {index};
}

void ModelBuilder::add_coupler(const Coupler& coupler) {
  couplers_.push_back(coupler);
  if (coupler.name.empty())
    couplers_.back().name = "coupler_" + std::to_string(couplers_.size() - 1);
}

ActuatorId ModelBuilder::add_actuator(const Actuator& actuator) {
  actuators_.push_back(actuator);
  const int index = static_cast<int>(actuators_.size()) - 1;
  if (actuator.name.empty()) actuators_.back().name = "actuator_" + std::to_string(index);
  return {index};
}

Eigen::Vector3d ModelBuilder::gravity() const {
  if (gravity_) return *gravity_;
  const bool in_space = std::ranges::none_of(bodies_, moves_in_plane);
  return in_space ? Eigen::Vector3d(0, 0, -kEarth) : Eigen::Vector3d(0, -kEarth, 0);
}

void ModelBuilder::add_surfaces(Model& model) const {
  model.materials = with_default(materials_);
  const std::size_t m = model.materials.size();
  for (std::size_t i = 0; i < m * m; ++i)
    model.surface_pairs.push_back(meet(model.materials[i / m].self, model.materials[i % m].self));
  const Indices indices = indices_of(model.materials);
  for (const NamedPair& named : pairs_) {
    const int a = index_in(indices, named.a), b = index_in(indices, named.b);
    model.surface_pairs[a * m + b] = model.surface_pairs[b * m + a] = named.pair;
  }
}

// A faulty definition is replaced by a fixed body without shapes, so that indices stay those of the
// definitions.
void ModelBuilder::add_bodies(const ModelCheck& check, Model& model) const {
  const Indices materials = indices_of(model.materials);
  const BodyDef stand_in{.kind = BodyKind::fixed};
  int dof = 0, q_size = 0;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyDef& def = check.sound_body(i) ? bodies_[i] : stand_in;
    const int material = index_in(materials, def.material);
    model.bodies.push_back(make_body(def, material, dof, q_size));
    dof += model.bodies.back().dof;
    q_size += model.bodies.back().q_size;
  }
  model.start_q = Eigen::VectorXd::Zero(q_size);
  model.start_v = Eigen::VectorXd::Zero(dof);
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (check.sound_body(i)) set_start(model, bodies_[i], model.bodies[i]);
}

void ModelBuilder::add_joints(const ModelCheck& check, Model& model) const {
  const State start = initial_state(model);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const JointDef& def = joints_[i];
    if (check.sound_joint(i))
      append_joint(def, start, model);
    else
      model.joints.push_back({.name = def.name});
    const auto [low, high] = std::minmax(def.a.index, def.b.index);
    const bool between_bodies = low >= 0 && high < static_cast<int>(model.bodies.size());
    Joint& joint = model.joints.back();
    joint.bodies_collide = def.bodies_collide || def.kind == JointKind::strut;
    if (between_bodies && !joint.bodies_collide) model.joined.push_back({low, high});
  }
  std::sort(model.joined.begin(), model.joined.end());
}

void ModelBuilder::add_couplers(Model& model) const {
  for (Coupler coupler : couplers_) {
    coupler.row = model.joint_rows++;
    coupler.bodies = coupled_bodies(coupler, model);
    model.couplers.push_back(std::move(coupler));
  }
}

void ModelBuilder::add_exclusions(Model& model) const {
  for (const auto& [a, b] : excluded_) model.excluded.push_back(std::minmax(a.index, b.index));
  std::sort(model.excluded.begin(), model.excluded.end());
}

Result<Model> ModelBuilder::build() const {
  ModelCheck check(*this);
  check.definitions();
  Model model;
  model.gravity = gravity();
  add_surfaces(model);
  add_bodies(check, model);
  add_joints(check, model);
  add_exclusions(model);
  check.built(model);
  if (!check.faults().empty()) return check.faults();
  add_couplers(model);
  model.actuators = actuators_;
  return model;
}

}  // namespace perpend
