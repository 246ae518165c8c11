// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/problem/representation.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend {

/// The work of solves.
struct Effort {
  int pivots = 0, drives = 0, factorisations = 0;

  void add(const lcp::Solution& solution) {
    pivots += solution.pivots;
    drives += solution.drives;
    factorisations += solution.factorisations;
  }
};

/// The answer to the problem of an island.
struct IslandAnswer {
  lcp::Solution solution;  ///< its residual is that of the law's own problem
  Effort effort;           ///< of all solves since the problem was assembled
  /// Representation of W in the last solve.
  lcp::Representation representation = lcp::Representation::dense;
  /// True if the last solve ended at the loose tolerance (draft) it was asked for: the problem is
  /// not solved, and that is no failure.
  bool is_draft = false;
};

}  // namespace perpend
