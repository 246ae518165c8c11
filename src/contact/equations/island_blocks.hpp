// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "contact/equations/island_layout.hpp"
#include "lcp/problem/block_problem.hpp"

namespace perpend {

/// An island in blocks: the bodies its rows touch, all bodies that joints hold together with them,
/// these joints, and the rows.
class IslandBlocks {
 public:
  /// Fills graph, K and J of `problem`; `compliance` of slack rows is the own response of the row
  /// after each; b and contacts are left empty.
  void assemble(const StepRows& rows, const IslandLayout& layout, lcp::BlockProblem& problem);

  /// Velocities without impulses, in the order of the problem's nodes; 0 at joints.
  const Eigen::VectorXd& free_velocity() const { return v_free_; }

 private:
  void find_nodes(const StepRows& rows, std::span<const int> groups);
  void reach(const linalg::BlockLdlt& joints);
  void add_nodes(const StepRows& rows, lcp::BlockProblem& problem);
  void find_joined_nodes(const StepRows& rows);
  void set_free_velocity(const StepRows& rows, const lcp::BlockProblem& problem);
  void add_couplings(const linalg::BlockLdlt& joints, lcp::BlockProblem& problem) const;
  void add_rows(const StepRows& rows, int group, bool slack, lcp::BlockProblem& problem) const;

  std::vector<int> node_;       // node of each body; -1: does not move or is not touched
  std::vector<int> held_;       // node of each node of the joints' matrix; -1: elsewhere
  std::vector<int> reached_;    // nodes of the joints' matrix that belong to the island
  std::vector<int> unjointed_;  // bodies that no joint may hold
  Eigen::VectorXd v_free_;
};

}  // namespace perpend
