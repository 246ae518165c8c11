// SPDX-License-Identifier: Apache-2.0
//
// What a solve of JointStep led to: the work of the joints and the worst error of their rates.
#include <algorithm>
#include <cmath>

#include "core/worst.hpp"
#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/certificate/speed_judge.hpp"
#include "sim/joints/joint_step.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

// J v of one group.
using RowRates = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, BodyType::kMaxVelocities, 1>;

bool are_same(const VectorXd& a, const VectorXd& b, Threads& threads) {
  if (a.size() != b.size()) return false;
  return threads.reduce<Threads::kRows>(
      static_cast<int>(a.size()), true,
      [&](Chunk s) {
        return std::equal(a.data() + s.first, a.data() + s.last, b.data() + s.first);
      },
      [](bool x, bool y) { return x && y; });
}

}  // namespace

const JointStep::Outcome& JointStep::outcome(const State& pose, const VectorXd& v) {
  if (outcome_ && are_same(judged_v_, v, *threads_)) return *outcome_;
  judged_v_.resize(v.size());
  threads_->copy(v, judged_v_);
  outcome_ = Outcome();
  if (rates_.size() > 0)
    outcome_ = threads_->reduce(
        static_cast<int>(joints_.pool().groups().size()), Outcome(),
        [&](Chunk s) { return outcome_of(s, pose, v); },
        [](Outcome a, Outcome b) {
          return Outcome{a.work + b.work, worse_of(a.rate_error, b.rate_error),
                         worse_of(a.rate_size, b.rate_size)};
        });
  outcome_->work += added_.work(pose.v, v, braked());
  return *outcome_;
}

// All of the way is gone with v+, of which forces gave half to v.
double JointStep::drift_work(const State& pose, const VectorXd& v) const {
  double sum = 0;
  for (std::size_t i = 0; i < model_->bodies.size(); ++i) {
    const Body& body = model_->bodies[i];
    if (!body.is_dynamic() || !energy_.presses(i)) continue;
    const auto part = [&](const VectorXd& x) { return x.segment(body.v_offset, body.dof); };
    sum += drifts_late_ * part(force_).dot(part(pose.v) - part(v));
  }
  return sum;
}

double JointStep::largest_place(const State& pose) const {
  double largest = 0;
  for (const Body& body : model_->bodies) {
    const auto index = static_cast<std::size_t>(&body - model_->bodies.data());
    if (!energy_.is_joined(index) || body.kind == BodyKind::custom) continue;
    const auto place = pose.q.segment(body.q_offset, linear_dof(body));
    largest = std::max(largest, place.lpNorm<Eigen::Infinity>());
  }
  return largest;
}

double JointStep::rate_ratio(const VectorXd& v, double granted, const VectorXd& pushes) const {
  double worst = 0;
  RowRates errors;
  for (int g = 0; g < static_cast<int>(joints_.pool().groups().size()); ++g) {
    const RowGroup& group = joints_.pool().groups()[g];
    errors.resize(group.rows);
    multiply(joints_.pool(), g, v, errors);
    errors += softness_ * lambda_.segment(group.first_row, group.rows) -
              rates_.segment(group.first_row, group.rows);
    const auto blocks = joints_.pool().blocks(g);
    for (int r = 0; r < group.rows; ++r) {
      double pushed = 0;
      for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
        if (blocks[k].body >= 0)
          pushed += joints_.pool().block(g, k).row(r).cwiseAbs().dot(
              pushes.segment(blocks[k].v_offset, blocks[k].cols));
      raise(worst, std::abs(errors[r]) / (granted + kSumRounding * pushed));
    }
  }
  return worst;
}

JointStep::Outcome JointStep::outcome_of(Chunk groups, const State& pose, const VectorXd& v) const {
  Outcome outcome;
  RowRates before, after;
  for (int g = groups.first; g < groups.last; ++g) {
    const RowGroup& group = joints_.pool().groups()[g];
    after.resize(group.rows);
    multiply(joints_.pool(), g, v, after);
    const auto lambda = lambda_.segment(group.first_row, group.rows);
    before.resize(group.rows);
    multiply(joints_.pool(), g, pose.v, before);
    outcome.work += 0.5 * lambda.dot(before + after);
    after += softness_ * lambda - rates_.segment(group.first_row, group.rows);
    for (const double rate : after) raise(outcome.rate_error, std::abs(rate));
    const auto blocks = joints_.pool().blocks(g);
    for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
      if (blocks[k].body >= 0)
        raise(outcome.rate_size,
              joints_.pool().block(g, k).lpNorm<Eigen::Infinity>() *
                  v.segment(blocks[k].v_offset, blocks[k].cols).lpNorm<Eigen::Infinity>());
  }
  return outcome;
}

double JointStep::coordinate_work(const State& pose, const VectorXd& v) const {
  double sum = 0;
  RowRates before(1), after(1);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (!rows_[r].is_bilateral()) continue;
    multiply(coordinates_, rows_[r].group, pose.v, before);
    multiply(coordinates_, rows_[r].group, v, after);
    sum += 0.5 * coordinate_impulses_[static_cast<Eigen::Index>(r)] * (before[0] + after[0]);
  }
  return sum;
}

double JointStep::motor_error(const VectorXd& v) const {
  double worst = 0;
  RowRates rate(1);
  for (const CoordinateRow& row : rows_) {
    if (!row.is_unlimited_motor()) continue;
    multiply(coordinates_, row.group, v, rate);
    raise(worst, std::abs(rate[0] + row.bias));
  }
  return worst;
}

double JointStep::fastest_target() const {
  double fastest = 0;
  for (const CoordinateRow& row : rows_)
    if (row.is_unlimited_motor()) fastest = std::max(fastest, std::abs(row.bias));
  return fastest;
}

double JointStep::free_response(const State& pose, const CoordinateRow& row) const {
  double sum = 0;
  const auto blocks = coordinates_.blocks(row.group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
    if (blocks[k].body < 0 || !model_->bodies[blocks[k].body].is_dynamic()) continue;
    const BodyVector J = coordinates_.block(row.group, k).row(0).transpose();
    sum += J.dot(mass_block(*model_, pose.q, blocks[k].body).llt().solve(J));
  }
  return sum;
}

double JointStep::work_on_prescribed(const State& pose, const VectorXd& v) const {
  double sum = 0;
  const auto add = [&](const RowPool& pool, int group, const auto& lambda) {
    const auto blocks = pool.blocks(group);
    for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
      if (blocks[k].body < 0 || model_->bodies[blocks[k].body].is_dynamic()) continue;
      const int at = blocks[k].v_offset, n = blocks[k].cols;
      sum += 0.5 * lambda.dot(pool.block(group, k) * (pose.v.segment(at, n) + v.segment(at, n)));
    }
  };
  if (std::ranges::none_of(model_->bodies, &Body::is_kinematic)) return 0.0;
  for (int g = 0; g < static_cast<int>(joints_.pool().groups().size()); ++g) {
    const RowGroup& group = joints_.pool().groups()[g];
    add(joints_.pool(), g, lambda_.segment(group.first_row, group.rows));
  }
  for (std::size_t r = 0; r < rows_.size(); ++r)
    if (rows_[r].is_bilateral())
      add(coordinates_, rows_[r].group,
          coordinate_impulses_.segment(static_cast<Eigen::Index>(r), 1));
  return sum;
}

}  // namespace perpend
