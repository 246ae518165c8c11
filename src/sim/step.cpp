// SPDX-License-Identifier: Apache-2.0
//
// The velocity-level step, in the words of Hart & Anitescu 2003, section 2:
//   drift half a step (midpoint) or none (semi-implicit)
//   active set A = {j : gap_j <= margin}                                      (2.13)
//   find v+, lambda: M v+ = M v + dt k + Jᵀ lambda, joints J v+ = -error/dt   (2.8)
//                    contacts 0 <= lambda ⊥ J v+ + gap/dt >= 0, friction      (2.9, 2.7)
//   drift the rest with v+
// Joints are eliminated by their sparse factor (joint_step.hpp), velocities island by island
// (contact/island_problem.hpp).
#include <algorithm>
#include <cstdio>

#include "perpend/dynamics/coordinates.hpp"
#include "perpend/dynamics/kinetics.hpp"
#include "row_bias.hpp"
#include "simulator_workspace.hpp"

namespace perpend {
namespace {

// Componentwise backward error up to which a step counts as solved.
constexpr double kJointResidual = 1e-8;

std::vector<int> spatial_bodies_without_joints(const Model& model) {
  std::vector<char> joined(model.bodies.size(), 0);
  for (const Joint& joint : model.joints)
    for (const BodyId id : {joint.a, joint.b})
      if (id != kWorld) joined[id.index] = 1;
  std::vector<int> free;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const BodyKind kind = model.bodies[i].kind;
    if (!joined[i] && (kind == BodyKind::spatial || kind == BodyKind::spatial_particle))
      free.push_back(i);
  }
  return free;
}

}  // namespace

Simulator::Workspace::Workspace(const Model& m, const SimulationOptions& o)
    : model(m),
      options(o),
      threads(o.threads),
      candidates(m, o),
      joints(m),
      solver(o, threads),
      force(Eigen::VectorXd::Zero(m.dof())) {
  joints.run_on(threads);
  rows.model = &m;
  rows.law = o.law;
  rows.decompresses = o.impact == ImpactLaw::poisson;
  rows.stick_speed = o.stick_speed;
  rows.relaxation_passes = o.relaxation_passes;
  rows.joints = &joints.system();
  rows.inverse_mass = inverse_mass(m);
  for (int i = 0; i < static_cast<int>(m.bodies.size()); ++i)
    if (joints.system().holds(i))
      rows.inverse_mass.segment(m.bodies[i].v_offset, m.bodies[i].dof).setZero();
  rows.free_in_space = spatial_bodies_without_joints(m);
}

void Simulator::Workspace::build_rows() {
  rows.clear();
  rows.q = &pose.q;
  joints.append_bounded(rows);
  append_contact_rows(model, pose, options.law, options.stick_speed, 0.5 * options.dt,
                      candidates.active(), rows.pool, rows.contacts);
  for (ActiveContact& contact : rows.contacts)
    if (const ContactMemory* found = find_contact(pose.contacts, contact.pair.key))
      contact.last = found->impulse;
  rows.bias.conservativeResizeLike(Eigen::VectorXd::Zero(rows.pool.rows()));
  find_limit_impacts(rows, options);
  set_bias(rows, options);
}

void Simulator::Workspace::set_guess() {
  rows.guess.setZero(rows.pool.rows());
  if (!options.warm_start) return;
  for (const ActiveContact& contact : rows.contacts) {
    const RowGroup& group = rows.pool.groups()[contact.group];
    if (const ContactMemory* found = find_contact(memory, contact.pair.key))
      rows.guess.segment(group.first_row, group.rows) = found->impulse.head(group.rows);
  }
}

void Simulator::Workspace::apply_impulses() {
  if (rows.pool.rows() == 0) {
    v_new = rows.v_free;
    joints.close_next(pose, options, v_new);
    return;
  }
  v_new.setZero(model.dof());
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g) {
    const RowGroup& group = rows.pool.groups()[g];
    add_transpose(rows.pool, g, model, rows.lambda.segment(group.first_row, group.rows), v_new);
  }
  v_new = rows.v_free + rows.inverse_mass.cwiseProduct(v_new);
  joints.solve(rows, v_new);
}

