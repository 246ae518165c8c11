// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/candidates/closing_candidates.hpp"
#include "sim/candidates/counterpart_contacts.hpp"
#include "sim/candidates/half_drift.hpp"
#include "sim/candidates/halfway_contacts.hpp"
#include "sim/candidates/kinematic_rotation.hpp"
#include "sim/candidates/next_pose.hpp"
#include "sim/candidates/pairs/candidate_rows.hpp"
#include "sim/candidates/pairs/excluded_pairs.hpp"
#include "sim/candidates/pairs/step_context.hpp"
#include "sim/candidates/remaining_overlap.hpp"
#include "sim/candidates/search_margin.hpp"
#include "sim/candidates/speculative_contacts.hpp"
#include "sim/candidates/stopped_drift.hpp"

namespace perpend {

/// Candidates of a step, the contact points with gap <= margin, and those of them that get rows:
/// the active set A = {j : gap_j <= margin} of Hart & Anitescu 2003 (2.13), without those that
/// cannot carry a load. Speculative contacts have rows as well: the pose of the step does not have
/// them yet, but the next pose or one on the way there does (docs/methods/sweep.md).
class CandidateContacts {
 public:
  CandidateContacts(const Model& model, const SimulationOptions& options);
  /// Threads that share the search for contacts from now on; they must outlive this.
  void run_on(Threads& threads);

  /// Finds the candidates at `pose` and activates those that would close at v_free, the velocities
  /// without contact impulses, that are near, or that carried a load in the last step
  /// (pose.contacts). Candidates that close by their row alone, while their bodies would miss each
  /// other, are left out: they would be ghost collisions.
  void detect(const State& pose, const Eigen::VectorXd& v_free);
  /// Activates the candidates that close at v, the velocities that the impulses of the active ones
  /// lead to, so that the answer becomes that of all candidates. If none closes, adds speculative
  /// contacts where a drift with v leads to overlap at the next pose or on the way there: corners
  /// and edges that come round other ones, and bodies that go through each other. Returns how many
  /// contacts became active or speculative.
  int add_violated(const State& pose, const Eigen::VectorXd& v);
  /// For the rest of this step, makes rows that include the effect of rotation on their gap
  /// (ContactPair::curve) stop their bodies where the gap is closed, but no longer push apart the
  /// predicted overlap.
  void separate_no_overlap() { speculative_.separate_no_overlap(); }

  /// Finds pairs of bodies in free flight, according to `are_free`, that meet in a step from
  /// `start`, among those that detect() found near each other. For the rest of this step pairs that
  /// meet only later have no rows; from the next detect() on, pairs that meet have their rows where
  /// they touch.
  std::span<const FreeMeeting> find_free_meetings(const State& start,
                                                  const FreeMeetings::AreFree& are_free) {
    return excluded_.find_free_meetings(start, are_free, rows_);
  }
  std::span<const FreeMeeting> free_meetings() const { return excluded_.free_meetings().all(); }
  void forget_free_meetings() { excluded_.free_meetings().clear(); }
  /// True if a contact is one of two bodies in free flight, at the pose where they touch.
  bool is_met_in_flight(const ContactPair& pair) const {
    return excluded_.free_meetings().is_where_they_touch(step_.pieces, pair);
  }

  std::span<const ContactPair> all() const { return rows_.contacts(); }
  /// The active candidates, in their order, and then the speculative contacts.
  const std::vector<ContactPair>& active() { return rows_.active(); }

  const PairProperties& pairs() const { return step_.pairs; }
  CounterpartContacts& counterparts() { return counterparts_; }
  HalfDrift& half_drift() { return half_drift_; }
  /// Returns the kinetic energy relative to the ground (MovingPieces::ground()), J.
  double energy_over_ground(const State& pose) const;

  /// Bodies that the last add_violated() found to go through each other.
  std::span<const Crossing> crossings() const { return crossings_; }
  /// Overlap that the last add_violated() found at the next pose, or on the way there.
  const RemainingOverlap& remaining_overlap() const { return remaining_; }
  const MeshSides& mesh_sides() const { return excluded_.mesh_sides(); }
  /// Returns how long each body may drift from the pose with v, see StoppedDrift.
  std::span<const double> stops(const State& pose, const Eigen::VectorXd& v, double duration) {
    return stopped_.stops(pose, v, duration, crossings_);
  }

 private:
  void activate_near(const State& pose, const Eigen::VectorXd& v_free, double near);
  void look_farther(const State& pose, const Eigen::VectorXd& v);
  int look_ahead(const State& pose, const Eigen::VectorXd& v);
  void find_crossings();

  StepContext step_;
  SearchMargin margin_;
  CandidateRows rows_;
  NextPose next_;
  ExcludedPairs excluded_;
  ClosingCandidates closing_;
  KinematicRotation rotation_;
  HalfwayContacts halfway_;
  RemainingOverlap remaining_;
  SpeculativeContacts speculative_;
  StoppedDrift stopped_;
  CounterpartContacts counterparts_;
  HalfDrift half_drift_;
  std::vector<Crossing> crossings_;
  int looks_ahead_ = 0;  // number of drifts to the next pose in this step
};

}  // namespace perpend
