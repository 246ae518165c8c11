// SPDX-License-Identifier: Apache-2.0
//
// Projected Gauss-Seidel. One sweep sets f_i <- P(f_i - a_i / A_ii) row by row with the newest
// forces; tangents of a contact move together, with their larger diagonal, onto the disc of the
// newest normal force. Linear convergence at best, and slow for high stacks and mass ratios.
#include "lcp/convex/pgs.hpp"

#include <algorithm>
#include <cmath>

#include "core/worst.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int kSweeps = 1000;
// Share of max |b| below which changes of motion are rounding of the sums.
constexpr double kStill = 1e-15;

VectorXd start_of(Index n, const Options& options) {
  if (options.warm.empty()) return VectorXd::Zero(n);
  return Eigen::Map<const VectorXd>(options.warm.data(), n);
}

// Repeats sweeps until they come to rest. A sweep returns the largest change of a force times its
// diagonal.
template <typename Sweep>
void iterate(const VectorXd& b, const Options& options, Solution& solution, Sweep sweep) {
  const double still = b.size() > 0 ? kStill * b.cwiseAbs().maxCoeff() : 0.0;
  const int limit = options.max_pivots > 0 ? options.max_pivots : kSweeps;
  solution.status = Status::limit;
  for (solution.pivots = 0; solution.pivots < limit; ++solution.pivots)
    if (!(sweep() > still)) return;  // at rest, or no longer finite
}

// Returns the motion of a row under the newest forces. It reads A by rows, although columns are
// contiguous: A is symmetric in contact problems, but not in a general LCP.
double motion(const Eigen::MatrixXd& A, const VectorXd& b, const VectorXd& f, Index i) {
  return A.row(i).dot(f) + b[i];
}

double sweep_tangents(const ContactProblem& problem, const Contact& contact, VectorXd& f) {
  const Index t = contact.row + 1;
  const int k = contact.tangents;
  const double pressure = std::max(0.0, f[contact.row]);
  const Eigen::Vector2d old(f[t], k == 2 ? f[t + 1] : 0.0);
  const double scale = problem.A.diagonal().segment(t, k).maxCoeff();
  Eigen::Vector2d next = -contact.mu_k * pressure * contact.direction;
  if (!contact.sliding) {
    const double limit = contact.mu_s * pressure;
    next = old;
    for (int j = 0; j < k; ++j)
      if (scale > 0) next[j] -= motion(problem.A, problem.b, f, t + j) / scale;
    if (problem.law == FrictionLaw::box)
      next = next.cwiseMax(-limit).cwiseMin(limit);
    else if (next.norm() > limit)
      next *= limit / next.norm();
  }
  for (int j = 0; j < k; ++j) f[t + j] = next[j];
  return scale * (next - old).head(k).cwiseAbs().maxCoeff();
}

}  // namespace

void solve_pgs(const BoxedLcp& problem, const Options& options, Solution& solution) {
  VectorXd f = start_of(problem.size(), options).cwiseMax(problem.lo).cwiseMin(problem.hi);
  iterate(problem.b, options, solution, [&] {
    double change = 0.0;
    for (Index i = 0; i < problem.size(); ++i) {
      if (!(problem.A(i, i) > 0)) continue;
      const double a = motion(problem.A, problem.b, f, i), old = f[i];
      f[i] = std::clamp(old - a / problem.A(i, i), problem.lo[i], problem.hi[i]);
      raise(change, problem.A(i, i) * std::abs(f[i] - old));
    }
    return change;
  });
  solution.f = f;
}

void solve_pgs(const Lcp& problem, const Options& options, Solution& solution) {
  solve_pgs(to_boxed(problem), options, solution);
}

void solve_pgs(const ContactProblem& problem, const Options& options, Solution& solution) {
  VectorXd f = start_of(problem.size(), options);
  std::vector<bool> bilateral(problem.size(), true);
  for (const Contact& contact : problem.contacts)
    for (int k = 0; k <= contact.tangents; ++k) bilateral[contact.row + k] = false;
  const auto sweep_row = [&](Index i, bool free) {
    if (!free) f[i] = std::max(0.0, f[i]);
    if (!(problem.A(i, i) > 0)) return 0.0;
    const double old = f[i], next = old - motion(problem.A, problem.b, f, i) / problem.A(i, i);
    f[i] = free ? next : std::max(0.0, next);
    return problem.A(i, i) * std::abs(f[i] - old);
  };
  iterate(problem.b, options, solution, [&] {
    double change = 0.0;
    for (Index i = 0; i < problem.size(); ++i)
      if (bilateral[i]) raise(change, sweep_row(i, true));
    for (const Contact& contact : problem.contacts) {
      raise(change, sweep_row(contact.row, false));
      if (contact.tangents > 0) raise(change, sweep_tangents(problem, contact, f));
    }
    return change;
  });
  solution.f = f;
}

}  // namespace perpend::lcp
