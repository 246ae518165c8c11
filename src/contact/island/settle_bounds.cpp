// SPDX-License-Identifier: Apache-2.0
//
// Rolling and spinning friction: |m| <= arm f_n with f_n of the same answer. The problem has the
// bound as a number; its answer has other normal impulses, which give the next bounds, until they
// settle (a fixed point in the bounds, like Haslinger's of Coulomb friction from Tresca's). A
// moment that rotates a body changes its normal impulse by about arm over its size, and each pass
// reduces the error by the same factor; secants of the last passes square that. Every other pass
// moves the answer to bounds of its own if W is stored (resistance_move.cpp), which ends most of
// them; done in all passes but the first, contacts that come and go kept some from converging. If
// the normal impulses are those of the last step the first answer is the last.
#include <algorithm>
#include <limits>

#include "contact/island/equation_solver.hpp"
#include "contact/island/resistance_move.hpp"
#include "lcp/friction/anderson.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

// Change of the bounds, as a share of the largest one, at which they are settled: the tolerance of
// the residual checker for the answers themselves.
constexpr double kSettled = 1e-11;
// Number of passes before moments follow their bounds by themselves.
constexpr int kFewPasses = 4;
// Multiple of the residual of the last answer: a guess with no larger residual is the next answer.
constexpr double kAsGood = 20;
// Largest number of passes; piles of rolling balls took up to 12.
constexpr int kMostPasses = 60;
// Number of passes within which settling bounds halve their change: others may wander for ever, at
// the cost of a solve each.
constexpr int kStalled = 16;

// Sets the guess of the next pass, whose bounds are `next`, from the last answer. Returns the
// residual up to which it is accepted, if that is known. Where normal impulses are not unique the
// bounds may follow them for ever while the sum of the moments stays: no motion changes then, and a
// guess with moved moments is the answer.
std::optional<double> guess_next(const StepRows& rows, int pass, const lcp::Solution& last,
                                 const VectorXd& implied, IslandEquations& equations,
                                 VectorXd& next) {
  VectorXd guess = last.f;
  std::optional<VectorXd> moved;
  if (pass % 2 == 1) moved = move_with_bounds(rows, equations, last.f, implied);
  if (moved) {
    guess = *moved;
    next = slack_impulses(equations, guess);
  } else if (pass >= kFewPasses) {
    equations.resistances().move_moments(rows, equations.layout(), next, guess);
  }
  equations.set_guess(guess);
  if (!moved && pass < kFewPasses) return std::nullopt;
  return kAsGood * last.residual;
}

}  // namespace

void EquationSolver::settle_bounds(const StepRows& rows, const SolveMeans& means,
                                   IslandEquations& equations, IslandAnswer& answer) {
  const ResistanceBounds& resistances = equations.resistances();
  if (resistances.empty()) return;
  lcp::Anderson secants;
  double nearest = std::numeric_limits<double>::infinity();
  for (int pass = 0, nearer = 0; pass < kMostPasses && rows.setup.takes(answer.solution); ++pass) {
    const VectorXd implied = resistances.under(rows, equations.layout(), answer.solution.f);
    const double open = (implied - resistances.values()).lpNorm<Eigen::Infinity>();
    if (!(open > kSettled * implied.lpNorm<Eigen::Infinity>())) return;
    if (open < 0.5 * nearest) nearest = open, nearer = pass;
    if (pass - nearer > kStalled) return;
    if (pass == kFewPasses) secants = {};
    VectorXd next = secants.next(resistances.values(), implied).cwiseMax(0.0);
    const auto residual = guess_next(rows, pass, answer.solution, implied, equations, next);
    equations.set_resistance_bounds(rows, next);
    solve_from(residual, rows, {means.options, means.workspace}, equations, answer);
  }
}

}  // namespace perpend
