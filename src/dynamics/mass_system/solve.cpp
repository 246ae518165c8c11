// SPDX-License-Identifier: Apache-2.0
//
// Right-hand sides p and r of [M̂ Jᵀ; J -S] [v; -lambda] = [p; r], and its solutions.
#include <algorithm>
#include <cmath>
#include <utility>

#include "dynamics/mass_system/mass_system.hpp"
#include "dynamics/mass_system/pair_ends.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

// Block of a row group stored by columns, with no more rows than a joint has; on the stack.
using GroupBlock = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor,
                                 BodyType::kMaxVelocities, BodyType::kMaxVelocities>;

constexpr int kRefinements = 2;
// Used with larger compliance, where rows depend on each other to round-off, which costs digits.
constexpr int kLongRefinements = 6;
// Most solves are accurate without refinement: a componentwise backward error of this size is
// invisible, 1e-11 m/s of 10 m/s.
constexpr double kAccurate = 1e-12;
// Rate error that S lambda may leave, m/s or rad/s: 1e-10 m in a step of 1 ms.
constexpr double kVisible = 1e-7;
// Largest number of solves that take S lambda back where nothing of it may stay: each multiplies
// what is left by the share of the one before.
constexpr int kExactSolves = 3;
// Largest number of directions of nearly dependent rows that one solve corrects.
constexpr int kMostWays = 4;
// kKept: the share of S lambda of the last step that the next one corrects for; with all of it the
// force distribution among linearly dependent rows would accumulate round-off without bound.
// kBearing: rows with 1 - S / (S + σ²) below it count as dependent; straight bridges have 0.004 to
// 0.1.
constexpr double kKept = 0.999, kBearing = 5e-4;

}  // namespace

void MassSystem::set_momentum(const VectorXd& p) {
  threads_->chunks(static_cast<int>(bodies_.size()), [&](Chunk s) {
    for (int i = s.first; i < s.last; ++i)
      for (int k = 0; k < bodies_[i].dof; ++k) right_[bodies_[i].row + k] = p[bodies_[i].first + k];
  });
}

void MassSystem::add_mass_momentum(const AddedMass& added, const VectorXd& v) {
  const auto add = [&](Chunk s) {
    for (int i = s.first; i < s.last; ++i) {
      const HeldBody& body = bodies_[i];
      const Eigen::Matrix3d& rotation = added.rotation(body.body);
      if (body.kind == BodyKind::spatial)
        right_.segment<3>(body.row + 3) += rotation * v.segment<3>(body.first + 3);
      if (body.kind == BodyKind::rigid) right_[body.row + 2] += rotation(0, 0) * v[body.first + 2];
    }
  };
  if (added.has_rotation()) threads_->chunks(static_cast<int>(bodies_.size()), add);
  for (const AddedMass::Pair& pair : added.pairs()) {
    const PairEnds ends = pair_ends(*model_, model_->joints[pair.joint]);
    Eigen::Matrix<double, 12, 1> u = Eigen::Matrix<double, 12, 1>::Zero();
    if (ends.n_a > 0) u.head(ends.n_a) = v.segment(model_->bodies[ends.a].v_offset, ends.n_a);
    if (ends.n_b > 0)
      u.segment(ends.at_b, ends.n_b) = v.segment(model_->bodies[ends.b].v_offset, ends.n_b);
    const Eigen::Matrix<double, 12, 1> p = pair.block * u;
    if (ends.n_a > 0)
      right_.segment(bodies_[node_of_body_[ends.a]].row, ends.n_a) += p.head(ends.n_a);
    if (ends.n_b > 0)
      right_.segment(bodies_[node_of_body_[ends.b]].row, ends.n_b) +=
          p.segment(ends.at_b, ends.n_b);
  }
}

void MassSystem::subtract_prescribed(const RowPool& pool, int group, const VectorXd& v, int at) {
  const auto blocks = pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
    if (blocks[k].body < 0 || moves(*model_, blocks[k].body)) continue;
    const Body& body = model_->bodies[blocks[k].body];
    right_.segment(at, pool.groups()[group].rows) -=
        pool.block(group, k).lazyProduct(v.segment(body.v_offset, body.dof));
  }
}

void MassSystem::set_rates(const RowPool& joints, const VectorXd& rates, const RowPool& coordinates,
                           std::span<const CoordinateRow> rows, const VectorXd& v) {
  threads_->chunks(static_cast<int>(constraints_.size()), [&](Chunk s) {
    for (int i = s.first; i < s.last; ++i) {
      const Constraint& constraint = constraints_[i];
      for (int r = 0; r < constraint.rows; ++r)
        right_[constraint.row + r] = rates[constraint.first_row + r];
      if (constraint.prescribed) subtract_prescribed(joints, constraint.group, v, constraint.row);
    }
  });
  for (const PlacedRow& placed : placed_) {
    const int at = constraints_[placed.constraint].row + placed.at;
    right_[at] = -rows[placed.row].bias;
    subtract_prescribed(coordinates, rows[placed.row].group, v, at);
  }
}

