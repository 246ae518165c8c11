// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <vector>

#include "view/world.hpp"

namespace perpend::view {

/// A client that grabs random bodies, swings them about and lets go, for tests and measurements.
/// The same seed gives the same motion on every machine.
class RandomHand {
 public:
  RandomHand(const World& world, unsigned seed, bool rigid = false);

  /// Acts on the world before the next step.
  void act(World& world);

 private:
  double unit();  // -1 to 1
  Eigen::Vector3d anywhere();

  std::mt19937 random_;
  bool rigid_;
  std::vector<int> bodies_;          // indices of dynamic bodies
  Eigen::Vector3d middle_{0, 0, 0};  // centre of their start positions
  double reach_ = 0;                 // m, size of the box of their start positions
  int step_ = 0;
};

}  // namespace perpend::view
