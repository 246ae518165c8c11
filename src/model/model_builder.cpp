// SPDX-License-Identifier: Apache-2.0
#include "perpend/model/model_builder.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "model/model_check.hpp"
#include "perpend/geometry/planar/mass.hpp"

namespace perpend {
namespace {

using planar::MassProperties;

std::vector<Material> with_default(const std::vector<Material>& materials) {
  std::vector<Material> all{{.name = "default"}};
  for (const Material& material : materials)
    if (material.name == "default")
      all[0] = material;
    else
      all.push_back(material);
  return all;
}

int material_index(const std::vector<Material>& materials, const std::string& name) {
  const auto at = std::find_if(materials.begin(), materials.end(),
                               [&](const Material& material) { return material.name == name; });
  return at == materials.end() ? 0 : static_cast<int>(at - materials.begin());
}

SurfacePair meet(const SurfacePair& a, const SurfacePair& b) {
  return {std::sqrt(a.mu_s * b.mu_s), std::sqrt(a.mu_k * b.mu_k), std::min(a.e, b.e)};
}

MassProperties outline_mass(const BodyDef& def) {
  MassProperties total;
  for (const ShapeDef& shape : def.shapes) {
    const MassProperties piece = planar::mass_properties(shape.shape, shape.density);
    total = planar::combined(total, planar::transformed(piece, shape.pose));
  }
  return total;
}

// Mass and inertia of the definition where given, those of the outline else.
void set_mass(Body& body, const BodyDef& def) {
  const MassProperties outline = outline_mass(def);
  const bool weighs = body.is_dynamic() && outline.mass > 0;
  const Eigen::Vector2d center = weighs && body.dof == 3 ? outline.center : Eigen::Vector2d(0, 0);
  body.body_origin = -center;
  if (!body.is_dynamic()) return;
  body.mass = def.mass.value_or(outline.mass);
  if (body.dof == 2) return;
  const double scale = outline.mass > 0 ? body.mass / outline.mass : 1.0;
  body.inertia = def.inertia.value_or(outline.inertia * scale);
}

void set_shapes(Body& body, const BodyDef& def) {
  for (const ShapeDef& shape : def.shapes)
    body.shapes.push_back({shape.shape, {shape.pose.p + body.body_origin, shape.pose.angle}});
}

Body make_body(const BodyDef& def, int v_offset, const std::vector<Material>& materials) {
  Body body;
  body.name = def.name;
  body.kind = def.kind;
  body.dof = def.kind == BodyKind::particle ? 2 : 3;
  body.v_offset = v_offset;
  body.material = material_index(materials, def.material);
  body.level = def.level;
  body.motion = def.motion;
  set_mass(body, def);
  set_shapes(body, def);
  return body;
}

void set_start(Model& model, const BodyDef& def, const Body& body) {
  const Eigen::Vector2d center = def.pose.p - Eigen::Rotation2Dd(def.pose.angle) * body.body_origin;
  model.start_q.segment<2>(body.v_offset) = center;
  if (body.dof == 3) model.start_q[body.v_offset + 2] = def.pose.angle;
  if (body.is_dynamic())
    model.start_v.segment(body.v_offset, body.dof) = def.velocity.head(body.dof);
}

planar::Pose start_pose(const Model& model, BodyId id) {
  if (id == kWorld) return {};
  const Body& body = model.bodies[id.index];
  return {model.start_q.segment<2>(body.v_offset),
          body.dof == 3 ? model.start_q[body.v_offset + 2] : 0.0};
}

Eigen::Vector2d to_local(const planar::Pose& pose, const Eigen::Vector2d& world) {
  return Eigen::Rotation2Dd(-pose.angle) * (world - pose.p);
}

Joint make_joint(const JointDef& def, const Model& model) {
  const planar::Pose a = start_pose(model, def.a), b = start_pose(model, def.b);
  const Eigen::Vector2d end_b = def.kind == JointKind::distance ? def.anchor_b : def.anchor;
  Joint joint{.name = def.name, .kind = def.kind, .a = def.a, .b = def.b};
  joint.anchor_a = to_local(a, def.anchor);
  joint.anchor_b = to_local(b, end_b);
  joint.axis_a = Eigen::Rotation2Dd(-a.angle) * def.axis.normalized();
  joint.angle = b.angle - a.angle;
  joint.length = (end_b - def.anchor).norm();
  return joint;
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

Result<Model> ModelBuilder::build() const {
  ModelCheck check(*this);
  check.definitions();
  if (!check.faults().empty()) return check.faults();

  Model model;
  model.gravity = gravity_;
  model.materials = with_default(materials_);
  const std::size_t m = model.materials.size();
  for (std::size_t i = 0; i < m * m; ++i)
    model.surface_pairs.push_back(meet(model.materials[i / m].self, model.materials[i % m].self));
  for (const NamedPair& named : pairs_) {
    const int a = material_index(model.materials, named.a);
    const int b = material_index(model.materials, named.b);
    model.surface_pairs[a * m + b] = model.surface_pairs[b * m + a] = named.pair;
  }
  int dof = 0;
  for (const BodyDef& def : bodies_) {
    model.bodies.push_back(make_body(def, dof, model.materials));
    dof += model.bodies.back().dof;
  }
  model.start_q = model.start_v = Eigen::VectorXd::Zero(dof);
  for (std::size_t i = 0; i < bodies_.size(); ++i) set_start(model, bodies_[i], model.bodies[i]);
  for (const JointDef& def : joints_) {
    model.joints.push_back(make_joint(def, model));
    if (def.a != kWorld && def.b != kWorld)
      model.joined.push_back(std::minmax(def.a.index, def.b.index));
  }
  std::sort(model.joined.begin(), model.joined.end());
  check.built(model);
  if (!check.faults().empty()) return check.faults();
  return model;
}

}  // namespace perpend
