// SPDX-License-Identifier: Apache-2.0
//
// Block Gauss-Seidel on the friction cones, in equilibrated units. Each contact moves with the
// newest forces of all others, where u = W r + q:
//   r_n <- max(0, r_n - omega u_n / W_nn)
//   r_t <- r_t - u_t / lambda, cut to |r_t| <= mu r_n;  lambda the largest eigenvalue of W_tt
//
// Source: Jourdan, Alart & Jean 1998, with one step instead of a local solve; conjugate sweeps as
// Silcowitz, Niebe & Erleben 2010.
// Limitations: linear convergence, slow over high stacks and mass ratios. It starts Newton steps;
// its own points are answers only as drafts and at a deadline.
#include "lcp/cone/sweeps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lcp/cone/operator/contact_kernels.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::Vector4d;
using Eigen::VectorXd;

// Change of a force in the last sweep: Newton steps then mostly need one factorisation.
constexpr double kStill = 1e-3;

// Over-relaxation of normal forces from the second sweep on, so that one sweep solves a single
// contact: a fifth fewer sweeps on heaps of balls. More of it, or any of it on tangents, slows
// stacks of boxes.
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

Vector2d within(const ConeBlock& block, const Vector2d& tangent, double limit) {
  if (block.box) return tangent.cwiseMin(limit).cwiseMax(-limit);
  if (block.polygon.corners > 0) return block.polygon.nearest(tangent, limit).point;
  const double square = tangent.squaredNorm();
  return square > limit * limit ? tangent * (limit / std::sqrt(square)) : tangent;
}

// Moves the forces r of one block, where the motion is u; returns the largest change. Entries are
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
    tangent =
        within(block, before - site.tangent * (u.segment<2>(1) + site.coupling * change), limit);
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

MatrixSweeps::MatrixSweeps(const ConeProblem& cone, const Eigen::MatrixXd& W, SweepMemory& memory,
                           const VectorXd& start)
    : cone_(cone), W_(W), memory_(memory) {
  memory.sites.clear();
  for (const ConeBlock& block : cone.blocks)
    memory.sites.push_back(site_of(cone.W->diagonal(block)));
  memory.forces = start;
  memory.velocity = cone.q;
  memory.velocity.noalias() += W * start;
}

void MatrixSweeps::sweep() {
  for (std::size_t i = 0; i < cone_.blocks.size(); ++i) {
    const ConeBlock& block = cone_.blocks[i];
    auto own = memory_.forces.segment(block.row, block.rows);
    Vector4d u = Vector4d::Zero(), next = Vector4d::Zero();
    u.head(block.rows) = memory_.velocity.segment(block.row, block.rows);
    next.head(block.rows) = own;
    move(block, memory_.sites[i], 1.0, u, next);
    for (int k = 0; k < block.rows; ++k) {
      const double change = next[k] - own[k];
      if (change != 0) memory_.velocity += change * W_.col(block.row + k);
      own[k] = next[k];
    }
  }
}

void MatrixSweeps::run(int times) {
  for (; times > 0; --times) sweep();
}

namespace {

void push(const BodyColumns::Site& site, const Vector3d& change, VectorXd& v) {
  for (int k = 0; k < site.bodies; ++k)
    add_velocity(site.G[k], change.data(), v.data() + site.offset[k]);
}

// Returns free + G' v; the sums of both bodies do not wait for each other.
Vector4d motion(const BodyColumns::Site& site, const VectorXd& v, const Vector4d& free) {
  constexpr int kBlock = kBodyRows * kContactRows;
  linalg::HalfLanes sum[2] = {{free[0], free[1], free[2]}, {}};
  for (int k = 0; k < site.bodies; ++k)
    add_turned_motion(site.G[k] + kBlock, v.data() + site.offset[k], sum[k]);
  const linalg::HalfLanes u = sum[0] + sum[1];
  return {u[0], u[1], u[2], 0.0};
}

const BodyColumns::Site& site_at(const BodyColumns& columns, const ConeBlock& block) {
  return columns.sites[static_cast<std::size_t>(block.row / kContactRows)];
}

}  // namespace

BodySweeps::BodySweeps(const ConeProblem& cone, const BodyColumns& columns, SweepMemory& memory,
                       const VectorXd& start)
    : cone_(cone),
      columns_(columns),
      memory_(memory),
      last_square_(std::numeric_limits<double>::infinity()) {
  memory.sites.clear();
  memory.q.clear();
  for (const ConeBlock& block : cone.blocks) {
    memory.sites.push_back(site_of(cone.W->diagonal(block)));
    memory.q.emplace_back(cone.q[block.row], cone.q[block.row + 1], cone.q[block.row + 2], 0.0);
  }
  memory.forces = start;
  memory.velocity.setZero(columns.velocities);
  for (const ConeBlock& block : cone.blocks)
    push(site_at(columns, block), start.segment<3>(block.row), memory.velocity);
  turn_back();
}

// Continues from the point of the last sweep, without a direction.
void BodySweeps::turn_back() {
  memory_.force_way.setZero(memory_.forces.size());
  memory_.velocity_way.setZero(memory_.velocity.size());
}

void BodySweeps::sweep() {
  for (std::size_t i = 0; i < cone_.blocks.size(); ++i) {
    const ConeBlock& block = cone_.blocks[i];
    const BodyColumns::Site& site = site_at(columns_, block);
    auto own = memory_.forces.segment<3>(block.row);
    const Vector3d before = own;
    Vector4d u = motion(site, memory_.velocity, memory_.q[i]), next = Vector4d::Zero();
    u.head<3>() += columns_.compliance.segment<3>(block.row).cwiseProduct(before);
    next.head<3>() = before;
    move(block, memory_.sites[i], 1.0, u, next);
    own = next.head<3>();
    push(site, own - before, memory_.velocity);
  }
}

void BodySweeps::run(int times) {
  for (; times > 0; --times) sweep();
}

// Method of Fletcher and Reeves, with the change by a sweep as the gradient.
void BodySweeps::go_on() {
  SweepMemory& m = memory_;
  const double square = (m.forces - m.forces_before).squaredNorm();
  const double share = square / last_square_;
  last_square_ = square;
  if (!(share <= 1)) return turn_back();
  const auto advance = [share](const VectorXd& before, VectorXd& way, VectorXd& point) {
    for (Eigen::Index i = 0; i < point.size(); ++i) {
      const double swept = point[i], ahead = share * way[i];
      point[i] = swept + ahead;
      way[i] = ahead + (swept - before[i]);
    }
  };
  advance(m.forces_before, m.force_way, m.forces);
  advance(m.velocity_before, m.velocity_way, m.velocity);
}

void BodySweeps::run_conjugate(int times) {
  for (; times > 0; --times) {
    memory_.forces_before = memory_.forces;
    memory_.velocity_before = memory_.velocity;
    sweep();
    if (times == 1) memory_.swept = memory_.forces;
    go_on();
  }
}

}  // namespace perpend::lcp
