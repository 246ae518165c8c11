// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>

#include "lcp/cone/fallback_chain.hpp"
#include "lcp/cone/operator/dense.hpp"
#include "lcp/cone/operator/low_rank.hpp"
#include "lcp/cone/operator/sparse.hpp"
#include "lcp/problem/representation.hpp"

namespace perpend::lcp {

/// Rows up to which robots are small. Beyond, where one stands under a load, the moments of its
/// motors are as free as the impulses of redundant contacts, and facets slip as badly as those of
/// piles.
inline constexpr Eigen::Index kSmallRobot = 60;

/// Whether motors, limits or dry friction, contacts of one tangent, are among contacts in space;
/// `tangents` projects a contact to their number.
template <typename Contacts, typename Tangents>
bool is_robot(const Contacts& contacts, Tangents tangents) {
  const auto has = [&](int count) {
    return std::ranges::any_of(
        contacts, [&](const auto& contact) { return std::invoke(tangents, contact) == count; });
  };
  return has(1) && has(2);
}

/// Memory of solve_cone that is kept from one contact problem to the next.
struct ConeWorkspace {
  DenseConeOperator W;  ///< and what answers in its place where its blocks or its rank are few
  LowRankConeOperator low_rank;
  SparseConeOperator sparse;
  ConeProblem cone;
  Representation representation = Representation::dense;  ///< of the problem solved last
  SearchMemory search;
  ConeReport report;
  DraftRule draft;  ///< of the problems solved from here on
  Eigen::VectorXd warm;
};

/// The fallback chain of the cone on a dense contact problem, or only one of its stages; for every
/// law (FrictionLaw::opposing is answered by the circular cone), bilateral rows and sliding
/// contacts. Fills f, status, answered_by, pivots (Newton steps and iterations), factorisations,
/// path_shift and degenerate; the residual checker fills the rest. It never proves that there is no
/// solution: Status::limit is all it says of a problem it cannot solve. options.warm starts it near
/// an answer; options.max_pivots limits the factorisations, 400 by default and 1000 for one stage.
/// O(n³) per step.
void solve_cone(const ContactProblem& problem, std::optional<Method> only, const Options& options,
                ConeWorkspace& workspace, Solution& solution);

/// The same with polygons in place of the discs, one per contact.
void solve_polygons(const ContactProblem& problem, const std::vector<FrictionPolygon>& polygons,
                    const Options& options, ConeWorkspace& workspace, Solution& solution);

/// The fallback chain, or one stage, on workspace.cone as equilibrate() left it; fills what
/// solve_cone does.
void climb_cone(std::optional<Method> only, const Options& options, ConeWorkspace& workspace,
                Solution& solution);

/// Newton steps from options.warm: at most twelve, and options.max_pivots.
void probe_cone(const ContactProblem& problem, const Options& options, Solution& solution);

}  // namespace perpend::lcp
