// SPDX-License-Identifier: Apache-2.0
#include "joint_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "perpend/dynamics/coordinates.hpp"
#include "perpend/dynamics/kinetics.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

constexpr int kProjections = 3;
// Positions closer than this to the joints are left alone: rounding of poses some metres away
// from the origin, m or rad.
constexpr double kClosed = 1e-13;

// J v of one group.
using RowRates = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, BodyType::kMaxVelocities, 1>;

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

// sum += factor J v.
void add_rates(const RowPool& pool, const VectorXd& v, double factor, VectorXd& sum) {
  RowRates u;
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g) {
    const RowGroup& group = pool.groups()[g];
    u.resize(group.rows);
    multiply(pool, g, v, u);
    sum.segment(group.first_row, group.rows) += factor * u;
  }
}

bool are_same(const VectorXd& a, const VectorXd& b, Threads& threads) {
  if (a.size() != b.size()) return false;
  return threads.reduce(
      static_cast<int>(a.size()), true,
      [&](Strip s) {
        return std::equal(a.data() + s.first, a.data() + s.last, b.data() + s.first);
      },
      [](bool x, bool y) { return x && y; });
}

void copy(const VectorXd& from, Threads& threads, VectorXd& to) {
  to.resize(from.size());
  threads.strips(static_cast<int>(from.size()), [&](Strip s) {
    std::copy(from.data() + s.first, from.data() + s.last, to.data() + s.first);
  });
}

}  // namespace

JointStep::JointStep(const Model& model)
    : model_(&model),
      system_(model),
      added_(model),
      joints_(model),
      lambda_(VectorXd::Zero(model.joint_rows)),
      joined_(model.bodies.size(), 0) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (system_.holds(static_cast<int>(i))) held_mass_ += model.bodies[i].mass;
  for (const Joint& joint : model.joints)
    for (const BodyId id : {joint.a, joint.b})
      if (id != kWorld && model.bodies[id.index].is_dynamic()) joined_[id.index] = 1;
  find_pulls();
}

void JointStep::run_on(Threads& threads) {
  threads_ = &threads;
  system_.run_on(threads);
  added_.run_on(threads);
  joints_.run_on(threads);
}

void JointStep::prepare(const State& start, const State& pose, const SimulationOptions& options,
                        const VectorXd& force) {
  coordinates_.clear();
  rows_.clear();
  start_v_ = &pose.v;
  residual_ = 0;
  stiffened_ = false;
  pull_ = 1;
  impact_work_ = 0;
  if (system_.empty()) return;
  joints_.evaluate(pose);
  append_coordinate_rows(*model_, pose, options.dt, coordinates_, rows_);
  if (options.stepper == Stepper::midpoint)
    added_.compute(pose, options.dt);
  else
    added_.clear();
  softness_ = compliance(options.joints, options.dt);
  system_.factor(pose, joints_.pool(), coordinates_, rows_, added_, softness_);

  set_forces(pose, force, options.dt);
  const double share = options.joints.is_hard() ? share_per_step(options) / options.dt
                                                : softness_ * options.dt * options.joints.stiffness;
  set_rates(share);
  if (options.drift == DriftControl::projection) give_back_drift(start, pose);
}

void JointStep::set_rates(double pull) {
  rates_.resize(joints_.phi().size());
  threads_->strips(static_cast<int>(rates_.size()), [&](Strip s) {
    for (int i = s.first; i < s.last; ++i) rates_[i] = -pull * joints_.phi()[i];
  });
}

JointRows& JointStep::rows_at(const State& state) {
  if (!others_) others_.emplace(*model_);
  others_->run_on(*threads_);
  others_->evaluate(state);
  return *others_;
}

void JointStep::set_forces(const State& pose, const VectorXd& force, double dt) {
  applied_force(*model_, pose.q, pose.v, force_);
  momentum(*model_, pose.q, pose.v, momentum_);
  scale_ = 0.5 * (system_.product(momentum_, pose.v) +
                  dt * dt * model_->gravity.squaredNorm() * held_mass_);
  const auto push = [&](Strip s) {
    double passed = 0;
    for (int i = s.first; i < s.last; ++i) {
      const double impulse = dt * (force_[i] + force[i]);
      momentum_[i] += impulse;
      passed += std::abs(impulse * pose.v[i]);
    }
    return passed;
  };
  passed_ = threads_->reduce(static_cast<int>(force_.size()), 0.0, push,
                             [](double a, double b) { return a + b; });
}

// Half a drift turns v off the joints by J(x) v - J(q) v. Rows J v+ = 0 would lose that part of v
// in every step; its negative makes the kick symmetric, so that joints do no work.
void JointStep::give_back_drift(const State& start, const State& pose) {
  add_rates(joints_.pool(), pose.v, -1.0, rates_);
  add_rates(rows_at(start).pool(), start.v, 1.0, rates_);
}

