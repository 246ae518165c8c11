// SPDX-License-Identifier: Apache-2.0
//
// Anderson acceleration (1965; Walker and Ni 2011) of a fixed point s = T(s): at the next point the
// secants of the last few steps make T(s) - s vanish in least squares.
#pragma once

#include <Eigen/Core>
#include <deque>

namespace perpend::lcp {

class Anderson {
 public:
  /// Returns the next s from an s and its T(s), in order of calls.
  Eigen::VectorXd next(const Eigen::VectorXd& s, const Eigen::VectorXd& image);

 private:
  static constexpr std::size_t kDepth = 5;

  Eigen::VectorXd last_step_, last_image_;
  std::deque<Eigen::VectorXd> steps_, images_;  // differences, latest last
};

}  // namespace perpend::lcp
