// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/fallback_chain.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "lcp/cone/alternating.hpp"
#include "lcp/cone/fischer_burmeister.hpp"
#include "lcp/cone/interior_point.hpp"
#include "lcp/cone/pivoting_path.hpp"
#include "lcp/cone/proximal_path.hpp"
#include "lcp/cone/sweeps.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// A hard problem of a few hundred contacts takes several hundred factorisations. Where each is
// dear, what is not solved after a second or so is said to be so.
constexpr int kMost = 1000, kFewest = 400;
constexpr Index kRows = 350'000;  // times factorisations: 800 at 150 contacts, 400 from 290 on

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

// Of alternating directions with each of two factors, and once more from where they ended. 200 cost
// what five factorisations do at low rank; shorter ones solve fewer problems.
constexpr int kIterations[] = {200, 500};

constexpr int kSweeps = 40;

// Of a short path behind the other stages: what it ends it mostly ends sooner, and the long path
// has the rest.
constexpr int kShortBudget = 400;

bool has_corners(const ConeProblem& cone) {
  return std::ranges::any_of(cone.blocks, &ConeBlock::has_corners);
}

bool ended(const ConeSearch& search) {
  return search.done() || search.spent();
}

// Of points above this full steps solve too few to be worth a try.
constexpr double kNear = 1e-2;

void probe_best(ConeSearch& search) {
  search.stage = Method::alart_curnier;
  if (!ended(search) && search.best_residual() < kNear) search.probe(search.best());
}

void polish(ConeSearch& search) {
  search.stage = Method::alart_curnier;
  if (!ended(search)) search.polish();
}

const VectorXd& zero(ConeSearch& search) {
  return search.memory().start.setZero(search.cone().size());
}

