// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "contact/step_rows.hpp"
#include "perpend/lcp/global_problem.hpp"

namespace perpend {

/// The contact problem of an island in the velocities of its bodies, for islands too large for a
/// dense W: M v = M v_free + Jᵀ r, u = J v + bias.
class IslandBodies {
 public:
  /// Whether the island can be stated so: contacts only, hard rows, no joints.
  static bool fits(const StepRows& rows, std::span<const int> groups);
  /// Fills problem.M, H, f and contacts from the groups, whose rows start at first_rows.
  void assemble(const StepRows& rows, std::span<const int> groups, std::span<const int> first_rows,
                lcp::GlobalContactProblem& problem);
  /// v_free of the bodies, in the order of the problem.
  const Eigen::VectorXd& free_velocity() const { return v_free_; }

 private:
  void add_bodies(const StepRows& rows, std::span<const int> groups);

  std::vector<int> bodies_;  // of the island that move
  std::vector<int> offset_;  // of each body of the model in v; -1: none
  int velocities_ = 0;
  Eigen::VectorXd v_free_;
};

}  // namespace perpend
