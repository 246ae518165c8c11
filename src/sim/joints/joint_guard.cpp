// SPDX-License-Identifier: Apache-2.0
//
// Hard joints do no work: lambda·J (v + v+) / 2 vanishes if a velocity update is symmetric, J v+ =
// -J v. The rates -Phi/dt are symmetric only as far as the curvature of the motion is that of the
// last step, and the added mass of joints that become taut is known one step late. Either let slack
// chains that snap taut grow by 1.7 times their energy.
// JointEnergy accounts for their work. A step in which they would gain more than a share of the
// energy scale is solved again with rates -kWeaker Phi/dt and without the memory of the added mass,
// (M + B + D) v+ = M v + ..., both of which only dissipate, and with ever weaker stabilisation, at
// last 0. Impulses of contacts and limits load the joints as well: their work counts, and such a
// step is solved again whole, from the second time on without bounces, so that v+ is finally a
// projection of v and joints gain nothing.
// Rejected alternatives: a bound from the kinetic energy of the moment (brakes 6 to 9 % of the
// steps of a smooth swing, at its turning points); a leak of `gained` in its place (slow growth
// below it); no credit (loads at rest on straight bridges sink); rates J(q) v - J(x) v that are
// symmetric at once (snaps grow a thousandfold).
#include "sim/joints/joint_guard.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/joints/joint_loops.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

// Degrees of freedom up to which joints with loops are a linkage; with more they are chains between
// two ends.
constexpr int kLinkage = 2;

}  // namespace

bool is_guarded(const SimulationOptions& options) {
  return options.energy_guard && options.stabilise && options.joints.is_hard();
}

JointGuard::JointGuard(JointSystem& system) : system_(&system), energy_(system.model()) {
  is_linkage_ = freedom_of_loops(system.model()).value_or(kLinkage + 1) <= kLinkage;
}

void JointGuard::begin(const State& start, const State& pose, const SimulationOptions& options) {
  unstabilised_ = false;
  energy_.forget_impact();
  if (system_->masses().empty()) return;
  const bool early = options.stepper == Stepper::midpoint && !(pose.time > start.time);
  drifts_late_ = early ? 0.5 * options.dt : 0.0;
  energy_.start(system_->kick(), system_->is_open_beyond_way(pose, options));
}

bool JointGuard::guards(const SimulationOptions& options) const {
  return !system_->masses().empty() && system_->rates().size() > 0 && is_guarded(options);
}

void JointGuard::keep_energy(const State& pose, const SimulationOptions& options, VectorXd& v) {
  if (!guards(options)) return;
  while (system_->stabilised_share() > 0 && gains(pose, v)) {
    system_->weaken_stabilisation(options.dt);
    system_->solve_free(pose, v);
  }
}

bool JointGuard::keep_energy_of_impact(StepRows& rows, const SimulationOptions& options,
                                       const VectorXd& v) {
  energy_.forget_impact();
  if (rows.pool.rows() == 0 || !guards(options)) return false;
  energy_.take_impact(rows, v);
  if ((unstabilised_ && system_->stabilised_share() == 0) || !gains(*rows.pose, v)) return false;
  unstabilised_ = system_->braked();
  system_->weaken_stabilisation(options.dt);
  system_->solve_free(*rows.pose, rows.v_free);
  return true;
}

void JointGuard::mark_unstabilised(StepRows& rows) const {
  rows.unstabilised.clear();
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g)
    rows.unstabilised.push_back(unstabilised_ && energy_.touches(rows.pool, g) &&
                                (rows.is_contact(g) || !rows.rates[g].is_displaced));
}

JointEnergy::Work JointGuard::guarded_work(double work) const {
  const AddedMass& added = system_->added();
  const bool stable = !added.has_rotation() && added.pairs().empty();
  return {.joints = work, .stable = stable, .braked = system_->braked()};
}

// Returns the excess work of a drift that travels the whole distance with v+, while forces gave v
// half of their impulse.
double JointGuard::drift_work(const State& pose, const VectorXd& v) const {
  const std::vector<Body>& bodies = system_->model().bodies;
  double sum = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& body = bodies[i];
    if (!body.is_dynamic() || !energy_.presses(i)) continue;
    const auto part = [&](const VectorXd& x) { return x.segment(body.v_offset, body.dof); };
    sum += drifts_late_ * part(system_->applied()).dot(part(pose.v) - part(v));
  }
  return sum;
}

bool JointGuard::gains(const State& pose, const VectorXd& v) {
  if (drifts_late_ > 0) energy_.take_drift(drift_work(pose, v));
  return energy_.gains(system_->model(), pose, v, guarded_work(system_->outcome(pose, v).work));
}

JointWork JointGuard::account(const JointWork& before, double work) const {
  return energy_.account(before, guarded_work(work));
}

bool JointGuard::exceeds_work(const StepRows& rows, const SimulationOptions& options,
                              const VectorXd& v, double share) {
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g) {
    const bool presses =
        rows.is_contact(g) || (std::isinf(rows.hi[g]) && !rows.lambda(g).isZero(0));
    if ((presses || !is_linkage_) && energy_.touches(rows.pool, g)) return false;
  }
  return exceeds_total_work(rows, options, v, share);
}

// Returns the energy of the inconsistent part of the start's velocities, J; 0 if nothing but joints
// acted: near its dead points a mechanism becomes inconsistent by itself.
double JointGuard::inconsistent_energy(const State& start) {
  const auto bore = [](const ContactMemory& contact) { return !contact.impulse.isZero(0); };
  const auto strikes = [](const CoordinateRow& row) {
    return row.kind == CoordinateRow::Kind::limit ||
           (row.kind == CoordinateRow::Kind::motor && row.compliance == 0);
  };
  const bool acted = std::ranges::any_of(system_->coordinate_rows(), strikes) ||
                     std::ranges::any_of(start.contacts, bore);
  if (start.step == 0 || !acted) return 0.0;
  VectorXd rates = VectorXd::Zero(system_->rates().size());
  add_rates(system_->rows_at(start).pool(), start.v, -1.0, rates);
  VectorXd v = VectorXd::Zero(start.v.size()), lambda = VectorXd::Zero(system_->lambda().size());
  system_->correct(rates, v, lambda);
  return 0.5 * std::abs(lambda.dot(rates));
}

bool JointGuard::exceeds_own_work(const State& start, const StepRows& rows,
                                  const SimulationOptions& options, const VectorXd& v,
                                  double share) {
  if (!exceeds_work(rows, options, v, share)) return false;
  const State& pose = *rows.pose;
  const double own = std::abs(system_->outcome(pose, v).work) - 2 * inconsistent_energy(start);
  return energy_.exceeds(pose.joint_work, guarded_work(std::max(0.0, own)), is_linkage_, share);
}

bool JointGuard::exceeds_total_work(const StepRows& rows, const SimulationOptions& options,
                                    const VectorXd& v, double share) {
  if (!guards(options)) return false;
  const State& pose = *rows.pose;
  return energy_.exceeds(pose.joint_work, guarded_work(system_->outcome(pose, v).work), is_linkage_,
                         share);
}

}  // namespace perpend
