// SPDX-License-Identifier: Apache-2.0
// Bodies that start deep in each other: how fast they part.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "geometry/random_solids.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

Model two_solids(spatial::Random& random) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.allow_start_overlap();
  const double mu = random.integer(0, 1) ? 0.3 : 0.0;
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  constexpr int kinds[] = {0, 1, 2, 3, 5, 6};
  for (int i = 0; i < 2; ++i) {
    BodyDef body{.kind = BodyKind::spatial, .mass = std::pow(10, random.number(-1, 1))};
    body.spatial.pose = {.p = random.vector(0.15), .r = random.rotation()};
    body.spatial.shapes = {{.shape = random.shape(kinds[random.integer(0, 5)])}};
    builder.add_body(body);
  }
  return builder.build().value();
}

// Largest speed of the centres against each other on their way out, over `recovery_speed`.
double fastest(const Model& model, double dt, double recovery_speed) {
  Simulator simulator(model, {.dt = dt, .recovery_speed = recovery_speed});
  State state = initial_state(model);
  double most = 0;
  const auto apart = [&] {
    return Vector3d(spatial_pose(model, state, {1}).p - spatial_pose(model, state, {0}).p);
  };
  for (int step = 0; step < 100; ++step) {
    const Vector3d before = apart();
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    most = std::max(most, (apart() - before).norm() / dt / recovery_speed);
  }
  return most;
}

}  // namespace

// Rows know the recovery speed of points of contact, and what turns parts faster at its centre.
// With velocities that kept each push one of four parted faster than by a tenth above it.
TEST_CASE("bodies deep in each other part at the recovery speed") {
  spatial::Random random(3);
  constexpr int kTrials = 200;
  int faster = 0;
  double most = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    CAPTURE(trial);
    const Model model = two_solids(random);
    const double speed =
        fastest(model, std::pow(10, random.number(-3, -1.7)), random.number(0.5, 5));
    CHECK(speed < 1.7);
    most = std::max(most, speed);
    faster += speed > 1.1;
  }
  MESSAGE(faster << " of " << kTrials << " faster, " << most << " times at most");
  CHECK(faster < 0.1 * kTrials);
}

}  // namespace perpend
