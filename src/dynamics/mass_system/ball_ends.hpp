// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "dynamics/lanes3.hpp"

namespace perpend {

/// Collects ends of spatial ball joints until there are eight, whose stiffness is computed
/// together.
class BallEnds {
 public:
  /// Adds factor times ball_stiffness_psd() of each end to `rotation`.
  BallEnds(double factor, std::vector<Eigen::Matrix3d>& rotation)
      : factor_(factor), rotation_(rotation) {}

  /// Adds an end: `orientation` points to the quaternion of the body, `anchor` is in its frame, and
  /// the impulse on it is sign times `impulse`.
  void add(int body, const double* orientation, const double* anchor, const double* impulse,
           double sign);
  /// Computes the ends that are still pending.
  void finish();

 private:
  double factor_;
  std::vector<Eigen::Matrix3d>& rotation_;
  int count_ = 0;
  std::array<int, kLanes> body_;
  std::array<double, kLanes> sign_;
  LanePlaces orientation_, anchor_, impulse_;
};

}  // namespace perpend
