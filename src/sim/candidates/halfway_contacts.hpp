// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/candidates/pairs/candidate_rows.hpp"
#include "sim/candidates/pairs/excluded_pairs.hpp"
#include "sim/candidates/pairs/step_context.hpp"

namespace perpend {

/// Finds contacts halfway to the next pose that are deeper there than at the pose of the step.
class HalfwayContacts {
 public:
  HalfwayContacts(StepContext& step, const CandidateRows& rows, const ExcludedPairs& excluded)
      : step_(step), rows_(rows), excluded_(excluded) {}

  /// Calls visit(state halfway, contact there) for each of them.
  template <typename Visit>
  void visit(const State& pose, const Visit& visit) {
    next_pair_ = candidate_ = 0;
    while (find_next(pose))
      for (const ContactPair& met : met_) visit(*halfway_, met);
  }

 private:
  bool find_next(const State& pose);
  void find(const State& pose, int piece_a, int piece_b, double deepest);
  bool may_be_deeper(const State& pose, int piece_a, int piece_b, double& deepest);
  double gap_between(const State& pose, int piece_a, int piece_b);
  double path_deviation(const State& pose, const State& halfway, int piece) const;
  bool is_candidate(std::size_t index, int piece_a, int piece_b) const;

  StepContext& step_;
  const CandidateRows& rows_;
  const ExcludedPairs& excluded_;
  // The pair of near pieces that find_next() has come to, and its first candidate.
  std::size_t next_pair_ = 0, candidate_ = 0;
  const State* halfway_ = nullptr;  // with both pieces of the last pair
  std::vector<ContactPair> met_;    // its contacts there
};

}  // namespace perpend
