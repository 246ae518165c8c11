// SPDX-License-Identifier: Apache-2.0
//
// What a solve of JointStep led to: the work of the joints and the worst error of their rates.
#include <algorithm>
#include <cmath>

#include "core/worst.hpp"
#include "sim/joint_step.hpp"

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
  if (rates_.size() == 0) return *outcome_;
  const bool hard = softness_ == 0;
  outcome_ = threads_->reduce(
      static_cast<int>(joints_.pool().groups().size()), Outcome(),
      [&](Chunk s) { return outcome_of(s, pose, v, hard); },
      [](Outcome a, Outcome b) {
        return Outcome{a.work + b.work, worse_of(a.rate_error, b.rate_error),
                       worse_of(a.rate_size, b.rate_size)};
      });
  if (hard) outcome_->work += added_.work(pose.v, v, braked());
  return *outcome_;
}

JointStep::Outcome JointStep::outcome_of(Chunk groups, const State& pose, const VectorXd& v,
                                         bool hard) const {
  Outcome outcome;
  RowRates before, after;
  for (int g = groups.first; g < groups.last; ++g) {
    const RowGroup& group = joints_.pool().groups()[g];
    after.resize(group.rows);
    multiply(joints_.pool(), g, v, after);
    const auto lambda = lambda_.segment(group.first_row, group.rows);
    if (hard) {
      before.resize(group.rows);
      multiply(joints_.pool(), g, pose.v, before);
      outcome.work += 0.5 * lambda.dot(before + after);
    }
    after += softness_ * lambda - rates_.segment(group.first_row, group.rows);
    for (const double rate : after) raise(outcome.rate_error, std::abs(rate));
    const auto blocks = joints_.pool().blocks(g);
    for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
      if (blocks[k].body >= 0)
        raise(outcome.rate_size,
              joints_.pool().block(g, k).cwiseAbs().maxCoeff() *
                  v.segment(blocks[k].v_offset, blocks[k].cols).cwiseAbs().maxCoeff());
  }
  return outcome;
}

}  // namespace perpend
