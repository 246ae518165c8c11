// SPDX-License-Identifier: Apache-2.0
//
// Positions that JointStep closes beyond what the rates of its rows do.
#include <limits>

#include "dynamics/bodies/kinetics.hpp"
#include "sim/joints/joint_step.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

// Projections of positions in any case, at most as long as too much is open, and of velocities.
constexpr int kProjections = 3, kMostProjections = 12, kSlowings = 3;
// Of a move, and what a part of it has to close as a share of that part.
constexpr double kLeastPart = 0.125, kProgress = 0.5;
// What projection may leave open: as a share of how far bodies go in a step, and per metre.
constexpr double kOpenMove = 1e-3, kOpen = 1e-9;
// Of a kinetic energy: a projection of velocities that adds no more adds none.
constexpr double kRounding = 1e-12;
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

// Along M̂⁻¹ Jᵀ, by the factor of the step that led here. Near a singular posture, or where bodies
// turn far, that is no Newton matrix: a move that opens the joints is halved until it closes half
// of what such a part of a Newton step closes, and not made otherwise.
bool JointStep::move_onto(const VectorXd& error, State& state) {
  const double worst = error.lpNorm<Eigen::Infinity>();
  VectorXd unused = lambda_, way = VectorXd::Zero(state.v.size());
  masses_.correct(-error, way, unused);
  State moved = state;
  for (double part = 1.0; part >= kLeastPart; part *= 0.5) {
    moved.q = state.q;
    moved.v = part * way;
    moved.time = state.time - 1.0;  // prescribed bodies stay where they are
    drift(*model_, 1.0, moved);
    const double left = rows_at(moved).phi().lpNorm<Eigen::Infinity>();
    if (!(left < (part < 1 ? 1 - kProgress * part : 1.0) * worst)) continue;
    state.q = moved.q;
    return true;
  }
  return false;
}

void JointStep::project(const SimulationOptions& options, State& state) {
  left_open_ = 0;
  if (masses_.empty() || lambda_.size() == 0) return;
  const double granted = kOpenMove * options.dt * state.v.lpNorm<Eigen::Infinity>() +
                         kOpen * (1 + largest_place(state));
  double worst = 0;
  for (int k = 0;; ++k) {
    const VectorXd error = rows_at(state).phi();
    worst = error.lpNorm<Eigen::Infinity>();
    if (!(worst > kClosed) || (k >= kProjections && worst <= granted)) break;
    if (k == kMostProjections || !move_onto(error, state)) break;
  }
  left_open_ = worst / granted;
}

// Velocities that end a step along the joints of another pose. Left as they are they turn a rotor
// off its axis, with which its next step starts: amplified where it turns by 0.7 rad in one. What
// would add energy, since the factor is that of a pose farther away than the way is long, is not
// taken.
void JointStep::slow_onto(State& state) {
  if (masses_.empty() || lambda_.size() == 0) return;
  const RowPool& rows = rows_at(state).pool();
  VectorXd unused = lambda_, rates, last_v = state.v;
  double last = std::numeric_limits<double>::infinity();
  const double most = kinetic_energy(*model_, state.q, state.v) * (1 + kRounding);
  for (int k = 0; k <= kSlowings; ++k) {
    rates.setZero(lambda_.size());
    add_rates(rows, state.v, -1.0, rates);
    const double worst = rates.lpNorm<Eigen::Infinity>();
    const double energy = kinetic_energy(*model_, state.q, state.v);
    if (!(worst < last) || energy > most) state.v = last_v;
    if (!(worst < last) || energy > most || k == kSlowings) return;
    last = worst;
    last_v = state.v;
    masses_.correct(rates, state.v, unused);
  }
}

}  // namespace perpend
