// SPDX-License-Identifier: Apache-2.0
//
// Which gaps count as none, and what a search from the last answer makes of the problem then.
#include "contact/small_gaps.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "contact/step_scene.hpp"

namespace perpend {
namespace {

using testing::StepScene;

constexpr double kStep = 1e-2;

// Bricks of a wall on the ground, each out of touch by up to `gap`, or in by as much.
Model wall(std::mt19937& random, int columns, int rows, double gap, double x = 0) {
  std::uniform_real_distribution<double> off(-gap, gap);
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns - row; ++column)
      builder.add_body({.kind = BodyKind::spatial,
                        .spatial = {.pose = {.p = {x + 0.51 * column + 0.255 * row, 0,
                                                   0.1 + 0.2 * row + off(random)}},
                                    .shapes = {{.shape = spatial::Box{{0.25, 0.1, 0.1}}}}}});
  return builder.build().value();
}

// The wall in a step under gravity, with gap/dt as its bias.
StepScene& falling(StepScene& scene) {
  scene.fall();
  scene.collide(1e-6);
  scene.settle();
  return scene;
}

RowSetup setup() {
  return {.law = ContactLaw::cone, .dt = kStep, .push_out_time = kStep, .stick_speed = 1e-6};
}

}  // namespace

TEST_CASE("gaps below a billionth of their coordinates are dropped, and come back bit for bit") {
  std::mt19937 random(11);
  for (const double x : {0.0, 30.0})
    for (const double gap : {1e-12, 1e-10, 3e-9, 1e-7}) {
      CAPTURE(x);
      CAPTURE(gap);
      StepScene scene(wall(random, 5, 3, gap, x), setup());
      falling(scene);
      const Eigen::VectorXd before = scene.rows.bias;
      const auto dropped = drop_small_gaps(scene.rows, scene.all_groups());
      int rows = 0;
      for (const ActiveContact& contact : scene.rows.contacts) {
        const int row = scene.rows.first_row(contact.group);
        const double extent = gap_extent(scene.rows, contact.pair);
        CHECK(extent >= std::max(x, 0.05));
        const bool is_small = std::abs(contact.pair.gap) <= 1e-9 * extent;
        CHECK(scene.rows.bias[row] == (is_small ? 0 : before[row]));
        rows += is_small && before[row] != 0;
      }
      CHECK(static_cast<int>(dropped.size()) == rows);
      if (gap <= 1e-12) CHECK(rows > 0);
      restore_gaps(dropped, scene.rows);
      CHECK(scene.rows.bias == before);
    }
}

TEST_CASE("gaps of springs stay") {
  std::mt19937 random(12);
  StepScene scene(wall(random, 3, 2, 1e-11), setup());
  falling(scene);
  scene.rows.compliance.setConstant(1e-6);
  CHECK(drop_small_gaps(scene.rows, scene.all_groups()).empty());
}

TEST_CASE("an island is at rest as long as none of its bodies and surfaces moves") {
  std::mt19937 random(13);
  StepScene scene(wall(random, 3, 2, 0), setup());
  falling(scene);
  CHECK(is_at_rest(scene.rows, scene.all_groups()));
  scene.rows.contacts.back().surface_velocity.y() = 1e-9;
  CHECK_FALSE(is_at_rest(scene.rows, scene.all_groups()));
  scene.rows.contacts.back().surface_velocity.setZero();
  scene.state.v[scene.state.v.size() - 1] = -1e-300;
  CHECK_FALSE(is_at_rest(scene.rows, scene.all_groups()));
}

TEST_CASE("a search goes on from an answer that is none, once the gaps are dropped") {
  std::mt19937 random(14);
  for (const int columns : {4, 9}) {
    CAPTURE(columns);
    StepScene scene(wall(random, columns, 3, 1e-10), setup());
    falling(scene);
    scene.options.max_pivots = 1;
    scene.problem.assemble(scene.rows, scene.all_groups(), scene.options);
    scene.problem.solve(scene.rows, scene.options, scene.workspace);
    const lcp::Solution first = scene.problem.solution();
    REQUIRE(first.status != lcp::Status::solved);
    const int spent = scene.problem.answer().effort.factorisations;

    CHECK_FALSE(scene.problem.solve_further(scene.rows, scene.options, scene.workspace));
    CHECK(scene.problem.solution().f == first.f);
    CHECK(scene.problem.solution().residual == first.residual);
    CHECK(scene.problem.answer().effort.factorisations >= spent);

    drop_small_gaps(scene.rows, scene.all_groups());
    scene.options.max_pivots = 0;
    CHECK(scene.problem.solve_further(scene.rows, scene.options, scene.workspace));
    CHECK(scene.problem.solution().residual <= scene.problem.solution().residual_bound);
    CHECK(scene.problem.solution().a.cwiseAbs().maxCoeff() < 1e-10);
  }
}

}  // namespace perpend