void JointStep::append_bounded(StepRows& rows) const {
  const auto bounded = [](const CoordinateRow& row) { return !row.is_bilateral(); };
  rows.bounded = static_cast<int>(std::count_if(rows_.begin(), rows_.end(), bounded));
  rows.lo.resize(rows.bounded);
  rows.hi.resize(rows.bounded);
  rows.bias.resize(rows.bounded);
  rows.rates.clear();
  int next = 0;
  for (const CoordinateRow& row : rows_) {
    if (!bounded(row)) continue;
    rows.pool.append(coordinates_, row.group);
    rows.lo[next] = row.lo;
    rows.hi[next] = row.hi;
    rows.bias[next++] = row.bias;
    rows.rates.push_back({row.bias, row.rate, row.e});
  }
}

// What is in the momentum of the system so far. Braked, the added mass remembers nothing.
void JointStep::solve_system(VectorXd& v) {
  if (!braked()) system_.add_mass_momentum(added_, *start_v_);
  system_.set_rates(joints_.pool(), rates_, coordinates_, rows_, v);
  residual_ = std::max(residual_, system_.solve(v, lambda_));
  outcome_.reset();
}

void JointStep::solve_free(VectorXd& v) {
  if (system_.empty()) return;
  system_.set_momentum(momentum_);
  solve_system(v);
}

void JointStep::solve(const StepRows& rows, VectorXd& v) {
  if (system_.empty()) return;
  system_.set_momentum(momentum_);
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g) {
    const RowGroup& group = rows.pool.groups()[g];
    system_.add_impulse(rows.pool, g, rows.lambda.segment(group.first_row, group.rows));
  }
  solve_system(v);
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
  system_.correct(change, v, lambda_);
  outcome_.reset();
}

// Near a singular posture the factor of the step is no Newton matrix of the next pose: a correction
// that does not bring the joints closer is taken back.
void JointStep::close_next(const State& pose, const SimulationOptions& options, VectorXd& v) {
  if (options.position_iterations == 0 || system_.empty() || braked()) return;
  double last = std::numeric_limits<double>::infinity();
  VectorXd last_v = v, last_lambda = lambda_, last_rates = rates_;
  for (int k = 0; k <= options.position_iterations; ++k) {
    const double worst = evaluate_next(pose, options.dt, v);
    if (!(worst < last)) {
      v = last_v;
      lambda_ = last_lambda;
      rates_ = last_rates;
      outcome_.reset();
      return;
    }
    if (worst <= kClosed || k == options.position_iterations) return;
    last = worst;
    last_v = v;
    last_lambda = lambda_;
    last_rates = rates_;
    change_rates(closing_, v);
  }
}

// Positions move along M̂⁻¹ Jᵀ, by the factor of the step that led here.
void JointStep::project(const SimulationOptions& options, State& state) {
  if (system_.empty() || options.drift != DriftControl::projection) return;
  VectorXd unused = lambda_;
  for (int k = 0; k < kProjections; ++k) {
    const VectorXd& error = rows_at(state).phi();
    if (error.lpNorm<Eigen::Infinity>() <= kClosed) return;
    State moved = state;
    moved.v.setZero();
    system_.correct(-error, moved.v, unused);
    drift(*model_, 1.0, moved);
    state.q = moved.q;
  }
}

const JointStep::Outcome& JointStep::outcome(const VectorXd& v) {
  if (outcome_ && are_same(judged_v_, v, *threads_)) return *outcome_;
  copy(v, *threads_, judged_v_);
  outcome_ = Outcome();
  if (rates_.size() == 0) return *outcome_;
  const bool hard = softness_ == 0;
  outcome_ = threads_->reduce(
      static_cast<int>(joints_.pool().groups().size()), Outcome(),
      [&](Strip s) { return outcome_of(s, v, hard); },
      [](Outcome a, Outcome b) {
        return Outcome{a.work + b.work, std::max(a.rate_error, b.rate_error)};
      });
  if (hard) outcome_->work += added_.work(*start_v_, v, braked());
  return *outcome_;
}

JointStep::Outcome JointStep::outcome_of(Strip groups, const VectorXd& v, bool hard) const {
  Outcome outcome;
  RowRates before, after;
  for (int g = groups.first; g < groups.last; ++g) {
    const RowGroup& group = joints_.pool().groups()[g];
    after.resize(group.rows);
    multiply(joints_.pool(), g, v, after);
    const auto lambda = lambda_.segment(group.first_row, group.rows);
    if (hard) {
      before.resize(group.rows);
      multiply(joints_.pool(), g, *start_v_, before);
      outcome.work += 0.5 * lambda.dot(before + after);
    }
    after += softness_ * lambda - rates_.segment(group.first_row, group.rows);
    outcome.rate_error = std::max(outcome.rate_error, after.lpNorm<Eigen::Infinity>());
  }
  return outcome;
}

JointReaction JointStep::reaction(const State& pose, JointId joint, const StepRows& rows,
                                  double dt) const {
  JointReaction reaction = joint_reaction(*model_, pose, joint, lambda_, dt);
  int bounded = 0;
  for (const CoordinateRow& row : rows_) {
    if (row.is_bilateral()) continue;
    const double impulse = rows.lambda[rows.pool.groups()[bounded++].first_row];
    if (row.joint == joint.index) add_reaction(*model_, pose, row, impulse, dt, reaction);
  }
  return reaction;
}

}  // namespace perpend
