// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "linalg/graph/block_adjacency.hpp"

namespace perpend::linalg {

/// Assigns the rows of the eliminated constraints to columns of the eliminated bodies: a flow from
/// constraints (rows) to adjacent bodies (columns). Where it takes every row, the leading block of
/// K with S = 0 is regular for all Jacobians but a set of measure zero.
class ColumnMatching {
 public:
  ColumnMatching(const BlockGraph& graph, const BlockAdjacency& adjacency);

  /// Makes the columns of an eliminated body available from now on.
  void add_body(int body) { present_[body] = 1; }
  /// Finds columns for all rows of a constraint, moving those of earlier ones where needed. Returns
  /// false if it takes more bodies, one of open_bodies() at least. A constraint that no further
  /// body can help (more rows than columns around it) is accepted.
  bool add_constraint(int constraint);
  const std::vector<int>& open_bodies() const { return open_; }

 private:
  int& flow(int constraint, int body);
  void visit(int constraint);
  int search(int constraint);
  int push(int body, int wanted);
  void withdraw(int constraint);

  const BlockGraph& graph_;
  const BlockAdjacency& adjacency_;
  std::vector<int> columns_;                             // free columns of each body
  std::vector<std::vector<std::pair<int, int>>> taken_;  // by body: constraint, columns
  std::vector<char> present_;
  std::vector<int> bodies_;  // number of bodies of each constraint
  std::vector<int> from_;    // predecessor in the present search
  std::vector<int> stamp_;
  std::vector<int> queue_;
  std::vector<int> open_;
  int tick_ = 0;
};

}  // namespace perpend::linalg
