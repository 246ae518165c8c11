// SPDX-License-Identifier: Apache-2.0
//
// The interface of a peer's module. Modules are loaded at run time with symbols of their own, so
// that neither two Eigens of different alignment nor two descendants of ODE conflict; only the
// plain types below cross the boundary. Written in C++17, the newest in which Simbody's headers
// compile.
#pragma once

#include <array>
#include <vector>

#include "bench/joints/peers.hpp"

namespace perpend::bench {

constexpr double kGravity = 9.81;
constexpr double kStartAngle = 0.78539816339744830962;  // 45°
constexpr double kLinkRadius = 0.01;
constexpr double kEndRadius = 0.1;

/// Pose and velocity of a body's centre of mass, in the world. A link's z axis points from its far
/// end to its near end.
struct BodyState {
  std::array<double, 3> position{};
  std::array<double, 9> rotation{};  ///< body to world, row by row
  std::array<double, 3> velocity{};
  std::array<double, 3> spin{};
};

class ChainSimulation {
 public:
  ChainSimulation() = default;
  ChainSimulation(const ChainSimulation&) = delete;
  ChainSimulation& operator=(const ChainSimulation&) = delete;
  virtual ~ChainSimulation() = default;
  /// Throws std::exception if the engine fails.
  virtual void step() = 0;
  /// Reads the bodies from the anchor outwards; the end mass, if any, comes last.
  virtual void read(std::vector<BodyState>& bodies) = 0;
};

/// A body of the chain: its mass properties and the z offsets of its joints from its centre.
struct ChainBody {
  double mass;
  std::array<double, 3> inertia;  ///< principal, about the centre
  double near;
  double far;
};

inline int chain_bodies(const ChainScene& scene) {
  return scene.links + (scene.end_mass > 0 ? 1 : 0);
}

inline ChainBody chain_body(const ChainScene& scene, int index) {
  if (index == scene.links) {
    const double sphere = 0.4 * scene.end_mass * kEndRadius * kEndRadius;
    return {scene.end_mass, {sphere, sphere, sphere}, 0.0, 0.0};
  }
  const double across = scene.link_mass * scene.link_length * scene.link_length / 12;
  const double along = 0.5 * scene.link_mass * kLinkRadius * kLinkRadius;
  return {scene.link_mass, {across, across, along}, scene.link_length / 2, -scene.link_length / 2};
}

/// Runs, times and judges one simulation.
ChainResult measure_chain(const ChainScene& scene, int steps, ChainSimulation& simulation);

/// The only symbol that a module exports, "perpend_make_chain"; the caller deletes the result.
using MakeChain = ChainSimulation* (*)(const ChainScene&);

}  // namespace perpend::bench

#define PERPEND_CHAIN_EXPORT extern "C" __attribute__((visibility("default")))
