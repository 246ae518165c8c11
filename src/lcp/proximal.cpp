// SPDX-License-Identifier: Apache-2.0
//
// The circular friction cone by full Newton steps (alart_curnier.cpp), globalised by a proximal
// path with a moving centre: solve (W + a I) r + q - a r_k in the cone, r_k <- r, a -> 0. Every
// problem of the path is regular, its start is the solution before it, and after every success a
// probe tries the problem itself, which is how the path usually ends.
//
// Source: the proximal point method (Rockafellar 1976) on the cone complementarity problem; the
// parameters below are measured on piles with mass ratios to 1000.
// Limitations: dense; no merit function is monotone, so nothing proves convergence. Only the best
// iterate ever seen is handed out.
// Tried: continuation with the centre kept at zero solved 6 of the 10 hardest piles, the moving
// centre all of them; damped steps were worse than full ones everywhere.
#include "perpend/lcp/proximal.hpp"

#include <cmath>
#include <limits>

#include "alart_curnier.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// A tenth of what the referee asks for, so that its own evaluation of the residual agrees.
constexpr double kDone = 1e-11;

struct PathRule {
  double shrink;
  int inner_steps;
};
constexpr PathRule kPasses[] = {{0.3, 12}, {0.5, 25}};
// The hardest of 1800 piles of up to 60 contacts took 724.
constexpr int kFactorisations = 1000;
constexpr int kFailures = 25;

class ProximalSolver {
 public:
  ProximalSolver(const ConeProblem& cone, int limit)
      : newton_(cone), best_(VectorXd::Zero(cone.size())), limit_(limit) {
    best_residual_ = newton_.residual(best_);
  }

  bool done() const { return best_residual_ <= kDone; }
  bool spent() const { return newton_.factorisations() >= limit_; }
  const VectorXd& best() const { return best_; }
  int factorisations() const { return newton_.factorisations(); }
  int steps() const { return steps_; }

  /// Four full steps on the problem itself, four more where they gained a factor of ten.
  VectorXd probe(VectorXd r, int rounds = 2);
  /// Twelve least-norm steps from the best point.
  void polish();
  void follow_path(const PathRule& rule);

 private:
  double consider(const VectorXd& r);
  double inner(VectorXd& r, ProximalTerm term, double tolerance, int steps);

  AlartCurnier newton_;
  VectorXd best_;
  double best_residual_ = std::numeric_limits<double>::infinity();
  int limit_;
  int steps_ = 0;
};

double ProximalSolver::consider(const VectorXd& r) {
  const double residual = newton_.residual(r);
  if (residual < best_residual_) {
    best_residual_ = residual;
    best_ = r;
  }
  return residual;
}

VectorXd ProximalSolver::probe(VectorXd r, int rounds) {
  VectorXd best = r;
  double reached = consider(r);
  for (int round = 0; round < rounds && !done(); ++round) {
    const double start = reached;
    for (int k = 0; k < 4 && !done() && !spent(); ++k) {
      ++steps_;
      if (!newton_.step(r)) return best;
      const double residual = consider(r);
      if (!(residual < reached)) continue;
      reached = residual;
      best = r;
    }
    if (reached > 0.1 * start) break;
  }
  return best;
}

void ProximalSolver::polish() {
  VectorXd r = best_;
  for (int k = 0; k < 12 && !done(); ++k) {
    ++steps_;
    if (!newton_.step(r, {}, NewtonSolve::least_norm)) return;
    consider(r);
  }
}

double ProximalSolver::inner(VectorXd& r, ProximalTerm term, double tolerance, int steps) {
  double residual = newton_.residual(r, term);
  for (int k = 0; k < steps && !(residual <= tolerance) && !spent(); ++k) {
    ++steps_;
    if (!newton_.step(r, term)) return std::numeric_limits<double>::infinity();
    residual = newton_.residual(r, term);
  }
  return residual;
}

void ProximalSolver::follow_path(const PathRule& rule) {
  VectorXd centre = VectorXd::Zero(best_.size());
  double a = 1, shrink = rule.shrink, centre_residual = newton_.residual(centre);
  int failures = 0;
  while (!done() && !spent() && failures < kFailures) {
    VectorXd r = centre;
    const double tolerance = std::min(1e-2 * a, 0.1 * centre_residual);
    const double reached = inner(r, {a, &centre}, tolerance, rule.inner_steps);
    if (!(reached <= 0.5 * centre_residual)) {
      ++failures;
      a *= 3;
      shrink = std::min(std::sqrt(shrink), 0.7);
      continue;
    }
    const double before = consider(r);
    const VectorXd probed = probe(r, 1);
    const double after = newton_.residual(probed);
    centre = after < 0.1 * before ? probed : r;
    centre_residual = std::min(after, before);
    if (after >= 0.1 * before) centre_residual = before;
    a *= shrink;
  }
}

void hand_out(const ProximalSolver& solver, const ConeProblem& cone, Solution& solution) {
  solution.f = cone.force_scale.cwiseProduct(solver.best());
  solution.status = solver.done() ? Status::solved : Status::limit;
  solution.pivots = solver.steps();
  solution.factorisations = solver.factorisations();
}

VectorXd start_of(const ConeProblem& cone, const Options& options) {
  if (options.warm.empty()) return VectorXd::Zero(cone.size());
  const Eigen::Map<const VectorXd> f(options.warm.data(), cone.size());
  return f.cwiseQuotient(cone.force_scale);
}

}  // namespace

void solve_proximal_probe(const ContactProblem& problem, const Options& options,
                          Solution& solution) {
  ConeProblem cone;
  equilibrate(problem, cone);
  ProximalSolver solver(cone, kFactorisations);
  solver.probe(start_of(cone, options), 3);
  hand_out(solver, cone, solution);
}

void solve_proximal(const ContactProblem& problem, const Options& options, Solution& solution) {
  ConeProblem cone;
  equilibrate(problem, cone);
  const int limit = options.max_pivots > 0 ? options.max_pivots : kFactorisations;
  ProximalSolver solver(cone, limit);
  solver.probe(start_of(cone, options));
  for (const PathRule& rule : kPasses)
    if (!solver.done()) solver.follow_path(rule);
  if (!solver.done()) solver.polish();
  hand_out(solver, cone, solution);
}

}  // namespace perpend::lcp
