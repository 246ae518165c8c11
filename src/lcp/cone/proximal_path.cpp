// SPDX-License-Identifier: Apache-2.0
//
// The circular friction cone by full Newton steps (alart_curnier.cpp), globalised by a proximal
// path with a moving centre: solve (W + a I) r + q - a r_k in the cone, r_k <- r, a -> 0. Every
// problem of the path is regular, its start is the solution before it, and whenever the residual
// has fallen by ten a probe tries the problem itself, which is how the path usually ends.
//
// Source: the proximal point method (Rockafellar 1976) on the cone complementarity problem; the
// parameters below are measured on piles with mass ratios to 1000.
// Limitations: no merit function is monotone, so nothing proves convergence.
// Tried: continuation with the centre kept at zero solved 6 of the 10 hardest piles, the moving
// centre all of them; damped steps were worse than full ones everywhere; a laxer test of success
// lets a shrink pass without progress. Both passes from zero take 51 instead of 37 factorisations
// in the mean on piles of 50 to 150 contacts. A probe after every success took 20 % more
// factorisations on piles of 48 contacts and 40 % more on piles of 1000; a *= 3 after a failure
// instead of 2 left one pile in seven of 1000 contacts unsolved. Short paths: where Newton steps
// fail, an exact cone problem of the contacts whose maps are most off, the others linearised, ends
// more of the proximal problems, at thrice the time and with no more piles solved; a shift that
// stops at the first contact that changes sets fails less and takes more steps. Steps without
// refinement are a twentieth faster and left four times as many steps inexact at masses to 1000.
#include "lcp/cone/proximal_path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace perpend::lcp {
namespace {

using Eigen::VectorXd;

struct PathRule {
  double shrink;
  int inner_steps;
};
constexpr PathRule kPasses[] = {{0.3, 12}, {0.5, 25}};
// The budget of factorisations is the limit of large problems, where one in four steps fails.
constexpr int kFailures = 100;
// A probe takes four factorisations and mostly fails: one per decade of the residual.
constexpr double kProbeGain = 0.1;

double solve_inner(ConeSearch& search, VectorXd& r, ProximalTerm term, double tolerance,
                   int steps) {
  AlartCurnier& newton = search.newton();
  double residual = newton.residual(r, term);
  for (int k = 0; k < steps && !(residual <= tolerance) && !search.spent(); ++k) {
    ++search.steps;
    if (!newton.step(r, term)) return std::numeric_limits<double>::infinity();
    residual = newton.residual(r, term);
  }
  return residual;
}

void follow(ConeSearch& search, const PathRule& rule) {
  VectorXd &centre = search.memory().path_centre, &r = search.memory().path_point;
  centre = search.memory().path_start;
  double a = 1, shrink = rule.shrink, centre_residual = search.consider(centre);
  double probed_residual = std::numeric_limits<double>::infinity();
  int failures = 0;
  while (!search.done() && !search.spent() && failures < kFailures) {
    r = centre;
    const double tolerance = std::min(1e-2 * a, 0.1 * centre_residual);
    const double reached =
        solve_inner(search, r, {.a = a, .centre = &centre}, tolerance, rule.inner_steps);
    if (!(reached <= 0.5 * centre_residual)) {
      ++failures;
      a *= 2;
      shrink = std::min(std::sqrt(shrink), 0.7);
      continue;
    }
    if (reached <= tolerance) search.path_shift = a;
    centre = r;
    centre_residual = search.consider(r);
    if (centre_residual <= kProbeGain * probed_residual) {
      probed_residual = centre_residual;
      const VectorXd& probed = search.brief_probe(r, 1);
      const double after = search.newton().residual(probed);
      if (after < 0.1 * centre_residual) centre = probed, centre_residual = after;
    }
    a *= shrink;
  }
}

// Of the short path.
constexpr int kShortFailures = 60;
constexpr int kShortSteps = 16;
// A residual that is left far behind its best, or is as large as the impulses, does not come back.
constexpr int kPatience = 7;
constexpr double kLost = 100, kWild = 0.3;
// rho a of its maps. At 1 the argument of the projection is r_k - u / a, the impulse of the
// augmented Lagrangian: weak slips are told from sticking at every a alike. 1e-3 and 1 take a tenth
// more steps.
constexpr double kRhoShift = 0.2;
// Above it one refinement of a Newton step is enough.
constexpr double kRegular = 1e-7;

struct PathStep {
  double a, shrink;
  int failures = 0;

  void advance() { a *= shrink; }
  void retreat() {
    a *= shrink < 0.2 ? 5 : 4;
    shrink = std::min(std::sqrt(shrink), 0.6);
    ++failures;
  }
};

PathStep first_step(double residual) {
  if (residual < 1e-5) return {.a = 1e-3, .shrink = 0.1};
  return {.a = std::clamp(std::sqrt(residual), 1e-3, 1.0), .shrink = 0.3};
}

// Steps by the factor of the last one while each gains; the residual of r then. They cost a tenth
// of a factor, and mostly few contacts have changed sets.
double repeat_short(ConeSearch& search, VectorXd& r, ProximalTerm term, double residual) {
  constexpr double kGain = 0.3;
  AlartCurnier& newton = search.newton();
  VectorXd& next = search.memory().repeated;
  for (;;) {
    next = r;
    if (!newton.step_again(next, term)) return residual;
    const double after = newton.residual(next, term);
    if (!(after < residual)) return residual;
    r.swap(next);
    if (after > kGain * std::exchange(residual, after)) return residual;
  }
}

double solve_short(ConeSearch& search, VectorXd& r, ProximalTerm term, double tolerance) {
  AlartCurnier& newton = search.newton();
  double residual = newton.residual(r, term), best = residual;
  for (int k = 0; k < kShortSteps && !(residual <= tolerance) && !search.spent(); ++k) {
    if ((k > kPatience && residual > kLost * best) || (k > 0 && residual > kWild)) break;
    ++search.steps;
    if (!newton.step(r, term)) return std::numeric_limits<double>::infinity();
    residual = newton.residual(r, term);
    if (residual < best && residual > tolerance) residual = repeat_short(search, r, term, residual);
    best = std::min(best, residual);
  }
  return residual;
}

}  // namespace

void run_short_path(ConeSearch& search, const VectorXd& start, int budget) {
  search.stage = Method::proximal;
  VectorXd &centre = search.memory().path_centre, &r = search.memory().path_point;
  centre = start;
  double residual = search.consider(centre);
  PathStep at = first_step(residual);
  const int limit = search.factorisations() + budget;
  const auto spent = [&] { return search.spent() || search.factorisations() >= limit; };
  while (!search.done() && !spent() && at.failures < kShortFailures) {
    r = centre;
    const double tolerance = std::max(0.3 * search.aim(), std::min(1e-2 * at.a, 0.1 * residual));
    const ProximalTerm term{.a = at.a,
                            .centre = &centre,
                            .rho = std::max(1.0, kRhoShift / at.a),
                            .refinements = at.a > kRegular ? 1 : 3};
    const double reached = solve_short(search, r, term, tolerance);
    if (!(reached <= 0.5 * residual)) {
      at.retreat();
      continue;
    }
    if (reached <= tolerance) search.path_shift = at.a;
    centre = r;
    residual = search.consider(r);
    at.advance();
  }
}

void run_proximal_path(ConeSearch& search, const VectorXd& start) {
  search.stage = Method::proximal;
  search.memory().path_start = start;
  for (const PathRule& rule : kPasses) {
    if (search.done() || search.spent()) return;
    follow(search, rule);
    search.memory().path_start.setZero();
  }
}

}  // namespace perpend::lcp
