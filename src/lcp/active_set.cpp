// SPDX-License-Identifier: Apache-2.0
#include "active_set.hpp"

#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>
#include <limits>

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kEps = std::numeric_limits<double>::epsilon();

// Below n eps the pivots of a consistent singular block are rounding noise; 8 covers pivot growth.
bool is_singular(const Eigen::PartialPivLU<MatrixXd>& lu) {
  const VectorXd pivots = lu.matrixLU().diagonal().cwiseAbs();
  return !(pivots.minCoeff() > 8 * kEps * static_cast<double>(lu.rows()) * pivots.maxCoeff());
}

}  // namespace

ActiveSet active_set(const BoxedLcp& problem, const VectorXd& f, double margin) {
  ActiveSet set(problem.size());
  for (Index i = 0; i < problem.size(); ++i)
    set[i] = f[i] <= problem.lo[i] + margin   ? Side::lower
             : f[i] >= problem.hi[i] - margin ? Side::upper
                                              : Side::clamped;
  return set;
}

SetSolve solve_on_set(const BoxedLcp& problem, const ActiveSet& set, VectorXd& f) {
  const Index n = problem.size();
  std::vector<Index> C;
  f.setZero(n);
  for (Index i = 0; i < n; ++i) {
    if (set[i] == Side::clamped)
      C.push_back(i);
    else
      f[i] = set[i] == Side::lower ? problem.lo[i] : problem.hi[i];
  }
  if (C.empty()) return SetSolve::regular;
  const MatrixXd block = problem.A(C, C);
  const auto refine = [&](const auto& factor) {
    for (int step = 0; step < 3; ++step) {
      const VectorXd a = problem.A(C, Eigen::all) * f + problem.b(C);
      f(C) -= factor.solve(a);
    }
  };
  const Eigen::PartialPivLU<MatrixXd> lu(block);
  if (!is_singular(lu)) {
    refine(lu);
    return SetSolve::regular;
  }
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> qr;
  qr.setThreshold(1e-11);
  qr.compute(block);
  refine(qr);
  return SetSolve::singular;
}

SetSolve settle(const BoxedLcp& problem, ActiveSet& set, VectorXd& f) {
  SetSolve how = solve_on_set(problem, set, f);
  for (bool inside = false; !inside;) {
    inside = true;
    for (Index i = 0; i < problem.size(); ++i) {
      const bool below = f[i]<problem.lo[i], above = f[i]> problem.hi[i];
      if (!below && !above) continue;
      set[i] = below ? Side::lower : Side::upper;
      inside = false;
    }
    if (!inside) how = solve_on_set(problem, set, f);
  }
  return how;
}

bool proves_infeasible(const BoxedLcp& problem, const VectorXd& direction) {
  const Index n = problem.size();
  if (direction.size() != n || !direction.allFinite()) return false;
  const VectorXd reach = direction.transpose() * problem.A;
  const VectorXd noise = direction.cwiseAbs().transpose() * problem.A.cwiseAbs();
  double supremum = direction.dot(problem.b);
  double scale = direction.cwiseAbs().dot(problem.b.cwiseAbs());
  for (Index i = 0; i < n; ++i) {
    const double tiny = 1e-12 * direction.cwiseAbs().maxCoeff();
    if (direction[i] > tiny && std::isfinite(problem.hi[i])) return false;
    if (direction[i] < -tiny && std::isfinite(problem.lo[i])) return false;
    if (std::abs(reach[i]) <= 1e-11 * noise[i]) continue;
    const double bound = reach[i] > 0 ? problem.hi[i] : problem.lo[i];
    if (!std::isfinite(bound)) return false;
    supremum += reach[i] * bound;
    scale += std::abs(reach[i] * bound);
  }
  // The gap must stand clear of what the neglected entries of reach and the sums may hide.
  return supremum < -1e-10 * scale;
}

}  // namespace perpend::lcp
