// SPDX-License-Identifier: Apache-2.0
//
// The circular friction cone by full Newton steps (alart_curnier.cpp), globalised by a proximal
// path with a moving centre: solve (W + a I) r + q - a r_k in the cone, r_k <- r, a -> 0. Every
// problem of the path is regular, its start is the solution before it, and whenever the residual
// has fallen by ten a probe tries the problem itself, which is how the path usually ends.
//
// Source: the proximal point method (Rockafellar 1976) on the cone complementarity problem, short
// paths with a metric of their own and accelerated (Güler 1992), with restarts; the
// parameters below are measured on piles with mass ratios to 1000.
// Limitations: no merit function is monotone, so nothing proves convergence.
// Tried: continuation with the centre kept at zero solved 6 of the 10 hardest piles, the moving
// centre all of them; damped steps were worse than full ones everywhere; a looser test of success
// lets the shift shrink without progress. Both passes from zero take 51 instead of 37
// factorisations in the mean on piles of 50 to 150 contacts. A probe after every success took 20 %
// more factorisations on piles of 48 contacts and 40 % more on piles of 1000; a *= 3 after a
// failure instead of 2 left one pile in seven of 1000 contacts unsolved. Short paths: where Newton
// steps fail, an exact cone problem of the contacts with the largest residuals, the others
// linearised, solves more of the proximal problems, at three times the time and with no more piles
// solved; a shift that stops at the first contact that changes sets fails less and takes more
// steps. Steps without refinement are a twentieth faster and left four times as many steps inexact
// at masses to 1000.
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
// Failures allowed. Large problems, where one in four steps fails, reach the budget of
// factorisations first.
constexpr int kFailures = 100;
// A probe takes four factorisations and mostly fails: there is one per decade of the residual.
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

// Limits of the short path.
constexpr int kShortFailures = 60;
constexpr int kShortSteps = 16;
// A residual above kLost times the best after kPatience steps, or above kWild after any, does not
// recover.
constexpr int kPatience = 7;
constexpr double kLost = 100, kWild = 0.3;
// rho a of the maps of the short path. At 1 the argument of the projection is r_k - u / a, the
// impulse of the augmented Lagrangian: weak slip is separated from sticking in the same way at
// every a. 1e-3 and 1 take a tenth more steps.
constexpr double kRhoShift = 0.2;
// Shift a above which one refinement of a Newton step is enough.
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

// Takes steps with the factor of the last one while each gains; returns the residual of r then.
// They cost a tenth of a factorisation, and mostly few contacts have changed sets.
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

// True if a step returned to the residual of the last but one: Newton steps cycle between two
// pieces of the map.
bool comes_round(double residual, double last_but_one) {
  constexpr double kSame = 1e-3;
  return std::abs(residual - last_but_one) <= kSame * residual;
}

// Solves one proximal problem. Once, from steps that cycle, it continues from the midpoint of the
// two points: where one contact alone changes sets, the solution lies between them.
double solve_short(ConeSearch& search, VectorXd& r, ProximalTerm term, double tolerance) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  AlartCurnier& newton = search.newton();
  VectorXd before;
  double residual = newton.residual(r, term), best = residual, last = kNone, last_but_one = kNone;
  bool halved = false;
  for (int k = 0; k < kShortSteps && !(residual <= tolerance) && !search.spent(); ++k) {
    if ((k > kPatience && residual > kLost * best) || (k > 0 && residual > kWild)) break;
    before = r;
    ++search.steps;
    if (!newton.step(r, term)) return kNone;
    residual = newton.residual(r, term);
    if (residual < best && residual > tolerance) residual = repeat_short(search, r, term, residual);
    best = std::min(best, residual);
    if (residual > tolerance && comes_round(residual, last_but_one)) {
      if (std::exchange(halved, true)) break;
      r = 0.5 * (r + before);
      residual = newton.residual(r, term);
    }
    last_but_one = std::exchange(last, residual);
  }
  return residual;
}