void Simulator::Workspace::remember() {
  memory.clear();
  for (const ActiveContact& contact : rows.contacts) {
    const int first = rows.pool.groups()[contact.group].first_row;
    const Eigen::Vector3d impulse = impulse_of(rows.law, contact.pair, rows.lambda.data() + first);
    if (impulse.x() > 0) memory.push_back({contact.pair.key, impulse});
  }
  std::stable_sort(memory.begin(), memory.end(),
                   [](const ContactMemory& a, const ContactMemory& b) { return a.key < b.key; });
}

// Everything up to the active contacts, with the geometry `before` seconds ahead of the state.
void Simulator::Workspace::begin(const State& state, double before, StepReport& report,
                                 Stopwatch& phase) {
  pose = state;
  rows.passive = nullptr;
  if (before > 0) drift(model, before, pose);
  rows.v_start = pose.v;
  free_velocity(model, pose, force, options.dt, rows.v_free);
  joints.prepare(state, pose, options, force);
  joints.solve_free(rows.v_free);
  joints.keep_energy(pose, options, rows.v_free);
  report.phases.assemble += phase.lap();
  candidates.detect(pose, rows.v_free);
  report.phases.collide += phase.lap();
}

// Contacts, limits and limited motors, until no contact without a row closes.
void Simulator::Workspace::solve_bounded(StepReport& report, Stopwatch& phase) {
  do {
    build_rows();
    set_guess();
    islands.find(model, rows.pool, joints.system());
    report.phases.assemble += phase.lap();
    solver.solve(rows, islands, report);
    apply_impulses();
    remember();
    report.phases.solve += phase.lap();
  } while (report.status == StepStatus::ok && candidates.add_violated(pose, v_new) > 0);
}

// Independent of the solvers; a joint system that was not solved ends the run as an island does.
void Simulator::Workspace::certify(StepReport& report) {
  report.certificate.penetration = deepest_overlap(candidates.all());
  certify_step(rows, pose, v_new, motions, options, report.certificate);
  report.certificate.joint_residual = joints.residual();
  report.certificate.joint_work = joints.work(v_new);
  report.braked = joints.braked();
  report.stiffened = joints.stiffened();
  report.certificate.velocity_residual =
      std::max(report.certificate.velocity_residual, joints.rate_error(v_new));
  if (!v_new.allFinite()) {
    report.status = StepStatus::diverged;
    report.message = "velocities are no longer finite";
  } else if (!(joints.residual() <= kJointResidual)) {
    report.status = StepStatus::unsolved;
    char residual[32];
    std::snprintf(residual, sizeof residual, "%.1e", joints.residual());
    report.message = std::string("joints solved to ") + residual + " only";
  }
}

// The rest of the drift, with the velocities of the end.
void Simulator::Workspace::advance(State& state, double before, StepReport& report) {
  record_contacts(rows, motions, options.stick_speed, records);
  after = pose;
  after.time = state.time + before;
  after.v = v_new;
  after.step += 1;
  drift(model, options.dt - before, after);
  joints.project(options, after);
  update_coordinates(model, after);
  after.time = report.time;
  after.contacts = memory;
  after.joint_impulses = joints.lambda();
  after.joint_work = joints.account(state.joint_work, report.certificate.joint_work);
  certify_states(model, state, after, report.certificate);
  std::swap(state, after);
}

StepReport Simulator::Workspace::take(State& state) {
  StepReport report{.time = state.time + options.dt, .step = state.step + 1};
  Stopwatch clock, phase;
  double before = options.stepper == Stepper::midpoint ? 0.5 * options.dt : 0.0;
  begin(state, before, report, phase);
  // The rows of a step keep the next midpoint free of overlap, so that the half drift runs into a
  // contact only where velocities were set from outside, as at the start. Pushing that overlap out
  // would add energy: such a step takes its geometry at its start.
  if (before > 0 && candidates.overlap_closes(pose)) begin(state, before = 0.0, report, phase);

  memory = state.contacts;
  solve_bounded(report, phase);
  while (report.status == StepStatus::ok &&
         joints.keep_energy_of_impact(rows, pose, options, v_new))
    solve_bounded(report, phase);
  report.contacts = static_cast<int>(rows.contacts.size());
  report.rows = rows.pool.rows() + joints.joint_rows().rows();
  contact_motions(rows, pose, v_new, motions);
  certify(report);

  if (report.status == StepStatus::ok) advance(state, before, report);
  report.phases.certify = phase.lap();
  report.phases.total = clock.lap();
  return report;
}

}  // namespace perpend
