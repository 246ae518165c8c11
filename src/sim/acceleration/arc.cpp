// SPDX-License-Identifier: Apache-2.0
//
// y = (q, v) and y' = (q', a), where a solves the contact problem at y. A step may run past the end
// of the arc: new touches do not act, and friction keeps its direction where a slip reverses, so
// that y' is smooth there.
#include "sim/acceleration/arc.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/joints/coordinates.hpp"
#include "sim/acceleration/prescribed.hpp"

namespace perpend {
namespace {

namespace odeint = boost::numeric::odeint;
using Eigen::Vector3d, Eigen::VectorXd;

// Speed against its direction, m/s, at which a slip counts as reversed: far above rounding, far
// below slip_speed.
constexpr double kTurned = 1e-10;
// Steps this short, s, are accepted whatever their error: the forces jump there.
constexpr double kLeastStep = 1e-9;

void add_rate(const Body& body, const State& state, double* dq) {
  const double* v = state.v.data() + body.v_offset;
  if (!body.is_dynamic() && !body.is_driven()) {
    std::fill_n(dq, body.q_size, 0.0);
    return;
  }
  if (!body.has_quaternion()) {
    std::copy_n(v, body.dof, dq);
    return;
  }
  std::copy_n(v, 3, dq);
  const double* r = state.q.data() + body.q_offset + 3;
  const Eigen::Quaterniond turned =
      Eigen::Quaterniond(0, v[3], v[4], v[5]) * Eigen::Quaterniond(r[0], r[1], r[2], r[3]);
  dq[3] = 0.5 * turned.w();
  dq[4] = 0.5 * turned.x();
  dq[5] = 0.5 * turned.y();
  dq[6] = 0.5 * turned.z();
}

}  // namespace

Arc::Arc(Instant& instant, const AccelerationOptions& options, AdvanceReport& report)
    : instant_(&instant),
      options_(&options),
      report_(&report),
      stepper_(
          odeint::default_error_checker<double, odeint::range_algebra, odeint::default_operations>(
              options.tolerance, options.tolerance)) {}

State Arc::state_of(const Vector& y, double time) const {
  State state = base_;
  state.time = time;
  const Eigen::Index n = state.q.size();
  state.q = Eigen::Map<const VectorXd>(y.data(), n);
  state.v = Eigen::Map<const VectorXd>(y.data() + n, state.v.size());
  const Model& model = instant_->model();
  for (const Body& body : model.bodies)
    if (body.has_quaternion()) state.q.segment<4>(body.q_offset + 3).normalize();
  place_prescribed(model, state);
  update_coordinates(model, state);
  return state;
}

// Where no forces exist the accelerations of the last instant persist; the arc ends there.
void Arc::derive(const Vector& y, Vector& dy, double time) {
  const State state = state_of(y, time);
  instant_->load(state, held_, options_->stabilisation);
  const InstantAnswer answer = instant_->accelerate();
  ++report_->evaluations;
  if (answer.status == InstantStatus::solved) {
    last_acceleration_ = answer.acceleration;
    if (!held_.empty())
      ++report_->answered_by[static_cast<std::size_t>(answer.solution.answered_by)];
    if (answer.solution.residual > report_->residual) {
      report_->residual = answer.solution.residual;
      report_->residual_bound = answer.solution.residual_bound;
    }
    report_->joint_residual = std::max(report_->joint_residual, instant_->bodies().residual());
  }
  for (const Body& body : instant_->model().bodies)
    add_rate(body, state, dy.data() + body.q_offset);
  const Eigen::Index n = state.q.size();
  Eigen::Map<VectorXd>(dy.data() + n, state.v.size()) = last_acceleration_;
}

void Arc::start(const State& state, TouchSet touches) {
  base_ = state;
  held_ = std::move(touches.held);
  released_ = std::move(touches.released);
  t_ = t_old_ = state.time;
  y_.resize(static_cast<std::size_t>(state.q.size() + state.v.size()));
  Eigen::Map<VectorXd>(y_.data(), state.q.size()) = state.q;
  Eigen::Map<VectorXd>(y_.data() + state.q.size(), state.v.size()) = state.v;
  dy_.resize(y_.size());
  y_old_ = y_;
  dy_old_ = dy_;
  last_acceleration_ = VectorXd::Zero(state.v.size());
  dt_ = options_->largest_step;
  derive(y_, dy_, t_);
}

bool Arc::step(double stop) {
  const auto system = [this](const Vector& y, Vector& dy, double time) { derive(y, dy, time); };
  t_old_ = t_;
  y_old_ = y_;
  base_ = state_of(y_old_, t_old_);
  end_creep();
  dy_old_ = dy_;
  const double rest = stop - t_;
  dt_ = std::min(dt_, options_->largest_step);
  for (;;) {
    // Otherwise a negligible remainder would become a step of its own.
    double dt = dt_ > 0.9 * rest ? rest : dt_;
    const bool last = dt == rest;
    double time = t_old_;
    if (dt <= kLeastStep) {
      stepper_.stepper().do_step(system, y_old_, dy_old_, time, y_, dy_, dt);
      t_ = last ? stop : time + dt;
      dt_ = std::max(dt_, 10 * dt);
      break;
    }
    if (stepper_.try_step(system, y_old_, dy_old_, time, y_, dy_, dt) == odeint::success) {
      t_ = last ? stop : time;
      dt_ = last ? std::max(dt_, dt) : dt;
      break;
    }
    ++report_->rejected;
    dt_ = dt;
    if (!std::isfinite(dt_)) return false;
  }
  ++report_->steps;
  follow_slips();
  return std::ranges::all_of(y_, [](double x) { return std::isfinite(x); });
}

void Arc::load_end() {
  instant_->load(state_of(y_, t_), held_, 0.0);
}

bool Arc::slides_slowly() {
  load_end();
  for (int i = 0; i < static_cast<int>(held_.size()); ++i)
    if (held_[i].slides && !held_[i].creeps && is_slow_in_space(*instant_, i)) return true;
  return false;
}

// A slip in space turns. The direction of friction follows it from step to step, so that a slip
// which comes to rest and reverses is told from one that turns.
void Arc::follow_slips() {
  const auto turns_freely = [](const Touch& t) { return t.slides && !t.creeps && t.tangents == 2; };
  if (std::ranges::none_of(held_, turns_freely)) return;
  load_end();
  for (int i = 0; i < static_cast<int>(held_.size()); ++i) {
    if (!turns_freely(held_[i]) || instant_->first_row(i) < 0) continue;
    const Vector3d slip = in_world(held_[i], instant_->at()[i], instant_->velocity(i));
    if (slip.norm() > options_->thresholds.slip_speed && slip.dot(held_[i].direction) > 0)
      held_[i].direction = slip.normalized();
  }
}

// A creeping touch whose slip has become fast enough to have a direction of its own slides from the
// next step on. This ends no arc: both laws have the same friction there.
void Arc::end_creep() {
  if (std::ranges::none_of(held_, &Touch::creeps)) return;
  load_end();
  const double least = options_->thresholds.slip_speed;
  bool changed = false;
  for (int i = 0; i < static_cast<int>(held_.size()); ++i) {
    Touch& touch = held_[i];
    if (!touch.creeps || instant_->first_row(i) < 0) continue;
    const Vector3d slip = in_world(touch, instant_->at()[i], instant_->velocity(i));
    if (slip.norm() <= (touch.tangents == 2 ? std::max(kCreepSpeed, least) : least)) continue;
    touch.creeps = false;
    touch.direction = slip.normalized();
    changed = true;
  }
  if (changed) derive(y_, dy_, t_);
}

State Arc::at(double time) const {
  if (time >= t_) return state_of(y_, t_);
  if (time <= t_old_) return state_of(y_old_, t_old_);
  Vector y(y_.size());
  stepper_.stepper().calc_state(time, y, y_old_, dy_old_, t_old_, y_, dy_, t_);
  return state_of(y, time);
}

bool Arc::meets(const State& state) {
  return instant_->finder().meets(state, held_, released_, options_->thresholds);
}

// True if a slip has come to rest or reversed, or if the feature of a held touch has disappeared.
bool Arc::turns() const {
  for (int i = 0; i < static_cast<int>(held_.size()); ++i) {
    if (instant_->first_row(i) < 0) return true;
    if (!held_[i].slides || held_[i].creeps) continue;
    const Vector3d slip = in_world(held_[i], instant_->at()[i], instant_->velocity(i));
    if (held_[i].direction.dot(slip) < -kTurned) return true;
  }
  return false;
}

// True if all touches that creep slower than the slip speed would stick, even with the kinetic
// coefficient: otherwise rounding would make them break and stick in turn.
bool Arc::sticks_again(const State& state) {
  std::vector<Touch> held = held_;
  std::vector<int> slow;
  for (int i = 0; i < static_cast<int>(held.size()); ++i) {
    const double slip = instant_->velocity(i).tail<2>().norm();
    if (!held[i].creeps || slip > options_->thresholds.slip_speed) continue;
    slow.push_back(i);
    held[i].creeps = held[i].slides = false;
    held[i].mu_s = held[i].mu_k;
  }
  if (slow.empty()) return false;
  instant_->load(state, held, options_->stabilisation);
  const InstantAnswer answer = instant_->accelerate();
  ++report_->evaluations;
  return answer.status == InstantStatus::solved &&
         std::ranges::none_of(slow, [&](int i) { return is_dragged(answer, held[i], i); });
}

std::vector<Touch> Arc::departing(const State& state) {
  instant_->load(state, held_, options_->stabilisation);
  const InstantAnswer answer = instant_->accelerate();
  std::vector<Touch> touches;
  for (int i = 0; i < static_cast<int>(held_.size()); ++i)
    if (answer.status == InstantStatus::solved && departs(answer, i)) touches.push_back(held_[i]);
  return touches;
}

bool Arc::is_over(const State& state) {
  if (meets(state)) return true;
  instant_->load(state, held_, options_->stabilisation);
  if (turns()) return true;
  const InstantAnswer answer = instant_->accelerate();
  ++report_->evaluations;
  if (answer.status != InstantStatus::solved) return true;
  for (int i = 0; i < static_cast<int>(held_.size()); ++i)
    if (departs(answer, i) || is_dragged(answer, held_[i], i)) return true;
  return sticks_again(state);
}

}  // namespace perpend
