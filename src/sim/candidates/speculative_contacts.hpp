// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "sim/candidates/halfway_contacts.hpp"
#include "sim/candidates/kinematic_rotation.hpp"
#include "sim/candidates/next_pose.hpp"
#include "sim/candidates/pairs/candidate_rows.hpp"
#include "sim/candidates/pairs/excluded_pairs.hpp"
#include "sim/candidates/remaining_overlap.hpp"

namespace perpend {

/// Two bodies that go through each other within a step.
struct Crossing {
  int body_a = 0, body_b = 0, piece_a = 0, piece_b = 0;
  double time = 0.0;  // from the pose of the step to where they meet, s
};

/// Adds rows for contacts that the pose of the step does not have yet, but the next pose or one on
/// the way there has; and corrects the rows of contacts that it has (ContactPair::curve).
class SpeculativeContacts {
 public:
  SpeculativeContacts(StepContext& step, CandidateRows& rows, const ExcludedPairs& excluded,
                      NextPose& next, HalfwayContacts& halfway, const KinematicRotation& rotation,
                      RemainingOverlap& remaining);

  /// Adds contacts that overlap at the next pose, or halfway there, after a drift with v, and notes
  /// the overlap that remains. Returns how many rows are new or changed.
  int add(const State& pose, const Eigen::VectorXd& v);
  /// Adds contacts of bodies that go through each other. Returns how many.
  int add(const State& pose, std::span<const Crossing> crossings);
  /// Makes rows stop their bodies where the gap is closed, but no longer push apart the predicted
  /// overlap.
  void separate_no_overlap();

 private:
  // A contact that overlaps at the state `then`, after `share` of the drift to the next pose.
  struct Met {
    const ContactPair& contact;
    const State& then;
    double share = 1.0;
  };
  int add_at_next(const State& pose, const Eigen::VectorXd& v);
  int meet(const State& pose, const Eigen::VectorXd& v, const Met& met);
  int meet_rotated(const State& pose, const Eigen::VectorXd& v, const Met& met);
  int correct(const State& pose, const Eigen::VectorXd& v, const ContactPair& met, double share);
  ContactPair carry_back(const State& pose, const Met& met) const;
  double row_gap(const State& pose, const Eigen::VectorXd& v, const ContactPair& row,
                 double overlap, double share) const;
  double largest_curve(const ContactPair& row, double overlap) const;
  bool is_same(const ContactPair& known, std::uint64_t key, const ContactPair& pair) const;
  bool is_known(const ContactPair& pair) const;
  bool has_springs_already(const ContactPair& back) const;
  double largest_angle(const Eigen::VectorXd& v) const;

  StepContext& step_;
  CandidateRows& rows_;
  const ExcludedPairs& excluded_;
  NextPose& next_;
  HalfwayContacts& halfway_;
  const KinematicRotation& rotation_;
  RemainingOverlap& remaining_;
  bool in_space_;
  std::vector<ContactPair> met_;
};

}  // namespace perpend
