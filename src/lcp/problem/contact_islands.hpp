// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// Rows that entries of A or contacts join, as a problem of their own.
struct ContactIsland {
  ContactProblem problem;
  std::vector<Eigen::Index> rows;  ///< of the whole problem, ascending
};

/// The islands of a problem in the order of their first rows. O(n²). Precondition:
/// validate(problem) passes.
std::vector<ContactIsland> split_islands(const ContactProblem& problem);

/// The answer of the whole from those of its islands, one each. Solved where all are; a ray, the
/// first, where some have one and the others are solved.
void merge(const std::vector<ContactIsland>& islands, const std::vector<Solution>& parts,
           Solution& whole);

}  // namespace perpend::lcp
