// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/search.hpp"

#include <algorithm>
#include <limits>

#include "perpend/lcp/certificate.hpp"

namespace perpend::lcp {
namespace {

using Eigen::VectorXd;

// Growth of the residual over its best at which a probe in the middle of a stage is given up: one
// in ten of these would still converge.
constexpr double kHopeless = 10;

}  // namespace

ConeSearch::ConeSearch(const ConeProblem& cone, SearchBudget budget, SearchMemory& memory,
                       const Options* limits)
    : cone_(&cone),
      memory_(&memory),
      limits_(limits),
      best_residual_(std::numeric_limits<double>::infinity()),
      aim_((limits ? limits->aim : Options().aim) * Certificate::kTightest),
      start_(cone.W->factorisations()),
      budget_(budget) {
  memory.newton.start(cone);
  memory.best.setZero(cone.size());
  consider(memory.best);
}

double ConeSearch::consider(const VectorXd& r) {
  const double residual = newton().residual(r);
  if (!(residual < best_residual_)) return residual;
  best_residual_ = residual;
  memory_->best = r;
  best_by = stage;
  return residual;
}

bool ConeSearch::step(VectorXd& r, NewtonSolve how) {
  ++steps;
  return newton().step(r, {}, how);
}

void ConeSearch::step_while_gaining(const VectorXd& start_point,
                                    std::optional<double> good_enough) {
  constexpr double kGain = 0.5;
  VectorXd& r = memory_->probed;
  r = start_point;
  double residual = consider(r), before = std::numeric_limits<double>::infinity();
  for (bool refused = !good_enough || residual > *good_enough;
       (refused || !done()) && !spent() && residual <= kGain * before; refused = false) {
    before = residual;
    if (!step(r)) return;
    residual = consider(r);
    if (residual <= kWorthRepeating * before)
      residual = repeat(r, residual, [this](VectorXd& next) { return newton().step_again(next); });
  }
}

const VectorXd& ConeSearch::probe(const VectorXd& r, int rounds) {
  return probe(r, rounds, std::numeric_limits<double>::infinity());
}

const VectorXd& ConeSearch::brief_probe(const VectorXd& r, int rounds) {
  return probe(r, rounds, kHopeless);
}

const VectorXd& ConeSearch::probe(const VectorXd& start_point, int rounds, double most_growth) {
  VectorXd &r = memory_->probed, &best = memory_->probe_best;
  r = start_point;
  best = r;
  double residual = consider(r), reached = residual;
  for (int round = 0; round < rounds && !done(); ++round) {
    const double start = reached;
    for (int k = 0; k < 4 && !done() && !spent(); ++k) {
      const double before = residual;
      if (!step(r)) return best;
      residual = consider(r);
      if (residual <= kWorthRepeating * before)
        residual =
            repeat(r, residual, [this](VectorXd& next) { return newton().step_again(next); });
      if (residual > most_growth * reached) return best;
      if (!(residual < reached)) continue;
      reached = residual;
      best = r;
    }
    if (reached > 0.1 * start) break;
  }
  return best;
}

void ConeSearch::polish() {
  VectorXd& r = memory_->probed;
  r = best();
  for (int k = 0; k < 12 && !done() && !spent(); ++k) {
    if (!step(r, NewtonSolve::least_norm)) return;
    consider(r);
  }
}

}  // namespace perpend::lcp
