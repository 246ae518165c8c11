// SPDX-License-Identifier: Apache-2.0
#include "lcp/pivoting/active_set.hpp"

#include <cmath>
#include <limits>

#include "linalg/kernels/dense_factors.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kEps = std::numeric_limits<double>::epsilon();

// A ray is accurate to about the conditioning of its basis; entries of direction' A below 1e-11 of
// the terms they are summed from count as zero, and the gap of the proof must exceed ten times
// that.
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

ActiveSet starting_set(const BoxedLcp& problem, std::span<const double> warm) {
  if (!warm.empty())
    return active_set(problem, Eigen::Map<const VectorXd>(warm.data(), problem.size()));
  ActiveSet set(problem.size(), Side::lower);
  for (Index i = 0; i < problem.size(); ++i)
    if (!std::isfinite(problem.lo[i]))
      set[i] = std::isfinite(problem.hi[i]) ? Side::upper : Side::clamped;
  return set;
}

double rounding_tolerance(const BoxedLcp& problem) {
  return problem.size() > 0 ? 1e-12 * problem.b.cwiseAbs().maxCoeff() : 0.0;
}

std::vector<Correction> wrong_rows(const BoxedLcp& problem, const ActiveSet& set,
                                   const VectorXd& f) {
  std::vector<Correction> wrong;
  const VectorXd a = problem.A * f + problem.b;
  const double motion = rounding_tolerance(problem);
  for (Index i = 0; i < problem.size(); ++i) {
    if (problem.lo[i] == problem.hi[i]) continue;
    const double slack = problem.A(i, i) > 0 ? motion / problem.A(i, i) : motion;
    const bool bounded = set[i] != Side::clamped;
    if (bounded && (set[i] == Side::lower ? a[i] < -motion : a[i] > motion))
      wrong.push_back({i, Side::clamped});
    if (!bounded && f[i] < problem.lo[i] - slack) wrong.push_back({i, Side::lower});
    if (!bounded && f[i] > problem.hi[i] + slack) wrong.push_back({i, Side::upper});
  }
  return wrong;
}

void clip(const BoxedLcp& problem, VectorXd& f) {
  f = f.cwiseMax(problem.lo).cwiseMin(problem.hi);
}

SetSolve correct_on_set(const BoxedLcp& problem, const ActiveSet& set, VectorXd& f) {
  std::vector<Index> C;
  for (Index i = 0; i < problem.size(); ++i) {
    if (set[i] == Side::clamped)
      C.push_back(i);
    else
      f[i] = set[i] == Side::lower ? problem.lo[i] : problem.hi[i];
  }
  if (C.empty()) return SetSolve::regular;
  // Scaled to a unit diagonal, so that rank does not depend on the units of a row.
  VectorXd scale(static_cast<Index>(C.size()));
  for (Index k = 0; k < scale.size(); ++k) {
    const double diagonal = std::abs(problem.A(C[k], C[k]));
    scale[k] = diagonal > 0 ? 1 / std::sqrt(diagonal) : 1.0;
  }
  const MatrixXd rows = problem.A(C, Eigen::all);
  const MatrixXd block = scale.asDiagonal() * rows(Eigen::all, C) * scale.asDiagonal();
  const auto refine = [&](const auto& factor) {
    for (int step = 0; step < 3; ++step) {
      const VectorXd a = rows * f + problem.b(C);
      const VectorXd scaled = scale.cwiseProduct(a);
      f(C) -= scale.cwiseProduct(factor.solve(scaled));
    }
  };
  const Eigen::PartialPivLU<MatrixXd> lu(block);
  if (!is_singular(lu)) {
    refine(lu);
    return SetSolve::regular;
  }
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> qr;
  qr.setThreshold(linalg::kRankCut);
  qr.compute(block);
  refine(qr);
  return SetSolve::singular;
}

