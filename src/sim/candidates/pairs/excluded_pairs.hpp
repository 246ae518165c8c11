// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "sim/candidates/pairs/candidate_rows.hpp"
#include "sim/candidates/pairs/deep_compounds.hpp"
#include "sim/candidates/pairs/free_meetings.hpp"
#include "sim/candidates/pairs/mesh_sides.hpp"
#include "sim/candidates/pairs/welded_bodies.hpp"

namespace perpend {

/// Pairs of pieces whose contacts get no rows: bodies that one row pushes out of each other as a
/// whole, bodies in free flight that meet only after the step, pieces behind a mesh, and bodies
/// that are welded to each other.
class ExcludedPairs {
 public:
  explicit ExcludedPairs(StepContext& step);

  /// Finds those of the candidates of `pose`, for a new step. Bodies in free flight are those that
  /// find_free_meetings() found before.
  void start(const State& pose, const Eigen::VectorXd& v, CandidateRows& rows);
  /// Adds those among more candidates.
  void extend(const State& pose, const Eigen::VectorXd& v, CandidateRows& rows);
  /// Finds the meetings of bodies in free flight, see CandidateContacts.
  std::span<const FreeMeeting> find_free_meetings(const State& start,
                                                  const FreeMeetings::AreFree& are_free,
                                                  CandidateRows& rows);
  /// Readmits pairs in free flight if other bodies may have thrown them at each other.
  void readmit_thrown(const Eigen::VectorXd& v, CandidateRows& rows);

  bool contains(int piece_a, int piece_b) const;
  bool contains(const ContactPair& pair) const { return contains(pair.piece_a, pair.piece_b); }
  /// True if two pieces need no contacts because their bodies have a row of their own, or fly
  /// freely and meet after this step.
  bool are_held_apart(int piece_a, int piece_b) const;

  FreeMeetings& free_meetings() { return free_; }
  const FreeMeetings& free_meetings() const { return free_; }
  MeshSides& mesh_sides() { return sides_; }
  const MeshSides& mesh_sides() const { return sides_; }

 private:
  int body_of(int piece) const { return step_.pieces[piece].body; }
  void separate_compounds(const State& pose, CandidateRows& rows);
  void exclude_from(CandidateRows& rows) const;

  StepContext& step_;
  FreeMeetings free_;
  DeepCompounds compounds_;
  WeldedBodies welded_;
  MeshSides sides_;
};

}  // namespace perpend
