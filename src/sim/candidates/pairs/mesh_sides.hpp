// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/candidates/pairs/step_context.hpp"

namespace perpend {

/// Knows which pieces near a mesh are on its outside. The others come from behind and pass the mesh
/// without contact.
class MeshSides {
 public:
  explicit MeshSides(StepContext& step) : step_(step) {}

  /// Finds the pieces on the outside of meshes among the candidates of `pose`, for a new step.
  void start(const State& pose, const Eigen::VectorXd& v, std::span<const ContactPair> candidates);
  /// Adds those among more candidates to the ones known before: a piece that comes out as it is
  /// pushed stays on its side.
  void extend(const State& pose, const Eigen::VectorXd& v, std::span<const ContactPair> candidates);

  /// True for a mesh and a piece not known to be on its outside, which is taken to come from
  /// behind.
  bool is_behind(int piece_a, int piece_b) const;
  /// Returns true if a piece that is behind a mesh, or has no contact any more, `time` (s) after
  /// the start went in through the outside.
  bool went_behind(const State& start, int piece_a, int piece_b, double time);
  /// Keys, in ascending order, which tell the next step which bodies were near a mesh and on its
  /// outside.
  std::span<const std::uint64_t> keys() const { return keys_; }
  /// Returns the message on a body that starts behind the surface of a mesh, too deep to be pushed
  /// out of it, and what to do about it. Empty if there is none.
  std::string describe_passing(const State& pose) const;

 private:
  double leaving_speed(const State& pose, const Eigen::VectorXd& v, const ContactPair& pair) const;
  bool are_from_outside(const State& pose, const Eigen::VectorXd& v,
                        std::span<const ContactPair> contacts) const;

  StepContext& step_;
  std::vector<std::pair<int, int>> outside_;  // pieces, one a mesh, the other near its outside
  std::vector<std::uint64_t> keys_;           // of those that have candidates; may repeat
  std::vector<ContactPair> met_;
};

}  // namespace perpend
