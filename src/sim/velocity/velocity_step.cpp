// SPDX-License-Identifier: Apache-2.0
//
// Rows of a step, and the velocities that result from their impulses.
#include "sim/velocity/velocity_step.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "contact/resistance_rows.hpp"
#include "contact/row_restitution.hpp"
#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/candidates/pairs/last_contacts.hpp"
#include "sim/joints/joint_forces.hpp"
#include "sim/rows/row_bias.hpp"
#include "sim/velocity/limit_pull.hpp"

namespace perpend {
namespace {

RowSetup row_setup(const Model& model, const SimulationOptions& options, const MassSystem& masses) {
  return {.model = &model,
          .masses = &masses,
          .law = options.law,
          .dt = options.dt,
          .push_out_time = options.dt,
          .decompresses = options.impact == ImpactLaw::poisson,
          .impact_speed = options.impact_speed,
          .stick_speed = options.stick_speed,
          .relaxation_passes = options.relaxation_passes,
          .accepted_residual = options.accepted_residual};
}

auto linear(const Body& body, const auto& v) {
  return v.head(linear_dof(body));
}

// Largest kinetic energy, J, that the velocity can have, whatever the axis of rotation.
double most_energy(const Body& body, const auto& v) {
  const double linear_square = linear(body, v).squaredNorm();
  return 0.5 * (body.mass * linear_square +
                body.principal_inertia.maxCoeff() * (v.squaredNorm() - linear_square));
}

}  // namespace

VelocityStep::VelocityStep(const Model& m, const SimulationOptions& o, DriveInputs inputs)
    : model(m),
      options(o),
      threads(o.threads),
      drive(std::move(inputs)),
      motor_rows(drive.motors()),
      candidates(m, o),
      joints(m, drive.motors()),
      taut_joints(m),
      joint_guard(joints),
      joint_positions(joints, joint_guard),
      solver(o.solver, threads),
      far_turns(m),
      unlimited_motors(find_unlimited_motors(m, drive.motors())),
      force(Eigen::VectorXd::Zero(m.dof())) {
  joints.run_on(threads);
  candidates.run_on(threads);
  rows.setup = row_setup(m, o, joints.masses());
  rows.setup.is_driven = !unlimited_motors.empty();
  levels = levels_of_parts(m, o);
  whole = {o.dt, o.drift};
}

void VelocityStep::take_place_of(const VelocityStep& last) {
  rows.setup.push_out_time = last.rows.setup.push_out_time;
  whole = last.whole;
  deadline = last.deadline;
  levels = last.levels;
  outrun_parts = last.outrun_parts;
  solver.set_effort(last.solver.effort());
}

void VelocityStep::begin() {
  solver.stop_at(deadline);
  attempt = {};
  refusal = {};
  keeps_push = true;
  rows.setup.takes_best = false;
  rows.setup.law = options.law;
  inconsistency.clear();
}

bool VelocityStep::is_late() const {
  return lcp::has_passed(deadline);
}

const std::vector<CoordinateForce>& VelocityStep::coordinate_forces() {
  if (pose.q.size() == 0)
    along.assign(model.joint_coordinates, {});
  else
    perpend::coordinate_forces(joints, rows, options.dt, along);
  return along;
}

void VelocityStep::build_rows(const State& start, StepReport& report) {
  const Timed timed(report.phases.assemble);
  rows.clear(pose);
  joints.append_bounded(rows);
  if (!(rows.setup.law == ContactLaw::frictionless))
    append_resistance_rows(model, pose, candidates.active(), rows);
  append_contact_rows(model, pose, rows.setup.law, options.stick_speed, 0.5 * options.dt,
                      candidates.active(), rows.pool, rows.contacts);
  LastContacts last(start.contacts);
  for (ActiveContact& contact : rows.contacts)
    if (const ContactMemory* found = last.find(contact.pair.key))
      contact.last = contact.frame * found->impulse;
  turn_bristles(start);
  rows.fall.resize(0);
  if (starts_early()) {
    lower_bounces();
    find_fall();
  }
  bound_limits(rows, {limit_share, whole.dt, options.recovery_speed});
  joint_guard.mark_unstabilised(rows);
  find_limit_impacts(rows);
  set_bias(rows, options, {whole.dt, keeps_push});
  yield_to_joints();
  roll_curved(start);
  contact_impulses.guess(options.warm_start, rows);
  if (joints.has_induced_velocities() && !rows.setup.is_driven && !rows.contacts.empty())
    joints.induce(rows.v_free, rows.induced);
  report.contacts = static_cast<int>(rows.contacts.size());
  report.rows = rows.pool.rows() + joints.joint_rows().rows();
}

// Lowers the approach speeds that bounces give back. A step with its geometry at its start drifts
// by v+ alone, not by half of the approach: a bounce would end higher than it began. It gives back
// only the approach that the forces of the step leave. Bodies on others that something holds up
// approach them no faster by their weight, and fall back on them all the same.
void VelocityStep::lower_bounces() {
  for (ActiveContact& contact : rows.contacts) {
    if (candidates.is_met_in_flight(contact.pair)) continue;
    const Eigen::Vector3d free =
        contact_velocity(model, contact.pair, pose, rows.v_free, -contact.travel);
    const double before = contact.start.x();
    const double weight = options.dt * std::abs(model.gravity.dot(contact.pair.normal));
    const double gained = std::max(before - free.x(), weight);
    contact.approach = std::clamp(before + gained, before, std::max(before, 0.0));
  }
}

// The energy check of restitution counts what such a drift adds. Pairs that met in flight drift
// along their parabolas and are left out.
void VelocityStep::find_fall() {
  const auto restitutes = [](const auto& row) { return row.e > 0; };
  if (std::ranges::none_of(rows.contacts, restitutes) &&
      std::ranges::none_of(rows.rates, restitutes))
    return;
  rows.fall.setZero(model.dof());
  for (const Body& body : model.bodies) {
    if (!body.is_dynamic() || body.kind == BodyKind::custom) continue;
    const int lines = linear_dof(body);
    rows.fall.segment(body.v_offset, lines) = options.dt * model.gravity.head(lines);
  }
  if (!model.joints.empty()) joints.fall(options.dt, rows.fall);
  for (const auto& met : candidates.free_meetings())
    for (const int index : {met.body_a, met.body_b}) {
      const Body& body = model.bodies[index];
      rows.fall.segment(body.v_offset, body.dof).setZero();
    }
}

void VelocityStep::apply_impulses(StepReport& report) {
  const Timed timed(report.phases.solve);
  if (rows.pool.rows() == 0) {
    copy(rows.v_free, v_new);
    joint_positions.close_next(pose, options, v_new);
    return contact_impulses.keep(rows, candidates.mesh_sides().keys());
  }
  answer_impulses();
  stop_rounding();
  contact_impulses.keep(rows, candidates.mesh_sides().keys());
}

void VelocityStep::answer_impulses() {
  v_new.setZero(model.dof());
  add_impulses(rows, v_new);
  v_new = rows.v_free + rows.setup.masses->inverse_mass().cwiseProduct(v_new);
  joints.solve(rows, v_new);
}

// Sets bodies to rest whose motion the impulses stop to as many digits as answers are certified to,
// bodies connected by joints only all together. The remaining digits would move them and, from step
// to step, add up until resting bodies have to be solved again. Bodies on compliant contacts and
// joints do move so slowly while they sink.
void VelocityStep::stop_rounding() {
  if (!rows.compliance.head(rows.pool.rows()).isZero(0)) return;
  const MassSystem& masses = *rows.setup.masses;
  const int bodies = static_cast<int>(model.bodies.size());
  rests.assign(model.bodies.size(), 1);
  for (int i = 0; i < bodies; ++i)
    if (!is_stopped(i)) rests[masses.component(i)] = 0;
  for (int i = 0; i < bodies; ++i)
    if (rests[masses.component(i)] && model.bodies[i].is_dynamic())
      v_new.segment(model.bodies[i].v_offset, model.bodies[i].dof).setZero();
}

// True if the velocity left is round-off. The measure for a joined body is the speed that gravity
// gives in a step, since joints may hold it whatever its contacts do; for others it is the speed
// that the impulses of contacts had to stop.
bool VelocityStep::is_stopped(int index) const {
  // An answer may miss each row by 1e-10 of the largest motion, which several contacts of a body
  // and an open gap beside it make a few times as much of the speed that gravity gives.
  constexpr double kRest = 2e-9;
  const Body& body = model.bodies[index];
  const auto left = v_new.segment(body.v_offset, body.dof);
  if (!body.is_dynamic()) return left.isZero(0);
  const bool joined = rows.setup.masses->is_joined(index);
  if (body.kind == BodyKind::custom || (joined && !options.joints.is_hard())) return false;
  const double stopped = joined ? model.gravity.norm() * options.dt
                                : linear(body, rows.v_free.segment(body.v_offset, body.dof)).norm();
  return most_energy(body, left) <= 0.5 * body.mass * stopped * stopped * kRest * kRest;
}

void VelocityStep::copy(const Eigen::VectorXd& from, Eigen::VectorXd& to) {
  to.resize(from.size());
  threads.copy(from, to);
}

bool VelocityStep::is_finite(const Eigen::VectorXd& v) {
  const auto finite = [&](Chunk s) { return v.segment(s.first, s.last - s.first).allFinite(); };
  return threads.reduce<Threads::kRows>(static_cast<int>(v.size()), true, finite,
                                        std::logical_and<bool>());
}

}  // namespace perpend
