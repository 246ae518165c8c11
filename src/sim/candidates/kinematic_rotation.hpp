// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "sim/candidates/next_pose.hpp"
#include "sim/candidates/pairs/candidate_rows.hpp"
#include "sim/candidates/pairs/step_context.hpp"

namespace perpend {

/// Tells the rows of contacts with a rotating kinematic body how far its rotation will close their
/// gap until the next pose (ContactPair::turn).
class KinematicRotation {
 public:
  KinematicRotation(const StepContext& step, CandidateRows& rows, NextPose& next);

  void start() { rounds_ = 0; }
  /// Predicts the rotation for all candidates, with velocities v. Returns how many active rows
  /// change.
  int predict(const State& pose, const Eigen::VectorXd& v);

  /// Returns the angle by which a body rotates within the step, rad.
  double angle_of(int body) const;
  /// Returns the most that the rotation of a kinematic body can take from a gap, m; 0 if neither
  /// body is kinematic.
  double largest_loss(const ContactPair& pair) const;

 private:
  struct Prediction {
    bool is_known = false;
    double loss = 0.0;  // of gap, m
  };
  double angle_of_kinematic(const ContactPair& pair) const;
  std::optional<double> gap_there(const ContactPair& pair, double near, double reach);
  Prediction prediction(const State& pose, const Eigen::VectorXd& v, const ContactPair& pair,
                        double last);
  bool predict(const State& pose, const Eigen::VectorXd& v, std::size_t candidate);

  const StepContext& step_;
  CandidateRows& rows_;
  NextPose& next_;
  bool any_rotate_ = false;  // some kinematic body may rotate
  int rounds_ = 0;           // number of predictions in this step
};

}  // namespace perpend
