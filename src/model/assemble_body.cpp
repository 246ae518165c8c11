// SPDX-License-Identifier: Apache-2.0
#include "model/assemble_body.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <utility>

#include "perpend/geometry/planar/mass.hpp"
#include "perpend/geometry/spatial/mass.hpp"

namespace perpend {
namespace {

using planar::MassProperties;

MassProperties outline_mass(const BodyDef& def) {
  MassProperties total;
  for (const ShapeDef& shape : def.shapes) {
    const MassProperties piece = planar::mass_properties(shape.shape, shape.density);
    total = planar::combined(total, planar::transformed(piece, shape.pose));
  }
  return total;
}

// Sets mass and inertia to those of the definition if given, else to those of the outline.
void set_mass(Body& body, const BodyDef& def) {
  const MassProperties outline = outline_mass(def);
  const bool weighs = body.is_dynamic() && outline.mass > 0;
  const Eigen::Vector2d center = weighs && body.dof == 3 ? outline.center : Eigen::Vector2d(0, 0);
  body.details->body_origin = -center;
  if (!body.is_dynamic()) return;
  body.mass = def.mass.value_or(outline.mass);
  if (body.dof == 2) return;
  const double scale = outline.mass > 0 ? body.mass / outline.mass : 1.0;
  body.principal_inertia.z() = def.inertia.value_or(outline.inertia * scale);
}

void set_shapes(Body& body, const BodyDef& def) {
  const double angle = body.dof == 2 ? def.pose.angle : 0.0;  // kept by particles
  const Eigen::Rotation2Dd turn(angle);
  for (const ShapeDef& shape : def.shapes)
    body.details->shapes.push_back(
        {shape.shape, {turn * shape.pose.p + body.details->body_origin, angle + shape.pose.angle}});
}

// Rotations from files may have any length.
spatial::Pose with_unit_rotation(spatial::Pose pose) {
  constexpr double kUnit = 1e-12;  // rotations of unit length keep their bits
  if (std::abs(pose.r.norm() - 1) > kUnit) pose.r.normalize();
  return pose;
}

spatial::MassProperties solid_mass(const SpatialDef& def) {
  spatial::MassProperties total;
  for (const SpatialShapeDef& shape : def.shapes)
    total = combined(total, transformed(mass_properties(shape.shape, shape.density),
                                        with_unit_rotation(shape.pose)));
  return total;
}

// Sets mass, principal axes and shapes of a spatial rigid body or particle.
void set_spatial(Body& body, const BodyDef& def) {
  spatial::MassProperties solid;
  if (body.is_dynamic()) {
    solid = solid_mass(def.spatial);
    body.mass = def.mass.value_or(solid.mass);
  }
  if (solid.mass > 0) solid.inertia *= body.mass / solid.mass;
  spatial::Pose principal;  // in the frame of the definition
  // Prescribed rotations are about the origin of the body's frame, so only dynamic bodies shift it.
  if (body.is_dynamic()) principal.p = def.spatial.center_of_mass.value_or(solid.center);
  if (body.kind == BodyKind::spatial) {
    const spatial::PrincipalAxes axes =
        spatial::principal_axes(def.spatial.inertia.value_or(solid.inertia));
    body.principal_inertia = axes.moments;
    principal.r = axes.axes;
  } else if (body.is_point()) {  // its frame does not rotate
    principal.r = with_unit_rotation(def.spatial.pose).r.conjugate();
  }
  body.details->definition = inverse(principal);
  for (const SpatialShapeDef& shape : def.spatial.shapes)
    body.details->spatial_shapes.push_back(
        {shape.shape, compose(body.details->definition, with_unit_rotation(shape.pose))});
}

// If a custom body has both kinds, planar shapes come first.
void set_surface_velocities(Body& body, const BodyDef& def) {
  std::vector<Eigen::Vector3d> all;
  for (const ShapeDef& shape : def.shapes) all.push_back({shape.surface_velocity, 0, 0});
  for (const SpatialShapeDef& shape : def.spatial.shapes)
    all.push_back(with_unit_rotation(shape.pose).r.conjugate() * shape.surface_velocity);
  const auto runs = [](const Eigen::Vector3d& v) { return !v.isZero(0); };
  if (std::ranges::any_of(all, runs)) body.details->surface_velocities = std::move(all);
}

// Planar shapes come first here too.
void set_shape_filters(Body& body, const BodyDef& def) {
  std::vector<CollisionFilter> all;
  for (const ShapeDef& shape : def.shapes) all.push_back(shape.collides.value_or(def.collides));
  for (const SpatialShapeDef& shape : def.spatial.shapes)
    all.push_back(shape.collides.value_or(def.collides));
  const auto is_own = [&](const CollisionFilter& filter) { return !(filter == def.collides); };
  if (std::ranges::any_of(all, is_own)) body.details->shape_filters = std::move(all);
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
  return body.kind == BodyKind::custom ? body.details->type->positions() : body.dof;
}

void set_planar_start(Model& model, const BodyDef& def, const Body& body) {
  const Eigen::Vector2d center =
      def.pose.p - Eigen::Rotation2Dd(def.pose.angle) * body.details->body_origin;
  model.start_q.segment<2>(body.q_offset) = center;
  if (body.dof == 3) model.start_q[body.q_offset + 2] = def.pose.angle;
  if (body.is_kinematic())
    model.start_v.segment<3>(body.v_offset) = displacement_rate(def.motion, 0);
  if (body.is_dynamic())
    model.start_v.segment(body.v_offset, body.dof) = def.velocity.head(body.dof);
}

}  // namespace

Body make_body(const BodyDef& def, int material, int v_offset, int q_offset) {
  Body body;
  body.details->name = def.name;
  body.kind = def.kind;
  body.dof = velocities(def);
  body.v_offset = v_offset;
  body.q_offset = q_offset;
  body.material = material;
  body.details->level = def.level;
  body.details->collides = def.collides;
  body.details->motion = def.motion;
  body.details->type = def.type;
  body.q_size = coordinates(body);
  if (body.is_planar()) {
    set_mass(body, def);
    set_shapes(body, def);
  } else if (body.kind == BodyKind::custom) {
    set_shapes(body, def);
    for (const SpatialShapeDef& shape : def.spatial.shapes)
      body.details->spatial_shapes.push_back({shape.shape, with_unit_rotation(shape.pose)});
  } else {
    set_spatial(body, def);
  }
  set_surface_velocities(body, def);
  set_shape_filters(body, def);
  return body;
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
  const spatial::Pose center = compose(frame, inverse(body.details->definition));
  q.head<3>() = center.p;
  if (body.has_quaternion()) q.tail<4>() << center.r.w(), center.r.x(), center.r.y(), center.r.z();
  if (body.is_kinematic()) v << displacement_rate(def.motion, 0), turn_rate(def.motion, 0);
  if (!body.is_dynamic()) return;
  v.head<3>() = def.spatial.velocity;
  if (body.kind == BodyKind::spatial) v.tail<3>() = def.spatial.omega;
}

}  // namespace perpend
