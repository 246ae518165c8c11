// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "bench/joints/peers.hpp"
#include "bench/peers/chain.hpp"
#include "perpend/core/error.hpp"
#include "relative.hpp"

namespace perpend::bench {
namespace {

ChainScene light_chain(ChainJoint joint = ChainJoint::ball) {
  return {.links = 3, .end_mass = 0.0, .joint = joint};
}

double distance(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

// A chain that never moves, 45° from the vertical, with a fault after so many steps.
class StillChain final : public ChainSimulation {
 public:
  enum class Fault { none, gap, nan, error };
  StillChain(const ChainScene& scene, Fault fault) : scene_(scene), fault_(fault) {}

  void step() override {
    ++steps_;
    if (fault_ == Fault::error && steps_ == 60) throw std::runtime_error("gave up");
  }
  void read(std::vector<BodyState>& states) override {
    const double c = std::sqrt(0.5);
    for (std::size_t k = 0; k < states.size(); ++k) {
      const ChainBody body = chain_body(scene_, static_cast<int>(k));
      const double depth = scene_.link_length * static_cast<double>(k) + body.near;
      states[k].position = {c * depth, 0, -c * depth};
      states[k].rotation = {c, 0, -c, 0, 1, 0, c, 0, c};
    }
    if (fault_ == Fault::gap && steps_ == 50) states[1].position[1] += 0.003;
    if (fault_ == Fault::nan && steps_ >= 50)
      states[1].velocity[0] = std::numeric_limits<double>::quiet_NaN();
  }

 private:
  ChainScene scene_;
  Fault fault_;
  int steps_ = 0;
};

TEST_CASE("a chain is judged from the poses of its bodies") {
  const ChainScene scene{.links = 4};
  StillChain still(scene, StillChain::Fault::none);
  ChainResult result = measure_chain(scene, 100, still);
  CHECK(result.stable);
  CHECK(result.worst_gap < 1e-15);
  CHECK(result.energy_error == 0);
  CHECK(distance(result.end_position, {0.4 * std::sqrt(0.5), 0, -0.4 * std::sqrt(0.5)}) < 1e-15);

  StillChain apart(scene, StillChain::Fault::gap);
  CHECK(measure_chain(scene, 100, apart).worst_gap == relative(0.003, 1e-12));

  StillChain lost(scene, StillChain::Fault::nan);
  result = measure_chain(scene, 100, lost);
  CHECK(!result.stable);
  CHECK(result.note == "not finite");

  StillChain failing(scene, StillChain::Fault::error);
  result = measure_chain(scene, 100, failing);
  CHECK(!result.stable);
  CHECK(result.note == "gave up");
}

TEST_CASE("every peer is either there or named as missing") {
  CHECK(chain_peers().size() + missing_chain_peers().size() == 5);
}

TEST_CASE("a scene without links, length, mass or time is a caller's mistake") {
  for (const ChainPeer& peer : chain_peers()) {
    CHECK_THROWS_AS(peer.run({.links = 0}, 10), InvalidArgument);
    CHECK_THROWS_AS(peer.run({.link_length = 0}, 10), InvalidArgument);
    CHECK_THROWS_AS(peer.run({.link_mass = 0}, 10), InvalidArgument);
    CHECK_THROWS_AS(peer.run({.end_mass = -1}, 10), InvalidArgument);
    CHECK_THROWS_AS(peer.run({.dt = 0}, 10), InvalidArgument);
    CHECK_THROWS_AS(peer.run({}, 0), InvalidArgument);
  }
}

// All peers step with semi-implicit Euler, whose energy error is of first order: 1.06 % of the
// swing in joint coordinates, 0.35 % in ODE's maximal ones, at 1 ms.
TEST_CASE("every peer keeps the energy of a light chain to the first order in dt") {
  for (const ChainPeer& peer : chain_peers())
    for (const ChainJoint joint : {ChainJoint::ball, ChainJoint::hinge}) {
      CAPTURE(peer.name);
      CAPTURE(static_cast<int>(joint));
      ChainScene scene = light_chain(joint);
      const ChainResult coarse = peer.run(scene, 1000);
      CHECK(coarse.stable);
      CHECK(coarse.note.empty());
      CHECK(coarse.step_seconds > 0);
      CHECK(coarse.energy_error < 0.015);
      // Rounding in joint coordinates; ODE lets go by 3.1e-5 m at this step.
      CHECK(coarse.worst_gap < (peer.reduced ? 1e-14 : 1e-4));
      scene.dt = 1e-4;
      const double ratio = coarse.energy_error / peer.run(scene, 10000).energy_error;
      CHECK(ratio > 8);
      CHECK(ratio < 12);
    }
}

// One rod is a pendulum: T = 4 √(2 L / 3 g) K(sin 22.5°), and after T/2 it rests on the other side.
TEST_CASE("one link swings with the period of the physical pendulum") {
  const ChainScene scene{.links = 1, .link_length = 1.0, .end_mass = 0.0};
  const double period =
      4 * std::sqrt(2 / (3 * kGravity)) * std::comp_ellint_1(std::sin(std::numbers::pi / 8));
  const int steps = static_cast<int>(std::lround(period / 2 / scene.dt));
  for (const ChainPeer& peer : chain_peers()) {
    CAPTURE(peer.name);
    const ChainResult result = peer.run(scene, steps);
    CHECK(distance(result.end_position, {-std::sqrt(0.5), 0, -std::sqrt(0.5)}) < 0.005);
  }
}

TEST_CASE("peers in joint coordinates take the same steps, ODE the same path") {
  for (const double end_mass : {0.0, 1000.0})
    for (const ChainJoint joint : {ChainJoint::ball, ChainJoint::hinge}) {
      const ChainScene scene{.links = 3, .end_mass = end_mass, .joint = joint};
      std::array<double, 3> first{};
      for (const ChainPeer& peer : chain_peers()) {
        if (!peer.reduced) continue;
        CAPTURE(peer.name);
        const ChainResult result = peer.run(scene, 1000);
        if (distance(first, {}) == 0) first = result.end_position;
        CHECK(distance(result.end_position, first) < 1e-6);
      }
      for (const ChainPeer& peer : chain_peers())
        if (!peer.reduced && distance(first, {}) > 0)
          CHECK(distance(peer.run(scene, 1000).end_position, first) < 0.01 * 0.3);
    }
}

}  // namespace
}  // namespace perpend::bench
