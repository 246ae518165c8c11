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
#include <functional>

#include "core/worst.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "sim/row_bias.hpp"
#include "sim/simulator_workspace.hpp"
#include "sim/state_check.hpp"

namespace perpend {
namespace {

// Componentwise backward error up to which a step counts as solved.
constexpr double kJointResidual = 1e-8;

}  // namespace

template <class Body>
double Simulator::Workspace::sum_over_bodies(Body&& body) {
  return threads.reduce(static_cast<int>(model.bodies.size()), 0.0, body, std::plus<double>());
}

// The state `before` seconds later as the geometry of the step, velocities without impulses, and
// the energy of the state, while a chunk of bodies is in the cache.
void Simulator::Workspace::set_pose(const State& state, double before, StepReport& report) {
  pose.q.resize(model.q_size());
  pose.v.resize(model.dof());
  pose.time = state.time + before;
  pose.step = state.step;
  pose.contacts = state.contacts;
  copy(state.joint_impulses, pose.joint_impulses);
  copy(state.coordinates, pose.coordinates);
  pose.joint_work = state.joint_work;
  rows.v_free.resize(model.dof());
  report.certificate.energy_before = sum_over_bodies([&](Chunk bodies) {
    copy_motion(model, bodies, state.q, state.v, pose);
    if (before > 0) drift(model, bodies, before, pose);
    free_velocity(model, bodies, pose, force, options.dt, rows.v_free);
    return energy(model, bodies, state);
  });
}

// Everything up to the active contacts, with the geometry `before` seconds ahead of the state.
void Simulator::Workspace::begin(const State& state, double before, StepReport& report,
                                 Stopwatch& phase) {
  rows.unstabilised = nullptr;
  set_pose(state, before, report);
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
  raise(report.certificate.velocity_residual, joints.rate_error(v_new));
  if (!is_finite(v_new)) {
    report.status = StepStatus::diverged;
    report.message = not_a_velocity(model, v_new);
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
  after.q.resize(model.q_size());
  after.v.resize(model.dof());
  after.time = report.time;
  after.step = pose.step + 1;
  report.certificate.energy_after = sum_over_bodies([&](Chunk bodies) {
    copy_motion(model, bodies, pose.q, v_new, after);
    drift(model, bodies, options.dt - before, after);
    return energy(model, bodies, after);
  });
  if (options.drift == DriftControl::projection) {
    joints.project(options, after);
    report.certificate.energy_after = energy(model, after);
  }
  settle_joints(report);
  after.contacts = memory;
  copy(joints.lambda(), after.joint_impulses);
  after.joint_work = joints.account(state.joint_work, report.certificate.joint_work);
  std::swap(state, after);
}

// Coordinates at the pose reached and what of the joints is open there.
void Simulator::Workspace::settle_joints(StepReport& report) {
  copy(pose.coordinates, after.coordinates);
  const auto settle = [&](Chunk chunk) {
    update_coordinates(model, chunk, after);
    return joint_error(model, chunk, after);
  };
  const JointError error =
      worse(threads.reduce(static_cast<int>(model.joints.size()), JointError{}, settle, worse),
            coupler_error(model, after));
  report.certificate.joint_gap = error.gap;
  report.certificate.joint_angle = error.angle;
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
