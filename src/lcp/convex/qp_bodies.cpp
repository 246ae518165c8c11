// SPDX-License-Identifier: Apache-2.0
//
// With r = S x, a = S' (W r + q) and multipliers z of x >= 0, in equilibrated units:
//   z - a = 0,  x > 0,  z > 0,  x z = r_x                  one of each per edge
// Newton's method, Mehrotra's predictor and corrector as r_x:
//   (I + D W) dr = S (r_x - x (a - z)) / (z + delta x)     in the velocities of the bodies
//   dx = (r_x - x (S' W dr + a - z)) / (z + delta x),   dz = S' W dr + a - z + delta dx
// with D = S diag(x / (z + delta x)) S', one block per contact. delta is a proximal term around the
// iterate: it bounds D, which would otherwise swamp the masses where contacts stick, and vanishes
// with dx.
//
// Where contacts are redundant x then drifts at a constant |a - z| / delta: the motion does not
// determine which edges carry an impulse. From there a proximal path (Rockafellar 1976) continues,
// with Newton steps on the sets of loaded edges, which change one by one.
// Tried: with a delta of 1e-8 in the interior point some problems of a settling pile end above
// their bound, with 1e-9 many do: D swamps the masses.
#include "lcp/convex/qp_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "lcp/convex/edge_system.hpp"
#include "lcp/problem/block_problem.hpp"

namespace perpend::lcp {
namespace {

using Eigen::ArrayXd;
using Eigen::Index;

constexpr double kProximal = 1e-7;

// Returns the residual of the natural map min(x, a).
double residual_of(const ArrayXd& x, const ArrayXd& a) {
  return x.size() > 0 ? x.min(a).abs().maxCoeff() : 0.0;
}

// Returns how far x may go along a change, at most `most` times, until an entry is 0.
double longest_step(const ArrayXd& x, const ArrayXd& change, double most) {
  for (Index j = 0; j < x.size(); ++j)
    if (change[j] < 0) most = std::min(most, -x[j] / change[j]);
  return most;
}

class InteriorPoint {
 public:
  explicit InteriorPoint(EdgeSystem& system);

  /// Iterates until nothing is gained any more; returns the best x, and counts the iterations.
  ArrayXd run(int& iterations);

 private:
  bool iterate();
  void find_direction(const ArrayXd& complementarity);
  double longest() const { return longest_step(z_, dz_, longest_step(x_, dx_, 1.0)); }
  double gap_after(double step) const;
  double gap() const { return (x_ * z_).mean(); }

  EdgeSystem& system_;
  ArrayXd x_, z_, a_;
  ArrayXd slope_;  // z + delta x
  ArrayXd dx_, dz_, change_;
};

InteriorPoint::InteriorPoint(EdgeSystem& system) : system_(system) {
  x_ = z_ = ArrayXd::Ones(system.size());
  system_.find_motion(x_, a_);
}

ArrayXd InteriorPoint::run(int& iterations) {
  constexpr int kIterations = 80, kPatience = 4;
  constexpr double kAim = 1e-13, kGain = 0.9, kLeastGap = 1e-24;
  ArrayXd best = x_;
  double least = residual_of(x_, a_), last = gap();
  for (int idle = 0; least > kAim && iterations < kIterations && idle < kPatience; last = gap()) {
    if (!iterate() || gap() < kLeastGap) break;
    ++iterations;
    const double residual = residual_of(x_, a_);
    idle = residual < least || gap() < kGain * last ? 0 : idle + 1;
    if (!(residual < least)) continue;
    least = residual;
    best = x_;
  }
  return best;
}

// Takes one step; where the second-order correction makes it short, a centring step instead.
bool InteriorPoint::iterate() {
  constexpr double kShort = 0.2, kCentring = 0.5;
  slope_ = z_ + kProximal * x_;
  if (!system_.factor(x_ / slope_)) return false;
  const double before = gap();
  find_direction(-x_ * z_);
  const double sigma = std::pow(std::max(0.0, gap_after(longest()) / before), 3);
  const ArrayXd second_order = dx_ * dz_;
  find_direction(sigma * before - x_ * z_ - second_order);
  if (longest() < kShort) find_direction(kCentring * before - x_ * z_);
  const double step = std::min(1.0, std::max(0.9, 1 - before) * longest());
  x_ += step * dx_;
  z_ += step * dz_;
  system_.find_motion(x_, a_);
  return x_.allFinite() && a_.allFinite();
}

void InteriorPoint::find_direction(const ArrayXd& complementarity) {
  const ArrayXd left = complementarity - x_ * (a_ - z_);
  system_.respond(left / slope_, change_);
  dx_ = (left - x_ * change_) / slope_;
  dz_ = change_ + (a_ - z_) + kProximal * dx_;
}

double InteriorPoint::gap_after(double step) const {
  return ((x_ + step * dx_) * (z_ + step * dz_)).mean();
}

/// Solves x = max(0, centre - a / delta) repeatedly, with x as the next centre.
class ProximalPath {
 public:
  ProximalPath(EdgeSystem& system, const ArrayXd& x);

  /// Goes on until `is_answer` accepts an x, for about so many factorisations; returns that x or
  /// the best.
  ArrayXd follow(const auto& is_answer, int factorisations);

 private:
  bool move_on();
  bool step_on(const std::vector<char>& bears);
  void correct_on(const std::vector<char>& bears);
  void drift();
  void set(const ArrayXd& x);