// Smallest impulse in the weights, and the largest ratio of a weight to their mean.
constexpr double kLeastImpulse = 3e-3, kMostWeight = 1e3;

// Sets shifts in inverse proportion to the impulses: null directions drift by the residual over the
// shift, until a contact reaches the boundary of its cone. A contact with a large impulse is far
// from it; one with a small impulse changes its set.
void weigh(const ConeProblem& cone, const VectorXd& r, VectorXd& weight) {
  weight.resize(r.size());
  double sum = 0.0;
  for (const ConeBlock& block : cone.blocks) {
    const double impulse = r.segment(block.row, block.rows).norm() + kLeastImpulse;
    weight.segment(block.row, block.rows).setConstant(1 / impulse);
    sum += std::log(impulse);
  }
  const double mean = std::exp(sum / static_cast<double>(cone.blocks.size()));
  weight = (mean * weight).cwiseMax(1 / kMostWeight).cwiseMin(kMostWeight);
}

class ShortPath {
 public:
  ShortPath(ConeSearch& search, const VectorXd& start, int budget);
  void run();

 private:
  bool is_spent() const { return search_.spent() || search_.factorisations() >= limit_; }
  double tolerance() const {
    return std::max(0.3 * search_.aim(), std::min(1e-2 * at_.a, 0.1 * residual_));
  }
  double solve();
  void go_on();
  void go_back();

  ConeSearch& search_;
  SearchMemory& memory_;
  VectorXd &last_, &centre_, &point_;  // last proximal point, next centre, point of that centre
  double residual_;                    // residual of last_
  PathStep at_;
  int limit_;         // factorisations at which it ends
  int straight_ = 0;  // proximal points since the direction last reversed
};

ShortPath::ShortPath(ConeSearch& search, const VectorXd& start, int budget)
    : search_(search),
      memory_(search.memory()),
      last_(memory_.path_last),
      centre_(memory_.path_centre),
      point_(memory_.path_point),
      residual_(search.consider(start)),
      at_(first_step(residual_)),
      limit_(search.factorisations() + budget) {
  last_ = centre_ = start;
}

double ShortPath::solve() {
  point_ = centre_;
  weigh(search_.cone(), centre_, memory_.path_weight);
  const ProximalTerm term{.a = at_.a,
                          .centre = &centre_,
                          .weight = &memory_.path_weight,
                          .rho = kRhoShift / at_.a,
                          .refinements = at_.a > kRegular ? 1 : 3};
  return solve_short(search_, point_, term, tolerance());
}

// Proximal points move nearly straight for tens of them, while a few contacts change sets in each:
// the next centre is extrapolated from the last two (Nesterov 1983; for proximal points Güler
// 1992), until the direction reverses or the residual grows.
void ShortPath::go_on() {
  constexpr double kMostAhead = 0.9, kGrowth = 2;
  const double residual = search_.consider(point_);
  const bool turns = (point_ - centre_).dot(point_ - last_) < 0 || residual > kGrowth * residual_;
  straight_ = turns ? 0 : straight_ + 1;
  const double ahead = std::min(kMostAhead, straight_ / (straight_ + 3.0));
  centre_ = point_ + ahead * (point_ - last_);
  last_ = point_;
  residual_ = residual;
  at_.advance();
}

void ShortPath::go_back() {
  centre_ = last_;
  straight_ = 0;
  at_.retreat();
}

void ShortPath::run() {
  while (!search_.done() && !is_spent() && at_.failures < kShortFailures) {
    const double reached = solve();
    if (!(reached <= 0.5 * residual_)) {
      go_back();
      continue;
    }
    if (reached <= tolerance()) search_.path_shift = at_.a;
    go_on();
  }
}

}  // namespace

void run_short_path(ConeSearch& search, const VectorXd& start, int budget) {
  search.stage = Method::proximal;
  ShortPath(search, start, budget).run();
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
