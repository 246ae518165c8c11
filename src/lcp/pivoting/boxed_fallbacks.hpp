// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "lcp/problem/friction_polygon.hpp"
#include "lcp/problem/sparse_columns.hpp"
#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/problem.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// Largest residual of f = 0 where bounds admit it.
inline constexpr double kWithoutForces = 1.0;

/// Empties a solution for a problem of n rows: f = 0, Status::limit, no counts.
void reset(Solution& solution, Eigen::Index n);

/// Takes the verdict on solution.f as it is, with Status::solved or Status::limit, and drops a ray.
void take_verdict(const Certificate& certificate, Solution& solution);

/// True if the forces are worse than none: their residual is above 1, or it is above 1e-3 and they
/// add energy, ½ f · (a + b) = f · a - ½ fᵀA f > 0, although fᵀA f >= 0. Where bounds admit 0, f =
/// 0 violates no row by more than its b, and no unit of a row is smaller than that, so its residual
/// is at most 1; and f · a <= 0 at a solution, whatever A is. Without b the residual alone is
/// judged.
bool is_worse_than_none(const Certificate& certificate, const Eigen::VectorXd* b,
                        const Solution& solution);

/// Returns the certificate that `certify_it` computes of solution.f, with a in solution.a. Forces
/// that are not finite, or worse than none, as those of a method that diverged are, give way to
/// f = 0: they would add energy without bound.
Certificate certify_or_clear(const Eigen::VectorXd* b, Solution& solution, const auto& certify_it) {
  const Certificate found = certify_it();
  if (!is_worse_than_none(found, b, solution)) return found;
  Eigen::VectorXd f = solution.f;
  solution.f.setZero();
  const Certificate cleared = certify_it();
  const bool admits_none = cleared.residual <= kWithoutForces;
  if (admits_none || !std::isfinite(found.residual) || cleared.residual < found.residual)
    return cleared;
  solution.f = std::move(f);
  return certify_it();
}

/// Applies the residual checker by certify_or_clear(): fills a, residual and residual_bound. Sets
/// Status::solved exactly where the residual holds, and Status::infeasible exactly where
/// solution.ray proves it, for a boxed problem by proves_infeasible(), for a contact problem by its
/// normal and bilateral rows.
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
