// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/fallback_chain.hpp"

#include <algorithm>
#include <limits>

#include "lcp/cone/corners.hpp"
#include "lcp/cone/interior_point.hpp"
#include "lcp/cone/jammed.hpp"
#include "lcp/cone/proximal_path.hpp"
#include "lcp/cone/stages.hpp"
#include "lcp/cone/sweeps.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// A hard problem of a few hundred contacts takes several hundred factorisations. Where each is
// expensive, a problem that is not solved within about a second is reported as unsolved.
constexpr int kFewest = 400;
constexpr Index kRows = 350'000;  // rows times factorisations: 800 at 150 contacts, 400 from 290 on

SearchBudget budget_of(const ConeProblem& cone, const ConeOptions& options) {
  const int usual = options.only || cone.size() == 0
                        ? kMost
                        : static_cast<int>(std::clamp<Index>(kRows / cone.size(), kFewest, kMost));
  if (options.max_factorisations <= 0) return {.most = usual, .most_near = usual};
  const double near = options.limits ? options.limits->near_residual : 0.0;
  return {.most = options.max_factorisations,
          .near_residual = near,
          .most_near = std::max(usual, options.max_factorisations)};
}

constexpr int kSweeps = 40;

// Budget of a short path after the other stages: what it solves it mostly solves sooner, and the
// long path gets the rest.
constexpr int kShortBudget = 400;

void probe_best(ConeSearch& search) {
  search.stage = Method::alart_curnier;
  if (!ended(search) && search.best_residual() < kNear) search.probe(search.best());
}

void run(ConeSearch& search, Method stage) {
  if (ended(search)) return;
  switch (stage) {
    case Method::fischer_burmeister:
      return run_fischer_burmeister(search, zero(search));
    case Method::interior:
      run_cone_interior(search);
      return;
    case Method::proximal:
      return run_proximal_path(search, search.best());
    default:
      search.stage = Method::alart_curnier;
      search.probe(search.best());
  }
}

// Runs a stage that was requested by itself, after a probe of the guess where there is one;
// Alart-Curnier steps begin and end the path.
void run_alone(ConeSearch& search, Method stage, const VectorXd* guess) {
  if (guess) search.probe(*guess);
  if (stage == Method::proximal && !guess) search.probe(search.best());
  run(search, stage);
  if (stage == Method::proximal || stage == Method::alart_curnier) polish(search);
}

void fischer_burmeister_from(ConeSearch& search, const VectorXd& start) {
  if (!ended(search)) run_fischer_burmeister(search, start);
}

// Where W is sparse a sweep costs less than a tenth of a factorisation. Contacts that stick after a
// few sweeps mostly stick in the solution, and with the right active set Alart-Curnier steps need
// one factorisation; those of Fischer-Burmeister rotate with the direction of a slip that goes to
// zero.
const VectorXd& first_start(ConeSearch& search) {
  const ConeProblem& cone = search.cone();
  const BlockRows* rows = cone.W->rows();
  if (!rows) return zero(search);
  search.stage = Method::alart_curnier;
  SearchMemory& memory = search.memory();
  sweeps_start(cone, *rows, kSweeps, memory.sweeps, memory.start);
  return search.brief_probe(memory.start);
}

// Fischer-Burmeister starts from sweeps where W is sparse, from zero in other small problems; then
// from alternating directions; then from where the interior point ended. The polish comes last: its
// rank-revealing factorisations cost ten times the others.
void run_cold_stages(ConeSearch& search, const ConeOptions& options) {
  if (!options.large && !ended(search)) fischer_burmeister_from(search, first_start(search));
  probe_best(search);
  for (const int iterations : kIterations) from_alternating(search, iterations);
  if (ended(search)) return polish_near(search);
  const VectorXd centre = run_cone_interior(search);
  // An iterate that never was the best point is a poor centre: the path would use up its budget
  // there.
  const bool near = search.best_by == Method::interior || !options.in_bodies;
  fischer_burmeister_from(search, centre);
  if (!ended(search)) follow_path(search, centre, kShortBudget);
  if (!ended(search)) run_proximal_path(search, near ? centre : zero(search));
  polish_near(search);
}

void begin(ConeReport& report) {
  report.residual = std::numeric_limits<double>::infinity();
  report.path_shift = 0.0;
  report.draft = report.solved = false;
  report.steps = report.factorisations = 0;
}

// Below this many rows a guess with this residual is followed by stages that stay near it, as
// alternating directions do: paths end at points that are no good guess for the next step.
constexpr Index kFewRows = 400;
constexpr double kBeside = 1e-4;

// Budget of a short path from such a guess: servos drag feet along, with weak slips.
constexpr int kBesideBudget = 250;

bool is_beside_guess(const ConeSearch& search) {
  return search.cone().size() < kFewRows && search.best_residual() < kBeside;
}

// What the probe of the guess leaves to be done.
enum class Next {
  nothing,      // it solved the problem
  cold_stages,  // the stages from zero
  jammed_stages,
  path_from_guess  // a short path from the guess, then the stages from zero
};

// A guess that steps do not improve at once, or within a few from near a solution, is dropped, so
// that a wrong one costs no more than these steps; the cold start follows.
Next probe_guess(const ConeProblem& cone, SearchBudget budget, const ConeOptions& options,
                 SearchMemory& memory, ConeReport& report) {
  const Next unprobed = options.is_jammed ? Next::jammed_stages : Next::cold_stages;
  const bool goes_on_from_draft = options.is_jammed && options.draft.behind;
  if (!options.warm || options.only || goes_on_from_draft) return unprobed;
  ConeSearch near(cone, budget, memory, options.limits);
  near.step_while_gaining(*options.warm, options.guess_residual);
  if (!options.is_jammed && !ended(near) && near.best_residual() < kNear)
    near.brief_probe(near.best(), 1);
  hand_out(near, report);
  if (report.solved) return Next::nothing;
  if (!options.is_jammed || !is_beside_guess(near)) return unprobed;
  return options.in_bodies ? Next::cold_stages : Next::path_from_guess;
}

void run_stages(ConeSearch& search, Next next, const ConeOptions& options, ConeReport& report) {
  if (next == Next::path_from_guess) run_short_path(search, *options.warm, kBesideBudget);
  if (next != Next::jammed_stages || run_jammed_stages(search, options, report.draft))
    run_cold_stages(search, options);
  if (!report.draft) sharpen_found(search);
}

}  // namespace

void solve_cone(const ConeProblem& cone, const ConeOptions& options, SearchMemory& memory,
                ConeReport& report) {
  const SearchBudget budget = budget_of(cone, options);
  begin(report);
  if (!options.draft.behind) memory.draft = {};
  const Next next = probe_guess(cone, budget, options, memory, report);
  if (next == Next::nothing) return;
  if (!options.only && has_corners(cone))
    return run_corner_stages(cone, budget, options, memory, report);
  ConeSearch search(cone, budget, memory, options.limits);
  if (options.only)
    run_alone(search, *options.only, options.warm);
  else
    run_stages(search, next, options, report);
  sweep_late(search, options, report);
  hand_out(search, report);
}

}  // namespace perpend::lcp
