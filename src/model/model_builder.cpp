// SPDX-License-Identifier: Apache-2.0
#include "perpend/model/model_builder.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "model/joint_frames.hpp"
#include "model/model_check.hpp"
#include "perpend/geometry/planar/mass.hpp"
#include "perpend/geometry/spatial/mass.hpp"

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

spatial::MassProperties solid_mass(const SpatialDef& def) {
  spatial::MassProperties total;
  for (const SpatialShapeDef& shape : def.shapes)
    total = combined(total, transformed(mass_properties(shape.shape, shape.density), shape.pose));
  return total;
}

// Mass, principal axes and shapes of a spatial rigid body or particle.
void set_spatial(Body& body, const BodyDef& def) {
  spatial::MassProperties solid;
  if (body.is_dynamic()) {
    solid = solid_mass(def.spatial);
    body.mass = def.mass.value_or(solid.mass);
  }
  if (solid.mass > 0) solid.inertia *= body.mass / solid.mass;
  spatial::Pose principal;  // in the frame of the definition
  principal.p = def.spatial.center_of_mass.value_or(solid.center);
  if (body.kind == BodyKind::spatial) {
    const spatial::PrincipalAxes axes =
        spatial::principal_axes(def.spatial.inertia.value_or(solid.inertia));
    body.principal_inertia = axes.moments;
    principal.r = axes.axes;
  }
  body.definition = inverse(principal);
  for (const SpatialShapeDef& shape : def.spatial.shapes)
    body.spatial_shapes.push_back({shape.shape, compose(body.definition, shape.pose)});
}

int velocities(const BodyDef& def) {
  switch (def.kind) {
    case BodyKind::particle:
      return 2;
    case BodyKind::spatial:
    case BodyKind::spatial_fixed:
    case BodyKind::spatial_kinematic:
      return 6;
    case BodyKind::custom:
      return def.type->velocities();
    default:
      return 3;
  }
}

int coordinates(const Body& body) {
  if (body.has_quaternion()) return 7;
  return body.kind == BodyKind::custom ? body.type->positions() : body.dof;
}

Body make_body(const BodyDef& def, const Model& model, int v_offset, int q_offset) {
  Body body;
  body.name = def.name;
  body.kind = def.kind;
  body.dof = velocities(def);
  body.v_offset = v_offset;
  body.q_offset = q_offset;
  body.material = material_index(model.materials, def.material);
  body.level = def.level;
  body.motion = def.motion;
  body.type = def.type;
  body.q_size = coordinates(body);
  if (body.is_planar()) {
    set_mass(body, def);
    set_shapes(body, def);
  } else if (body.kind == BodyKind::custom) {
    set_shapes(body, def);
    for (const SpatialShapeDef& shape : def.spatial.shapes)
      body.spatial_shapes.push_back({shape.shape, shape.pose});
  } else {
    set_spatial(body, def);
  }
  return body;
}

void set_planar_start(Model& model, const BodyDef& def, const Body& body) {
  const Eigen::Vector2d center = def.pose.p - Eigen::Rotation2Dd(def.pose.angle) * body.body_origin;
  model.start_q.segment<2>(body.q_offset) = center;
  if (body.dof == 3) model.start_q[body.q_offset + 2] = def.pose.angle;
  if (body.is_dynamic())
    model.start_v.segment(body.v_offset, body.dof) = def.velocity.head(body.dof);
}

void set_start(Model& model, const BodyDef& def, const Body& body) {
  if (body.is_planar()) return set_planar_start(model, def, body);
  auto q = model.start_q.segment(body.q_offset, body.q_size);
  auto v = model.start_v.segment(body.v_offset, body.dof);
  if (body.kind == BodyKind::custom) {
    q = def.custom_q;
    v = def.custom_v;
    return;
  }
  spatial::Pose frame = def.spatial.pose;
  frame.r.normalize();
  const spatial::Pose center = compose(frame, inverse(body.definition));
  q.head<3>() = center.p;
  if (body.has_quaternion()) q.tail<4>() << center.r.w(), center.r.x(), center.r.y(), center.r.z();
  if (!body.is_dynamic()) return;
  v.head<3>() = def.spatial.velocity;
  if (body.kind == BodyKind::spatial) v.tail<3>() = def.spatial.omega;
}

// Each once, sorted, without the world.
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
  int dof = 0, q_size = 0;
  for (const BodyDef& def : bodies_) {
    model.bodies.push_back(make_body(def, model, dof, q_size));
    dof += model.bodies.back().dof;
    q_size += model.bodies.back().q_size;
  }
  model.start_q = Eigen::VectorXd::Zero(q_size);
  model.start_v = Eigen::VectorXd::Zero(dof);
  for (std::size_t i = 0; i < bodies_.size(); ++i) set_start(model, bodies_[i], model.bodies[i]);
  const State start = initial_state(model);
  for (const JointDef& def : joints_) {
    append_joint(def, start, model);
    if (def.a != kWorld && def.b != kWorld && def.kind != JointKind::strut)
      model.joined.push_back(std::minmax(def.a.index, def.b.index));
  }
  for (Coupler coupler : couplers_) {
    coupler.row = model.joint_rows++;
    coupler.bodies = coupled_bodies(coupler, model);
    model.couplers.push_back(std::move(coupler));
  }
  std::sort(model.joined.begin(), model.joined.end());
  check.built(model);
  if (!check.faults().empty()) return check.faults();
  return model;
}

}  // namespace perpend
