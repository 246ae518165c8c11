// SPDX-License-Identifier: Apache-2.0
//
// A disc that prescribed walls press together: what gives way, and what does not.
#include "contact/restitution/relief.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "contact/step_scene.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;
using testing::StepScene;

constexpr double kDt = 1e-2;

// Walls below and above a disc of 1 m radius; positive speeds are upwards.
struct Press {
  StepScene scene;

  // With a motor of 1 N·m·s on the disc that is to turn it by `motor`, where that is not 0.
  Press(double below, double above, double disc, double mu = 0, double motor = 0)
      : scene(model(below, above, disc, mu),
              {.law = ContactLaw::cone, .dt = kDt, .impact_speed = 1e9, .stick_speed = 1e-6}) {
    for (const int wall : {0, 2}) {
      const int row = scene.model.bodies[wall].v_offset + 1;
      scene.rows.v_free[row] = wall == 0 ? below : above;
    }
    if (motor != 0) scene.bound(1, Eigen::RowVector3d(0, 0, 1), -1, 1, {.bias = -motor});
    scene.collide(0.1);
    REQUIRE(scene.rows.contacts.size() == 2);
    for (ActiveContact& contact : scene.rows.contacts) contact.pair.gap = contact.bias = 0;
  }

  static Model model(double below, double above, double disc, double mu) {
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
    const auto wall = [&](double y, double speed) {
      builder.add_body({.kind = BodyKind::kinematic,
                        .pose = {{0, y}, 0},
                        .shapes = {{.shape = planar::box(20, 0.2)}},
                        .motion = {.velocity = {0, speed, 0}}});
    };
    wall(-0.1, below);
    builder.add_body({.pose = {{0, 1}, 0},
                      .velocity = {0, disc, 0},
                      .shapes = {{.shape = planar::Disc{1}}},
                      .mass = 3.0,
                      .inertia = 1.5});
    wall(2.1, above);
    return builder.build().value();
  }

  void solve() {
    scene.settle();
    scene.problem.assemble(scene.rows, scene.all_groups(), scene.options);
    scene.problem.solve(scene.rows, scene.options, scene.workspace);
  }
  bool is_squeezed() { return perpend::is_squeezed(scene.rows, scene.problem, scene.workspace); }
  Relief relieve() {
    const Relief given =
        perpend::relieve(scene.rows, scene.problem, scene.options, scene.workspace, Relief::none);
    scene.problem.scatter(scene.rows);
    return given;
  }
};

}  // namespace

TEST_CASE("a disc is squeezed between walls that close in, not between those that go along") {
  const auto squeezes = [](double below, double above) {
    Press press(below, above, 0);
    press.solve();
    return press.is_squeezed();
  };
  CHECK(squeezes(0, -2));
  CHECK(squeezes(1, 0));
  CHECK(squeezes(-1, -2));
  CHECK_FALSE(squeezes(-2, -2));
  CHECK_FALSE(squeezes(-3, -2));
  CHECK_FALSE(squeezes(0, 1));
}

TEST_CASE("walls that press give way, one that draws back leaves its room") {
  Press press(-1, -2, -0.5);
  press.solve();
  CHECK(press.scene.problem.solution().status == lcp::Status::infeasible);
  CHECK(press.relieve() == Relief::pressing);
  CHECK(press.scene.end_of(1)[1] == relative(-0.5));
  Press held(0, -2, -0.5);
  held.solve();
  CHECK(held.relieve() == Relief::pressing);
  CHECK(held.scene.end_of(1)[1] == near_zero(1e-12));
}

TEST_CASE("an overlap that cannot be pushed out is left, and no wall has to give way for it") {
  for (const double speed : {0.0, -2.0}) {
    CAPTURE(speed);
    Press press(speed, speed, 0);
    for (ActiveContact& contact : press.scene.rows.contacts) contact.bias = -0.3;
    press.solve();
    CHECK(press.scene.problem.solution().status == lcp::Status::infeasible);
    CHECK_FALSE(press.is_squeezed());
    CHECK(press.relieve() == Relief::push_out);
    CHECK(press.scene.end_of(1)[1] - speed == near_zero(1e-12));
  }
}

// Of 1.5 kg m²: to 2/3 rad/s in a step.
TEST_CASE("with its push-out an island gives up where surfaces roll on, but no bristle") {
  for (const bool bristles : {false, true}) {
    CAPTURE(bristles);
    Press press(0, 0, 0, 0.5);
    StepScene& scene = press.scene;
    for (ActiveContact& contact : scene.rows.contacts) contact.bias = -0.3;
    scene.settle();
    for (const ActiveContact& contact : scene.rows.contacts) {
      const int row = scene.rows.first_row(contact.group);
      scene.rows.bias[row + 1] = 0.2;
      scene.rows.compliance[row + 1] = bristles ? 1e-3 : 0.0;
    }
    scene.problem.assemble(scene.rows, scene.all_groups(), scene.options);
    scene.problem.solve(scene.rows, scene.options, scene.workspace);
    CHECK(press.relieve() == Relief::push_out);
    for (const ActiveContact& contact : scene.rows.contacts)
      CHECK(scene.rows.bias[scene.rows.first_row(contact.group) + 1] == (bristles ? 0.2 : 0.0));
  }
}

TEST_CASE("a motor goes on turning what is squeezed, whatever else is given up") {
  for (const double motor : {5.0, -5.0, 0.5})
    for (const bool overlaps : {true, false}) {
      CAPTURE(motor);
      Press press(overlaps ? 0 : -1, overlaps ? 0 : -2, 0, 0, motor);
      for (ActiveContact& contact : press.scene.rows.contacts)
        if (overlaps) contact.bias = -0.3;
      press.solve();
      CHECK(press.relieve() == (overlaps ? Relief::push_out : Relief::pressing));
      const double reached = std::abs(motor) > 1 ? std::copysign(1 / 1.5, motor) : motor;
      CHECK(press.scene.end_of(1)[2] == relative(reached, 1e-9));
    }
}

TEST_CASE("what is pressed in by two steps of its wall is tried briefly") {
  for (const double steps : {1.9, 2.1}) {
    Press press(0, -2, 0);
    press.solve();
    press.scene.rows.contacts[1].pair.gap = -steps * kDt * 2;
    const lcp::Options options = brief(press.scene.rows, press.scene.problem, {.max_pivots = 1000});
    CHECK(options.max_pivots == (steps < 2 ? 1000 : press.scene.problem.size()));
  }
}

}  // namespace perpend
