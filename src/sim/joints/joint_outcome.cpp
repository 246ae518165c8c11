// SPDX-License-Identifier: Apache-2.0
#include "sim/joints/joint_outcome.hpp"

#include <algorithm>
#include <cmath>

#include "contact/row_response.hpp"
#include "core/worst.hpp"
#include "sim/joints/joint_system.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

// Rates J v of one group.
using RowRates = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, BodyType::kMaxVelocities, 1>;

// Turns J v of a group into its error J v - rates + S lambda.
void find_errors(const JointSystem& system, const RowGroup& group, RowRates& rates) {
  rates += system.softness() * system.lambda().segment(group.first_row, group.rows) -
           system.rates().segment(group.first_row, group.rows);
}

double size_of(const RowPool& pool, int group, const VectorXd& v) {
  double size = 0;
  const auto blocks = pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
    if (blocks[k].body >= 0)
      raise(size, pool.block(group, k).lpNorm<Eigen::Infinity>() *
                      v.segment(blocks[k].v_offset, blocks[k].cols).lpNorm<Eigen::Infinity>());
  return size;
}

JointOutcome outcome_of(const JointSystem& system, Chunk groups, const State& pose,
                        const VectorXd& v) {
  const RowPool& pool = system.joint_rows();
  JointOutcome outcome;
  RowRates before, after;
  for (int g = groups.first; g < groups.last; ++g) {
    const RowGroup& group = pool.groups()[g];
    before.resize(group.rows);
    after.resize(group.rows);
    multiply(pool, g, pose.v, before);
    multiply(pool, g, v, after);
    outcome.work += 0.5 * system.lambda().segment(group.first_row, group.rows).dot(before + after);
    find_errors(system, group, after);
    for (const double rate : after) raise(outcome.rate_error, std::abs(rate));
    raise(outcome.rate_size, size_of(pool, g, v));
  }
  return outcome;
}

}  // namespace

JointOutcome joint_outcome(const JointSystem& system, const State& pose, const VectorXd& v) {
  JointOutcome outcome;
  if (system.rates().size() > 0)
    outcome = system.threads().reduce(
        static_cast<int>(system.joint_rows().groups().size()), JointOutcome(),
        [&](Chunk s) { return outcome_of(system, s, pose, v); },
        [](const JointOutcome& a, const JointOutcome& b) {
          return JointOutcome{a.work + b.work, worse_of(a.rate_error, b.rate_error),
                              worse_of(a.rate_size, b.rate_size)};
        });
  outcome.work += system.added().work(pose.v, v, system.braked());
  return outcome;
}

double rate_ratio(const JointSystem& system, const VectorXd& v, double granted,
                  const VectorXd& pushes) {
  const RowPool& pool = system.joint_rows();
  double worst = 0;
  RowRates errors;
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g) {
    const RowGroup& group = pool.groups()[g];
    errors.resize(group.rows);
    multiply(pool, g, v, errors);
    find_errors(system, group, errors);
    const auto blocks = pool.blocks(g);
    for (int r = 0; r < group.rows; ++r) {
      double pushed = 0;
      for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
        if (blocks[k].body >= 0)
          pushed += pool.block(g, k).row(r).cwiseAbs().dot(
              pushes.segment(blocks[k].v_offset, blocks[k].cols));
      raise(worst, std::abs(errors[r]) / (granted + kSumRounding * pushed));
    }
  }
  return worst;
}

double coordinate_work(const JointSystem& system, const State& pose, const VectorXd& v) {
  double sum = 0;
  RowRates before(1), after(1);
  const auto rows = system.coordinate_rows();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (!rows[r].is_bilateral()) continue;
    multiply(system.coordinate_pool(), rows[r].group, pose.v, before);
    multiply(system.coordinate_pool(), rows[r].group, v, after);
    sum +=
        0.5 * system.coordinate_impulses()[static_cast<Eigen::Index>(r)] * (before[0] + after[0]);
  }
  return sum;
}

double work_on_prescribed(const JointSystem& system, const State& pose, const VectorXd& v) {
  const std::vector<Body>& bodies = system.model().bodies;
  double sum = 0;
  const auto add = [&](const RowPool& pool, int group, const auto& lambda) {
    const auto blocks = pool.blocks(group);
    for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
      if (blocks[k].body < 0 || bodies[blocks[k].body].is_dynamic()) continue;
      const int at = blocks[k].v_offset, n = blocks[k].cols;
      sum += 0.5 * lambda.dot(pool.block(group, k) * (pose.v.segment(at, n) + v.segment(at, n)));
    }
  };
  if (std::ranges::none_of(bodies, &Body::is_kinematic)) return 0.0;
  const RowPool& joints = system.joint_rows();
  for (int g = 0; g < static_cast<int>(joints.groups().size()); ++g) {
    const RowGroup& group = joints.groups()[g];
    add(joints, g, system.lambda().segment(group.first_row, group.rows));
  }
  const auto rows = system.coordinate_rows();
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (rows[r].is_bilateral())
      add(system.coordinate_pool(), rows[r].group,
          system.coordinate_impulses().segment(static_cast<Eigen::Index>(r), 1));
  return sum;
}

}  // namespace perpend