void polish_near(ConeSearch& search) {
  if (search.best_residual() < kNear) polish(search);
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

// A stage that was asked for by itself; the steps of Alart and Curnier begin and end the path.
void run_alone(ConeSearch& search, Method stage, bool probed) {
  if (stage == Method::proximal && !probed) search.probe(search.best());
  run(search, stage);
  if (stage == Method::proximal || stage == Method::alart_curnier) polish(search);
}

void fischer_burmeister_from(ConeSearch& search, const VectorXd& start) {
  if (!ended(search)) run_fischer_burmeister(search, start);
}

void from_alternating(ConeSearch& search, int iterations, int idle_steps = kIdleSteps) {
  if (ended(search)) return;
  search.stage = Method::fischer_burmeister;
  run_fischer_burmeister(search, alternating_start(search, iterations), idle_steps);
}

// Where W is sparse a sweep costs less than a tenth of a factorisation. What sticks after a few of
// them mostly does so in the answer, and where the sets are right the steps of Alart and Curnier
// need one factor; Fischer-Burmeister's rotate with the direction of a slip that goes to zero.
const VectorXd& first_start(ConeSearch& search) {
  const ConeProblem& cone = search.cone();
  const BlockRows* rows = cone.W->rows();
  if (!rows) return zero(search);
  search.stage = Method::alart_curnier;
  SearchMemory& memory = search.memory();
  sweeps_start(cone, *rows, kSweeps, memory.sweeps, memory.start);
  return search.brief_probe(memory.start);
}

// Newton steps of the proximal problems change the sets of all contacts at once and cycle where
// many of them stick for no reason of their own; in the plane one can change at a time.
void follow_path(ConeSearch& search, const VectorXd& centre, int budget) {
  if (is_planar(search.cone()))
    run_pivoting_path(search, centre, budget);
  else
    run_short_path(search, centre, budget);
}

// Fischer-Burmeister starts from sweeps where W is sparse, from zero in other small problems; from
// alternating directions; and from where the interior point came to. The polish comes last: its
// rank-revealing factors cost ten times the others.
void climb(ConeSearch& search, const ConeOptions& options) {
  if (!options.large && !ended(search)) fischer_burmeister_from(search, first_start(search));
  probe_best(search);
  for (const int iterations : kIterations) from_alternating(search, iterations);
  if (ended(search)) return polish_near(search);
  const VectorXd centre = run_cone_interior(search);
  // An iterate that never was the best point is no centre: the path would spend itself there.
  const bool near = search.best_by == Method::interior || !options.in_bodies;
  fischer_burmeister_from(search, centre);
  if (!ended(search)) follow_path(search, centre, kShortBudget);
  if (!ended(search)) run_proximal_path(search, near ? centre : zero(search));
  polish_near(search);
}

// Up to so many rows a few sweeps and a short path are tried whatever the contacts are.
constexpr Index kSweptRows = 1200;
constexpr int kBodySweeps = 50;

// Bodies that still move are answered from a few sweeps of the guess: weak slips come with rest.
void sweep_and_step(ConeSearch& search, const ConeOptions& options) {
  constexpr int kBudget = 25;
  const BodyColumns* columns = search.cone().W->columns();
  if (!columns || search.cone().size() > kSweptRows) return;
  search.stage = Method::alart_curnier;
  BodySweeps sweeps(search.cone(), *columns, search.memory().sweeps, *options.warm);
  sweeps.run(kBodySweeps);
  VectorXd& start = search.memory().start;
  start = sweeps.forces();
  search.brief_probe(start);
  if (!ended(search)) run_short_path(search, start, kBudget);
}

// Without a guess: a heap of thirty bodies is mostly solved so, in a tenth of the factorisations of
// an interior point; of a hundred bodies one in five, and a few idle steps tell.
constexpr int kFewIdleSteps = 11;

void start_cold(ConeSearch& search) {
  from_alternating(search, kIterations[0], kFewIdleSteps);
}

// Residuals that are rounding.
constexpr double kSharp = 1e-13;

// What ends at the aim moves by as much: one more step gives the digits by which things rest.
void sharpen(ConeSearch& search) {
  search.stage = Method::alart_curnier;
  if (search.done()) search.step_while_gaining(search.best(), 0.0);
}

// The same where other stages than steps of Alart and Curnier found the answer: where there are
// many, the next time step would take another one for better.
void sharpen_found(ConeSearch& search) {
  if (search.best_by != Method::alart_curnier && search.best_residual() > kSharp) sharpen(search);
}

// A draft tells which rows are missing at this residual, and mostly at whatever the interior point
// comes to. One that went on from a draft and ends above the other has lost its way, which from the
// start it mostly does not.
constexpr double kDraft = 2e-3, kNearDraft = 4e-5;

// Many contacts, but few for their bodies, as balls have: hardly any repeats another, and sweeps
// get on. Heaps of balls have up to 7.5 rows for the six velocities of each, of boxes 11.
bool is_loose(const ConeSearch& search) {
  const BodyColumns* columns = search.cone().W->columns();
  const Index rows = search.cone().size();
  return columns && rows > kSweptRows && 3 * rows <= 4 * columns->velocities;
}

// Of a thousand bodies a factorisation costs what tens of sweeps do, of a hundred what a few do.
bool is_swept(const ConeSearch& search) {
  constexpr Index kLargeRows = 4000;
  return is_loose(search) || (search.cone().W->columns() && search.cone().size() > kLargeRows);
}

// Sweeps in rounds of fifty until the residual is `enough`. Near an answer what is left soon is a
// drift along what the problem leaves undetermined, which a path is for.
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

// A draft needs no more than sweeps; to the end a short path goes on. An interior point stops at
// 1e-2 in heaps of balls and starts a path that takes five times as many factorisations; of boxes
// it is for what sweeps leave. Returns whether the best point is a draft.
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

// Of the first short path of a jammed island: what takes more mostly takes far more. The end of
// another central path lies as far from an answer as the first did, and what was won is lost.
constexpr int kFirstBudget = 700;

// With so few factorisations an interior point leaves none to the path behind it; a short path from
// the guess, should that be better than none, loses nothing of what an earlier search has found.
constexpr int kFewForJams = 45;

bool goes_on_from_guess(ConeSearch& search, const ConeOptions& options) {
  const int most = options.max_factorisations;
  if (!options.warm || most <= 0 || most >= kFewForJams) return false;
  const double none = search.best_residual();
  return search.consider(*options.warm) < none;
}

// Of the answer to a problem with a few rows less, which a step has solved before contacts were
// found missing: this near, a path from it takes fewer factorisations than one from anew.
constexpr double kNearAnswer = 2e-2;

void go_on_from_answer(ConeSearch& search, const ConeOptions& options) {
  if (options.draft.wanted || options.draft.behind) return;
  if (search.cone().size() <= kSweptRows || is_swept(search)) return;
  if (search.consider(*options.warm) < kNearAnswer)
    follow_path(search, *options.warm, kFirstBudget);
}

// Whether an interior point from where one of this problem was left gains anything: from zero it
// would take the same way again.
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

// To a draft, on from one, or from zero. Where no row came to the problem of a draft, it goes on
// from both iterates: from the impulses alone it takes as many iterations again.
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

// Where contacts are many for their bodies the slips that decide between stick and slide spread
// over many decades: steps of Alart and Curnier, Fischer-Burmeister and alternating directions lose
// their way there, and the interior point does not. Its iterate has margins to all cones, which is
// what a short path needs.
void climb_jammed(ConeSearch& search, const ConeOptions& options, bool& draft) {
  if (ended(search)) return;
  if (!options.warm)
    start_cold(search);
  else if (is_swept(search))
    draft = sweep_and_follow(search, options);
  else if (!options.draft.behind)
    sweep_and_step(search, options);
  if (draft) return;
  if (ended(search)) return sharpen(search);
  if (goes_on_from_guess(search, options))
    return follow_path(search, *options.warm, options.max_factorisations);
  if (options.warm) go_on_from_answer(search, options);
  VectorXd centre = go_inside(search, options);
  draft = options.draft.wanted && !ended(search);
  if (draft) return;
  if (!ended(search)) follow_path(search, centre, kFirstBudget);
  if (!ended(search)) {
    centre = run_cone_interior(search, {.probes = false, .by_motion = true});
    if (!ended(search)) follow_path(search, centre, kMost);
  }
  sharpen(search);
  climb(search, options);
}

void begin(ConeReport& report) {
  report.residual = std::numeric_limits<double>::infinity();
  report.path_shift = 0.0;
  report.draft = false;
  report.steps = report.factorisations = 0;
}

// Up to so many rows a guess this near is followed by stages that stay beside it, as alternating
// directions do: paths end where the next step has no good guess.
constexpr Index kFewRows = 400;
constexpr double kBeside = 1e-4;

// Of a short path from such a guess, where servos drag feet along: weak slips are its matter.
constexpr int kBesideBudget = 250;

bool is_beside_guess(const ConeSearch& search) {
  return search.cone().size() < kFewRows && search.best_residual() < kBeside;
}

// Adds the effort of a search, and takes its best point where that is the better one.
void hand_out(ConeSearch& search, ConeReport& report) {
  report.steps += search.steps;
  report.factorisations += search.factorisations();
  if (search.path_shift > 0) report.path_shift = search.path_shift;
  if (std::isfinite(report.residual) && !(search.best_residual() < report.residual)) return;
  report.r = search.best();
  report.stage = search.best_by;
  report.solved = search.done();
  report.residual = search.consider(report.r);
  report.degenerate = count_degenerate(search.cone(), report.r, search.motion());
}

// What a deadline leaves over: of bodies that stand on each other the answer of a few sweeps, where
// none of a Newton method may mean that they fall through.
void sweep_late(ConeSearch& search, const ConeOptions& options, const ConeReport& report) {
  constexpr int kLateSweeps = 30;
  const BodyColumns* columns = search.cone().W->columns();
  const bool is_late = options.limits && options.limits->is_late();
  if (!is_late || !columns || search.done()) return;
  const bool guessed = report.residual < search.best_residual();
  BodySweeps sweeps(search.cone(), *columns, search.memory().sweeps,
                    guessed ? report.r : search.best());
  sweeps.run(kLateSweeps);
  search.stage = Method::pgs;
  search.consider(sweeps.forces());
}

// The same problem with discs within its polygons and boxes; without friction within lines.
ConeProblem with_discs(const ConeProblem& cone) {
  ConeProblem discs = cone;
  for (ConeBlock& block : discs.blocks) {
    if (block.polygon.corners > 0) block.mu *= block.polygon.apothem();
    if (block.mu == 0) block.sliding = block.rows > 1;
    block.polygon = {};
    block.box = false;
  }
  return discs;
}

VectorXd go_inside_discs(const ConeProblem& cone, SearchBudget budget, const ConeOptions& options,
                         SearchMemory& memory, ConeReport& report) {
  const ConeProblem discs = with_discs(cone);
  ConeSearch search(discs, budget, memory, options.limits);
  const VectorXd centre = run_cone_interior(search, {.probes = false});
  report.steps += search.steps;
  report.factorisations += search.factorisations();
  return centre;
}

// Fischer-Burmeister and the interior point know the circular cone alone. From well inside its
// discs a short path finds sides and corners in as many factorisations as it takes under the cone.
void climb_corners(const ConeProblem& cone, SearchBudget budget, const ConeOptions& options,
                   SearchMemory& memory, ConeReport& report) {
  if (options.warm) {
    ConeSearch search(cone, budget, memory, options.limits);
    sweep_and_step(search, options);
    sharpen_found(search);
    hand_out(search, report);
    if (report.solved) return;
  }
  const VectorXd centre = go_inside_discs(cone, budget, options, memory, report);
  ConeSearch search(cone, budget, memory, options.limits);
  if (!ended(search)) run_short_path(search, centre, kFirstBudget);
  if (!ended(search)) run_proximal_path(search, search.best());
  polish_near(search);
  sharpen_found(search);
  sweep_late(search, options, report);
  hand_out(search, report);
}

}  // namespace

