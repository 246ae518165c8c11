// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "sim/candidates/pairs/candidate_rows.hpp"
#include "sim/candidates/pairs/step_context.hpp"

namespace perpend {

/// Selects the candidates that get a row because theirs would close. A candidate whose bodies miss
/// each other gets none: its row would be a ghost collision.
class ClosingCandidates {
 public:
  ClosingCandidates(StepContext& step, CandidateRows& rows) : step_(step), rows_(rows) {}

  /// True if a candidate that carried no load gets a row at the start of a step: it is nearer than
  /// `near` (m), or closes at v_free.
  bool is_taken(const State& pose, std::size_t candidate, const Eigen::VectorXd& v_free,
                double near);
  /// True if the row of a candidate describes where its bodies go.
  bool is_reliable(std::size_t candidate) const;
  /// Activates the candidates without a row that close at v. Where bodies meet along another normal
  /// than that of their candidates, the contacts of that place become speculative instead. Returns
  /// how many rows are new.
  int activate(const State& pose, const Eigen::VectorXd& v);

 private:
  // A candidate whose bodies meet along another normal than that of its row.
  struct Oblique {
    std::size_t candidate = 0;
    double time = 0.0, gap = 0.0;  // time (s) and gap (m) of the meeting
  };
  double opening(const State& pose, std::size_t candidate, const Eigen::VectorXd& v) const;
  bool is_pressed_on(const State& pose, std::size_t candidate, const Eigen::VectorXd& v_free) const;
  bool meets_along_normal(const ContactPair& pair);
  int activate_simple(const State& pose, const Eigen::VectorXd& v);
  int activate(std::size_t candidate);
  int activate_where_met(const State& pose, std::span<const Oblique> together);
  int activate_where_met(const State& pose, const Oblique& oblique);
  void replace_rows(const ContactPair& pair);
  bool got_rows_before(const ContactPair& pair) const;
  void note_rows(const ContactPair& pair);

  StepContext& step_;
  CandidateRows& rows_;
  std::vector<Oblique> oblique_;
  // The groups of candidates that meet at the same time are activated one after the other. Per body
  // the group that gave it rows, or 0.
  std::vector<int> group_of_;
  int group_ = 0;
  std::vector<ContactPair> met_;
};

}  // namespace perpend
