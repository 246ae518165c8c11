// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "perpend/lcp/solve.hpp"

namespace perpend::bench {

/// A solver of the exact cone. `tolerance` applies to its own error measure; 0 if it has none.
struct ConeSolver {
  std::string name;
  std::vector<double> tolerances;
  /// Writes f and returns true if the solver claims success.
  std::function<bool(const lcp::ContactProblem&, double tolerance, Eigen::VectorXd& f)> solve;
};

/// Returns lcp::solve() as users call it, "perpend", and its stages individually.
std::vector<ConeSolver> own_cone_solvers();
/// Returns the solvers of Siconos if it was found when this was compiled. Contacts with fewer than
/// two tangents get tangents that no entry couples to others.
std::vector<ConeSolver> peer_cone_solvers();
std::vector<std::string> missing_cone_peers();

/// Returns true if peers can solve the problem: every row belongs to a contact with static friction
/// of the cone.
bool is_plain_cone(const lcp::ContactProblem& problem);

}  // namespace perpend::bench
