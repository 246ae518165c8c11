// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/candidates/counterpart_contacts.hpp"
#include "sim/candidates/pairs/candidate_rows.hpp"
#include "sim/candidates/pairs/excluded_pairs.hpp"
#include "sim/candidates/pairs/step_context.hpp"
#include "sim/candidates/remaining_overlap.hpp"

namespace perpend {

/// Finds whether a midpoint step must take its geometry at its start, since half a drift led bodies
/// into others, or took bodies off that land again.
class HalfDrift {
 public:
  HalfDrift(StepContext& step, const CandidateRows& rows, ExcludedPairs& excluded,
            RemainingOverlap& remaining, CounterpartContacts& counterparts)
      : step_(step),
        rows_(rows),
        excluded_(excluded),
        remaining_(remaining),
        counterparts_(counterparts) {}

  /// True if some candidate overlaps and closes at the velocities of the pose, and closed at
  /// `start` too: where curved surfaces roll, a contact may close at the end of half a drift alone.
  bool overlap_closes(const State& start, const State& pose);
  /// True if bodies met on the way from `start` to the pose, `time` (s) later. Lets the pieces move
  /// from `start`.
  bool met_before(const State& start, double time);
  /// True if bodies separate so slowly that they land again within the step, and rows at the pose
  /// would lift them.
  bool recontacts(const State& pose, const Eigen::VectorXd& v_free) const;

 private:
  double slowest_closing(const ContactPair& pair) const;
  bool is_deep(const ContactPair& pair) const;
  bool clipped(const State& start, const ContactPair& pair);
  double work_of_lift(const State& pose, const Eigen::VectorXd& v_free, const ContactPair& pair,
                      double slow) const;

  StepContext& step_;
  const CandidateRows& rows_;
  ExcludedPairs& excluded_;
  RemainingOverlap& remaining_;
  CounterpartContacts& counterparts_;
};

}  // namespace perpend
