// SPDX-License-Identifier: Apache-2.0
//
// Right-hand sides p and r of [M̂ Jᵀ; J -S] [v; -lambda] = [p; r], and its answers.
#include <algorithm>
#include <cmath>
#include <utility>

#include "joint_system_ends.hpp"
#include "perpend/dynamics/joint_system.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

constexpr int kRefinements = 2;
// Componentwise backward error below which refinement could not be seen: 1e-12 m/s of 10 m/s.
constexpr double kAccurate = 1e-13;
// Rates that S lambda may leave open, m/s or rad/s: 1e-10 m in a step of 1 ms.
constexpr double kVisible = 1e-7;

}  // namespace

double JointSystem::product(const VectorXd& p, const VectorXd& v) const {
  double sum = 0;
  for (const HeldBody& body : bodies_)
    for (int k = body.first; k < body.first + body.dof; ++k) sum += p[k] * v[k];
  return sum;
}

void JointSystem::set_momentum(const VectorXd& p) {
  int at = 0;
  for (const HeldBody& body : bodies_)
    for (int k = 0; k < body.dof; ++k) right_[at++] = p[body.first + k];
}

void JointSystem::add_mass_momentum(const AddedMass& added, const VectorXd& v) {
  for (int node = 0; node < static_cast<int>(bodies_.size()) && added.turns(); ++node) {
    const HeldBody& body = bodies_[node];
    const int at = matrix().offset(node);
    const Eigen::Matrix3d& turn = added.turn(body.body);
    if (body.kind == BodyKind::spatial)
      right_.segment<3>(at + 3) += turn * v.segment<3>(body.first + 3);
    if (body.kind == BodyKind::rigid) right_[at + 2] += turn(0, 0) * v[body.first + 2];
  }
  for (const AddedMass::Pair& pair : added.pairs()) {
    const PairEnds ends = pair_ends(*model_, model_->joints[pair.joint]);
    Eigen::Matrix<double, 12, 1> u = Eigen::Matrix<double, 12, 1>::Zero();
    if (ends.n_a > 0) u.head(ends.n_a) = v.segment(model_->bodies[ends.a].v_offset, ends.n_a);
    if (ends.n_b > 0)
      u.segment(ends.at_b, ends.n_b) = v.segment(model_->bodies[ends.b].v_offset, ends.n_b);
    const Eigen::Matrix<double, 12, 1> p = pair.block * u;
    if (ends.n_a > 0)
      right_.segment(matrix().offset(node_of_body_[ends.a]), ends.n_a) += p.head(ends.n_a);
    if (ends.n_b > 0)
      right_.segment(matrix().offset(node_of_body_[ends.b]), ends.n_b) +=
          p.segment(ends.at_b, ends.n_b);
  }
}

void JointSystem::subtract_prescribed(const RowPool& pool, int group, const VectorXd& v, int at) {
  const auto blocks = pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
    if (blocks[k].body < 0 || moves(*model_, blocks[k].body)) continue;
    const Body& body = model_->bodies[blocks[k].body];
    right_.segment(at, pool.groups()[group].rows) -=
        pool.block(group, k).lazyProduct(v.segment(body.v_offset, body.dof));
  }
}

void JointSystem::set_rates(const RowPool& joints, const VectorXd& rates,
                            const RowPool& coordinates, std::span<const CoordinateRow> rows,
                            const VectorXd& v) {
  for (int i = 0; i < static_cast<int>(constraints_.size()); ++i) {
    const Constraint& constraint = constraints_[i];
    const int at = node_row(i);
    for (int r = 0; r < constraint.rows; ++r) right_[at + r] = rates[constraint.first_row + r];
    if (constraint.prescribed) subtract_prescribed(joints, constraint.group, v, at);
  }
  for (const PlacedRow& placed : placed_) {
    const int at = node_row(placed.constraint) + placed.at;
    right_[at] = -rows[placed.row].bias;
    subtract_prescribed(coordinates, rows[placed.row].group, v, at);
  }
}

void JointSystem::add_impulse(const RowPool& pool, int group,
                              const Eigen::Ref<const VectorXd>& lambda) {
  const auto blocks = pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
    if (blocks[k].body < 0 || !holds(blocks[k].body)) continue;
    right_.segment(matrix().offset(node_of_body_[blocks[k].body]), blocks[k].cols) +=
        pool.block(group, k).transpose().lazyProduct(lambda);
  }
}

// J v + S lambda = r leaves S lambda open, which heavy bodies on light ones make visible. A second
// solve with S (lambda - that of the first) instead squares the error; rows of springs keep theirs.
bool JointSystem::take_compliance_back() {
  double largest = 0;
  closed_ = right_;
  for (int i = 0; i < static_cast<int>(constraints_.size()); ++i) {
    const auto S = std::as_const(active()).diagonal(static_cast<int>(bodies_.size()) + i);
    for (int r = 0; r < constraints_[i].rows; ++r) {
      const int row = node_row(i) + r;
      const double open = (S(r, r) + softness_) * x_[row];  // -S times -lambda
      closed_[row] += open;
      largest = std::max(largest, std::abs(open));
    }
  }
  return largest > kVisible;
}

// Most solves are accurate as they are.
double JointSystem::refined(const VectorXd& right) {
  const double error = active().residual(right, x_);
  return error <= kAccurate ? error : active().refine(right, x_, kRefinements);
}

double JointSystem::solve(VectorXd& v, VectorXd& lambda) {
  x_ = right_;
  active().solve(x_);
  // The rounding of a regular factor does not show in S lambda.
  double error = regular_ ? 0.0 : refined(right_);
  if (take_compliance_back()) {
    x_ = closed_;
    active().solve(x_);
    error = refined(closed_);
  } else if (regular_) {
    error = refined(right_);
  }
  int at = 0;
  for (const HeldBody& body : bodies_)
    for (int k = 0; k < body.dof; ++k) v[body.first + k] = x_[at++];
  for (int i = 0; i < static_cast<int>(constraints_.size()); ++i)
    for (int r = 0; r < constraints_[i].rows; ++r)
      lambda[constraints_[i].first_row + r] = -x_[node_row(i) + r];
  return error;
}

void JointSystem::correct(const VectorXd& rates, VectorXd& v, VectorXd& lambda) {
  correction_.setZero(matrix().rows());
  for (int i = 0; i < static_cast<int>(constraints_.size()); ++i)
    correction_.segment(node_row(i), constraints_[i].rows) =
        rates.segment(constraints_[i].first_row, constraints_[i].rows);
  active().solve(correction_);
  int at = 0;
  for (const HeldBody& body : bodies_)
    for (int k = 0; k < body.dof; ++k) v[body.first + k] += correction_[at++];
  for (int i = 0; i < static_cast<int>(constraints_.size()); ++i)
    lambda.segment(constraints_[i].first_row, constraints_[i].rows) -=
        correction_.segment(node_row(i), constraints_[i].rows);
}

bool JointSystem::add_group(const RowPool& pool, int group,
                            linalg::BlockReduction& reduction) const {
  const auto blocks = pool.blocks(group);
  int held[2], count = 0;
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
    if (blocks[k].body >= 0 && holds(blocks[k].body)) held[count++] = k;
  if (count == 0) return false;
  const auto node = [&](int k) { return node_of_body_[blocks[k].body]; };
  const Eigen::MatrixXd first = pool.block(group, held[0]);
  if (count == 1) {
    reduction.add(node(held[0]), first);
  } else {
    const Eigen::MatrixXd second = pool.block(group, held[1]);
    reduction.add(node(held[0]), first, node(held[1]), second);
  }
  return true;
}

}  // namespace perpend
