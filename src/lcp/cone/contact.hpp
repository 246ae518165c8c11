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

/// Number of rows up to which robots count as small. In larger ones that stand under a load, the
/// torques of the motors are as undetermined as the impulses of redundant contacts, and friction
/// facets slip as badly as in piles.
inline constexpr Eigen::Index kSmallRobot = 60;

/// True if motors, limits or dry friction, contacts of one tangent, are among contacts in space;
/// `tangents` projects a contact to its number of tangents.
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
  DenseConeOperator W;  ///< W; `low_rank` and `sparse` replace it where its rank or blocks are few
  LowRankConeOperator low_rank;
  SparseConeOperator sparse;
  ConeProblem cone;
  Representation representation = Representation::dense;  ///< how W was kept in the last problem
  SearchMemory search;
  ConeReport report;
  DraftRule draft;  ///< applies to all further problems
  Eigen::VectorXd warm;
};

/// Runs the fallback chain of the cone, or only the stage `only`, on a dense contact problem; for
/// every law (FrictionLaw::opposing is solved as the circular cone), bilateral rows and sliding
/// contacts. Fills f, status, answered_by, pivots (Newton steps and iterations), factorisations,
/// path_shift and degenerate; the residual checker fills the rest. It never proves that there is no
/// solution: a problem it cannot solve gets Status::limit. options.warm is a guess of the solution;
/// options.max_pivots limits the factorisations, by default to 1000, and for the whole chain to
/// fewer above 350 rows. O(n³) per step.
void solve_cone(const ContactProblem& problem, std::optional<Method> only, const Options& options,
                ConeWorkspace& workspace, Solution& solution);

/// Same with polygons in place of the discs, one per contact.
void solve_polygons(const ContactProblem& problem, const std::vector<FrictionPolygon>& polygons,
                    const Options& options, ConeWorkspace& workspace, Solution& solution);

/// Runs the fallback chain, or one stage, on workspace.cone as equilibrate() left it; fills what
/// solve_cone() does.
void run_cone_stages(std::optional<Method> only, const Options& options, ConeWorkspace& workspace,
                     Solution& solution);

/// Takes Newton steps from options.warm: at most twelve, and at most options.max_pivots.
void probe_cone(const ContactProblem& problem, const Options& options, Solution& solution);

}  // namespace perpend::lcp
