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
// instead of 2 left one pile in seven of 1000 contacts unsolved.
#include "lcp/cone/proximal_path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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
    const double reached = solve_inner(search, r, {a, &centre}, tolerance, rule.inner_steps);
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

}  // namespace

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