// A guess that steps do not improve at once, or within a few from near the answer, is forgotten, so
// that a wrong one costs no more than these steps: what follows is the cold start.
void solve_cone(const ConeProblem& cone, const ConeOptions& options, SearchMemory& memory,
                ConeReport& report) {
  const SearchBudget budget = budget_of(cone, options);
  begin(report);
  if (!options.draft.behind) memory.draft = {};
  bool jams = options.jams, drags = false;
  if (options.warm && !options.only && !(options.jams && options.draft.behind)) {
    ConeSearch near(cone, budget, memory, options.limits);
    near.step_while_gaining(*options.warm, options.guess_residual);
    if (!jams && !ended(near) && near.best_residual() < kNear) near.brief_probe(near.best(), 1);
    hand_out(near, report);
    if (report.solved) return;
    drags = jams && !options.in_bodies && is_beside_guess(near);
    jams = jams && !is_beside_guess(near);
  }
  if (!options.only && has_corners(cone))
    return climb_corners(cone, budget, options, memory, report);
  ConeSearch search(cone, budget, memory, options.limits);
  if (options.only && options.warm) search.probe(*options.warm);
  if (drags) run_short_path(search, *options.warm, kBesideBudget);
  if (options.only)
    run_alone(search, *options.only, options.warm);
  else if (jams)
    climb_jammed(search, options, report.draft);
  else
    climb(search, options);
  if (!options.only && !report.draft) sharpen_found(search);
  sweep_late(search, options, report);
  hand_out(search, report);
}

}  // namespace perpend::lcp
