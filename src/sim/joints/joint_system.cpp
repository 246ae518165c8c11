// SPDX-License-Identifier: Apache-2.0
#include "sim/joints/joint_system.hpp"

#include <algorithm>
#include <cmath>

#include "contact/row_response.hpp"
#include "core/worst.hpp"
#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "dynamics/joints/joint_loops.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

// Pivot of the joints, as a share of its growth, below which rows may repeat each other: with their
// compliance these have 1e-12.
constexpr double kDependent = 1e-10;

// Largest number of hardenings. Each removes the error of the compliance of 1e-12, as far as
// contacts and limits stay.
constexpr int kHardenings = 3;

// Share of the tolerance of the certificate that S lambda may leave in the rates of joints.
constexpr double kOpenShare = 0.1;

// Pivot of the joints, as a share of its growth, below which a row may be a dependent one that gaps
// make independent: gaps of up to 3 mm per metre do so.
constexpr double kNearlyDependent = 1e-5;

// Relative compliance of rows taken at a closed pose, where they depend on each other up to
// round-off: with kHardCompliance refinement ends at a backward error of 1e-8.
constexpr double kClosedCompliance = 1e-10;

bool has_kinematic_end(const Model& model) {
  const auto is_kinematic = [&](BodyId end) {
    return end != kWorld && model.bodies[end.index].is_kinematic();
  };
  return std::ranges::any_of(model.joints, [&](const Joint& joint) {
    return is_kinematic(joint.a) || is_kinematic(joint.b);
  });
}

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

JointSystem::JointSystem(const Model& model, const MotorCommands& motors)
    : model_(&model),
      motors_(&motors),
      masses_(model, motors),
      added_(model),
      joints_(model),
      turning_(model),
      with_coordinates_(joints_with_coordinates(model)),
      lambda_(VectorXd::Zero(model.joint_rows)) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (masses_.holds(static_cast<int>(i))) held_mass_ += model.bodies[i].mass;
  has_induced_ = has_kinematic_end(model) && !masses_.empty();
  loops_in_space_ = has_loops_in_space(model);
}

void JointSystem::run_on(Threads& threads) {
  threads_ = &threads;
  masses_.run_on(threads);
  added_.run_on(threads);
  joints_.run_on(threads);
}

void JointSystem::prepare(const State& start, const State& pose, const SimulationOptions& options,
                          const VectorXd& force, double whole) {
  whole_dt_ = whole;
  coordinates_.clear();
  rows_.clear();
  residual_ = 0;
  hardened_ = 0;
  stiffened_ = false;
  added_.set_struts({});
  stabilised_share_ = 1;
  if (masses_.empty()) return;
  rate_rounding_ = kSumRounding * (1 + largest_place(pose)) / options.dt;
  joints_.evaluate(pose);
  append_coordinate_rows(*model_, with_coordinates_, pose, options.dt, *motors_, coordinates_,
                         rows_, &start);
  rotors_.find(*model_, start, rows_, pose.time > start.time ? 0.5 * options.dt : options.dt);
  added_.compute(pose, options.dt);
  softness_ = compliance(options.joints, options.dt);
  closed_ = false;
  visible_ = kOpenShare * kVelocityShare *
             std::max(pose.v.lpNorm<Eigen::Infinity>(), options.dt * model_->gravity.norm());
  error_ = joints_.phi();
  turning_.turn(joints_, pose, options.dt, error_);
  const linalg::FactorReport report = factor(pose);
  if (loops_in_space_ && softness_ == 0 && report.smallest_pivot < kNearlyDependent)
    close_geometry(pose);
  if (!closed_ && softness_ == 0 && report.smallest_pivot < kDependent)
    masses_.drop_contradictions(error_);

  set_forces(pose, force, options.dt);
  stabilise(find_stabilisation_rate(pose, options));
  if (options.drift == DriftControl::projection) give_back_drift(start, pose);
}

JointRows& JointSystem::rows_at(const State& state) {
  if (!others_) others_.emplace(*model_);
  others_->run_on(*threads_);
  others_->evaluate(state);
  return *others_;
}

double JointSystem::largest_place(const State& pose) const {
  double largest = 0;
  for (std::size_t i = 0; i < model_->bodies.size(); ++i) {
    const Body& body = model_->bodies[i];
    if (!masses_.is_joined(static_cast<int>(i)) || !body.is_dynamic()) continue;
    if (body.kind == BodyKind::custom) continue;
    const auto place = pose.q.segment(body.q_offset, linear_dof(body));
    largest = std::max(largest, place.lpNorm<Eigen::Infinity>());
  }
  return largest;
}

