// SPDX-License-Identifier: Apache-2.0
//
// Initial guess of limits, motors and dry friction. A state keeps the impulses of contacts alone;
// the impulses of bounded rows beside these are found by a problem of its own, of a few rows.
// Without it a guess with a motor in it is far from the solution, and among several solutions that
// Coulomb's law may have the search can find one that slips where the guess rests: a body held by
// two pads has two solutions in most steps.
#include <vector>

#include "contact/island/island_problem.hpp"
#include "lcp/solve_made.hpp"

namespace perpend {

using Eigen::Index;

void IslandProblem::guess_bounded(const StepRows& rows, lcp::Workspace& workspace) {
  std::vector<Index> bounded;
  std::vector<double> least, most;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (rows.is_contact(groups_[i]) || rows.is_resistance(groups_[i])) continue;
    bounded.push_back(first_row_[i]);
    least.push_back(lo(rows, i));
    most.push_back(hi(rows, i));
  }
  if (bounded.empty() || guess_.isZero(0)) return;
  const auto n = std::ssize(bounded);
  for (const Index row : bounded) guess_[row] = 0;
  lcp::BoxedLcp problem{.A = W()(bounded, bounded),
                        .b = b()(bounded) + W()(bounded, Eigen::all) * guess_,
                        .lo = Eigen::Map<const Eigen::VectorXd>(least.data(), n),
                        .hi = Eigen::Map<const Eigen::VectorXd>(most.data(), n)};
  lcp::Solution solution;
  lcp::solve_made(problem, {}, workspace, solution);
  add_effort(solution);
  if (solution.status == lcp::Status::solved) guess_(bounded) = solution.f;
}

}  // namespace perpend
