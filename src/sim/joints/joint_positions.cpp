// SPDX-License-Identifier: Apache-2.0
#include "sim/joints/joint_positions.hpp"

#include <limits>

#include "dynamics/bodies/kinetics.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

// Number of projections of positions in any case, and at most, while too much is open; and of
// velocities.
constexpr int kProjections = 3, kMostProjections = 12, kSlowings = 3;
// Least part of a move, and the share of that part which it must close.
constexpr double kLeastPart = 0.125, kProgress = 0.5;
// Tolerance of projection: as a share of the distance that bodies travel in a step, and per metre.
constexpr double kOpenMove = 1e-3, kOpen = 1e-9;
// Share of a kinetic energy: a projection of velocities that adds no more is taken to add none.
constexpr double kRounding = 1e-12;
// Joint errors below which positions are left alone: round-off of poses some metres away from the
// origin, m or rad.
constexpr double kClosed = 1e-13;

}  // namespace

void JointPositions::begin() {
  closings_ = 0;
  next_error_ = std::numeric_limits<double>::infinity();
}

// Computes -Phi / dt at the pose after the next drift with v, into closing_; returns the worst
// |Phi|.
double JointPositions::evaluate_next(const State& pose, double dt, const VectorXd& v) {
  State next = pose;
  next.v = v;
  drift(system_->model(), dt, next);
  closing_ = system_->rows_at(next).phi() / -dt;
  return dt * closing_.lpNorm<Eigen::Infinity>();
}

// Closes the joints by Newton steps. Near a singular posture the factor of the step is no Newton
// matrix of the next pose: a correction that does not bring the joints closer is undone, and so is
// one for which the joints would be braked.
void JointPositions::close_next(const State& pose, const SimulationOptions& options, VectorXd& v) {
  if (options.position_iterations == 0 || is_empty() || system_->braked()) return;
  double last = std::numeric_limits<double>::infinity();
  VectorXd last_v = v;
  JointSystem::Answer answer = system_->answer();
  for (int k = 0; k <= options.position_iterations; ++k) {
    const double worst = evaluate_next(pose, options.dt, v);
    if (!(worst < last) || (k > 0 && is_guarded(options) && guard_->gains(pose, v))) {
      v = last_v;
      return system_->restore(answer);
    }
    if (worst <= kClosed || k == options.position_iterations) return;
    last = worst;
    last_v = v;
    answer = system_->answer();
    system_->change_rates(closing_, v);
  }
}

// Does the same beside contacts and limits, with which every correction has to be solved.
bool JointPositions::close_next_with(StepRows& rows, const SimulationOptions& options,
                                     const VectorXd& v) {
  if (closings_ == options.position_iterations || is_empty() || system_->braked()) return false;
  if (rows.pool.rows() == 0) return false;
  const double worst = evaluate_next(*rows.pose, options.dt, v);
  const bool closer = worst < next_error_;
  if (closer && worst <= kClosed) return false;
  closings_ = closer ? closings_ + 1 : options.position_iterations;
  next_error_ = worst;
  if (closer) rates_before_ = system_->rates();
  system_->set_rates(closer ? rates_before_ + closing_ : rates_before_);
  system_->solve_free(*rows.pose, rows.v_free);
  return true;
}

// Moves the bodies along M̂⁻¹ Jᵀ, by the factor of the step that led here. Near a singular posture,
// or if bodies rotate far, that is no Newton matrix: a move that opens the joints is halved until
// it closes half of what that part of a Newton step closes, and not made if it never does.
bool JointPositions::move_onto(const VectorXd& error, State& state) {
  const double worst = error.lpNorm<Eigen::Infinity>();
  VectorXd unused = system_->lambda(), way = VectorXd::Zero(state.v.size());
  system_->correct(-error, way, unused);
  State moved = state;
  for (double part = 1.0; part >= kLeastPart; part *= 0.5) {
    moved.q = state.q;
    moved.v = part * way;
    moved.time = state.time - 1.0;  // prescribed bodies stay where they are
    drift(system_->model(), 1.0, moved);
    const double left = system_->rows_at(moved).phi().lpNorm<Eigen::Infinity>();
    if (!(left < (part < 1 ? 1 - kProgress * part : 1.0) * worst)) continue;
    state.q = moved.q;
    return true;
  }
  return false;
}

void JointPositions::project(const SimulationOptions& options, State& state) {
  left_open_ = 0;
  if (is_empty() || system_->lambda().size() == 0) return;
  const double granted = kOpenMove * options.dt * state.v.lpNorm<Eigen::Infinity>() +
                         kOpen * (1 + system_->largest_place(state));
  double worst = 0;
  for (int k = 0;; ++k) {
    const VectorXd error = system_->rows_at(state).phi();
    worst = error.lpNorm<Eigen::Infinity>();
    if (!(worst > kClosed) || (k >= kProjections && worst <= granted)) break;
    if (k == kMostProjections || !move_onto(error, state)) break;
  }
  left_open_ = worst / granted;
}

// Projects velocities that fit the joints of another pose. Unprojected, they rotate a rotor off its
// axis, with which its next step starts: amplified if it rotates by 0.7 rad in a step. A projection
// that would add energy, because the factor is that of a pose too far away, is not taken.
void JointPositions::slow_onto(State& state) {
  if (is_empty() || system_->lambda().size() == 0) return;
  const RowPool& rows = system_->rows_at(state).pool();
  VectorXd unused = system_->lambda(), rates, last_v = state.v;
  double last = std::numeric_limits<double>::infinity();
  const double most = kinetic_energy(system_->model(), state.q, state.v) * (1 + kRounding);
  for (int k = 0; k <= kSlowings; ++k) {
    rates.setZero(system_->lambda().size());
    add_rates(rows, state.v, -1.0, rates);
    const double worst = rates.lpNorm<Eigen::Infinity>();
    const double energy = kinetic_energy(system_->model(), state.q, state.v);
    if (!(worst < last) || energy > most) state.v = last_v;
    if (!(worst < last) || energy > most || k == kSlowings) return;
    last = worst;
    last_v = state.v;
    system_->correct(rates, state.v, unused);
  }
}

}  // namespace perpend
