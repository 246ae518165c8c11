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

#include "lcp/cone/operator/contact_kernels.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
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

template <typename Block>
Site site_of(const Block& own) {
  const double sum = own(1, 1) + own(2, 2);
  const double split = std::hypot(own(1, 1) - own(2, 2), own(1, 2) + own(2, 1));
  return {own.template block<2, 1>(1, 0), inverse(own(0, 0)), inverse(0.5 * (sum + split))};
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
  auto &r = memory.r, &q = memory.q;
  auto& sites = memory.sites;
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

namespace {

void push(const BodyColumns::Site& site, const Vector3d& change, VectorXd& v) {
  for (int k = 0; k < site.bodies; ++k)
    add_velocity(site.G[k], change.data(), v.data() + site.offset[k]);
}

Vector3d motion(const BodyColumns::Site& site, const VectorXd& v) {
  Vector3d u = Vector3d::Zero();
  for (int k = 0; k < site.bodies; ++k) add_motion(site.G[k], v.data() + site.offset[k], u.data());
  return u;
}

}  // namespace

void sweep_bodies(const ConeProblem& cone, const BodyColumns& columns, int times,
                  SweepMemory& memory, VectorXd& r) {
  const auto site_at = [&](const ConeBlock& block) -> const BodyColumns::Site& {
    return columns.sites[static_cast<std::size_t>(block.row / kContactRows)];
  };
  VectorXd& v = memory.velocity;
  v.setZero(columns.velocities);
  memory.sites.clear();
  for (const ConeBlock& block : cone.blocks) {
    push(site_at(block), r.segment<3>(block.row), v);
    memory.sites.push_back(site_of(cone.W->diagonal(block)));
  }
  for (; times > 0; --times)
    for (std::size_t i = 0; i < cone.blocks.size(); ++i) {
      const ConeBlock& block = cone.blocks[i];
      auto own = r.segment<3>(block.row);
      const Vector3d before = own;
      Vector4d u = Vector4d::Zero(), next = Vector4d::Zero();
      u.head<3>() = motion(site_at(block), v) + cone.q.segment<3>(block.row) +
                    columns.compliance.segment<3>(block.row).cwiseProduct(before);
      next.head<3>() = before;
      move(block, memory.sites[i], 1.0, u, next);
      own = next.head<3>();
      push(site_at(block), own - before, v);
    }
}

}  // namespace perpend::lcp