SetSolve solve_on_set(const BoxedLcp& problem, const ActiveSet& set, VectorXd& f) {
  f.setZero(problem.size());
  return correct_on_set(problem, set, f);
}

SetSolve settle(const BoxedLcp& problem, ActiveSet& set, VectorXd& f) {
  const Index n = problem.size();
  SetSolve how = solve_on_set(problem, set, f);
  for (bool inside = false; !inside;) {
    inside = true;
    // An entry that leaves its bound by less than this is rounding: clipping it moves a by no more
    // than evaluating a does, while taking it out of the set may leave the rest singular.
    const double rounding = n > 0 ? 4 * kEps * f.cwiseAbs().maxCoeff() : 0.0;
    for (Index i = 0; i < n; ++i) {
      const bool below = f[i]<problem.lo[i] - rounding, above = f[i]> problem.hi[i] + rounding;
      if (!below && !above) continue;
      set[i] = below ? Side::lower : Side::upper;
      inside = false;
    }
    if (!inside) how = solve_on_set(problem, set, f);
  }
  clip(problem, f);
  return how;
}

void fit_on_set(const BoxedLcp& problem, const ActiveSet& set, VectorXd& f) {
  std::vector<Index> C, T;
  const double still = 1e4 * rounding_tolerance(problem);
  VectorXd a = problem.A * f + problem.b;
  for (Index i = 0; i < problem.size(); ++i) {
    const bool clamped = set[i] == Side::clamped;
    if (clamped) C.push_back(i);
    if (clamped || std::abs(a[i]) <= still) T.push_back(i);
  }
  if (C.empty()) return;
  const auto scale_of = [&](const std::vector<Index>& rows) {
    const VectorXd diagonal = problem.A.diagonal()(rows);
    return VectorXd(diagonal.unaryExpr([](double d) { return d > 0 ? 1 / std::sqrt(d) : 1.0; }));
  };
  const VectorXd scale = scale_of(C), weight = scale_of(T);
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> qr;
  qr.setThreshold(linalg::kRankCut);
  const MatrixXd block = weight.asDiagonal() * problem.A(T, C) * scale.asDiagonal();
  qr.compute(block);
  for (int step = 0; step < 3; ++step) {
    const VectorXd weighted = weight.cwiseProduct(a(T));
    f(C) -= scale.cwiseProduct(qr.solve(weighted));
    a = problem.A * f + problem.b;
  }
  clip(problem, f);
}

namespace {

// direction' A with the entries that are rounding error set to zero.
struct Reach {
  VectorXd force;  // n, what a unit force adds to direction · a
  double tiny;     // entries of direction below this count as zero
  bool is_finite;  // no sum left the range of double
};

Reach reach_of(const MatrixXd& A, const VectorXd& direction) {
  Reach reach{direction.transpose() * A, 1e-12 * direction.cwiseAbs().maxCoeff(), true};
  const VectorXd noise = direction.cwiseAbs().transpose() * A.cwiseAbs();
  reach.is_finite = noise.allFinite();
  for (Index i = 0; i < noise.size(); ++i)
    if (std::abs(reach.force[i]) <= kProofTolerance * noise[i]) reach.force[i] = 0;
  return reach;
}

bool is_direction(const VectorXd& direction, Index n) {
  return n > 0 && direction.size() == n && direction.allFinite();
}

// Returns the most that a unit of normal force at the contact adds to direction · a.
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
  if (!reach.is_finite) return false;
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
  if (!reach.is_finite) return false;
  return direction.minCoeff() >= -reach.tiny && reach.force.maxCoeff() <= 0 &&
         direction.dot(problem.b) < -kProofMargin * direction.cwiseAbs().dot(problem.b.cwiseAbs());
}

bool proves_infeasible(const ContactProblem& problem, const VectorXd& direction) {
  const Index n = problem.size();
  if (!is_direction(direction, n)) return false;
  const Reach reach = reach_of(problem.A, direction);
  if (!reach.is_finite) return false;
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