void MassSystem::add_impulse(const RowPool& pool, int group,
                             const Eigen::Ref<const VectorXd>& lambda) {
  const auto blocks = pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
    if (blocks[k].body < 0 || !holds(blocks[k].body)) continue;
    right_.segment(bodies_[node_of_body_[blocks[k].body]].row, blocks[k].cols) +=
        pool.block(group, k).transpose().lazyProduct(lambda);
  }
}

// J v + S lambda = r leaves the error S lambda, which heavy bodies on light ones make visible. A
// second solve with S (lambda - that of the first) instead squares the error; rows of springs keep
// their compliance.
bool MassSystem::take_compliance_back() {
  const int first = body_rows(), rows = static_cast<int>(shares_.size());
  const auto largest_of = [&](Chunk s) {
    double largest = 0;
    for (int k = s.first; k < s.last; ++k)
      largest = std::max(largest, std::abs(shares_[k] * x_[first + k]));
    return largest;
  };
  const double largest = threads_->reduce<Threads::kRows>(
      rows, 0.0, largest_of, [](double a, double b) { return std::max(a, b); });
  if (!(largest > (exact_ ? 0.0 : kVisible))) return false;
  threads_->copy(right_, closed_);
  threads_->chunks<Threads::kRows>(rows, [&](Chunk s) {
    for (int k = s.first; k < s.last; ++k) closed_[first + k] -= shares_[k] * x_[first + k];
  });
  return true;
}

// Returns aᵀ S⁻¹ b over hard rows.
double MassSystem::carried_dot(const VectorXd& a, const VectorXd& b) const {
  double sum = 0;
  for (Eigen::Index k = 0; k < shares_.size(); ++k)
    if (shares_[k] > 0) sum += a[k] * b[k] / shares_[k];
  return sum;
}

// Computes S (A + S)⁻¹ x with A = J M̂⁻¹ Jᵀ: the part of x that is missing from the rates after x
// is added to the right-hand side.
void MassSystem::left_of(const VectorXd& x, VectorXd& left) {
  correction_.setZero(matrix().rows());
  correction_.tail(x.size()) = x;
  active().solve(correction_);
  left = -shares_.cwiseProduct(correction_.tail(x.size()));
}

// Finds the least |change - A (A + S)⁻¹ x| by conjugate gradients in the norm of S⁻¹, in which the
// operator is symmetric. x has no component along dependent rows and a full one along nearly
// dependent rows.
VectorXd MassSystem::to_take_back(VectorXd change, double visible) {
  VectorXd x = VectorXd::Zero(change.size()), product, back;
  left_of(change, product);
  VectorXd steepest = change - product, way = steepest;
  double size = carried_dot(steepest, steepest);
  for (int k = 0; k < kMostWays && size > 0; ++k) {
    left_of(way, product);
    product = way - product;
    const double length = carried_dot(product, product);
    if (!(length > kBearing * kBearing * carried_dot(way, way))) break;
    x += size / length * way;
    change -= size / length * product;
    if (change.lpNorm<Eigen::Infinity>() < 0.5 * visible) break;
    left_of(change, back);
    steepest = change - back;
    const double next = carried_dot(steepest, steepest);
    way = steepest + next / size * way;
    size = next;
  }
  return x;
}

// The impulses that islands add to lambda go through K with all of S: the correction is the same
// before and after them, and the islands are solved again where it does not match the solution.
// Where rows are nearly dependent, S lambda itself would leave the share S / (S + σ²) of the error
// each time.
bool MassSystem::carry_compliance(double visible) {
  VectorXd change = -shares_.cwiseProduct(x_.tail(shares_.size()));
  if (carries_) change -= carried_;
  if (!(change.lpNorm<Eigen::Infinity>() > visible)) return false;
  if (!carries_) carried_.setZero(shares_.size());
  carries_ = true;
  carried_ += to_take_back(std::move(change), visible);
  return true;
}

// Linearly dependent rows would satisfy a contradictory error only through their compliance, with
// an impulse 1e12 times its size. What is left of an error after S (A + S)⁻¹ is applied twice
// belongs to rows that are dependent, or nearly so; for the latter a third application leaves less.
void MassSystem::drop_contradictions(VectorXd& errors) {
  const int first = body_rows();
  VectorXd all = VectorXd::Zero(shares_.size()), once, left, again;
  for (const Constraint& constraint : constraints_)
    all.segment(constraint.row - first, constraint.rows) =
        errors.segment(constraint.first_row, constraint.rows);
  left_of(all, once);
  left_of(once, left);
  left_of(left, again);
  if (!(carried_dot(again, left) > (1 - kBearing) * carried_dot(left, left))) return;
  for (const Constraint& constraint : constraints_)
    errors.segment(constraint.first_row, constraint.rows) -=
        left.segment(constraint.row - first, constraint.rows);
}

