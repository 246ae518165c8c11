// SPDX-License-Identifier: Apache-2.0
#include "cone_contact.hpp"

#include "cone_search.hpp"
#include "symmetry.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// From here on Fischer-Burmeister loses its way from zero, while the interior point needs no more
// iterations than in small problems: 29 factorisations instead of 43 on piles of 50 to 150
// contacts. Where bodies touch few others contacts are hardly redundant, and it does not.
constexpr Index kInteriorFirst = 150;

// Measured shares (docs/methods/cone_sparse.md, cone_low_rank.md): blocks that are not zero, and
// rank over rows, below which the structure pays for what finding it costs.
constexpr double kSparse = 0.1;
constexpr Index kFewestSparse = 16;  // contacts
constexpr double kLowRank = 0.5;

ConeOperator& cheapest_operator(ConeWorkspace& workspace) {
  DenseConeOperator& W = workspace.W;
  const auto& blocks = workspace.cone.blocks;
  const auto count = static_cast<Index>(blocks.size());
  const auto pairs = static_cast<std::size_t>(kSparse * 0.5 * static_cast<double>(count * count));
  if (count >= kFewestSparse && workspace.sparse.assign(W, blocks, pairs)) return workspace.sparse;
  const auto rank = static_cast<Index>(kLowRank * static_cast<double>(W.size()));
  if (is_symmetric(W.matrix(), kRoundedSymmetry) && workspace.low_rank.assign(W, rank))
    return workspace.low_rank;
  return W;
}

VectorXd start_of(const ConeProblem& cone, const Options& options) {
  const Eigen::Map<const VectorXd> f(options.warm.data(), cone.size());
  return f.cwiseQuotient(cone.force_scale);
}

}  // namespace

void solve_cone(const ContactProblem& problem, std::optional<Method> only, const Options& options,
                ConeWorkspace& workspace, Solution& solution) {
  equilibrate(problem, workspace.W, workspace.cone);
  workspace.cone.W = &cheapest_operator(workspace);
  climb_cone(only, options, workspace, solution);
}

void climb_cone(std::optional<Method> only, const Options& options, ConeWorkspace& workspace,
                Solution& solution) {
  const ConeProblem& cone = workspace.cone;
  ConeOptions own{.max_factorisations = options.max_pivots,
                  .only = only,
                  .prefer_interior = cone.size() > kInteriorFirst && cone.W != &workspace.sparse};
  if (!options.warm.empty()) {
    workspace.warm = start_of(cone, options);
    own.warm = &workspace.warm;
  }
  ConeReport& report = workspace.report;
  solve_cone(cone, own, report);
  solution.f = cone.force_scale.cwiseProduct(report.r);
  solution.status = report.solved ? Status::solved : Status::limit;
  solution.answered_by = report.rung;
  solution.pivots = report.steps;
  solution.factorisations = report.factorisations;
  solution.path_shift = report.path_shift;
  solution.degenerate = report.degenerate;
}

void probe_cone(const ContactProblem& problem, const Options& options, Solution& solution) {
  DenseConeOperator W;
  ConeProblem cone;
  equilibrate(problem, W, cone);
  constexpr int kRounds = 3, kSteps = 12;
  ConeSearch search(cone, kSteps);
  search.probe(start_of(cone, options), kRounds);
  solution.f = cone.force_scale.cwiseProduct(search.best());
  solution.status = search.done() ? Status::solved : Status::limit;
  solution.pivots = search.steps;
  solution.factorisations = search.factorisations();
}

}  // namespace perpend::lcp
