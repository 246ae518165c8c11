// SPDX-License-Identifier: Apache-2.0
// Large islands under the relaxed law in space, whose W is never stored: the motion is that of the
// dense problem.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "perpend/sim/simulator.hpp"

namespace perpend {
namespace {

// Stacks of three boxes side by side that touch, each with a velocity of its own.
Model moving_stacks(int seed) {
  std::mt19937 random(static_cast<unsigned>(seed));
  std::uniform_real_distribution<double> unit(-1, 1);
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.5, .e = 0}});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  for (int column = 0; column < 5; ++column)
    for (int level = 0; level < 3; ++level) {
      builder.add_body({.kind = BodyKind::spatial,
                        .spatial = {.pose = {.p = {1.0 * column, 0.1 * (column % 2), 0.5 + level}},
                                    .velocity = {unit(random), unit(random), 0.1 * unit(random)},
                                    .shapes = {{.shape = spatial::Box{{0.5, 0.5, 0.5}}}}}});
    }
  return builder.build().value();
}

struct Run {
  Eigen::VectorXd v;
  int by_bodies = 0, largest = 0;
};

Run run(const Model& model, lcp::Method solver) {
  Simulator simulator(model, {.dt = 1e-3, .law = ContactLaw::relaxed, .solver = solver});
  State state = initial_state(model);
  Run run;
  for (int k = 0; k < 5; ++k) {
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    CHECK(report.inexact == 0);
    CHECK_FALSE(report.uncertified);
    run.by_bodies += report.answered_by[static_cast<int>(lcp::Method::qp)];
    for (const Island& island : simulator.islands())
      run.largest = std::max(
          run.largest,
          static_cast<int>(std::get<lcp::ContactProblem>(island.problem()).contacts.size()));
  }
  run.v = state.v;
  return run;
}

}  // namespace

TEST_CASE("large islands of the relaxed law move alike, solved by pivots, in bodies and dense") {
  for (int seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    const Model model = moving_stacks(seed);
    const Run dense = run(model, lcp::Method::dantzig);
    REQUIRE(dense.largest >= 43);  // 128 rows, from which on W is not stored
    CHECK((run(model, lcp::Method::automatic).v - dense.v).lpNorm<Eigen::Infinity>() < 1e-7);
    const Run bodies = run(model, lcp::Method::qp);
    CHECK(bodies.by_bodies > 0);
    CHECK((bodies.v - dense.v).lpNorm<Eigen::Infinity>() < 1e-7);
  }
}

}  // namespace perpend
