// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/lcp/global_problem.hpp"

namespace perpend::lcp {

/// Bodies that are joined by contacts and bilateral rows, as a problem of their own.
struct GlobalIsland {
  GlobalContactProblem problem;
  std::vector<Eigen::Index> rows;  ///< rows of the whole problem, ascending
};

/// Returns the islands of a problem in the order of their first rows; bodies that no row touches
/// belong to none. O(entries of M and H). Precondition: validate(problem) passes.
std::vector<GlobalIsland> split_islands(const GlobalContactProblem& problem);

}  // namespace perpend::lcp
