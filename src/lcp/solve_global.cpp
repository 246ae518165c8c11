// SPDX-License-Identifier: Apache-2.0
//
// Global problems split into islands, and each is solved where its system is smaller: in contact
// space (3 rows per contact) or in the velocities of its bodies (6 per body).
#include "lcp/solve_global.hpp"

#include <algorithm>

#include "lcp/pivoting/boxed_fallbacks.hpp"
#include "lcp/problem/global_blocks.hpp"
#include "lcp/problem/global_islands.hpp"
#include "lcp/problem/mass_bodies.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// Limits of the budget, which is one factorisation per row: each is cheap where it follows the
// graph of the bodies, and piles of 2000 contacts with mass ratios take 2000 of them.
constexpr Index kFewest = 1000, kMost = 4000;

bool fits_bodies(const GlobalContactProblem& problem, Method method) {
  return is_cone_method(method) && suits_bodies(problem.size(), problem.velocities()) &&
         is_symmetric(problem.M);
}

void answer(const GlobalContactProblem& problem, const Options& options, Workspace& dense,
            ConeWorkspace& cone, BodyConeOperator& bodies, Solution& part) {
  if (!fits_bodies(problem, options.method)) {
    const ContactProblem condensed = condense(problem);
    if (condensed.A.allFinite() && condensed.b.allFinite())
      return solve(condensed, options, dense, part);
    return reset(part, problem.size());  // H' M⁻¹ H is beyond the range of double
  }
  std::optional<Method> only;
  if (options.method != Method::automatic) only = options.method;
  solve_cone(to_blocks(problem), only, options, bodies, cone, part);
}

}  // namespace

void solve_cone(const BlockProblem& problem, std::optional<Method> only, const Options& options,
                BodyConeOperator& bodies, ConeWorkspace& workspace, Solution& solution) {
  bodies.assign(problem);
  workspace.representation = Representation::bodies;
  set_blocks(problem.size(), problem.contacts, problem.polygons, problem.law,
             workspace.cone.blocks);
  equilibrate(problem.b, problem.noise, bodies, workspace.cone);
  Options own = options;
  if (own.max_pivots == 0)
    own.max_pivots = static_cast<int>(std::clamp(problem.size(), kFewest, kMost));
  run_cone_stages(only, own, workspace, solution);
}

void solve_islands(const GlobalContactProblem& problem, const Options& options, Workspace& dense,
                   ConeWorkspace& cone, GlobalWorkspace& workspace, Solution& solution) {
  const std::vector<GlobalIsland> islands = split_islands(problem);
  if (workspace.bodies.size() < islands.size()) workspace.bodies.resize(islands.size());
  int hardest = -1;
  for (std::size_t k = 0; k < islands.size(); ++k) {
    const std::vector<Index>& rows = islands[k].rows;
    Options own = options;
    workspace.warm.clear();
    if (!options.warm.empty())
      for (const Index row : rows) workspace.warm.push_back(options.warm[row]);
    own.warm = workspace.warm;
    Solution& part = workspace.part;
    part = {};
    answer(islands[k].problem, own, dense, cone, workspace.bodies[k], part);
    if (!part.f.allFinite()) part.f.setZero();  // the other islands keep their answers
    solution.f(rows) = part.f;
    solution.pivots += part.pivots;
    solution.drives += part.drives;
    if (part.factorisations <= hardest) continue;
    hardest = solution.factorisations = part.factorisations;
    solution.answered_by = part.answered_by;
  }
}

}  // namespace perpend::lcp
