// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "perpend/lcp/problem.hpp"

namespace perpend::lcp {

/// State of a row of a BoxedLcp: its force is at a bound, or its motion is zero.
enum class Side { lower, upper, clamped };

/// One complementary set: side[i] for each of the n rows.
using ActiveSet = std::vector<Side>;

/// Returns the set in which rows strictly between their bounds are clamped; `margin` is in the
/// units of f.
ActiveSet active_set(const BoxedLcp& problem, const Eigen::VectorXd& f, double margin = 0.0);

/// Returns the set of a warm start, or, where `warm` is empty, every row at its nearer finite bound
/// (lower first) and bilateral rows clamped.
ActiveSet starting_set(const BoxedLcp& problem, std::span<const double> warm);

/// A row on the wrong side, and the side that it moves to.
struct Correction {
  Eigen::Index row = 0;
  Side side = Side::clamped;
};

/// Returns, in index order, bounds with motion of the wrong sign and clamped forces beyond a bound.
/// A row is right within 1e-12 max |b| of motion, a hundredth of the residual checker's bound; a
/// force within that over A_ii.
std::vector<Correction> wrong_rows(const BoxedLcp& problem, const ActiveSet& set,
                                   const Eigen::VectorXd& f);
double rounding_tolerance(const BoxedLcp& problem);

/// Clips f to the box.
void clip(const BoxedLcp& problem, Eigen::VectorXd& f);

/// Result of solving for the forces on a set.
enum class SetSolve {
  regular,   ///< by LU, backward stable
  singular,  ///< least norm: the clamped block has no inverse in double precision
};

/// Solves for f on the set: bounds outside, A_CC f_C = -(b_C + A_CN f_N) with two steps of
/// refinement inside, least norm where A_CC is singular. f_C may violate its bounds. O(n k + k³).
SetSolve solve_on_set(const BoxedLcp& problem, const ActiveSet& set, Eigen::VectorXd& f);

/// Makes the least change of f_C that gives a_C = 0 (bounds outside C are set first): the load of
/// redundant rows stays shared as it was.
SetSolve correct_on_set(const BoxedLcp& problem, const ActiveSet& set, Eigen::VectorXd& f);

/// Repeats solve_on_set(), with every f_C that leaves its bounds set to the bound it crossed, until
/// none does. Repairs a set that is complementary but for rounding error; on a set that is not, the
/// answer is inside the box and its motion shows the violation. Changes `set`.
SetSolve settle(const BoxedLcp& problem, ActiveSet& set, Eigen::VectorXd& f);

/// Computes the least-squares f_C of a = 0 on C and on the rows outside whose motion is below 1e-8
/// max |b|, from f, inside the box. Rows that depend on C then share its rounding, where solving on
/// C alone multiplies it by the condition number of A_CC.
void fit_on_set(const BoxedLcp& problem, const ActiveSet& set, Eigen::VectorXd& f);

/// True if `direction` (n) proves that no f in the box solves the problem: it recedes inside the
/// box, so a solution would have direction · a >= 0, but sup over the box of direction ·
/// (A f + b) < 0. Judged above the rounding error of the products, for any A.
bool proves_infeasible(const BoxedLcp& problem, const Eigen::VectorXd& direction);
bool proves_infeasible(const Lcp& problem, const Eigen::VectorXd& direction);

/// Same for contacts, with direction >= 0 on normal rows, any on bilateral ones and 0 on tangents:
/// motion · direction >= 0 at a solution, but its supremum over all forces in the cones is
/// negative.
bool proves_infeasible(const ContactProblem& problem, const Eigen::VectorXd& direction);

}  // namespace perpend::lcp
