// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "perpend/lcp/solve.hpp"

namespace perpend::bench {

/// A solver of the exact cone. `tolerance` is on its own error, 0: it has none to set.
struct ConeSolver {
  std::string name;
  std::vector<double> tolerances;
  /// Fills f and returns whether it claims success.
  std::function<bool(const lcp::ContactProblem&, double tolerance, Eigen::VectorXd& f)> solve;
};

/// lcp::solve() as users call it, "perpend", and its stages alone.
std::vector<ConeSolver> own_cone_solvers();
/// Siconos, where it was found when this was compiled. Contacts with fewer than two tangents get
/// tangents that nothing touches.
std::vector<ConeSolver> peer_cone_solvers();
std::vector<std::string> missing_cone_peers();

/// Whether peers can be asked: every row belongs to a contact with static friction of the cone.
bool is_plain_cone(const lcp::ContactProblem& problem);

}  // namespace perpend::bench
