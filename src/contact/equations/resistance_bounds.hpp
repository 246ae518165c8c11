// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contact/equations/island_layout.hpp"

namespace perpend {

/// The bounds of rolling and spinning friction, |m| <= arm f_n, which depend on normal impulses of
/// the answer: the problem has them as numbers. Resistances are numbered in the order of their
/// groups.
class ResistanceBounds {
 public:
  /// Finds the resistances of the island, with the bounds that the normal impulses of the initial
  /// guess give.
  void start(const StepRows& rows, const IslandLayout& layout);
  bool empty() const { return index_.empty(); }
  std::size_t count() const { return index_.size(); }
  /// Index in the layout of resistance k, and of the contact whose normal impulse bounds it.
  std::size_t index(std::size_t k) const { return index_[k]; }
  std::size_t contact_index(std::size_t k) const { return contact_index_[k]; }

  /// Bounds in use, N·m·s.
  const Eigen::VectorXd& values() const { return values_; }
  void set(const Eigen::VectorXd& values) { values_ = values; }
  /// Returns the bounds that the normal impulses among f give.
  Eigen::VectorXd under(const StepRows& rows, const IslandLayout& layout,
                        const Eigen::VectorXd& f) const;

  /// Return the bounds of group i of the island, which is no contact: those of limits and motors
  /// are in StepRows.
  double lo(const StepRows& rows, const IslandLayout& layout, std::size_t i) const;
  double hi(const StepRows& rows, const IslandLayout& layout, std::size_t i) const;

  /// Moves moments in `f` that are at their bounds to the bounds `next`; with slack rows the bound
  /// is one of the norm.
  void move_moments(const StepRows& rows, const IslandLayout& layout, const Eigen::VectorXd& next,
                    Eigen::VectorXd& f) const;

 private:
  std::vector<std::size_t> index_, contact_index_;
  std::vector<int> bound_of_;  // per group: index of its bound; -1 if it has none
  Eigen::VectorXd values_;
};

}  // namespace perpend
