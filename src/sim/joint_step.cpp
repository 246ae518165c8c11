// SPDX-License-Identifier: Apache-2.0
#include "joint_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "perpend/dynamics/coordinates.hpp"
#include "perpend/dynamics/joint_rows.hpp"
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
void add_rates(const RowPool& pool, const Model& model, const VectorXd& v, double factor,
               VectorXd& sum) {
  RowRates u;
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g) {
    const RowGroup& group = pool.groups()[g];
    u.resize(group.rows);
    multiply(pool, g, model, v, u);
    sum.segment(group.first_row, group.rows) += factor * u;
  }
}

VectorXd as_vector(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

}  // namespace

JointStep::JointStep(const Model& model)
    : model_(&model),
      system_(model),
      added_(model),
      lambda_(VectorXd::Zero(model.joint_rows)),
      no_v_(VectorXd::Zero(model.dof())),
      joined_(model.bodies.size(), 0) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (system_.holds(static_cast<int>(i))) held_mass_ += model.bodies[i].mass;
  for (const Joint& joint : model.joints)
    for (const BodyId id : {joint.a, joint.b})
      if (id != kWorld && model.bodies[id.index].is_dynamic()) joined_[id.index] = 1;
}

void JointStep::prepare(const State& start, const State& pose, const SimulationOptions& options,
                        const VectorXd& force) {
  joints_.clear();
  coordinates_.clear();
  rows_.clear();
  phi_.clear();
  residual_ = 0;
  stiffened_ = false;
  pull_ = 1;
  impact_work_ = 0;
  if (system_.empty()) return;
  append_joint_rows(*model_, pose, joints_, phi_);
  append_coordinate_rows(*model_, pose, options.dt, coordinates_, rows_);
  if (options.stepper == Stepper::midpoint)
    added_.compute(pose, options.dt);
  else
    added_.clear();
  softness_ = compliance(options.joints, options.dt);
  system_.factor(pose, joints_, coordinates_, rows_, added_, softness_);

  set_forces(pose, force, options.dt);
  rates_.resize(static_cast<Eigen::Index>(phi_.size()));
  const double share = options.joints.is_hard() ? share_per_step(options) / options.dt
                                                : softness_ * options.dt * options.joints.stiffness;
  for (Eigen::Index i = 0; i < rates_.size(); ++i) rates_[i] = -share * phi_[i];
  if (options.drift == DriftControl::projection) give_back_drift(start, pose);
  start_v_ = pose.v;
}

void JointStep::set_forces(const State& pose, const VectorXd& force, double dt) {
  applied_force(*model_, pose.q, pose.v, force_);
  momentum(*model_, pose.q, pose.v, momentum_);
  scale_ = 0.5 * (system_.product(momentum_, pose.v) +
                  dt * dt * model_->gravity.squaredNorm() * held_mass_);
  passed_ = 0;
  for (Eigen::Index i = 0; i < force_.size(); ++i) {
    const double impulse = dt * (force_[i] + force[i]);
    momentum_[i] += impulse;
    passed_ += std::abs(impulse * pose.v[i]);
  }
}

// Half a drift turns v off the joints by J(x) v - J(q) v. Rows J v+ = 0 would lose that part of v
// in every step; its negative makes the kick symmetric, so that joints do no work.
void JointStep::give_back_drift(const State& start, const State& pose) {
  scratch_.clear();
  next_phi_.clear();
  append_joint_rows(*model_, start, scratch_, next_phi_);
  add_rates(joints_, *model_, pose.v, -1.0, rates_);
  add_rates(scratch_, *model_, start.v, 1.0, rates_);
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
  if (!braked()) system_.add_mass_momentum(added_, start_v_);
  system_.set_rates(joints_, rates_, coordinates_, rows_, v);
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
  scratch_.clear();
  next_phi_.clear();
  append_joint_rows(*model_, next, scratch_, next_phi_);
  closing_ = as_vector(next_phi_) / -dt;
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
  std::vector<double> phi;
  VectorXd unused = lambda_;
  for (int k = 0; k < kProjections; ++k) {
    scratch_.clear();
    phi.clear();
    append_joint_rows(*model_, state, scratch_, phi);
    const VectorXd error = as_vector(phi);
    if (error.lpNorm<Eigen::Infinity>() <= kClosed) return;
    State moved = state;
    moved.v.setZero();
    system_.correct(-error, moved.v, unused);
    drift(*model_, 1.0, moved);
    state.q = moved.q;
  }
}

const JointStep::Outcome& JointStep::outcome(const VectorXd& v) {
  if (outcome_ && judged_v_ == v) return *outcome_;
  judged_v_ = v;
  const bool hard = softness_ == 0 && rates_.size() > 0;
  outcome_ = {hard ? added_.work(start_v_, braked() ? no_v_ : start_v_, v) : 0.0, 0.0};
  RowRates before, after;
  for (int g = 0; g < static_cast<int>(joints_.groups().size()); ++g) {
    const RowGroup& group = joints_.groups()[g];
    after.resize(group.rows);
    multiply(joints_, g, *model_, v, after);
    const auto lambda = lambda_.segment(group.first_row, group.rows);
    if (hard) {
      before.resize(group.rows);
      multiply(joints_, g, *model_, start_v_, before);
      outcome_->work += 0.5 * lambda.dot(before + after);
    }
    after += softness_ * lambda - rates_.segment(group.first_row, group.rows);
    outcome_->rate_error = std::max(outcome_->rate_error, after.lpNorm<Eigen::Infinity>());
  }
  return *outcome_;
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
