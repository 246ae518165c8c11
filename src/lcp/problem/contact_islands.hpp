// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// Rows that are joined by entries of A or by contacts, as a problem of their own.
struct ContactIsland {
  ContactProblem problem;
  std::vector<Eigen::Index> rows;  ///< rows of the whole problem, ascending
};

/// Returns the islands of a problem in the order of their first rows. O(n²). Precondition:
/// validate(problem) passes.
std::vector<ContactIsland> split_islands(const ContactProblem& problem);

/// Combines the answers of all islands into that of the whole. It is solved where all are; a ray,
/// the first one, where some have one and the others are solved.
void merge(const std::vector<ContactIsland>& islands, const std::vector<Solution>& parts,
           Solution& whole);

}  // namespace perpend::lcp
