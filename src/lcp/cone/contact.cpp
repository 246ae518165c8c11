// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/contact.hpp"

#include "lcp/cone/pivoting_path.hpp"
#include "lcp/cone/search.hpp"
#include "lcp/problem/symmetry.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// Number of rows above which Fischer-Burmeister from zero mostly fails to converge. A sparse W is
// exempt: where bodies touch few others contacts are hardly redundant.
constexpr Index kLarge = 150;
// Number of rows above which islands in body space are jammed more often than not.
constexpr Index kJammed = 400;
// Number of rows above which a guess is a better start than zero; below, either takes a few steps.
constexpr Index kGuessed = 15;

// Returns true if the nonzero blocks of A are few enough; they are then all that is kept of it.
bool takes_sparse(const ContactProblem& problem, ConeWorkspace& workspace) {
  const auto& blocks = workspace.cone.blocks;
  const std::size_t pairs = most_sparse_pairs(static_cast<Index>(blocks.size()));
  return pairs > 0 && workspace.sparse.assign(problem.A, blocks, pairs);
}

bool takes_low_rank(ConeWorkspace& workspace) {
  DenseConeOperator& W = workspace.W;
  return is_symmetric(W.matrix(), kRoundedSymmetry) &&
         workspace.low_rank.assign(W, most_rank(W.size()));
}

// Sets up the problem in equilibrated units, on the cheapest operator.
void equilibrate(const ContactProblem& problem, const std::vector<FrictionPolygon>& polygons,
                 ConeWorkspace& workspace) {
  ConeProblem& cone = workspace.cone;
  set_blocks(problem.size(), problem.contacts, polygons, problem.law, cone.blocks);
  if (takes_sparse(problem, workspace)) {
    workspace.representation = Representation::sparse;
    return equilibrate(problem.b, problem.noise, workspace.sparse, cone);
  }
  workspace.representation = Representation::dense;
  workspace.W.assign(problem.A);
  equilibrate(problem.b, problem.noise, workspace.W, cone);
  if (!takes_low_rank(workspace)) return;
  workspace.representation = Representation::low_rank;
  cone.W = &workspace.low_rank;
}

// True if the island takes the order of stages of jammed ones. With a guess islands in space do so
// at nearly any size: sweeps or a path from the guess, and the interior point, take less time than
// alternating directions. Small robots do not: a grip has many solutions, and the one nearest the
// guess keeps holding.
bool is_jammed(const ConeWorkspace& workspace, const Options& options) {
  const ConeProblem& cone = workspace.cone;
  const bool in_bodies = workspace.representation == Representation::bodies;
  if (workspace.representation == Representation::sparse) return false;
  if (in_bodies && cone.size() > kJammed) return true;
  const bool robot = is_robot(cone.blocks, [](const ConeBlock& block) { return block.rows - 1; });
  if (options.warm.empty() || is_planar(cone))
    return !in_bodies && robot && cone.size() > kSmallRobot;
  return cone.size() > (robot ? kSmallRobot : kGuessed);
}

void set_start(const ConeProblem& cone, const Options& options, VectorXd& r) {
  r = Eigen::Map<const VectorXd>(options.warm.data(), cone.size()).cwiseQuotient(cone.force_scale);
}

}  // namespace

void solve_cone(const ContactProblem& problem, std::optional<Method> only, const Options& options,
                ConeWorkspace& workspace, Solution& solution) {
  equilibrate(problem, {}, workspace);
  run_cone_stages(only, options, workspace, solution);
}

void solve_polygons(const ContactProblem& problem, const std::vector<FrictionPolygon>& polygons,
                    const Options& options, ConeWorkspace& workspace, Solution& solution) {
  equilibrate(problem, polygons, workspace);
  run_cone_stages({}, options, workspace, solution);
}

void run_cone_stages(std::optional<Method> only, const Options& options, ConeWorkspace& workspace,
                     Solution& solution) {
  const ConeProblem& cone = workspace.cone;
  ConeOptions own{.guess_residual = options.guess_residual,
                  .max_factorisations = options.max_pivots,
                  .only = only,
                  .large = cone.size() > kLarge && cone.W != &workspace.sparse,
                  .in_bodies = workspace.representation == Representation::bodies,
                  .is_jammed = is_jammed(workspace, options),
                  .draft = workspace.draft,
                  .limits = &options};
  if (!options.warm.empty()) {
    set_start(cone, options, workspace.warm);
    own.warm = &workspace.warm;
  }
  ConeReport& report = workspace.report;
  solve_cone(cone, own, workspace.search, report);
  solution.f = cone.force_scale.cwiseProduct(report.r);
  solution.status = report.solved ? Status::solved : Status::limit;
  solution.answered_by = report.stage;
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
  SearchMemory memory;
  const int most = options.max_pivots > 0 ? std::min(kSteps, options.max_pivots) : kSteps;
  ConeSearch search(cone, {.most = most}, memory, &options);
  set_start(cone, options, memory.start);
  search.probe(memory.start, kRounds);
  solution.f = cone.force_scale.cwiseProduct(search.best());
  solution.status = search.done() ? Status::solved : Status::limit;
  solution.pivots = search.steps;
  solution.factorisations = search.factorisations();
}

}  // namespace perpend::lcp
