// SPDX-License-Identifier: Apache-2.0
// Bodies of a Model where and as their definitions put them, drawn over kinds, turns and offsets.
#include "model/assemble_body.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "faults.hpp"
#include "relative.hpp"
#include "rod_type.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using Eigen::Quaterniond, Eigen::Vector2d, Eigen::Vector3d;

struct Drawn {
  Draw draw{7};
  double one() { return draw(-1, 1); }
  Vector3d vector() { return {one(), one(), one()}; }
  Quaterniond turn() { return {one(), one(), one(), one()}; }  // of any length

  BodyDef planar(BodyKind kind) {
    BodyDef def{.kind = kind, .pose = {{one(), one()}, 9 * one()}, .velocity = vector()};
    def.shapes = {{planar::box(0.4, 0.2), {{one(), one()}, one()}}, {planar::Disc{0.3}}};
    def.mass = 2;
    return def;
  }
  BodyDef in_space(BodyKind kind) {
    BodyDef def{.kind = kind, .mass = 2};
    def.spatial.pose = {vector(), turn()};
    def.spatial.velocity = vector();
    def.spatial.omega = vector();
    def.spatial.shapes = {{spatial::box(0.4, 0.2, 0.6), {vector(), turn()}},
                          {spatial::Sphere{0.3}, {vector()}}};
    return def;
  }
};

Model model_of(const std::vector<BodyDef>& bodies) {
  ModelBuilder builder;
  builder.allow_start_overlap();
  for (const BodyDef& def : bodies) builder.add_body(def);
  return builder.build().value();
}

bool same(const spatial::Pose& x, const spatial::Pose& y) {
  return (x.p - y.p).norm() < 1e-13 && x.r.angularDistance(y.r.normalized()) < 1e-7;
}

}  // namespace

TEST_CASE("frames and shapes of all bodies start where their definitions put them") {
  Drawn drawn;
  for (int trial = 0; trial < 10; ++trial) {
    std::vector<BodyDef> defs;
    for (const BodyKind kind : {BodyKind::fixed, BodyKind::rigid, BodyKind::kinematic})
      defs.push_back(drawn.planar(kind));
    for (const BodyKind kind :
         {BodyKind::spatial, BodyKind::spatial_fixed, BodyKind::spatial_kinematic})
      defs.push_back(drawn.in_space(kind));
    const Model model = model_of(defs);
    const State start = initial_state(model);
    for (int i = 0; i < 3; ++i) {
      const planar::Pose &frame = defs[i].pose, found = frame_pose(model, start, {i});
      CHECK((found.p - frame.p).norm() < 1e-14);
      CHECK(found.angle == frame.angle);
      for (std::size_t k = 0; k < 2; ++k) {
        const planar::Pose asked = compose(frame, defs[i].shapes[k].pose);
        const planar::Pose at =
            compose(body_pose(model, start, {i}), model.bodies[i].details->shapes[k].pose);
        CHECK((at.p - asked.p).norm() < 1e-14);
        CHECK(at.angle == relative(asked.angle, 1e-14));
      }
    }
    for (int i = 3; i < 6; ++i) {
      spatial::Pose frame = defs[i].spatial.pose;
      frame.r.normalize();
      CHECK(same(spatial_frame_pose(model, start, {i}), frame));
      for (std::size_t k = 0; k < 2; ++k) {
        spatial::Pose piece = defs[i].spatial.shapes[k].pose;
        piece.r.normalize();
        CHECK(same(compose(spatial_pose(model, start, {i}),
                           model.bodies[i].details->spatial_shapes[k].pose),
                   compose(frame, piece)));
      }
      CHECK(start.q.segment<4>(model.bodies[i].q_offset + 3).norm() == relative(1, 1e-14));
    }
    const Vector3d moved = frame_pose(model, start, {1}).p.homogeneous() -
                           body_pose(model, start, {1}).p.homogeneous();
    CHECK(moved.norm() > 1e-3);
    CHECK(body_pose(model, start, {2}).p == defs[2].pose.p);
    CHECK(spatial_pose(model, start, {5}).p == defs[5].spatial.pose.p);
  }
}

