// SPDX-License-Identifier: Apache-2.0
//
// Piles of boxes in space: contacts are many for their bodies, and most impulses are undetermined.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "linalg/random.hpp"
#include "perpend/dynamics/energy.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

BodyDef plane(const Vector3d& at, const Vector3d& axis, double angle) {
  return {.kind = BodyKind::spatial_fixed,
          .spatial = {.pose = {.p = at, .r = Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis))},
                      .shapes = {{.shape = spatial::HalfSpace{}}}}};
}

// A floor and four walls, `half` from the middle.
void add_bin(double half, ModelBuilder& builder) {
  constexpr double kRight = std::numbers::pi / 2;
  builder.add_body(plane(Vector3d::Zero(), Vector3d::UnitX(), 0));
  builder.add_body(plane({half, 0, 0}, Vector3d::UnitY(), -kRight));
  builder.add_body(plane({-half, 0, 0}, Vector3d::UnitY(), kRight));
  builder.add_body(plane({0, half, 0}, Vector3d::UnitX(), kRight));
  builder.add_body(plane({0, -half, 0}, Vector3d::UnitX(), -kRight));
}

// Cubes of 0.2 m turned at random, one above the other in columns of two by two, masses up to
// `ratio` times 4 kg.
Model bin_of_boxes(int boxes, double ratio, std::uint64_t seed) {
  constexpr double kStep = 0.36, kHalf = 0.1;
  linalg::Random random(seed);
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = 0.6, .mu_k = 0.6}});
  add_bin(kStep + 0.02, builder);
  for (int i = 0; i < boxes; ++i) {
    const double x = i % 2 - 0.5, y = i / 2 % 2 - 0.5, z = i / 4 + 0.5;
    const Eigen::Vector4d turn = random.vector(4);
    builder.add_body({.kind = BodyKind::spatial,
                      .mass = 4 * std::pow(ratio, 0.5 + 0.5 * random.uniform()),
                      .spatial = {.pose = {.p = kStep * Vector3d(x, y, z),
                                           .r = Eigen::Quaterniond(turn.normalized())},
                                  .shapes = {{.shape = spatial::Box{Vector3d::Constant(kHalf)}}}}});
  }
  return builder.build().value();
}

// Columns of balls of 0.2 m, side by side and moved by up to 4 mm, that fall 2 cm.
Model bin_of_balls(int across, std::uint64_t seed) {
  constexpr double kRadius = 0.1, kStep = 0.21, kAside = 0.004;
  linalg::Random random(seed);
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = 0.6, .mu_k = 0.6}});
  add_bin(0.5 * kStep * across + 0.01, builder);
  const double middle = 0.5 * (across - 1);
  for (int i = 0; i < across * across * across; ++i) {
    const int x = i % across, y = i / across % across, z = i / (across * across);
    const Vector3d aside(random.uniform(), random.uniform(), 0);
    builder.add_body({.kind = BodyKind::spatial,
                      .mass = 4,
                      .spatial = {.pose = {.p = Vector3d(kStep * (x - middle), kStep * (y - middle),
                                                         0.12 + kStep * z) +
                                                kAside * aside},
                                  .shapes = {{.shape = spatial::Sphere{kRadius}}}}});
  }
  return builder.build().value();
}

// Factorisations of each step of a run in which every step must hold its certificate.
std::vector<int> certified_run(const Model& model, int steps) {
  State state = initial_state(model);
  Simulator simulator(model, {.dt = 1.0 / 240});
  std::vector<int> factorisations;
  for (int i = 0; i < steps; ++i) {
    const StepReport report = simulator.step(state);
    CAPTURE(i);
    CAPTURE(report.message);
    REQUIRE(report.status == StepStatus::ok);
    CHECK(report.inexact + report.unsolved + report.uncertified + report.halvings == 0);
    CHECK(report.certificate.penetration < 2e-3);
    factorisations.push_back(report.factorisations);
  }
  return factorisations;
}

int median(std::vector<int> effort) {
  std::sort(effort.begin(), effort.end());
  return effort[effort.size() / 2];
}

}  // namespace

TEST_CASE("boxes that tumble into a bin: every step is certified") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    CAPTURE(seed);
    const std::vector<int> effort = certified_run(bin_of_boxes(27, 1, seed), 160);
    CHECK(median(effort) <= 60);
    MESSAGE("factorisations, median: ", median(effort));
  }
}

TEST_CASE("boxes of masses 1 to 1000 in a bin: every step is certified") {
  certified_run(bin_of_boxes(27, 1000, 4), 120);
}

// Gaps of 1e-12 to 1e-9 m that no impulses close would leave three inexact steps.
TEST_CASE("boxes of masses 1 to 100 come to rest in a bin with hardly an inexact step") {
  const Model model = bin_of_boxes(48, 100, 15);
  State state = initial_state(model);
  Simulator simulator(model, {.dt = 1.0 / 240});
  int inexact = 0;
  while (state.time < 3) {
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    CHECK(report.uncertified == 0);
    inexact += report.inexact;
  }
  CHECK(inexact <= 1);
}

// Of the last steps, where the columns lean on each other: 1200 to 2100 rows.
TEST_CASE("heaps of balls take few factorisations, and every step is certified") {
  constexpr int kLast = 15;
  for (const std::uint64_t seed : {1, 2}) {
    CAPTURE(seed);
    std::vector<int> effort = certified_run(bin_of_balls(8, seed), 60);
    effort.erase(effort.begin(), effort.end() - kLast);
    CHECK(median(effort) <= 10);
    MESSAGE("factorisations, median: ", median(effort));
  }
}

// No step has time for more than a few sweeps.
TEST_CASE("a pile without time for its solver gains no energy and falls through nothing") {
  for (const std::uint64_t seed : {1, 2}) {
    CAPTURE(seed);
    const Model model = bin_of_boxes(36, 1, seed);
    Simulator simulator(model, {.dt = 1.0 / 240, .budget_ms = 1e-6});
    State state = initial_state(model);
    const double start = energy(model, state);
    int uncertified = 0;
    while (state.time < 2) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      uncertified += report.uncertified;
      CHECK(report.certificate.energy_after <= start * (1 + 1e-12));
      CHECK(report.certificate.penetration < 0.02);
    }
    CHECK(uncertified > 100);
  }
}

}  // namespace perpend
