// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "contact/step_rows.hpp"

namespace perpend {

/// The groups of an island and the positions of their rows in its problem, which follow one
/// another in the order of the groups.
class IslandLayout {
 public:
  /// Lays out the rows of these groups. Under the cone (`is_cone`) each group that is no contact
  /// and has a bound gets a slack row (SlackRows) before its own.
  void lay_out(const StepRows& rows, std::span<const int> groups, bool is_cone);
  /// Gives the groups other numbers in the pool; their rows stay where they are.
  void renumber(std::span<const int> groups) { groups_.assign(groups.begin(), groups.end()); }

  /// Number of rows, slack rows included.
  Eigen::Index size() const { return size_; }
  /// Number of groups.
  std::size_t count() const { return groups_.size(); }
  std::span<const int> groups() const { return groups_; }
  /// Number of group i of the island in the pool.
  int group(std::size_t i) const { return groups_[i]; }
  /// Returns the first row of group i, after its slack row if it has one.
  Eigen::Index first_row(std::size_t i) const { return first_row_[i]; }
  std::span<const int> first_rows() const { return first_row_; }
  bool has_slack_row(std::size_t i) const { return has_slack_row_[i] != 0; }

  /// Copies the entries of the groups from a vector with one entry per row of the pool; 0 at slack
  /// rows.
  void gather(const StepRows& rows, const Eigen::VectorXd& of_pool, Eigen::VectorXd& out) const;

 private:
  Eigen::Index size_ = 0;
  std::vector<int> groups_, first_row_;
  std::vector<char> has_slack_row_;  // per group
};

}  // namespace perpend
