// SPDX-License-Identifier: Apache-2.0
//
// The energy guard of JointStep. Hard joints do no work: lambda·J (v + v+) / 2 vanishes where a
// kick is symmetric, J v+ = -J v. The rates -Phi/dt are symmetric only as far as the curvature of
// the motion is that of the last step, and the added mass of joints that become taut is known one
// step late. Slack chains that snap taut grew by 1.7 times their energy from either.
// JointEnergy keeps account of their work. A step in which they would gain more than a share of the
// energy there is is solved again with rates -kWeaker Phi/dt and without the memory of the added
// mass, (M + B + D) v+ = M v + ..., both of which only take, and with ever smaller pulls, at last
// 0. Impulses of contacts and limits press on the joints as well: their work counts, and such a
// step is solved again whole, from the second time on without bounces, so that v+ is a projection
// of v in the end and joints gain nothing.
// Tried and rejected: the bound from the kinetic energy of the moment (braked 6 to 9 % of the
// steps of a smooth swing, at its turning points); a leak of `gained` in its place (slow growth
// below it); no credit (loads at rest on straight bridges sank); rates J(q) v - J(x) v that are
// symmetric at once (snaps grew a thousandfold).
#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/joints/joint_step.hpp"

namespace perpend {
namespace {

// With 1 braked snaps still grow, with 0 the gaps stay.
constexpr double kWeaker = 0.2, kLeastShare = 0.01;

double mean_inertia(const Model& model, BodyId id) {
  if (id == kWorld) return 0.0;
  const Body& body = model.bodies[id.index];
  if (body.kind == BodyKind::rigid) return body.inertia();
  return body.kind == BodyKind::spatial ? body.principal_inertia.sum() / 3 : 0.0;
}

// Rows that hold a force.
int force_rows(const Joint& joint) {
  if (joint.kind == JointKind::distance) return 1;
  return is_ball(joint.kind) ? (joint.in_plane ? 2 : 3) : 0;
}

}  // namespace

bool JointStep::is_guarded(const SimulationOptions& options) {
  return options.energy_guard && options.stabilise && options.joints.is_hard();
}

// Taut is a joint the stiffness of whose new impulse exceeds twice that of its last one by more
// than the inertia of a body.
void JointStep::find_taut_bounds() {
  for (const Joint& joint : model_->joints) {
    TautBound joint_bound{joint.first_row, force_rows(joint),
                          std::numeric_limits<double>::infinity()};
    if (joint_bound.rows == 0) continue;
    for (const auto& [id, frame] : {std::pair(joint.a, joint.frame_a), {joint.b, joint.frame_b}})
      if (const double inertia = mean_inertia(*model_, id); inertia > 0)
        joint_bound.bound = std::min(joint_bound.bound, 1.5 * inertia / frame.p.norm());
    if (std::isfinite(joint_bound.bound)) taut_bounds_.push_back(joint_bound);
  }
}

bool JointStep::becomes_taut(const State& pose, double dt) const {
  const auto is_taut = [&](const TautBound& bounded) {
    const auto now = lambda_.segment(bounded.first_row, bounded.rows);
    const auto last = pose.joint_impulses.segment(bounded.first_row, bounded.rows);
    if (!(now.squaredNorm() > 4 * last.squaredNorm())) return false;
    return dt * (now.norm() - 2 * last.norm()) > bounded.bound;
  };
  return threads_->reduce(
      static_cast<int>(taut_bounds_.size()), false,
      [&](Chunk s) {
        return std::any_of(taut_bounds_.begin() + s.first, taut_bounds_.begin() + s.last, is_taut);
      },
      [](bool a, bool b) { return a || b; });
}

// Every joint by the larger of its two impulses.
void JointStep::stiffen(const State& pose, double dt) {
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

bool JointStep::stiffen_struts(StepRows& rows, const SimulationOptions& options) {
  if (knows_struts_ || masses_.empty()) return false;
  knows_struts_ = true;
  strut_impulses_.assign(model_->joints.size(), 0.0);
  int bounded = 0;
  for (int r = 0; r < static_cast<int>(rows_.size()); ++r) {
    const double impulse = rows_[r].sign * impulse_of(r, rows, bounded);
    if (model_->joints[rows_[r].joint].kind == JointKind::strut)
      strut_impulses_[rows_[r].joint] += impulse;
  }
  const State& pose = *rows.pose;
  if (!added_.falls_short(pose, options.dt, strut_impulses_)) return false;
  added_.set_struts(strut_impulses_);
  if (stiffened_) {
    stiffen(pose, options.dt);
  } else {
    added_.compute(pose, options.dt);
    factor(pose);
  }
  solve_free(pose, rows.v_free);
  return true;
}

// Stabilises kWeaker as much as before, and without memory of the added mass; at last not at all.
void JointStep::weaken_stabilisation(double dt) {
  stabilised_share_ = stabilised_share_ > kLeastShare ? kWeaker * stabilised_share_ : 0.0;
  set_rates(std::min(stabilised_share_ / dt, stabilisation_rate_));
}

void JointStep::keep_energy(const State& pose, const SimulationOptions& options,
                            Eigen::VectorXd& v) {
  if (masses_.empty() || rates_.size() == 0 || !is_guarded(options)) return;
  if (becomes_taut(pose, options.dt)) {
    stiffen(pose, options.dt);
    solve_free(pose, v);
  }
  while (stabilised_share_ > 0 && gains(pose, v)) {
    weaken_stabilisation(options.dt);
    solve_free(pose, v);
  }
}

JointEnergy::Work JointStep::guarded_work(double work) const {
  const bool stable = !added_.has_rotation() && added_.pairs().empty();
  return {.joints = work, .stable = stable, .braked = braked()};
}

bool JointStep::gains(const State& pose, const Eigen::VectorXd& v) {
  if (drifts_late_ > 0) energy_.take_drift(drift_work(pose, v));
  return energy_.gains(*model_, pose, v, guarded_work(work(pose, v)));
}

JointWork JointStep::account(const JointWork& before, double work) const {
  return energy_.account(before, guarded_work(work));
}

bool JointStep::exceeds_work(const StepRows& rows, const SimulationOptions& options,
                             const Eigen::VectorXd& v, double share) {
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g) {
    const bool presses =
        rows.is_contact(g) || (std::isinf(rows.hi[g]) && !rows.lambda(g).isZero(0));
    if ((presses || !is_linkage_) && energy_.touches(rows.pool, g)) return false;
  }
  return exceeds_total_work(rows, options, v, share);
}

// 0 where nothing but joints acted: near its dead points a mechanism falls behind them by itself.
double JointStep::inconsistent_energy(const State& start) {
  const auto bore = [](const ContactMemory& contact) { return !contact.impulse.isZero(0); };
  const auto strikes = [](const CoordinateRow& row) {
    return row.kind == CoordinateRow::Kind::limit ||
           (row.kind == CoordinateRow::Kind::motor && row.compliance == 0);
  };
  const bool acted =
      std::ranges::any_of(rows_, strikes) || std::ranges::any_of(start.contacts, bore);
  if (start.step == 0 || !acted) return 0.0;
  Eigen::VectorXd rates = Eigen::VectorXd::Zero(error_.size());
  add_rates(rows_at(start).pool(), start.v, -1.0, rates);
  Eigen::VectorXd v = Eigen::VectorXd::Zero(start.v.size());
  Eigen::VectorXd lambda = Eigen::VectorXd::Zero(lambda_.size());
  masses_.correct(rates, v, lambda);
  return 0.5 * std::abs(lambda.dot(rates));
}

bool JointStep::exceeds_own_work(const State& start, const StepRows& rows,
                                 const SimulationOptions& options, const Eigen::VectorXd& v,
                                 double share) {
  if (!exceeds_work(rows, options, v, share)) return false;
  const State& pose = *rows.pose;
  const double own = std::abs(work(pose, v)) - 2 * inconsistent_energy(start);
  return energy_.exceeds(pose.joint_work, guarded_work(std::max(0.0, own)), is_linkage_, share);
}

bool JointStep::exceeds_total_work(const StepRows& rows, const SimulationOptions& options,
                                   const Eigen::VectorXd& v, double share) {
  if (masses_.empty() || rates_.size() == 0 || !is_guarded(options)) return false;
  const State& pose = *rows.pose;
  return energy_.exceeds(pose.joint_work, guarded_work(work(pose, v)), is_linkage_, share);
}

bool JointStep::keep_energy_of_impact(StepRows& rows, const SimulationOptions& options,
                                      const Eigen::VectorXd& v) {
  const State& pose = *rows.pose;
  energy_.forget_impact();
  if (masses_.empty() || rates_.size() == 0 || rows.pool.rows() == 0 || !is_guarded(options))
    return false;
  energy_.take_impact(rows, v);
  if ((unstabilised_ && stabilised_share_ == 0) || !gains(pose, v)) return false;
  unstabilised_ = braked();
  weaken_stabilisation(options.dt);
  solve_free(pose, rows.v_free);
  return true;
}

void JointStep::mark_unstabilised(StepRows& rows) const {
  rows.unstabilised.clear();
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g)
    rows.unstabilised.push_back(unstabilised_ && energy_.touches(rows.pool, g) &&
                                (rows.is_contact(g) || !rows.rates[g].is_displaced));
}

}  // namespace perpend
