// SPDX-License-Identifier: Apache-2.0
#include "sim/joints/joint_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/worst.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "dynamics/joints/joint_loops.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "sim/certificate/speed_judge.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

// A pivot of the joints below this share of its growth is that of rows that may repeat each other:
// with their compliance these have 1e-12.
constexpr double kDependent = 1e-10;

// Each takes back what the compliance of 1e-12 leaves, as far as contacts and limits stay.
constexpr int kHardenings = 3;

// Of what the certificate grants: what S lambda may leave open of the rates of joints.
constexpr double kOpenShare = 0.1;

// A pivot of the joints below this share of its growth may be that of a dependent row which gaps
// make independent: those of up to 3 mm per metre do.
constexpr double kNearlyDependent = 1e-5;

// Compliance of rows that were taken where they depend on each other to rounding, as a share: with
// kHardCompliance refinement ends at a backward error of 1e-8.
constexpr double kClosedCompliance = 1e-10;

// Degrees of freedom up to which joints with loops are a linkage, and beyond chains between two
// ends.
constexpr int kLinkage = 2;

bool has_kinematic_end(const Model& model) {
  const auto is_kinematic = [&](BodyId end) {
    return end != kWorld && model.bodies[end.index].is_kinematic();
  };
  return std::ranges::any_of(model.joints, [&](const Joint& joint) {
    return is_kinematic(joint.a) || is_kinematic(joint.b);
  });
}

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

JointStep::JointStep(const Model& model, const MotorCommands& motors)
    : model_(&model),
      motors_(&motors),
      masses_(model, motors),
      added_(model),
      joints_(model),
      turning_(model),
      with_coordinates_(joints_with_coordinates(model)),
      lambda_(VectorXd::Zero(model.joint_rows)),
      energy_(model) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (masses_.holds(static_cast<int>(i))) held_mass_ += model.bodies[i].mass;
  find_taut_bounds();
  has_induced_ = has_kinematic_end(model) && !masses_.empty();
  loops_in_space_ = has_loops_in_space(model);
  is_linkage_ = freedom_of_loops(model).value_or(kLinkage + 1) <= kLinkage;
}

void JointStep::run_on(Threads& threads) {
  threads_ = &threads;
  masses_.run_on(threads);
  added_.run_on(threads);
  joints_.run_on(threads);
}

void JointStep::prepare(const State& start, const State& pose, const SimulationOptions& options,
                        const VectorXd& force, double whole) {
  whole_dt_ = whole;
  coordinates_.clear();
  rows_.clear();
  unstabilised_ = false;
  residual_ = 0;
  hardened_ = 0;
  closings_ = 0;
  next_error_ = std::numeric_limits<double>::infinity();
  stiffened_ = knows_struts_ = false;
  added_.set_struts({});
  stabilised_share_ = 1;
  energy_.forget_impact();
  if (masses_.empty()) return;
  const bool early = options.stepper == Stepper::midpoint && !(pose.time > start.time);
  drifts_late_ = early ? 0.5 * options.dt : 0.0;
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
  const double share = options.joints.is_hard() ? share_per_step(options) / options.dt
                                                : softness_ * options.dt * options.joints.stiffness;
  set_rates(bounded_rate(pose, options.recovery_speed, share));
  if (options.drift == DriftControl::projection) give_back_drift(start, pose);
}

bool JointStep::starts_inconsistent(const State& start) {
  return start.step == 0 && inconsistent_joint(start) >= 0;
}

int JointStep::inconsistent_joint(const State& state) {
  constexpr double kTorn = 1e-3;  // of the largest velocity
  if (masses_.empty() || state.v.isZero(0)) return -1;
  VectorXd rates = VectorXd::Zero(error_.size());
  add_rates(rows_at(state).pool(), state.v, 1.0, rates);
  int row = -1;
  if (rates.size() == 0) return -1;
  if (!(rates.cwiseAbs().maxCoeff(&row) > kTorn * state.v.lpNorm<Eigen::Infinity>())) return -1;
  return static_cast<int>(std::ranges::find_if(model_->joints,
                                               [row](const Joint& joint) {
                                                 return row < joint.first_row + joint.rows;
                                               }) -
                          model_->joints.begin());
}

// Rows that nearly depend on each other, as those of a straight bridge, bear by impulses so large
// that the compliance shows, which would have it sag: what it leaves open is known from the
// impulses of the last step. Joints that repeat each other share theirs by the compliance alone.
linalg::FactorReport JointStep::factor(const State& pose) {
  const linalg::FactorReport report =
      masses_.factor(pose, joints_.pool(), coordinates_, rows_, added_, softness_,
                     closed_ ? kClosedCompliance : kHardCompliance);
  if (softness_ == 0 && !closed_) masses_.carry_compliance_of(pose.joint_impulses, visible_);
  return report;
}

