// SPDX-License-Identifier: Apache-2.0
//
// Initial guess of limits, motors and dry friction. A state keeps the impulses of contacts alone;
// the impulses of bounded rows beside these are found by a problem of its own, of a few rows.
// Without it a guess with a motor in it is far from the solution, and among several solutions that
// Coulomb's law may have the search can find one that slips where the guess rests: a body held by
// two pads has two solutions in most steps.
#include "contact/island/bounded_guess.hpp"

#include <vector>

#include "lcp/solve_made.hpp"

namespace perpend {

bool guess_bounded_rows(const StepRows& rows, IslandEquations& equations, lcp::Workspace& workspace,
                        lcp::Solution& solution) {
  const IslandLayout& layout = equations.layout();
  std::vector<Eigen::Index> bounded;
  std::vector<double> least, most;
  for (std::size_t i = 0; i < layout.count(); ++i) {
    if (rows.is_contact(layout.group(i)) || rows.is_resistance(layout.group(i))) continue;
    bounded.push_back(layout.first_row(i));
    least.push_back(equations.lo(rows, i));
    most.push_back(equations.hi(rows, i));
  }
  if (bounded.empty() || equations.vectors().guess.isZero(0)) return false;
  Eigen::VectorXd guess = equations.vectors().guess;
  guess(bounded).setZero();
  const auto n = std::ssize(bounded);
  const Eigen::MatrixXd& W = equations.record().W();
  lcp::BoxedLcp problem{.A = W(bounded, bounded),
                        .b = equations.record().b()(bounded) + W(bounded, Eigen::all) * guess,
                        .lo = Eigen::Map<const Eigen::VectorXd>(least.data(), n),
                        .hi = Eigen::Map<const Eigen::VectorXd>(most.data(), n)};
  lcp::solve_made(problem, {}, workspace, solution);
  if (solution.status == lcp::Status::solved) guess(bounded) = solution.f;
  equations.set_guess(guess);
  return true;
}

}  // namespace perpend