// Returns the share S / (S + σ²) of carried_ that remains in the rates, as the mean over its
// directions.
double MassSystem::repeated_share() {
  VectorXd left;
  left_of(carried_, left);
  return carried_dot(left, carried_) / carried_dot(carried_, carried_);
}

void MassSystem::carry_compliance_of(const VectorXd& lambda, double visible) {
  carried_.resize(shares_.size());
  const int first = body_rows(), rows = static_cast<int>(shares_.size());
  threads_->chunks<Threads::kRows>(
      rows, [&](Chunk s) { std::fill(carried_.data() + s.first, carried_.data() + s.last, 0.0); });
  const auto load = [&](Chunk s) {
    double largest = 0;
    for (int i = s.first; i < s.last; ++i)
      for (int r = 0; r < constraints_[i].rows; ++r) {
        const int at = constraints_[i].row - first + r;
        carried_[at] = shares_[at] * lambda[constraints_[i].first_row + r];
        largest = std::max(largest, std::abs(carried_[at]));
      }
    return largest;
  };
  const double largest = threads_->reduce(static_cast<int>(constraints_.size()), 0.0, load,
                                          [](double a, double b) { return std::max(a, b); });
  if (!(largest > visible)) return;
  const double bearing = 1 - repeated_share();
  if (!(bearing > 0)) return;
  carried_ *= kKept * std::min(1.0, bearing / kBearing);
  carries_ = true;
}

double MassSystem::solve(VectorXd& v, VectorXd& lambda, double rounding) {
  const int steps = share_ > kHardCompliance ? kLongRefinements : kRefinements;
  if (carries_) right_.tail(shares_.size()) += carried_;
  threads_->copy(right_, x_);
  active().solve(x_);
  // The round-off of a regular factor is negligible in S lambda.
  double error = regular_ ? 0.0 : active().refine(right_, x_, steps, kAccurate);
  bool takes_back = false;
  for (int k = 0; k < (exact_ ? kExactSolves : 1) && !carries_ && take_compliance_back(); ++k) {
    takes_back = true;
    threads_->copy(closed_, x_);
    active().solve(x_);
  }
  const VectorXd& right = takes_back ? closed_ : right_;
  if (takes_back || regular_) error = active().refine(right, x_, steps, kAccurate);
  if (error > kAccurate && rounding > 0) error = active().residual(right, x_, rounding);
  threads_->chunks(static_cast<int>(bodies_.size()), [&](Chunk s) {
    for (int i = s.first; i < s.last; ++i)
      for (int k = 0; k < bodies_[i].dof; ++k) v[bodies_[i].first + k] = x_[bodies_[i].row + k];
  });
  threads_->chunks(static_cast<int>(constraints_.size()), [&](Chunk s) {
    for (int i = s.first; i < s.last; ++i)
      for (int r = 0; r < constraints_[i].rows; ++r)
        lambda[constraints_[i].first_row + r] = -x_[constraints_[i].row + r];
  });
  return error;
}

void MassSystem::correct(const VectorXd& rates, VectorXd& v, VectorXd& lambda) {
  correction_.setZero(matrix().rows());
  for (const Constraint& constraint : constraints_)
    correction_.segment(constraint.row, constraint.rows) =
        rates.segment(constraint.first_row, constraint.rows);
  active().solve(correction_);
  for (const HeldBody& body : bodies_)
    v.segment(body.first, body.dof) += correction_.segment(body.row, body.dof);
  for (const Constraint& constraint : constraints_)
    lambda.segment(constraint.first_row, constraint.rows) -=
        correction_.segment(constraint.row, constraint.rows);
}

void MassSystem::correct(const VectorXd& rates, VectorXd& v, VectorXd& lambda,
                         VectorXd& coordinate_impulses) {
  correct(rates, v, lambda);
  for (const PlacedRow& placed : placed_)
    coordinate_impulses[placed.row] -= correction_[constraints_[placed.constraint].row + placed.at];
}

void MassSystem::coordinate_impulses(VectorXd& impulses) const {
  impulses.setZero(coordinate_rows_);
  for (const PlacedRow& placed : placed_)
    impulses[placed.row] = -x_[constraints_[placed.constraint].row + placed.at];
}

bool MassSystem::add_group(const RowPool& pool, int group,
                           linalg::BlockReduction& reduction) const {
  const auto blocks = pool.blocks(group);
  int held[2], count = 0;
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
    if (blocks[k].body >= 0 && holds(blocks[k].body)) held[count++] = k;
  if (count == 0) return false;
  const auto node = [&](int k) { return node_of_body_[blocks[k].body]; };
  const GroupBlock first = pool.block(group, held[0]);
  if (count == 1) {
    reduction.add(node(held[0]), first);
  } else {
    const GroupBlock second = pool.block(group, held[1]);
    reduction.add(node(held[0]), first, node(held[1]), second);
  }
  return true;
}

}  // namespace perpend
