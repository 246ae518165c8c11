// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "perpend/lcp/problem.hpp"

namespace perpend::lcp {

/// Where a row of a BoxedLcp stands: its force at a bound, or its motion at zero.
enum class Side { lower, upper, clamped };

/// One complementary set: side[i] for each of the n rows.
using ActiveSet = std::vector<Side>;

/// Rows strictly between their bounds become clamped; `margin` is in the units of f.
ActiveSet active_set(const BoxedLcp& problem, const Eigen::VectorXd& f, double margin = 0.0);

/// The set of a warm start, or every row at its nearer finite bound (lower first) and bilateral
/// rows clamped where `warm` is empty.
ActiveSet starting_set(const BoxedLcp& problem, std::span<const double> warm);

/// A row on the wrong side, and the side it has to go to.
struct Correction {
  Eigen::Index row = 0;
  Side side = Side::clamped;
};

/// In index order: bounds with motion of the wrong sign, clamped forces beyond a bound. A row is
/// right within 1e-12 max |b| of motion, a hundredth of the residual checker's bound; a force of
/// that over A_ii.
std::vector<Correction> wrong_rows(const BoxedLcp& problem, const ActiveSet& set,
                                   const Eigen::VectorXd& f);
double rounding_tolerance(const BoxedLcp& problem);

/// f into the box.
void clip(const BoxedLcp& problem, Eigen::VectorXd& f);

/// How the forces on a set were found.
enum class SetSolve {
  regular,   ///< by LU, backward stable
  singular,  ///< least norm: the clamped block has no inverse in double precision
};

/// f on the set: bounds outside, A_CC f_C = -(b_C + A_CN f_N) with two steps of refinement inside,
/// least norm where A_CC is singular. f_C may violate its bounds. O(n k + k³).
SetSolve solve_on_set(const BoxedLcp& problem, const ActiveSet& set, Eigen::VectorXd& f);

/// The least change of f_C that makes a_C = 0 (bounds outside C are set first): keeps the load of
/// redundant rows shared as it was.
SetSolve correct_on_set(const BoxedLcp& problem, const ActiveSet& set, Eigen::VectorXd& f);

/// solve_on_set, with every f_C that leaves its bounds sent to the bound it crossed, until none
/// does. Repairs a set that is complementary but for rounding error; on a set that is not, the
/// answer is inside the box and the motion says so. Changes `set`.
SetSolve settle(const BoxedLcp& problem, ActiveSet& set, Eigen::VectorXd& f);

/// The least-squares f_C of a = 0 on C and on the rows outside whose motion is below 1e-8 max |b|,
/// from f, inside the box. Rows that depend on C share its rounding then, where solving on C alone
/// multiplies it by the condition of A_CC.
void fit_on_set(const BoxedLcp& problem, const ActiveSet& set, Eigen::VectorXd& f);

/// `direction` (n) proves that no f in the box solves the problem: it recedes inside the box, so a
/// solution would have direction · a >= 0, but sup over the box of direction · (A f + b) < 0.
/// Judged above the rounding error of the products, for any A.
bool proves_infeasible(const BoxedLcp& problem, const Eigen::VectorXd& direction);
bool proves_infeasible(const Lcp& problem, const Eigen::VectorXd& direction);

/// The same for contacts, with direction >= 0 on normal rows, any on bilateral ones and 0 on
/// tangents: motion · direction >= 0 at a solution, but its supremum over all forces in the cones
/// is negative.
bool proves_infeasible(const ContactProblem& problem, const Eigen::VectorXd& direction);

}  // namespace perpend::lcp
