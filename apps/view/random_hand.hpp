// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <vector>

#include "view/world.hpp"

namespace perpend::view {

/// A client that takes bodies at random, swings them about and lets go, for tests and measurements.
/// The same seed does the same everywhere.
class RandomHand {
 public:
  RandomHand(const World& world, unsigned seed, bool rigid = false);

  /// What it does before the next step.
  void act(World& world);

 private:
  double unit();  // -1 to 1
  Eigen::Vector3d anywhere();

  std::mt19937 random_;
  bool rigid_;
  std::vector<int> bodies_;          // that forces move
  Eigen::Vector3d middle_{0, 0, 0};  // of where they start
  double reach_ = 0;                 // m, as far as they are apart
  int step_ = 0;
};

}  // namespace perpend::view
