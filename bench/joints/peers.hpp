// SPDX-License-Identifier: Apache-2.0
//
// The hanging chain in engines of other projects (docs/methods/bench_joints.md).
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace perpend::bench {

enum class ChainJoint { ball, hinge };

/// Links of equal length and mass hang from the origin in one straight line, at rest, 45° from the
/// vertical in the x–z plane; z is up. A link is a rod (inertia m L²/12 across, that of a cylinder
/// of 0.01 m radius along). The end mass is a homogeneous sphere of 0.1 m radius with its centre
/// jointed to the end of the last link; 0 leaves it out. Hinges rotate about y.
struct ChainScene {
  int links = 10;
  double link_length = 0.1;  ///< m
  double link_mass = 1.0;    ///< kg
  double end_mass = 1000.0;  ///< kg
  double dt = 1e-3;          ///< s
  ChainJoint joint = ChainJoint::ball;
};

struct ChainResult {
  double step_seconds = 0.0;  ///< median over batches of steps
  double worst_gap = 0.0;     ///< m, between the two ends that a joint should hold together
  double energy_error = 0.0;  ///< max |E - E_0| / energy of the full drop, m g L (1 - cos 45°)
  std::array<double, 3> end_position{};  ///< m, of the last link's free end after the last step
  bool stable = false;                   ///< every sampled number finite and energy_error < 1
  std::string note;                      ///< why it stopped early, else empty
};

struct ChainPeer {
  std::string name;
  bool reduced = true;    ///< joint coordinates, no gaps by construction
  int largest_links = 0;  ///< larger ones take seconds per step or set-up, or balls overflow
  std::function<ChainResult(const ChainScene&, int steps)> run;
};

/// Returns the peers that were found when this was compiled and can be loaded now.
std::vector<ChainPeer> chain_peers();
/// Returns "skipped: X not installed" for the others.
std::vector<std::string> missing_chain_peers();

}  // namespace perpend::bench
