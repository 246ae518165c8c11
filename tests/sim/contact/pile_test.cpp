// SPDX-License-Identifier: Apache-2.0
//
// Piles of boxes in space: contacts are many for their bodies, and most impulses are undetermined.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "linalg/random.hpp"
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
    builder.add_body(
        {.kind = BodyKind::spatial,
         .mass = 4 * std::pow(ratio, 0.5 + 0.5 * random.uniform()),
         .spatial = {.pose = {.p = kStep * Vector3d(x, y, z),
                              .r = Eigen::Quaterniond(turn.normalized())},
                     .shapes = {{.shape = spatial::Box{Vector3d::Constant(kHalf)}}}}});
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
  std::sort(factorisations.begin(), factorisations.end());
  return factorisations;
}

}  // namespace

TEST_CASE("boxes that tumble into a bin: every step is certified") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    CAPTURE(seed);
    const std::vector<int> effort = certified_run(bin_of_boxes(27, 1, seed), 160);
    CHECK(effort[effort.size() / 2] <= 60);
    MESSAGE("factorisations, median and most: ", effort[effort.size() / 2], ", ", effort.back());
  }
}

TEST_CASE("boxes of masses 1 to 1000 in a bin: every step is certified") {
  certified_run(bin_of_boxes(27, 1000, 4), 120);
}

}  // namespace perpend
