// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "sim/candidates/next_pose.hpp"
#include "sim/candidates/pairs/step_context.hpp"
#include "sim/candidates/remaining_overlap.hpp"
#include "sim/candidates/speculative_contacts.hpp"

namespace perpend {

/// Last resort of the shortest step: bodies that no row of it holds apart stop where they meet, for
/// the rest of the step. The next step finds them there, with the velocities they have.
class StoppedDrift {
 public:
  StoppedDrift(StepContext& step, RemainingOverlap& remaining, NextPose& next)
      : step_(step), remaining_(remaining), next_(next) {}

  /// Returns how long each body may drift from the pose with v, at most `duration`, until it goes
  /// through another one or, if overlap remains, as deep into it; s.
  std::span<const double> stops(const State& pose, const Eigen::VectorXd& v, double duration,
                                std::span<const Crossing> crossings);

 private:
  void stop_pair(const State& pose, const Eigen::VectorXd& v, const ContactPair& met,
                 double tolerated);
  bool stop_overlapping(const State& pose, const Eigen::VectorXd& v, double duration);

  StepContext& step_;
  RemainingOverlap& remaining_;
  NextPose& next_;
  State then_;                 // end of the drift in stop_overlapping()
  std::vector<double> stops_;  // per body, s
};

}  // namespace perpend
