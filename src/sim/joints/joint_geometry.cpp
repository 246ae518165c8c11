// SPDX-License-Identifier: Apache-2.0
//
// Where joints repeat each other, their rows depend on each other only in poses that close the
// joints. Gaps of size d, as half a drift opens them, make those rows independent, with a least
// singular value of the order of d; since all rows can then be satisfied, they also prevent the
// motion that the mechanism has. So rows that nearly depend on each other are taken at a closed
// pose, a move c of the bodies along M̂⁻¹ Jᵀ away from the pose of the step. Rates J c / dt lead
// from the pose to the closed one, as -Phi/dt do up to terms of the order of d², and all rows can
// follow them.
#include "dynamics/bodies/kinetics.hpp"
#include "sim/joints/joint_system.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

constexpr int kMoves = 3;
// Gaps up to which joints count as closed, m or rad; and the largest share of a gap that a move may
// leave. Bodies that rotated by 0.4 rad since the joints were closed leave 0.07. Where a mechanism
// is singular even closed, like a straight bridge, gaps grow with the square of the move and a move
// leaves a quarter: rows of the closed pose would then not carry loads at all.
constexpr double kClosed = 1e-13, kLeft = 0.1;

}  // namespace

// Moves a pose towards closed joints and adds the move to `way`; returns false, and moves nothing,
// if that does not close them.
bool JointSystem::come_closer(State& closed, VectorXd& error, VectorXd& way) {
  const double worst = error.lpNorm<Eigen::Infinity>();
  if (!(worst > kClosed)) return false;
  State next = closed;
  next.v.setZero();
  VectorXd unused = lambda_;
  masses_.correct(-error, next.v, unused);
  const VectorXd step = next.v;
  next.time -= 1.0;
  drift(*model_, 1.0, next);
  const VectorXd& left = rows_at(next).phi();
  if (!(left.lpNorm<Eigen::Infinity>() < kLeft * worst)) return false;
  closed.q = next.q;
  error = left;
  way += step;
  return true;
}

void JointSystem::close_geometry(const State& pose) {
  State closed = pose;
  VectorXd way = VectorXd::Zero(pose.v.size()), error = error_;
  for (int k = 0; k < kMoves && come_closer(closed, error, way); ++k) closed_ = true;
  if (!closed_) return;
  joints_.evaluate(closed);
  error_.setZero();
  add_rates(joints_.pool(), way, -1.0, error_);
  factor(pose);
}

}  // namespace perpend