TEST_CASE("bodies start as fast as their definitions or their motions say, after one another") {
  Drawn drawn;
  std::vector<BodyDef> defs{drawn.planar(BodyKind::fixed),
                            drawn.in_space(BodyKind::spatial),
                            drawn.planar(BodyKind::particle),
                            drawn.planar(BodyKind::kinematic),
                            drawn.in_space(BodyKind::spatial_particle),
                            drawn.in_space(BodyKind::spatial_kinematic),
                            drawn.in_space(BodyKind::spatial_fixed),
                            drawn.planar(BodyKind::rigid)};
  defs[3].motion = {.velocity = {1, 2, 3},
                    .harmonics = {{.amplitude = {0.5, 0, 2}, .frequency = 3, .phase = 0.7},
                                  {.amplitude = {9, 9, 9}, .frequency = 1, .start = 0.1}}};
  defs[5].motion = {.velocity = {1, 2, 3}, .omega = {4, 5, 6}};
  defs[5].motion.harmonics = {{.amplitude = {0, 2, 0}, .frequency = 2, .phase = -0.4}};
  const Model model = model_of(defs);
  const State start = initial_state(model);
  const double speed = 6 * std::numbers::pi * std::cos(0.7);
  const double second = 8 * std::numbers::pi * std::cos(0.4);
  CHECK((body_velocity(model, start, {3}) - Vector3d(1 + 0.5 * speed, 2, 3 + 2 * speed)).norm() <
        1e-12);
  CHECK((body_twist(model, start, {5}).velocity - Vector3d(1, 2 + second, 3)).norm() < 1e-12);
  CHECK(body_twist(model, start, {5}).omega == Vector3d(4, 5, 6));
  CHECK(body_twist(model, start, {1}).velocity == defs[1].spatial.velocity);
  CHECK(body_twist(model, start, {1}).omega == defs[1].spatial.omega);
  CHECK(body_twist(model, start, {4}).velocity == defs[4].spatial.velocity);
  CHECK(body_velocity(model, start, {2}) ==
        Vector3d(defs[2].velocity.x(), defs[2].velocity.y(), 0));
  CHECK(body_twist(model, start, {2}).omega.isZero(0));
  CHECK(body_velocity(model, start, {7}) == defs[7].velocity);
  CHECK(body_twist(model, start, {7}).omega == Vector3d(0, 0, defs[7].velocity.z()));
  CHECK(body_velocity(model, start, {0}).isZero(0));
  CHECK(body_twist(model, start, {6}).velocity.isZero(0));
  const int dofs[] = {3, 6, 2, 3, 3, 6, 6, 3}, sizes[] = {3, 7, 2, 3, 3, 7, 7, 3};
  int dof = 0, size = 0;
  for (int i = 0; i < 8; ++i) {
    CHECK(model.bodies[i].v_offset == dof);
    CHECK(model.bodies[i].q_offset == size);
    CHECK(model.bodies[i].dof == dofs[i]);
    CHECK(model.bodies[i].q_size == sizes[i]);
    dof += dofs[i];
    size += sizes[i];
  }
  CHECK(model.dof() == dof);
  CHECK(model.q_size() == size);
}

TEST_CASE("what a body is called and whom it meets is as its definition says, body by body") {
  ModelBuilder builder;
  builder.add_material({.name = "ice"});
  builder.add_body(outline("one", {0, 0}, planar::Disc{1}));
  BodyDef second = outline("", {9, 0}, planar::Disc{1});
  second.level = -2;
  second.collides = {8, 3};
  second.material = "ice";
  builder.add_body(second);
  const Model model = builder.build().value();
  const BodyDetails &first = *model.bodies[0].details, &other = *model.bodies[1].details;
  CHECK(first.name == "one");
  CHECK(other.name == "body_1");
  CHECK(first.level == 0);
  CHECK(other.level == -2);
  CHECK(other.collides == CollisionFilter{8, 3});
  CHECK(first.collides == CollisionFilter{1, 0xffffffff});
  CHECK(model.materials[model.bodies[1].material].name == "ice");
  CHECK(model.materials[model.bodies[0].material].name == "default");
}

