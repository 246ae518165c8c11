// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/candidates/halfway_contacts.hpp"
#include "sim/candidates/kinematic_rotation.hpp"
#include "sim/candidates/next_pose.hpp"
#include "sim/candidates/pairs/excluded_pairs.hpp"

namespace perpend {

/// Finds the overlap that a step leads bodies into although its contacts have rows: these are
/// linear in the motion, and bodies that rotate far leave their linear path.
class RemainingOverlap {
 public:
  RemainingOverlap(StepContext& step, const ExcludedPairs& excluded,
                   const KinematicRotation& rotation, NextPose& next, HalfwayContacts& halfway)
      : step_(step), excluded_(excluded), rotation_(rotation), next_(next), halfway_(halfway) {}

  void start();
  /// True if bodies overlap at the next pose, or halfway there, by more than a step may leave.
  bool exists() const { return exists_; }
  void forget() { exists_ = false; }
  /// Notes a contact that the step leads to, at the state `then`.
  void note(const State& pose, const State& then, const ContactPair& met);
  /// Finds the overlap of a step with velocities v. Returns true if it exists, or is so large that
  /// one more round with corrected rows is worthwhile.
  bool find(const State& pose, const Eigen::VectorXd& v);

  /// True if two bodies get deeper into each other, on the way from `pose`, than a step may leave.
  bool is_deeper(const State& pose, const State& then, const ContactPair& met) {
    return is_deeper(pose, then, met, tolerated_share());
  }
  /// Returns the overlap that a step may leave of a contact, m: that of the pose, or the tolerance
  /// of rows if that is larger.
  double tolerated(const State& pose, const State& then, const ContactPair& met);
  /// Returns the message on the deepest overlap between a rotating kinematic body and another one:
  /// both, and a time step to try. Empty if there is none.
  std::string describe_rotated_into() const;

 private:
  // Overlap that a step may leave between rotating bodies, as a share of the smaller inner radius.
  static constexpr double kTolerated = 0.004;
  double tolerated_share() const { return step_.separates_overlap ? kTolerated : 0.5 * kTolerated; }
  double gap_before(const State& pose, const State& then, const ContactPair& met);
  bool is_deeper(const State& pose, const State& then, const ContactPair& met, double share);
  bool exceeds(const State& pose, const State& then, const ContactPair& met);

  StepContext& step_;
  const ExcludedPairs& excluded_;
  const KinematicRotation& rotation_;
  NextPose& next_;
  HalfwayContacts& halfway_;
  bool exists_ = false;
  ContactPair deepest_;  // with a kinematic body
};

}  // namespace perpend