// How far the bodies of joints move within a step where these act on them, m.
double JointStep::way_of_joints(const State& pose, double dt) const {
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

// Hard joints that were opened from outside are closed at `recovery_speed`, as overlap is. What
// steps leave open of them is less than their bodies move, and closed at once.
double JointStep::bounded_rate(const State& pose, double recovery_speed, double rate) {
  constexpr double kShare = 0.5;
  is_displaced_ = softness_ == 0 && rate > 0 && position_error() > recovery_speed * whole_dt_ &&
                  position_error() > kShare * way_of_joints(pose, whole_dt_);
  return is_displaced_ ? std::min(rate, recovery_speed / position_error()) : rate;
}

void JointStep::set_rates(double rate) {
  stabilisation_rate_ = rate;
  rates_.resize(error_.size());
  threads_->chunks<Threads::kRows>(static_cast<int>(rates_.size()), [&](Chunk s) {
    for (int i = s.first; i < s.last; ++i) rates_[i] = -rate * error_[i];
  });
}

void JointStep::set_forces(const State& pose, const VectorXd& force, double dt) {
  force_.resize(pose.v.size());
  momentum_.resize(pose.v.size());
  const Kick kick = threads_->reduce(
      static_cast<int>(model_->bodies.size()), Kick(),
      [&](Chunk bodies) { return kick_of(bodies, pose, force, dt); },
      [](Kick a, Kick b) {
        return Kick{a.held + b.held, a.passed + b.passed};
      });
  const double fallen = 0.5 * dt * dt * model_->gravity.squaredNorm() * held_mass_;
  energy_.start({.held = 0.5 * kick.held, .fallen = fallen, .passed = kick.passed});
}

JointStep::Kick JointStep::kick_of(Chunk bodies, const State& pose, const VectorXd& force,
                                   double dt) {
  applied_force(*model_, bodies, pose.q, pose.v, force_);
  momentum(*model_, bodies, pose.q, pose.v, momentum_);
  Kick kick;
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

// Half a drift turns v off the joints by J(x) v - J(q) v. Rows J v+ = 0 would lose that part of v
// in every step; its negative makes the kick symmetric, so that joints do no work. Where rows
// repeat each other J(q) v is none that they can all follow: what a velocity can give them stays.
void JointStep::give_back_drift(const State& start, const State& pose) {
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

void JointStep::append_bounded(StepRows& rows) const {
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

// What is in the momentum of the system so far. Braked, the added mass remembers nothing.
void JointStep::solve_system(const State& pose, VectorXd& v) {
  if (!braked()) masses_.add_mass_momentum(added_, pose.v);
  masses_.set_rates(joints_.pool(), rates_, coordinates_, rows_, v);
  raise(residual_, masses_.solve(v, lambda_, rate_rounding_));
  masses_.coordinate_impulses(coordinate_impulses_);
  outcome_.reset();
}

void JointStep::solve_free(const State& pose, VectorXd& v) {
  if (masses_.empty()) return;
  masses_.set_momentum(momentum_);
  solve_system(pose, v);
  if (!rotors_.turn(*model_, pose, v, rows_)) return;
  masses_.set_momentum(momentum_);
  solve_system(pose, v);
}

// Without momentum the system answers nothing but its rates.
void JointStep::induce(const VectorXd& v_free, VectorXd& induced) {
  induced.setZero(v_free.size());
  for (const Body& body : model_->bodies)
    if (body.is_kinematic())
      induced.segment(body.v_offset, body.dof) = v_free.segment(body.v_offset, body.dof);
  induced_rates_ = rates_;
  add_rates(joints_.pool(), induced, -1.0, induced_rates_);
  induced_lambda_.setZero(lambda_.size());
  masses_.correct(induced_rates_, induced, induced_lambda_);
}

void JointStep::solve(const StepRows& rows, VectorXd& v) {
  if (masses_.empty()) return;
  masses_.set_momentum(momentum_);
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g)
    masses_.add_impulse(rows.pool, g, rows.lambda(g));
  solve_system(*rows.pose, v);
}

bool JointStep::harden(StepRows& rows, const SimulationOptions& options, const VectorXd& v) {
  if (masses_.empty() || softness_ > 0 || hardened_ == kHardenings) return false;
  if (rows.pool.rows() == 0 && options.position_iterations > 0) return false;
  if (!(rate_error(*rows.pose, v) > visible_) || !masses_.carry_compliance(visible_)) return false;
  ++hardened_;
  solve_free(*rows.pose, rows.v_free);
  return true;
}

}  // namespace perpend
