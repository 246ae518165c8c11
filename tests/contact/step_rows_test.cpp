// SPDX-License-Identifier: Apache-2.0
#include "contact/step_rows.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "contact/step_scene.hpp"

namespace perpend {
namespace {

using testing::StepScene;

// Discs side by side on a ground, named by their numbers.
Model row_of_discs(int count) {
  ModelBuilder builder;
  builder.add_body(
      {.name = "ground", .kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
  for (int i = 1; i <= count; ++i)
    builder.add_body({.name = "disc " + std::to_string(i),
                      .pose = {{3.0 * i, 1}, 0},
                      .shapes = {{.shape = planar::Disc{1}}}});
  return builder.build().value();
}

}  // namespace

TEST_CASE("four bodies of an island are named, each once, the others counted") {
  StepScene scene(row_of_discs(6), {.law = ContactLaw::cone, .dt = 1e-2});
  scene.collide(0.01);
  REQUIRE(scene.rows.contacts.size() == 6);
  const auto names = [&](const std::vector<int>& groups) { return body_names(scene.rows, groups); };
  CHECK(names({}) == "");
  CHECK(names({1}) == "ground, disc 2");
  CHECK(names({2, 0, 1}) == "ground, disc 1, disc 2, disc 3");
  CHECK(names({3, 2, 1, 0}) == "ground, disc 1, disc 2, disc 3 and 1 more");
  CHECK(names({0, 1, 2, 3, 4, 5}) == "ground, disc 1, disc 2, disc 3 and 3 more");
}

// J' lambda: the ground bears what the discs are pushed by.
TEST_CASE("impulses of all rows add up over their bodies") {
  StepScene scene(row_of_discs(3), {.law = ContactLaw::cone, .dt = 1e-2});
  scene.collide(0.01);
  scene.rows.clear_impulses();
  scene.rows.impulses.lambda.setLinSpaced(scene.rows.pool.rows(), 1, 6);
  Eigen::VectorXd sum = Eigen::VectorXd::Constant(scene.model.dof(), 0.5);
  add_impulses(scene.rows, sum);
  const Eigen::VectorXd expected = scene.jacobian().transpose() * scene.rows.impulses.lambda;
  CHECK((sum.array() - 0.5 - expected.array()).matrix().norm() < 1e-12);
  CHECK(expected.norm() > 1);
}

}  // namespace perpend
