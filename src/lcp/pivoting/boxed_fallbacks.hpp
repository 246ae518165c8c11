// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lcp/problem/friction_polygon.hpp"
#include "lcp/problem/sparse_columns.hpp"
#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// Empties a solution for a problem of n rows: f = 0, Status::limit, no counts.
void reset(Solution& solution, Eigen::Index n);

/// Applies the residual checker: fills a, residual and residual_bound. Sets Status::solved exactly
/// where the residual holds, and Status::infeasible exactly where solution.ray proves it, for a
/// boxed problem by proves_infeasible(), for a contact problem by its normal and bilateral rows.
void judge(const Lcp& problem, Solution& solution);
void judge(const BoxedLcp& problem, Solution& solution);
void judge(const ContactProblem& problem, Solution& solution);
/// Same for a boxed problem whose A is `columns` alone, and for contacts with polygons in place of
/// the discs, one per contact; a ray is dropped.
void judge(const BoxedLcp& problem, const SparseColumns& columns, Solution& solution);
void judge(const ContactProblem& problem, const std::vector<FrictionPolygon>& polygons,
           Solution& solution);

/// Adds the counts of `attempt`; takes its f, a and verdict where its residual is smaller. A ray
/// stays until an attempt solves the problem or proves that there is no solution.
void keep_better(const Solution& attempt, Solution& solution);

}  // namespace perpend::lcp
