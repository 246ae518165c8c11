// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/problems/families.hpp"

namespace perpend::bench {

/// Returns the k-th pile of a set, with its number of contacts spread over [smallest, largest].
inline lcp::ContactProblem cone_pile(int smallest, int largest, int k) {
  const int contacts = smallest + k * 7919 % (largest - smallest + 1);
  return make_contact_problem(lcp::FrictionFamily::cone_pile, contacts,
                              static_cast<std::uint64_t>(k) + 1);
}

/// Returns the same problem with its load changed by 1 % within the range of the matrix, as from
/// one step to the next.
inline lcp::ContactProblem moved(lcp::ContactProblem problem) {
  const Eigen::VectorXd change = problem.A * Eigen::VectorXd::LinSpaced(problem.size(), -1, 1);
  problem.b += change * (0.01 * problem.b.norm() / change.norm());
  return problem;
}

}  // namespace perpend::bench
