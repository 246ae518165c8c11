// SPDX-License-Identifier: Apache-2.0
//
// Block Gauss-Seidel on the friction cones, in equilibrated units. At each contact, with the newest
// forces of all others and u = W r + q there:
//   r_n <- max(0, r_n - omega u_n / W_nn)
//   r_t <- r_t - u_t / lambda, cut to |r_t| <= mu r_n;  lambda the largest eigenvalue of W_tt
//
// Source: Jourdan, Alart & Jean 1998, with one step instead of a local solve.
// Limitations: linear convergence, slow over high stacks and mass ratios. It only starts Newton
// steps; no answer comes from it.
#include "lcp/cone/sweeps.hpp"

#include <algorithm>
#include <cmath>

namespace perpend::lcp {
namespace {

using Eigen::Vector2d;
using Eigen::Vector4d;
using Eigen::VectorXd;

// A force moves by this much in the last sweep: Newton steps then mostly need one factorisation.
constexpr double kStill = 1e-3;

// Of normal forces, from the second sweep on, so that one answers a contact by itself: a fifth
// fewer sweeps on heaps of balls. More of it, or any of it on tangents, slows stacks of boxes.
constexpr double kRelaxation = 1.2;

double inverse(double value) {
  return value > 0 ? 1 / value : 0.0;
}

using Site = SweepMemory::Site;

Site site_of(const PaddedBlock& own) {
  const double sum = own(1, 1) + own(2, 2);
  const double split = std::hypot(own(1, 1) - own(2, 2), own(1, 2) + own(2, 1));
  return {own.block<2, 1>(1, 0), inverse(own(0, 0)), inverse(0.5 * (sum + split))};
}

double largest(double normal, const Vector2d& tangent) {
  return std::max(std::abs(normal), tangent.cwiseAbs().maxCoeff());
}

// Moves the forces r of one block, u the motion there; returns by how much at most. Entries are
// written one by one, as they are read: a register read from several writes would wait for them.
double move(const ConeBlock& block, const Site& site, double relaxation, const Vector4d& u,
            Vector4d& r) {
  const double pushed = r[0] - relaxation * site.normal * u[0];
  const double normal = block.bilateral ? pushed : std::max(0.0, pushed);
  const double change = normal - r[0];
  r[0] = normal;
  if (block.rows == 1) return std::abs(change);
  const Vector2d before = r.segment<2>(1);
  const double limit = block.mu * normal;
  Vector2d tangent = -limit * block.direction;
  if (!block.sliding) {
    tangent = before - site.tangent * (u.segment<2>(1) + site.coupling * change);
    const double square = tangent.squaredNorm();
    if (square > limit * limit) tangent *= limit / std::sqrt(square);
  }
  r.segment<2>(1) = tangent;
  return largest(change, tangent - before);
}

}  // namespace

void sweeps_start(const ConeProblem& cone, const BlockRows& rows, int most, SweepMemory& memory,
                  VectorXd& start) {
  const std::size_t count = cone.blocks.size();
  auto& [r, q, sites] = memory;
  r.assign(count, Vector4d::Zero());
  q.assign(count, Vector4d::Zero());
  sites.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    q[i].head<3>() = rows_of(cone.blocks[i], cone.q);
    sites[i] = site_of(rows.value[rows.own[i]]);
  }
  double relaxation = 1;
  for (double change = 1; most > 0 && change > kStill; --most) {
    change = 0;
    for (std::size_t i = 0; i < count; ++i) {
      Vector4d u = q[i];
      for (int k = rows.start[i]; k < rows.start[i + 1]; ++k)
        u.noalias() += rows.value[k].lazyProduct(r[rows.column[k]].head<3>());
      change = std::max(change, move(cone.blocks[i], sites[i], relaxation, u, r[i]));
    }
    relaxation = kRelaxation;
  }
  start.resize(cone.size());
  for (std::size_t i = 0; i < count; ++i) set_rows(cone.blocks[i], r[i].head<3>(), start);
}

}  // namespace perpend::lcp
