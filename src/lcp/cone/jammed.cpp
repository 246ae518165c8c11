// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/jammed.hpp"

#include <utility>

#include "lcp/cone/interior_point.hpp"
#include "lcp/cone/proximal_path.hpp"
#include "lcp/cone/stages.hpp"
#include "lcp/cone/sweeps.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// Idle steps of Fischer-Burmeister without a guess: it mostly solves heaps of thirty bodies, in a
// tenth of the factorisations of an interior point, and one in five of a hundred bodies; a few idle
// steps tell which.
constexpr int kFewIdleSteps = 11;

void start_cold(ConeSearch& search) {
  from_alternating(search, kIterations[0], kFewIdleSteps);
}

// A draft shows which rows are missing at the residual kDraft, and mostly at whatever residual the
// interior point ends. An interior point that continued from a draft and ends above kNearDraft has
// gone astray, which from zero it mostly does not.
constexpr double kDraft = 2e-3, kNearDraft = 4e-5;

// True if contacts are many, but few for their bodies, as with balls: hardly any are redundant, and
// sweeps converge. Heaps of balls have up to 7.5 rows per body (six velocities), heaps of boxes 11.
bool is_loose(const ConeSearch& search) {
  const BodyColumns* columns = search.cone().W->columns();
  const Index rows = search.cone().size();
  return columns && rows > kSweptRows && 3 * rows <= 4 * columns->velocities;
}

// True if sweeps replace the interior point. For a thousand bodies a factorisation costs as much as
// tens of sweeps, for a hundred as much as a few.
bool is_swept(const ConeSearch& search) {
  constexpr Index kLargeRows = 4000;
  return is_loose(search) || (search.cone().W->columns() && search.cone().size() > kLargeRows);
}

// Runs sweeps in rounds of fifty until the residual is `enough`. Near a solution what is left soon
// is a drift along null directions of the problem, which is left to a path.
void sweep_until(ConeSearch& search, BodySweeps& sweeps, double enough) {
  constexpr int kMostRounds = 30, kDriftRounds = 4;
  constexpr double kDrifting = 1e-4, kDriftGain = 0.7;
  double residual = search.best_residual(), before[kDriftRounds] = {};
  for (int round = 0; round < kMostRounds && residual > enough && !search.spent(); ++round) {
    double& earlier = before[round % kDriftRounds];
    const bool drifts = round >= kDriftRounds && residual < kDrifting;
    if (drifts && residual > kDriftGain * earlier) return;
    earlier = residual;
    sweeps.run_conjugate(kBodySweeps);
    residual = search.consider(sweeps.swept());
  }
}

// A draft needs no more than sweeps; to full accuracy a short path continues from them. In heaps of
// balls an interior point stops at 1e-2, and the path from there takes five times as many
// factorisations; with boxes it handles what sweeps leave. Returns true if the best point is a
// draft.
bool sweep_and_follow(ConeSearch& search, const ConeOptions& options) {
  constexpr int kLooseBudget = 300, kBudget = 200;
  constexpr double kSwept = 1e-6, kSweptDraft = 2e-4, kPathFrom = 1e-4;
  search.stage = Method::alart_curnier;
  BodySweeps sweeps(search.cone(), *search.cone().W->columns(), search.memory().sweeps,
                    *options.warm);
  search.consider(*options.warm);
  sweep_until(search, sweeps, options.draft.wanted ? kSweptDraft : kSwept);
  if (ended(search)) return false;
  const bool loose = is_loose(search);
  if (options.draft.wanted) return loose || search.best_residual() <= kDraft;
  if (!loose && search.best_residual() > kPathFrom) return false;
  const VectorXd start = search.best();
  search.brief_probe(start);
  if (!ended(search)) run_short_path(search, search.best(), loose ? kLooseBudget : kBudget);
  return false;
}

// With fewer factorisations than this an interior point leaves none to the path after it; a short
// path from the guess, where that is better than the best point, loses nothing of what an earlier
// search has found.
constexpr int kFewForJams = 45;

bool goes_on_from_guess(ConeSearch& search, const ConeOptions& options) {
  const int most = options.max_factorisations;
  if (!options.warm || most <= 0 || most >= kFewForJams) return false;
  const double none = search.best_residual();
  return search.consider(*options.warm) < none;
}

// Residual of the solution of a problem with a few rows less, which the step solved before contacts
// were found missing: from this near, a path takes fewer factorisations than a new start.
constexpr double kNearAnswer = 2e-2;

void go_on_from_answer(ConeSearch& search, const ConeOptions& options) {
  if (options.draft.wanted || options.draft.behind) return;
  if (search.cone().size() <= kSweptRows || is_swept(search)) return;
  if (search.consider(*options.warm) < kNearAnswer)
    follow_path(search, *options.warm, kFirstBudget);
}

// Continues the interior point where it left this problem, unless it stalled there from zero: it
// would only repeat itself.
VectorXd go_on_inside(ConeSearch& search, const InteriorState& left) {
  if (left.stalls && left.from_zero) {
    search.stage = Method::interior;
    search.consider(left.r);
    return left.r;
  }
  VectorXd centre = left.r;
  if (!left.stalls) centre = run_cone_interior(search, {.probes = false, .left = &left});
  if (left.from_zero || ended(search) || search.best_residual() <= kNearDraft) return centre;
  return run_cone_interior(search, {.probes = false});
}

// Runs the interior point to a draft, on from one, or from zero. Where no row was added to the
// problem of a draft, it continues from both iterates: from the impulses alone it takes as many
// iterations again.
VectorXd go_inside(ConeSearch& search, const ConeOptions& options) {
  const InteriorState left = std::exchange(search.memory().draft, {});
  InteriorRule rule{.probes = false};
  if (options.draft.behind) {
    if (!options.draft.wanted && left.is_of(search.cone().q)) return go_on_inside(search, left);
    rule.from = options.warm;
  }
  if (options.draft.wanted) {
    rule.near_enough = kDraft;
    rule.leaves = &search.memory().draft;
  }
  const VectorXd centre = run_cone_interior(search, rule);
  const bool again = options.draft.behind && !options.draft.wanted && !ended(search) &&
                     search.best_residual() > kNearDraft;
  return again ? run_cone_interior(search, {.probes = false}) : centre;
}

}  // namespace

// Where contacts are many for their bodies the slips that decide between stick and slide spread
// over many decades: Alart-Curnier steps, Fischer-Burmeister and alternating directions fail to
// converge there, and the interior point does not. Its iterate has margins to all cones, which a
// short path needs.
bool run_jammed_stages(ConeSearch& search, const ConeOptions& options, bool& draft) {
  if (ended(search)) return false;
  if (!options.warm)
    start_cold(search);
  else if (is_swept(search))
    draft = sweep_and_follow(search, options);
  else if (!options.draft.behind)
    sweep_and_step(search, options);
  if (draft) return false;
  if (ended(search)) return sharpen(search), false;
  if (goes_on_from_guess(search, options))
    return follow_path(search, *options.warm, options.max_factorisations), false;
  if (options.warm) go_on_from_answer(search, options);
  VectorXd centre = go_inside(search, options);
  draft = options.draft.wanted && !ended(search);
  if (draft) return false;
  if (!ended(search)) follow_path(search, centre, kFirstBudget);
  if (!ended(search)) {
    centre = run_cone_interior(search, {.probes = false, .by_motion = true});
    if (!ended(search)) follow_path(search, centre, kMost);
  }
  sharpen(search);
  return true;
}

}  // namespace perpend::lcp