bool JointSystem::starts_inconsistent(const State& start) {
  return start.step == 0 && inconsistent_row(start);
}

std::optional<int> JointSystem::inconsistent_row(const State& state) {
  constexpr double kTorn = 1e-3;  // share of the largest velocity
  if (masses_.empty() || state.v.isZero(0)) return std::nullopt;
  VectorXd rates = VectorXd::Zero(error_.size());
  add_rates(rows_at(state).pool(), state.v, 1.0, rates);
  if (rates.size() == 0) return std::nullopt;
  int row = 0;
  const double worst = rates.cwiseAbs().maxCoeff(&row);
  return worst > kTorn * state.v.lpNorm<Eigen::Infinity>() ? std::optional(row) : std::nullopt;
}

// Factors the system. Rows that nearly depend on each other, like those of a straight bridge, carry
// loads by impulses so large that the compliance shows and would let the bridge sag: its error is
// known from the impulses of the last step. Joints that repeat each other share their impulses by
// the compliance alone.
linalg::FactorReport JointSystem::factor(const State& pose) {
  const linalg::FactorReport report =
      masses_.factor(pose, joints_.pool(), coordinates_, rows_, added_, softness_,
                     closed_ ? kClosedCompliance : kHardCompliance);
  if (softness_ == 0 && !closed_) masses_.carry_compliance_of(pose.joint_impulses, visible_);
  return report;
}

void JointSystem::set_forces(const State& pose, const VectorXd& force, double dt) {
  force_.resize(pose.v.size());
  momentum_.resize(pose.v.size());
  kick_ = threads_->reduce(
      static_cast<int>(model_->bodies.size()), KickEnergies(),
      [&](Chunk bodies) { return kick_of(bodies, pose, force, dt); },
      [](const KickEnergies& a, const KickEnergies& b) {
        return KickEnergies{.held = a.held + b.held, .passed = a.passed + b.passed};
      });
  kick_.held *= 0.5;
  kick_.fallen = 0.5 * dt * dt * model_->gravity.squaredNorm() * held_mass_;
}

// Returns twice the kinetic energy of the held bodies among these, and the absolute work of forces
// on all of them.
KickEnergies JointSystem::kick_of(Chunk bodies, const State& pose, const VectorXd& force,
                                  double dt) {
  applied_force(*model_, bodies, pose.q, pose.v, force_);
  momentum(*model_, bodies, pose.q, pose.v, momentum_);
  KickEnergies kick;
  for (int i = bodies.first; i < bodies.last; ++i) {
    const Body& body = model_->bodies[i];
    for (int k = body.v_offset; k < body.v_offset + body.dof; ++k) {
      const double impulse = dt * (force_[k] + force[k]);
      if (masses_.holds(i)) kick.held += momentum_[k] * pose.v[k];
      momentum_[k] += impulse;
      kick.passed += std::abs(impulse * pose.v[k]);
    }
  }
  return kick;
}

void JointSystem::append_bounded(StepRows& rows) const {
  const auto bounded = [](const CoordinateRow& row) { return !row.is_bilateral(); };
  rows.bounded = static_cast<int>(std::count_if(rows_.begin(), rows_.end(), bounded));
  rows.lo.resize(rows.bounded);
  rows.hi.resize(rows.bounded);
  int next = 0;
  for (const CoordinateRow& row : rows_) {
    if (!bounded(row)) continue;
    rows.pool.append(coordinates_, row.group);
    rows.lo[next] = row.lo;
    rows.hi[next++] = row.hi;
    rows.rates.push_back({row.bias, row.rate, row.e, row.compliance});
  }
}

// Solves for the momentum set so far. When braked, the added mass has no memory.
void JointSystem::solve_system(const State& pose, VectorXd& v) {
  if (!braked()) masses_.add_mass_momentum(added_, pose.v);
  masses_.set_rates(joints_.pool(), rates_, coordinates_, rows_, v);
  raise(residual_, masses_.solve(v, lambda_, rate_rounding_));
  masses_.coordinate_impulses(coordinate_impulses_);
  outcome_.reset();
}

