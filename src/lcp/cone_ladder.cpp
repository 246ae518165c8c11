// SPDX-License-Identifier: Apache-2.0
#include "cone_ladder.hpp"

#include <algorithm>

#include "cone_interior.hpp"
#include "fischer_burmeister.hpp"
#include "proximal_path.hpp"

namespace perpend::lcp {
namespace {

using Eigen::VectorXd;

// A hard problem of a few hundred contacts takes several hundred; peers stop long before.
constexpr int kFactorisations = 1000;

bool has_box(const ConeProblem& cone) {
  return std::any_of(cone.blocks.begin(), cone.blocks.end(),
                     [](const ConeBlock& block) { return block.box; });
}

bool ended(const ConeSearch& search) {
  return search.done() || search.spent();
}

// Of points above this full steps solve too few to be worth a try.
constexpr double kNear = 1e-2;

void probe_best(ConeSearch& search) {
  search.rung = Method::alart_curnier;
  if (!ended(search) && search.best_residual() < kNear) search.probe(search.best());
}

void polish(ConeSearch& search) {
  search.rung = Method::alart_curnier;
  if (!ended(search)) search.polish();
}

void run(ConeSearch& search, Method rung) {
  if (ended(search)) return;
  switch (rung) {
    case Method::fischer_burmeister:
      return run_fischer_burmeister(search, VectorXd::Zero(search.cone().size()));
    case Method::interior:
      return run_cone_interior(search);
    case Method::proximal:
      return run_proximal_path(search);
    default:
      search.rung = Method::alart_curnier;
      search.probe(search.best());
  }
}

// A rung that was asked for by itself; the steps of Alart and Curnier begin and end the path.
void run_alone(ConeSearch& search, Method rung, bool probed) {
  if (rung == Method::proximal && !probed) search.probe(search.best());
  run(search, rung);
  if (rung == Method::proximal || rung == Method::alart_curnier) polish(search);
}

// Fischer-Burmeister starts from the guess, from zero in small problems, and from where the
// interior point came to. The polish comes last: its rank-revealing factors cost ten times the
// others.
void climb(ConeSearch& search, const ConeOptions& options) {
  if (!has_box(search.cone())) {
    if (options.warm && !ended(search)) run_fischer_burmeister(search, *options.warm);
    if (!options.prefer_interior) run(search, Method::fischer_burmeister);
    probe_best(search);
    run(search, Method::interior);
    if (!ended(search)) run_fischer_burmeister(search, search.best());
  }
  run(search, Method::proximal);
  if (search.best_residual() < kNear) polish(search);
}

void hand_out(ConeSearch& search, ConeReport& report) {
  report.r = search.best();
  report.rung = search.best_by;
  report.solved = search.done();
  report.residual = search.consider(report.r);
  report.steps = search.steps;
  report.factorisations = search.factorisations();
  report.path_shift = search.path_shift;
  report.degenerate = count_degenerate(search.cone(), report.r, search.motion());
}

}  // namespace

void solve_cone(const ConeProblem& cone, const ConeOptions& options, ConeReport& report) {
  ConeSearch search(cone,
                    options.max_factorisations > 0 ? options.max_factorisations : kFactorisations);
  if (options.warm) search.probe(*options.warm);
  if (options.only)
    run_alone(search, *options.only, options.warm);
  else
    climb(search, options);
  hand_out(search, report);
}

}  // namespace perpend::lcp
