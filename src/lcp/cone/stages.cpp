// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/stages.hpp"

#include <cmath>

#include "lcp/cone/alternating.hpp"
#include "lcp/cone/pivoting_path.hpp"
#include "lcp/cone/proximal_path.hpp"
#include "lcp/cone/sweeps.hpp"

namespace perpend::lcp {

using Eigen::VectorXd;

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

void from_alternating(ConeSearch& search, int iterations, int idle_steps) {
  if (ended(search)) return;
  search.stage = Method::fischer_burmeister;
  run_fischer_burmeister(search, alternating_start(search, iterations), idle_steps);
}

// Newton steps of the proximal problems change the sets of all contacts at once and cycle where
// many of them stick only because others do; in the plane one can change at a time.
void follow_path(ConeSearch& search, const VectorXd& centre, int budget) {
  if (is_planar(search.cone()))
    run_pivoting_path(search, centre, budget);
  else
    run_short_path(search, centre, budget);
}

namespace {

// Runs a few sweeps from a guess, over W where that is stored, over the bodies where nothing else
// couples these; takes the guess itself where joints do.
void sweep_guess(ConeSearch& search, const VectorXd& guess, VectorXd& start) {
  const ConeProblem& cone = search.cone();
  SweepMemory& memory = search.memory().sweeps;
  const auto take = [&start](auto&& sweeps) {
    sweeps.run(kBodySweeps);
    start = sweeps.forces();
  };
  if (const BodyColumns* columns = cone.W->columns())
    take(BodySweeps(cone, *columns, memory, guess));
  else if (const Eigen::MatrixXd* W = cone.W->stored())
    take(MatrixSweeps(cone, *W, memory, guess));
  else
    start = guess;
}

}  // namespace

// Problems of bodies that still move are mostly solved from a few sweeps of the guess: weak slips
// come with rest. Bodies on joints, as links of a chain that roll and creep, have weak slips while
// they move, and a long path from the guess solves them sooner than one from an interior point.
void sweep_and_step(ConeSearch& search, const ConeOptions& options) {
  constexpr int kBudget = 25, kBudgetOfJoints = 400;
  if (search.cone().size() > kSweptRows) return;
  search.stage = Method::alart_curnier;
  VectorXd& start = search.memory().start;
  sweep_guess(search, *options.warm, start);
  search.brief_probe(start);
  const bool free = search.cone().W->columns() != nullptr;
  if (!ended(search)) run_short_path(search, start, free ? kBudget : kBudgetOfJoints);
}

namespace {

// Residual below which only rounding is left.
constexpr double kSharp = 1e-13;

}  // namespace

// A solution at the aim still moves by as much: one more step gives the digits by which bodies
// rest.
void sharpen(ConeSearch& search) {
  search.stage = Method::alart_curnier;
  if (search.done()) search.step_while_gaining(search.best(), 0.0);
}

// Same where other stages than Alart-Curnier steps found the solution: where there are many
// solutions, the next time step would prefer another one.
void sharpen_found(ConeSearch& search) {
  if (search.best_by != Method::alart_curnier && search.best_residual() > kSharp) sharpen(search);
}

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

}  // namespace perpend::lcp
