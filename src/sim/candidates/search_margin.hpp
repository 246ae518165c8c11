// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "sim/candidates/pairs/step_context.hpp"

namespace perpend {

/// Finds the margin: the distance up to which contacts are sought.
class SearchMargin {
 public:
  explicit SearchMargin(const StepContext& step) : step_(step) {}

  /// Returns the largest distance crossed within a step from `pose` with velocities v, m: twice the
  /// distance of the fastest point, without bodies that no other can meet within the step. The
  /// margin of the options if they have one.
  double find(const State& pose, const Eigen::VectorXd& v);
  /// Rounds the margin up, unless it is that of the options, with eight values to a power of two:
  /// while moving bodies change their speed by less, the contacts of resting bodies beside them
  /// stay the same.
  double rounded_up(double margin) const;

 private:
  bool is_alone(const State& pose, const MovingPieces::Outline& outline, double distance) const;

  const StepContext& step_;
  std::vector<double> distances_;  // per outline, m
};

}  // namespace perpend
