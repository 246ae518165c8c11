// SPDX-License-Identifier: Apache-2.0
//
// Block Gauss-Seidel on the friction cones, in equilibrated units. At each contact, with the newest
// forces of all others and u = W r + q there:
//   r_n <- max(0, r_n - u_n / W_nn)
//   r_t <- r_t - u_t / lambda, cut to |r_t| <= mu r_n;  lambda the largest eigenvalue of W_tt
//
// Source: Jourdan, Alart & Jean 1998, with one step instead of a local solve.
// Limitations: linear convergence, slow over high stacks and mass ratios. It only starts Newton
// steps; no answer comes from it.
#include "cone_sweeps.hpp"

#include <algorithm>
#include <cmath>

namespace perpend::lcp {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

// A force moves by this much in the last sweep: Newton steps then need two factorisations.
constexpr double kStill = 1e-4;

double inverse(double value) {
  return value > 0 ? 1 / value : 0.0;
}

// One contact or bilateral row and the inverses that its step divides by.
struct Site {
  Matrix3d own = Matrix3d::Zero();
  double normal = 0.0, tangent = 0.0;
};

Site site_of(const Matrix3d& own) {
  const double sum = own(1, 1) + own(2, 2);
  const double split = std::hypot(own(1, 1) - own(2, 2), own(1, 2) + own(2, 1));
  return {own, inverse(own(0, 0)), inverse(0.5 * (sum + split))};
}

// The forces of one block, u the motion there.
Vector3d moved(const ConeBlock& block, const Site& site, const Vector3d& r, const Vector3d& u) {
  Vector3d next = r;
  next[0] -= site.normal * u[0];
  if (block.bilateral) return next;
  next[0] = std::max(0.0, next[0]);
  if (block.rows == 1) return next;
  if (block.sliding) {
    next.tail<2>() = -block.mu * next[0] * block.direction;
    return next;
  }
  const Vector2d slip = u.tail<2>() + site.own.bottomLeftCorner<2, 1>() * (next[0] - r[0]);
  next.tail<2>() -= site.tangent * slip;
  const double length = next.tail<2>().norm(), limit = block.mu * next[0];
  if (length > limit) next.tail<2>() *= limit / length;
  return next;
}

}  // namespace

VectorXd sweeps_start(const ConeProblem& cone, const BlockRows& rows, int most) {
  const std::size_t count = cone.blocks.size();
  std::vector<Vector3d> r(count, Vector3d::Zero());
  std::vector<Site> sites(count);
  for (std::size_t i = 0; i < count; ++i)
    for (int k = rows.start[i]; k < rows.start[i + 1]; ++k)
      if (rows.column[k] == static_cast<int>(i)) sites[i] = site_of(rows.value[k]);
  for (double change = 1; most > 0 && change > kStill; --most) {
    change = 0;
    for (std::size_t i = 0; i < count; ++i) {
      Vector3d u = rows_of(cone.blocks[i], cone.q);
      for (int k = rows.start[i]; k < rows.start[i + 1]; ++k)
        u.noalias() += rows.value[k] * r[rows.column[k]];
      const Vector3d next = moved(cone.blocks[i], sites[i], r[i], u);
      change = std::max(change, (next - r[i]).cwiseAbs().maxCoeff());
      r[i] = next;
    }
  }
  VectorXd all(cone.size());
  for (std::size_t i = 0; i < count; ++i) set_rows(cone.blocks[i], r[i], all);
  return all;
}

}  // namespace perpend::lcp