  EdgeSystem& system_;
  ArrayXd x_, a_, centre_;
  ArrayXd load_, change_;
  double delta_ = kProximal;
};

ProximalPath::ProximalPath(EdgeSystem& system, const ArrayXd& x) : system_(system) {
  set(x);
}

void ProximalPath::set(const ArrayXd& x) {
  x_ = x;
  system_.find_motion(x_, a_);
}

// delta grows after a failure. A point that took only one or two sets has drifted, so drift()
// extends it.
ArrayXd ProximalPath::follow(const auto& is_answer, int factorisations) {
  constexpr double kMostProximal = 1e-2, kNear = 1e-10;
  ArrayXd best = x_;
  double least = residual_of(x_, a_), asked = 2 * kNear;
  const int most = system_.factorisations() + factorisations;
  while (system_.factorisations() < most && delta_ < kMostProximal) {
    const int before = system_.factorisations();
    const bool moved = move_on();
    const bool straight = moved && system_.factorisations() <= before + 2;
    delta_ = moved ? std::max(0.3 * delta_, kProximal) : 10 * delta_;
    const double residual = residual_of(x_, a_);
    if (residual < least) {
      least = residual;
      best = x_;
      if (residual < 0.5 * asked && is_answer(best)) break;
      asked = std::min(asked, residual);
    }
    if (straight) drift();
  }
  return best;
}

// Takes Newton steps on the sets of loaded edges; returns false where they do not end, and keeps x.
bool ProximalPath::move_on() {
  constexpr int kSets = 16, kCorrections = 2;
  centre_ = x_;
  std::vector<char> bears(static_cast<std::size_t>(x_.size())), last;
  for (Index j = 0; j < x_.size(); ++j) bears[j] = centre_[j] > a_[j] / delta_;
  for (int k = 0; k < kSets && bears != last; ++k) {
    last = bears;
    if (!step_on(bears)) break;
    for (Index j = 0; j < x_.size(); ++j)
      bears[j] = bears[j] ? x_[j] > 0 : centre_[j] > a_[j] / delta_;
  }
  const bool ends = bears == last;
  for (int k = 0; ends && k < kCorrections; ++k) correct_on(bears);
  set(ends ? x_.max(0.0) : centre_);
  return ends;
}

bool ProximalPath::step_on(const std::vector<char>& bears) {
  load_.resize(x_.size());
  for (Index j = 0; j < x_.size(); ++j) load_[j] = bears[j] ? 1 / delta_ : 0.0;
  if (!system_.factor(load_)) return false;
  correct_on(bears);
  return x_.allFinite();
}

// Moves towards a + delta (x - centre) = 0 of the loaded edges, with the last factor.
void ProximalPath::correct_on(const std::vector<char>& bears) {
  const ArrayXd left = -(a_ + delta_ * (x_ - centre_));
  for (Index j = 0; j < x_.size(); ++j) load_[j] = bears[j] ? left[j] / delta_ : -x_[j];
  system_.respond(load_, change_);
  for (Index j = 0; j < x_.size(); ++j)
    x_[j] = bears[j] ? x_[j] + (left[j] - change_[j]) / delta_ : 0.0;
  system_.find_motion(x_, a_);
}

// Continues along the last change of x, which leaves the motion as it is, until an edge is
// unloaded.
void ProximalPath::drift() {
  constexpr double kFarthest = 1e4, kGrowth = 2;
  const ArrayXd here = x_, change = x_ - centre_;
  const double before = residual_of(x_, a_);
  set((here + longest_step(here, change, kFarthest) * change).max(0.0));
  if (!(residual_of(x_, a_) <= kGrowth * before)) set(here);
}

// Factorisations of the path from a guess, which is near a solution where things rest.
constexpr int kFromGuess = 25;

// Returns the factorisations of the path from an interior point: about what pivoting costs, which
// takes over problems of some thousand edges.
int effort_inside(Index edges) {
  return static_cast<int>(std::clamp<Index>(edges / 40, 100, 600));
}

// Returns the ratio of f to x of each edge.
ArrayXd scale_of_edges(const std::vector<ConeEdges>& edges, const ConeProblem& cone) {
  ArrayXd unit(edges.empty() ? 0 : edges.back().column + edges.back().S.cols());
  for (const ConeEdges& at : edges)
    unit.segment(at.column, at.S.cols()).setConstant(cone.force_scale[at.row]);
  return unit;
}

ArrayXd in_units(std::span<const double> guess, const ArrayXd& unit) {
  return (Eigen::Map<const ArrayXd>(guess.data(), unit.size()) / unit).max(0.0);
}

}  // namespace

void solve_qp_in_bodies(const BlockProblem& problem, const std::vector<ConeEdges>& edges,
                        std::span<const double> guess, Threads& threads, QpBodies& workspace,
                        Solution& solution, const std::function<bool()>& judge) {
  workspace.W.run_on(threads);
  workspace.W.assign(problem);
  set_blocks(problem.size(), problem.contacts, problem.law, workspace.cone.blocks);
  equilibrate(problem.b, problem.noise, workspace.W, workspace.cone);
  EdgeSystem system(edges, workspace.cone);
  const ArrayXd unit = scale_of_edges(edges, workspace.cone);
  const auto is_answer = [&](const ArrayXd& x) {
    solution.f = (unit * x).matrix();
    return judge();
  };
  const auto answers = [&](const ArrayXd& start, int factorisations) {
    return is_answer(start) ||
           is_answer(ProximalPath(system, start).follow(is_answer, factorisations));
  };
  if (guess.empty() || !answers(in_units(guess, unit), kFromGuess)) {
    ArrayXd inside = InteriorPoint(system).run(solution.pivots), a;
    system.find_motion(inside, a);
    // Edges whose motion exceeds their impulse carry none.
    inside = (inside > a).select(inside, 0.0);
    answers(inside, effort_inside(system.size()));
  }
  solution.factorisations = workspace.W.factorisations();
}

}  // namespace perpend::lcp
