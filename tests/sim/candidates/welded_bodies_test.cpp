// SPDX-License-Identifier: Apache-2.0
//
// Contacts of bodies that welds hold to each other move nothing and get no rows.
#include "sim/candidates/pairs/welded_bodies.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Rows of bricks that stand on each other, those of a row glued face to face; glued bricks may
// collide. `share` of the glue breaks as soon as it bears anything.
Model glued_wall(int across, int up, double mu, double weak, Draw& draw) {
  const Vector3d size(0.2, 0.4, 0.2);
  ModelBuilder builder;
  builder.set_gravity(Vector3d(0, 0, -9.81));
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  for (int k = 0; k < up; ++k)
    for (int i = 0; i < across; ++i) {
      const Vector3d place(0, (i + 0.5 * (k % 2)) * size.y(), (k + 0.5) * size.z());
      const BodyId brick = builder.add_body(
          {.kind = BodyKind::spatial,
           .spatial = {.pose = {.p = place},
                       .shapes = {{.shape = spatial::box(size.x(), size.y(), size.z()),
                                   .density = 1800}}}});
      if (i == 0) continue;
      JointDef glue{.kind = JointKind::weld, .a = brick, .b = {brick.index - 1}};
      glue.bodies_collide = true;
      glue.anchor = place - Vector3d(0, 0.5 * size.y(), 0);
      if (draw(0, 1) < weak) glue.break_force = glue.break_torque = 1e-6;
      builder.add_joint(glue);
    }
  return builder.build().value();
}

}  // namespace

TEST_CASE("bodies are one that intact welds connect, over others and over what is fixed") {
  ModelBuilder builder;
  for (const BodyKind kind : {BodyKind::spatial_fixed, BodyKind::spatial_fixed, BodyKind::spatial,
                              BodyKind::spatial, BodyKind::spatial, BodyKind::spatial})
    builder.add_body(
        {.kind = kind, .mass = 1.0, .spatial = {.inertia = Eigen::Matrix3d::Identity()}});
  builder.add_joint({.kind = JointKind::weld, .a = {2}, .b = {0}});
  builder.add_joint({.kind = JointKind::weld, .a = {3}, .b = {1}});
  builder.add_joint({.kind = JointKind::weld, .a = {4}, .b = {3}});
  builder.add_joint({.kind = JointKind::spherical, .a = {5}, .b = {4}});
  const Model model = builder.build().value();
  WeldedBodies welded(model, true);
  CHECK(welded.are_one(2, 4));
  CHECK(welded.are_one(0, 4));
  CHECK_FALSE(welded.are_one(4, 5));
  State state = initial_state(model);
  state.broken = {0, 1, 0, 0};
  welded.update(state);
  CHECK_FALSE(welded.are_one(2, 4));
  CHECK(welded.are_one(3, 4));
  CHECK_FALSE(WeldedBodies(model, false).are_one(3, 4));
}

TEST_CASE("glued walls stand, and every step is certified") {
  Draw draw(17);
  for (int n = 0; n < 12; ++n) {
    CAPTURE(n);
    const Model model = glued_wall(2 + n % 3, 1 + n % 4, draw(0, 1.2), 0.0, draw);
    State state = initial_state(model);
    Simulator simulator(model, {.dt = 2e-3});
    for (int step = 0; step < 20; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.uncertified == 0);
      CHECK(report.inexact == 0);
    }
    CHECK(state.v.lpNorm<Eigen::Infinity>() < 1e-9);
    const int glued = static_cast<int>(model.joints.size());
    CHECK(std::ranges::none_of(simulator.contacts(), [&](const ContactRecord& record) {
      return glued > 0 && record.a.index > 0 &&
             WeldedBodies(model, true).are_one(record.a.index, record.b.index);
    }));
  }
}

TEST_CASE("bricks whose glue breaks collide from the next step on") {
  Draw draw(18);
  const Model model = glued_wall(3, 3, 0.6, 1.0, draw);
  State state = initial_state(model);
  Simulator simulator(model, {.dt = 2e-3});
  int side_by_side = 0, broken = 0;
  for (int step = 0; step < 50; ++step) {
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    CHECK(report.uncertified == 0);
    broken += report.broken;
    // Pushed along the row, bricks press on each other's faces.
    state.v[model.bodies[1].v_offset + 1] += 0.1;
    for (const ContactRecord& record : simulator.contacts())
      side_by_side += record.a.index > 0 && std::abs(record.normal.y()) > 0.9;
  }
  CHECK(broken > 0);
  CHECK(side_by_side > 0);
}

}  // namespace perpend
