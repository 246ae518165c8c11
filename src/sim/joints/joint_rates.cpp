// SPDX-License-Identifier: Apache-2.0
//
// Rates of the joint rows, by which a step closes their errors: J v+ = -rate Phi.
#include <algorithm>
#include <cmath>

#include "sim/joints/joint_system.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

// Share of a braked step's rates in the next try: with 1 braked snaps still grow, with 0 the gaps
// stay.
constexpr double kWeaker = 0.2, kLeastShare = 0.01;

double share_per_step(const SimulationOptions& options) {
  if (!options.stabilise) return 0.0;
  switch (options.drift) {
    case DriftControl::stabilised:
      return 1.0;
    case DriftControl::baumgarte:
      return options.baumgarte;
    case DriftControl::projection:
      return 0.0;
  }
  return 0.0;
}

}  // namespace

void add_rates(const RowPool& pool, const VectorXd& v, double factor, VectorXd& sum) {
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, BodyType::kMaxVelocities, 1> u;
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g) {
    const RowGroup& group = pool.groups()[g];
    u.resize(group.rows);
    multiply(pool, g, v, u);
    sum.segment(group.first_row, group.rows) += factor * u;
  }
}

// Returns how far the bodies of joints move within a step at the joints, m.
double JointSystem::way_of_joints(const State& pose, double dt) const {
  double most = 0;
  for (int g = 0; g < static_cast<int>(joints_.pool().groups().size()); ++g) {
    const auto blocks = joints_.pool().blocks(g);
    for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
      if (blocks[k].body < 0) continue;
      const int turns = blocks[k].cols / 2;  // 1 in the plane, 3 in space, 0 of one coordinate
      const auto v = pose.v.segment(blocks[k].v_offset, blocks[k].cols);
      const double arm = joints_.pool().block(g, k).rightCols(turns).lpNorm<Eigen::Infinity>();
      const double speed = v.head(blocks[k].cols - turns).norm() + arm * v.tail(turns).norm();
      most = std::max(most, speed * dt);
    }
  }
  return most;
}

bool JointSystem::is_open_beyond_way(const State& pose, const SimulationOptions& options) const {
  constexpr double kShare = 0.5, kLeast = 1e-4;
  return position_error() > kLeast * options.recovery_speed * whole_dt_ &&
         position_error() > kShare * way_of_joints(pose, whole_dt_);
}

// Returns the stabilisation rate, 1/s. Hard joints that were opened from outside are closed at
// `recovery_speed`, as overlap is. Errors that steps leave are less than their bodies move, and are
// closed at once.
double JointSystem::find_stabilisation_rate(const State& pose, const SimulationOptions& options) {
  const double rate = options.joints.is_hard() ? share_per_step(options) / options.dt
                                               : softness_ * options.dt * options.joints.stiffness;
  is_displaced_ = softness_ == 0 && rate > 0 &&
                  position_error() > options.recovery_speed * whole_dt_ &&
                  is_open_beyond_way(pose, options);
  return is_displaced_ ? std::min(rate, options.recovery_speed / position_error()) : rate;
}

void JointSystem::stabilise(double rate) {
  stabilisation_rate_ = rate;
  rates_.resize(error_.size());
  threads_->chunks<Threads::kRows>(static_cast<int>(rates_.size()), [&](Chunk s) {
    for (int i = s.first; i < s.last; ++i) rates_[i] = -rate * error_[i];
  });
}

// Gives back the change of rates by the half drift, which rotates v off the joints by J(x) v - J(q)
// v. Rows J v+ = 0 would lose that part of v in every step; its negative makes the velocity update
// symmetric, so that joints do no work. Where rows repeat each other they cannot all follow J(q) v:
// only the part that some velocity has stays.
void JointSystem::give_back_drift(const State& start, const State& pose) {
  VectorXd before = VectorXd::Zero(rates_.size());
  add_rates(rows_at(start).pool(), start.v, 1.0, before);
  if (closed_) {
    VectorXd given = VectorXd::Zero(pose.v.size()), unused = lambda_;
    masses_.correct(before, given, unused);
    before.setZero();
    add_rates(joints_.pool(), given, 1.0, before);
  }
  add_rates(joints_.pool(), pose.v, -1.0, rates_);
  rates_ += before;
}

void JointSystem::weaken_stabilisation(double dt) {
  stabilised_share_ = stabilised_share_ > kLeastShare ? kWeaker * stabilised_share_ : 0.0;
  stabilise(std::min(stabilised_share_ / dt, stabilisation_rate_));
}

void JointSystem::change_rates(const VectorXd& change, VectorXd& v) {
  rates_ += change;
  masses_.correct(change, v, lambda_, coordinate_impulses_);
  outcome_.reset();
}

void JointSystem::restore(const Answer& answer) {
  rates_ = answer.rates;
  lambda_ = answer.lambda;
  coordinate_impulses_ = answer.coordinate_impulses;
  outcome_.reset();
}

}  // namespace perpend
