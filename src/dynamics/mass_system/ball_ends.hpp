// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "dynamics/lanes3.hpp"

namespace perpend {

/// Ends of spatial ball joints, collected until there are eight whose stiffness is found together.
class BallEnds {
 public:
  /// `rotation` += factor times ball_stiffness_psd() of each end.
  BallEnds(double factor, std::vector<Eigen::Matrix3d>& rotation)
      : factor_(factor), rotation_(rotation) {}

  /// The quaternion of a body at `orientation`, its anchor in its frame, the impulse on it is sign
  /// times `impulse`.
  void add(int body, const double* orientation, const double* anchor, const double* impulse,
           double sign);
  /// Those that still wait.
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
