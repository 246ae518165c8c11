// SPDX-License-Identifier: Apache-2.0
//
// Positions that JointStep closes beyond what the rates of its rows do.
#include <limits>

#include "dynamics/bodies/kinetics.hpp"
#include "sim/joints/joint_step.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

constexpr int kProjections = 3;
// Positions closer than this to the joints are left alone: rounding of poses some metres away
// from the origin, m or rad.
constexpr double kClosed = 1e-13;

}  // namespace

JointRows& JointStep::rows_at(const State& state) {
  if (!others_) others_.emplace(*model_);
  others_->run_on(*threads_);
  others_->evaluate(state);
  return *others_;
}

// -Phi / dt at the pose after the next drift with v, into closing_; returns the worst |Phi|.
double JointStep::evaluate_next(const State& pose, double dt, const VectorXd& v) {
  State next = pose;
  next.v = v;
  drift(*model_, dt, next);
  closing_ = rows_at(next).phi() / -dt;
  return dt * closing_.lpNorm<Eigen::Infinity>();
}

// Moves the rates of the joint rows, and v and lambda with them.
void JointStep::change_rates(const VectorXd& change, VectorXd& v) {
  rates_ += change;
  masses_.correct(change, v, lambda_, coordinate_impulses_);
  outcome_.reset();
}

// Near a singular posture the factor of the step is no Newton matrix of the next pose: a correction
// that does not bring the joints closer is taken back, and so is one for which the joints would be
// braked.
void JointStep::close_next(const State& pose, const SimulationOptions& options, VectorXd& v) {
  if (options.position_iterations == 0 || masses_.empty() || braked()) return;
  double last = std::numeric_limits<double>::infinity();
  VectorXd last_v = v, last_lambda = lambda_, last_rates = rates_;
  VectorXd last_coordinates = coordinate_impulses_;
  for (int k = 0; k <= options.position_iterations; ++k) {
    const double worst = evaluate_next(pose, options.dt, v);
    if (!(worst < last) || (k > 0 && is_guarded(options) && gains(pose, v))) {
      v = last_v;
      lambda_ = last_lambda;
      coordinate_impulses_ = last_coordinates;
      rates_ = last_rates;
      outcome_.reset();
      return;
    }
    if (worst <= kClosed || k == options.position_iterations) return;
    last = worst;
    last_v = v;
    last_lambda = lambda_;
    last_coordinates = coordinate_impulses_;
    last_rates = rates_;
    change_rates(closing_, v);
  }
}

// The same beside contacts and limits, which every correction has to be solved with.
bool JointStep::close_next_with(StepRows& rows, const SimulationOptions& options,
                                const VectorXd& v) {
  if (closings_ == options.position_iterations || masses_.empty() || braked()) return false;
  if (rows.pool.rows() == 0) return false;
  const double worst = evaluate_next(*rows.pose, options.dt, v);
  const bool closer = worst < next_error_;
  if (closer && worst <= kClosed) return false;
  closings_ = closer ? closings_ + 1 : options.position_iterations;
  next_error_ = worst;
  if (closer) rates_before_ = rates_;
  rates_ = closer ? rates_ + closing_ : rates_before_;
  solve_free(*rows.pose, rows.v_free);
  return true;
}

// Positions move along M̂⁻¹ Jᵀ, by the factor of the step that led here. Near a singular posture
// that is no Newton matrix: a move that does not bring the joints closer is not made.
void JointStep::project(const SimulationOptions& options, State& state) {
  if (masses_.empty() || options.drift != DriftControl::projection) return;
  VectorXd unused = lambda_, error = rows_at(state).phi();
  for (int k = 0; k < kProjections; ++k) {
    const double worst = error.lpNorm<Eigen::Infinity>();
    if (!(worst > kClosed)) return;
    State moved = state;
    moved.v.setZero();
    masses_.correct(-error, moved.v, unused);
    moved.time -= 1.0;  // prescribed bodies stay where they are
    drift(*model_, 1.0, moved);
    error = rows_at(moved).phi();
    if (!(error.lpNorm<Eigen::Infinity>() < worst)) return;
    state.q = moved.q;
  }
}

}  // namespace perpend
