// SPDX-License-Identifier: Apache-2.0
// Chains of capsules that fall on each other: their links roll, creep and share loads in many ways,
// so that some contact always slips by next to nothing.
#include <doctest/doctest.h>

#include <algorithm>
#include <numbers>
#include <random>
#include <vector>

#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kLength = 0.2, kRadius = 0.05;  // m, from joint to joint
constexpr double kStep = 1.0 / 240;

class Chains {
 public:
  explicit Chains(unsigned seed) : generator_(seed) {
    builder_.set_gravity({0, 0, -9.81});
    builder_.add_material({.name = "default", .self = {.mu_s = 0.6, .mu_k = 0.6}});
    builder_.add_body({.kind = BodyKind::spatial_fixed,
                       .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  }

  // Straight and level, a decimetre above the last.
  void add(int links) {
    const double heading = uniform(0, 2 * std::numbers::pi);
    const Vector3d along(std::cos(heading), std::sin(heading), 0);
    const Vector3d begin =
        Vector3d(uniform(-0.2, 0.2), uniform(-0.2, 0.2), height_) - 0.5 * links * kLength * along;
    height_ += 0.15;
    BodyId last;
    for (int k = 0; k < links; ++k) {
      const BodyId link = add_link(begin + (k + 0.5) * kLength * along, along);
      if (k > 0)
        builder_.add_joint({.kind = JointKind::spherical,
                            .a = last,
                            .b = link,
                            .anchor = begin + k * kLength * along});
      last = link;
    }
  }

  Model build() { return builder_.build().value(); }

 private:
  double uniform(double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(generator_);
  }

  BodyId add_link(const Vector3d& place, const Vector3d& along) {
    BodyDef def{.kind = BodyKind::spatial, .mass = 1};
    def.spatial.pose = {.p = place,
                        .r = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), along)};
    def.spatial.shapes = {{.shape = spatial::Capsule{0.5 * kLength - kRadius - 0.01, kRadius}}};
    return builder_.add_body(def);
  }

  std::mt19937 generator_;
  ModelBuilder builder_;
  double height_ = 0.1;
};

}  // namespace

// Cold starts took up to 356 factorisations a step.
TEST_CASE("heaps of chains are solved from the forces of the last step") {
  std::vector<int> effort;
  int inexact = 0, steps = 0;
  for (unsigned seed = 0; seed < 6; ++seed) {
    CAPTURE(seed);
    Chains chains(seed);
    for (unsigned k = 0; k < 4; ++k) chains.add(2 + static_cast<int>((seed + k) % 4));
    const Model model = chains.build();
    State state = initial_state(model);
    Simulator simulator(model, {.dt = kStep});
    int factorisations = 0;
    for (int k = 0; k < 240; ++k, ++steps) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.uncertified == 0);
      CHECK(report.certificate.penetration < 2e-3);
      inexact += report.inexact;
      factorisations += report.factorisations;
    }
    effort.push_back(factorisations / 240);
  }
  const int most = *std::ranges::max_element(effort);
  MESSAGE("factorisations a step: " << *std::ranges::min_element(effort) << " to " << most << ", "
                                    << inexact << " of " << steps << " steps inexact");
  CHECK(most <= 200);
  CHECK(inexact <= steps / 200);
}

}  // namespace perpend
