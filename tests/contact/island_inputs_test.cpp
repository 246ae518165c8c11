// SPDX-License-Identifier: Apache-2.0
//
// An island at rest is kept with all that its problem follows from, and is another one as soon as
// any of it is.
#include <doctest/doctest.h>

#include <cmath>

#include "contact/island/island_problem.hpp"
#include "contact/step_scene.hpp"

namespace perpend {
namespace {

using testing::StepScene;

Model balls(const Eigen::Vector3d& velocity) {
  return testing::planar_discs({.mu_s = 0.5, .mu_k = 0.5}, {{0, 1}, {0, 3}}, {velocity, velocity},
                               {2, 3});
}

bool repeats(StepScene& scene) {
  return scene.problem.repeats(scene.rows, scene.all_groups(), {});
}

// For the steps behind this one.
void keep(StepScene& scene) {
  scene.problem.keep();
  scene.problem.leave_step();
}

// Solved, and once more from its own impulses, which is then kept.
void rest(StepScene& scene) {
  scene.fall();
  scene.collide(1e-3);
  scene.step();
  scene.rows.impulses.guess = scene.rows.impulses.lambda;
  scene.options.guess_residual = 1;
  scene.solve(scene.problem, scene.all_groups());
  repeats(scene);
  keep(scene);
}

RowSetup setup() {
  return {.law = ContactLaw::cone, .dt = 1e-2, .stick_speed = 1e-6};
}

}  // namespace

TEST_CASE("an island that rests is known until one bit of it changes") {
  StepScene scene(balls({0, 0, 0}), setup());
  rest(scene);
  REQUIRE(scene.rows.contacts.size() == 2);
  REQUIRE(repeats(scene));
  const Eigen::VectorXd answer = scene.rows.impulses.lambda;
  scene.rows.clear_impulses();
  scene.problem.scatter(scene.rows);
  CHECK(scene.rows.impulses.lambda == answer);
  StepRows& rows = scene.rows;
  for (double* number :
       {&rows.impulses.guess[0], &rows.v_free[4], &scene.state.q[0], &scene.state.v[3],
        &rows.bias[2], &rows.compliance[1], &rows.contacts[1].pair.gap,
        &rows.contacts[0].pair.normal[0], &rows.contacts[1].pair.point_b[1],
        &rows.contacts[0].last[1], &rows.contacts[1].pair.point_a[0],
        &rows.contacts[0].pair.surface_velocity[0], &rows.contacts[1].pair.curve,
        &rows.contacts[0].pair.lift, &rows.contacts[1].approach}) {
    const double was = *number;
    *number += 1e-15 + 1e-15 * std::abs(was);
    CHECK_FALSE(repeats(scene));
    *number = was;
    CHECK_FALSE(repeats(scene));
    keep(scene);
    CHECK(repeats(scene));
  }
  CHECK_FALSE(scene.problem.repeats(rows, std::vector<int>{0}, {}));
}

TEST_CASE("other contacts, another law and what a step takes make another island") {
  StepScene scene(balls({0, 0, 0}), setup());
  rest(scene);
  StepRows& rows = scene.rows;
  const auto is_known_with = [&](auto& setting, auto value) {
    const auto was = setting;
    setting = value;
    const bool known = repeats(scene);
    setting = was;
    repeats(scene);
    keep(scene);
    CHECK(repeats(scene));
    return known;
  };
  CHECK(is_known_with(rows.contacts[0].group, rows.contacts[0].group));
  CHECK_FALSE(is_known_with(rows.contacts[1].pair.key, rows.contacts[1].pair.key + 1));
  CHECK_FALSE(is_known_with(rows.setup.law, ContactLaw(ContactLaw::box)));
  CHECK_FALSE(is_known_with(rows.setup.takes_best, true));
  CHECK_FALSE(is_known_with(rows.setup.halving, Halving::part));
  CHECK_FALSE(is_known_with(rows.corrected, rows.pool.rows()));
}

TEST_CASE("an island on what moves as prescribed is never known, though it stands still now") {
  ModelBuilder builder;
  builder.set_gravity({0, -10, 0});
  builder.add_body({.kind = BodyKind::kinematic, .shapes = {{.shape = planar::HalfPlane{}}}});
  builder.add_body(
      {.pose = {{0, 1}, 0}, .shapes = {{.shape = planar::Disc{1}}}, .mass = 2.0, .inertia = 1.0});
  StepScene scene(builder.build().value(), setup());
  rest(scene);
  CHECK_FALSE(repeats(scene));
}

TEST_CASE("an island in which something moves is known in no other step") {
  StepScene scene(balls({0.1, 0, 0}), setup());
  rest(scene);
  CHECK_FALSE(repeats(scene));
  keep(scene);
  CHECK_FALSE(repeats(scene));
}

TEST_CASE("within a step an island is known though it moves, whatever its guess is") {
  StepScene scene(balls({0.1, 0, 0}), setup());
  rest(scene);
  StepRows& rows = scene.rows;
  REQUIRE_FALSE(repeats(scene));
  scene.problem.keep();
  rows.impulses.guess[0] += 1;
  CHECK(repeats(scene));
  CHECK(scene.problem.answer().effort.factorisations == 0);
  for (double* number : {&rows.bias[2], &scene.state.v[3], &rows.v_free[4]}) {
    const double was = *number;
    *number += 1e-15 + 1e-15 * std::abs(was);
    CHECK_FALSE(repeats(scene));
    *number = was;
    CHECK_FALSE(repeats(scene));
    scene.problem.keep();
    CHECK(repeats(scene));
  }
  scene.problem.leave_step();
  CHECK_FALSE(repeats(scene));
}

}  // namespace perpend
