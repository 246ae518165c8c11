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

// A ray is known to about the conditioning of its basis; entries of direction' A below 1e-11 of
// what they are summed from are taken for zero, and the gap of the proof must stand clear of ten
// times that.
constexpr double kProofTolerance = 1e-11;
constexpr double kProofMargin = 1e-10;

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
  const Index n = problem.size();
  SetSolve how = solve_on_set(problem, set, f);
  for (bool inside = false; !inside;) {
    inside = true;
    // Below this an entry at its bound is rounding: clipping it moves a by no more than evaluating
    // a does, while taking it out of the set may leave the rest singular.
    const double rounding = n > 0 ? 4 * kEps * f.cwiseAbs().maxCoeff() : 0.0;
    for (Index i = 0; i < n; ++i) {
      const bool below = f[i]<problem.lo[i] - rounding, above = f[i]> problem.hi[i] + rounding;
      if (!below && !above) continue;
      set[i] = below ? Side::lower : Side::upper;
      inside = false;
    }
    if (!inside) how = solve_on_set(problem, set, f);
  }
  f = f.cwiseMax(problem.lo).cwiseMin(problem.hi);
  return how;
}

namespace {

// direction' A with the entries that are rounding error set to zero, and the size that
// direction · b must stand clear of.
struct Reach {
  VectorXd force;  // n, what a unit force adds to direction · a
  double tiny;     // entries of direction below this count as zero
};

Reach reach_of(const MatrixXd& A, const VectorXd& direction) {
  Reach reach{direction.transpose() * A, 1e-12 * direction.cwiseAbs().maxCoeff()};
  const VectorXd noise = direction.cwiseAbs().transpose() * A.cwiseAbs();
  for (Index i = 0; i < noise.size(); ++i)
    if (std::abs(reach.force[i]) <= kProofTolerance * noise[i]) reach.force[i] = 0;
  return reach;
}

bool is_direction(const VectorXd& direction, Index n) {
  return n > 0 && direction.size() == n && direction.allFinite();
}

// What a unit of pressure at the contact adds to direction · a at most.
double best_reach(const ContactProblem& problem, const Contact& contact, const VectorXd& force) {
  double along = 0.0, norm = 0.0, sum = 0.0;
  for (int k = 0; k < contact.tangents; ++k) {
    const double f = force[contact.row + 1 + k];
    along += f * contact.direction[k];
    norm = std::hypot(norm, f);
    sum += std::abs(f);
  }
  if (contact.sliding) return force[contact.row] - contact.mu_k * along;
  return force[contact.row] + contact.mu_s * (problem.law == FrictionLaw::box ? sum : norm);
}

}  // namespace

bool proves_infeasible(const BoxedLcp& problem, const VectorXd& direction) {
  const Index n = problem.size();
  if (!is_direction(direction, n)) return false;
  const Reach reach = reach_of(problem.A, direction);
  double supremum = direction.dot(problem.b);
  double size = direction.cwiseAbs().dot(problem.b.cwiseAbs());
  for (Index i = 0; i < n; ++i) {
    if (direction[i] > reach.tiny && std::isfinite(problem.hi[i])) return false;
    if (direction[i] < -reach.tiny && std::isfinite(problem.lo[i])) return false;
    if (reach.force[i] == 0) continue;
    const double bound = reach.force[i] > 0 ? problem.hi[i] : problem.lo[i];
    if (!std::isfinite(bound)) return false;
    supremum += reach.force[i] * bound;
    size += std::abs(reach.force[i] * bound);
  }
  return supremum < -kProofMargin * size;
}

bool proves_infeasible(const Lcp& problem, const VectorXd& direction) {
  const Index n = problem.size();
  if (!is_direction(direction, n)) return false;
  const Reach reach = reach_of(problem.A, direction);
  return direction.minCoeff() >= -reach.tiny && reach.force.maxCoeff() <= 0 &&
         direction.dot(problem.b) < -kProofMargin * direction.cwiseAbs().dot(problem.b.cwiseAbs());
}

bool proves_infeasible(const ContactProblem& problem, const VectorXd& direction) {
  const Index n = problem.size();
  if (!is_direction(direction, n)) return false;
  const Reach reach = reach_of(problem.A, direction);
  std::vector<bool> bilateral(n, true);
  for (const Contact& contact : problem.contacts) {
    if (direction[contact.row] < -reach.tiny) return false;
    for (int k = 0; k <= contact.tangents; ++k) {
      bilateral[contact.row + k] = false;
      if (k > 0 && std::abs(direction[contact.row + k]) > reach.tiny) return false;
    }
    if (best_reach(problem, contact, reach.force) > 0) return false;
  }
  for (Index i = 0; i < n; ++i)
    if (bilateral[i] && reach.force[i] != 0) return false;
  return direction.dot(problem.b) < -kProofMargin * direction.cwiseAbs().dot(problem.b.cwiseAbs());
}

}  // namespace perpend::lcp