void JointSystem::solve_free(const State& pose, VectorXd& v) {
  if (masses_.empty()) return;
  masses_.set_momentum(momentum_);
  solve_system(pose, v);
  if (!rotors_.turn(*model_, pose, v, rows_)) return;
  masses_.set_momentum(momentum_);
  solve_system(pose, v);
}

// Solves for the momentum set so far with all rates 0, so that the velocities are linear in it.
void JointSystem::solve_at_rest(VectorXd& v) {
  std::vector<CoordinateRow> still = rows_;
  for (CoordinateRow& row : still) row.bias = 0;
  VectorXd lambda = VectorXd::Zero(lambda_.size());
  masses_.set_rates(joints_.pool(), VectorXd::Zero(rates_.size()), coordinates_, still, v);
  masses_.solve(v, lambda, rate_rounding_);
}

void JointSystem::fall(double dt, VectorXd& v) {
  if (masses_.empty()) return;
  masses_.set_momentum(dt * force_);
  solve_at_rest(v);
}

double JointSystem::response(const StepRows& rows, int group) {
  VectorXd impulse = VectorXd::Unit(rows.pool.groups()[group].rows, 0);
  VectorXd v = VectorXd::Zero(rows.v_free.size());
  const auto blocks = rows.pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
    if (blocks[k].body < 0) continue;
    const Body& body = model_->bodies[blocks[k].body];
    v.segment(body.v_offset, body.dof) += rows.pool.block(group, k).row(0).transpose();
  }
  v = v.cwiseProduct(masses_.inverse_mass());
  masses_.set_momentum(VectorXd::Zero(v.size()));
  masses_.add_impulse(rows.pool, group, impulse);
  solve_at_rest(v);
  multiply(rows.pool, group, v, impulse);
  return impulse[0];
}

// Finds the velocities that prescribed bodies induce: without momentum the system responds to its
// rates only.
void JointSystem::induce(const VectorXd& v_free, VectorXd& induced) {
  induced.setZero(v_free.size());
  for (const Body& body : model_->bodies)
    if (body.is_kinematic())
      induced.segment(body.v_offset, body.dof) = v_free.segment(body.v_offset, body.dof);
  induced_rates_ = rates_;
  add_rates(joints_.pool(), induced, -1.0, induced_rates_);
  induced_lambda_.setZero(lambda_.size());
  masses_.correct(induced_rates_, induced, induced_lambda_);
}

void JointSystem::solve(const StepRows& rows, VectorXd& v) {
  if (masses_.empty()) return;
  masses_.set_momentum(momentum_);
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g)
    masses_.add_impulse(rows.pool, g, rows.lambda(g));
  solve_system(*rows.pose, v);
}

bool JointSystem::harden(StepRows& rows, const SimulationOptions& options, const VectorXd& v) {
  if (masses_.empty() || softness_ > 0 || hardened_ == kHardenings) return false;
  if (rows.pool.rows() == 0 && options.position_iterations > 0) return false;
  if (!(outcome(*rows.pose, v).rate_error > visible_) || !masses_.carry_compliance(visible_))
    return false;
  ++hardened_;
  solve_free(*rows.pose, rows.v_free);
  return true;
}

void JointSystem::stiffen(const State& pose, double dt) {
  State taut = pose;
  for (const Joint& joint : model_->joints) {
    auto last = taut.joint_impulses.segment(joint.first_row, joint.rows);
    const auto now = lambda_.segment(joint.first_row, joint.rows);
    if (now.squaredNorm() > last.squaredNorm()) last = now;
  }
  added_.compute(taut, dt);
  factor(pose);
  stiffened_ = true;
}

bool JointSystem::stiffen_struts(const State& pose, double dt,
                                 const std::vector<double>& impulses) {
  if (!added_.falls_short(pose, dt, impulses)) return false;
  added_.set_struts(impulses);
  if (stiffened_) {
    stiffen(pose, dt);
  } else {
    added_.compute(pose, dt);
    factor(pose);
  }
  return true;
}

const JointOutcome& JointSystem::outcome(const State& pose, const VectorXd& v) {
  if (outcome_ && are_same(judged_v_, v, *threads_)) return *outcome_;
  judged_v_.resize(v.size());
  threads_->copy(v, judged_v_);
  outcome_ = joint_outcome(*this, pose, v);
  return *outcome_;
}

}  // namespace perpend