TEST_CASE("surfaces run and filters are those of each shape, planar ones before solids") {
  BodyDef def{.kind = BodyKind::custom, .type = std::make_shared<Rod>(2)};
  def.custom_q = Vector2d(3, -4);
  def.custom_v = Vector2d(0.5, 7);
  def.collides = {4, 4};
  def.shapes = {
      {.shape = planar::Disc{1}},
      {.shape = planar::Disc{1}, .surface_velocity = -2, .collides = CollisionFilter{2, 1}}};
  SpatialShapeDef solid{.shape = spatial::Sphere{1}, .surface_velocity = {1, 0, 0}};
  solid.pose = {{1, 2, 3}, Quaterniond(Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitZ()))};
  solid.pose.r.coeffs() *= 2;
  def.spatial.shapes = {solid, {.shape = spatial::Sphere{1}, .collides = CollisionFilter{8, 9}}};
  const Model model = model_of({def});
  const BodyDetails& body = *model.bodies[0].details;
  REQUIRE(body.surface_velocities.size() == 4);
  CHECK(body.surface_velocities[0].isZero(0));
  CHECK(body.surface_velocities[1] == Vector3d(-2, 0, 0));
  CHECK((body.surface_velocities[2] - Vector3d(0, -1, 0)).norm() < 1e-15);
  CHECK(body.surface_velocities[3].isZero(0));
  CHECK(body.shape_filters == std::vector<CollisionFilter>{{4, 4}, {2, 1}, {4, 4}, {8, 9}});
  CHECK(body.spatial_shapes[0].pose.p == Vector3d(1, 2, 3));
  CHECK(body.spatial_shapes[0].pose.r.norm() == relative(1, 1e-15));
  CHECK(model.start_q == def.custom_q);
  CHECK(model.start_v == def.custom_v);
  def.shapes[1].surface_velocity = 0;
  def.shapes[1].collides = def.collides;
  def.spatial.shapes = {{.shape = spatial::Sphere{1}}};
  const Model plain = model_of({def});
  CHECK(plain.bodies[0].details->surface_velocities.empty());
  CHECK(plain.bodies[0].details->shape_filters.empty());
}

TEST_CASE("masses of particles and solids come from their shapes unless they are given") {
  BodyDef def{.kind = BodyKind::spatial_particle};
  def.spatial.shapes = {{.shape = spatial::box(1, 2, 3), .pose = {{1, 0, 0}}, .density = 2}};
  const Body point = model_of({def}).bodies[0];
  CHECK(point.mass == relative(12));
  CHECK(point.principal_inertia.isZero(0));
  CHECK((inverse(point.details->definition).p - Vector3d(1, 0, 0)).norm() < 1e-15);
  def.kind = BodyKind::spatial;
  def.mass = 3;
  CHECK(model_of({def}).bodies[0].principal_inertia.maxCoeff() == relative(3.0 / 12 * 13, 1e-12));
  def.spatial.inertia = Vector3d(1, 2, 2.5).asDiagonal();
  CHECK(model_of({def}).bodies[0].principal_inertia.maxCoeff() == 2.5);
  BodyDef flat = outline("flat", {0, 0}, planar::box(1, 2));
  flat.shapes[0].pose.p = {0.5, 0};
  flat.inertia = 0.75;
  const Body slab = model_of({flat}).bodies[0];
  CHECK(slab.inertia() == 0.75);
  CHECK(slab.mass == relative(2000));
  CHECK(slab.details->body_origin == Vector2d(-0.5, 0));
  const Body bare = model_of({{.mass = 2, .inertia = 3}}).bodies[0];
  CHECK(bare.details->body_origin == Vector2d(0, 0));
  CHECK(bare.inertia() == 3);
}

}  // namespace perpend
