// SPDX-License-Identifier: Apache-2.0
//
// The two drifts of a step, and the energy of the bodies before and after each.
#include <functional>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "sim/velocity/velocity_step.hpp"

namespace perpend {

// Drifts the state by `before` seconds to the geometry of the step, predicts the velocities there
// without impulses, and sums the energy of the state. One pass does it all, chunk after chunk while
// it is in the cache; forces that act at a pose need the whole pose first.
void VelocityStep::drift_and_predict_bodies(const State& state, double before, StepReport& report) {
  const Timed timed(report.phases.drift);
  start_from(state, before);
  const int bodies = static_cast<int>(model.bodies.size());
  const auto move = [&](Chunk chunk) {
    copy_motion(model, chunk, state.q, state.v, pose);
    if (before > 0) drift(model, chunk, before, pose);
  };
  const bool acts_at_pose = drive.acts_at_pose();
  if (acts_at_pose) threads.chunks(bodies, move);
  if (drive.has_changed()) drive.forces(pose, options.dt, force);
  const auto pass = [&](Chunk chunk) {
    if (!acts_at_pose) move(chunk);
    free_velocity(model, chunk, pose, force, options.dt, rows.v_free);
    return StepEnergies{.start = energy(model, chunk, state),
                        .before_kick = energy(model, chunk, pose)};
  };
  energies = threads.reduce(bodies, StepEnergies(), pass, std::plus<StepEnergies>());
  energies.springs_before = spring_energy(model, state, whole.dt) + rotor_energy(model, state);
  report.certificate.energy_before = energies.start + energies.springs_before;
}

// Sets the parts of `pose` that the drift of bodies does not: time, impulses, joint coordinates and
// broken joints.
void VelocityStep::start_from(const State& state, double before) {
  pose.q.resize(model.q_size());
  pose.v.resize(model.dof());
  pose.time = state.time + before;
  pose.step = state.step;
  pose.contacts = state.contacts;
  copy(state.joint_impulses, pose.joint_impulses);
  copy(state.coordinates, pose.coordinates);
  if (before > 0) add_turns(model, state, before, pose.coordinates);
  pose.joint_work = state.joint_work;
  pose.broken = after.broken = state.broken;
  rows.v_free.resize(model.dof());
}

// Ends the drift of bodies where they meet if they would go through or into each other although
// their step is not refused. Squeezed bodies overlap unavoidably. Returns true if any drift was
// checked for that.
bool VelocityStep::stop_drift(double rest, const StepReport& report) {
  if (candidates.crossings().empty() && !leads_into_overlap(report)) return false;
  const std::span<const double> stops = candidates.stops(pose, v_new, rest);
  for (int i = 0; i < static_cast<int>(stops.size()); ++i) {
    if (!(stops[i] < rest) || !model.bodies[i].is_dynamic()) continue;
    copy_motion(model, {i, i + 1}, pose.q, v_new, after);
    if (stops[i] > 0) drift(model, {i, i + 1}, stops[i], after);
  }
  return true;
}

// Drifts the rest of the step with the velocities of its end, and sums the energy there, in one
// pass, chunk after chunk while it is in the cache.
void VelocityStep::drift_and_measure_bodies(double before, StepReport& report) {
  const Timed timed(report.phases.drift);
  after.q.resize(model.q_size());
  after.v.resize(model.dof());
  after.time = report.time;  // the time at which prescribed motions land
  applied.resize(model.dof());
  const Kick kick{pose.v, v_new, options.dt};
  const auto pass = [&](Chunk bodies) {
    StepEnergies now;
    copy_motion(model, bodies, pose.q, v_new, after);
    now.after_kick = energy(model, bodies, after);
    now.applied = work_of_applied(model, bodies, pose, kick, applied);
    drift(model, bodies, options.dt - before, after);
    now.end = energy(model, bodies, after);
    return now;
  };
  const StepEnergies kicked = threads.reduce(static_cast<int>(model.bodies.size()), StepEnergies(),
                                             pass, std::plus<StepEnergies>());
  energies.after_kick = kicked.after_kick;
  energies.applied = kicked.applied;
  energies.end = kicked.end;
  end_flights();
  copy(pose.coordinates, after.coordinates);
  if (stop_drift(options.dt - before, report))
    energies.end = energy(model, after);
  else
    add_turns(model, after, options.dt - before, after.coordinates);
  separate_jammed(report);
  if (push.size() > 0) move_places(push);
  energies.projected = energies.parted;
  if (options.drift == DriftControl::projection) {
    joint_positions.project(options, after);
    if (whole.drift == DriftControl::projection) joint_positions.slow_onto(after);
    energies.projected = energy(model, after);
  }
  report.certificate.energy_after = energies.projected;
}

// Separates jammed bodies by their poses alone, along the velocities that frictionless impulses
// would give: friction holds such bodies against any push, and each push would wedge them in
// further by rotating them.
void VelocityStep::separate_jammed(const StepReport& report) {
  energies.parted = energies.end;
  if (report.no_push_out == 0) return;
  Eigen::VectorXd parting = Eigen::VectorXd::Zero(rows.impulses.lambda.size());
  if (!solver.separate_jammed(rows, parting)) return;
  const Eigen::VectorXd v = v_new, impulses = rows.impulses.lambda;
  rows.impulses.lambda += parting;
  answer_impulses();
  v_new.swap(parting);
  rows.impulses.lambda = impulses;
  answer_impulses();
  const Eigen::VectorXd apart = parting - v_new;
  v_new = v;
  move_places(apart);
}

// Moves the bodies for a step along `by`, which is not their velocity.
void VelocityStep::move_places(const Eigen::VectorXd& by) {
  State moved = after;
  moved.v = by;
  drift(model, all_bodies(model), options.dt, moved);
  after.q = moved.q;
  energies.parted = energy(model, after);
}

// Updates the joint coordinates at the pose reached and reports how far joints are open there.
void VelocityStep::settle_joints(StepReport& report) {
  const Timed timed(report.phases.drift);
  const auto settle = [&](Chunk chunk) {
    update_coordinates(model, chunk, after);
    return joint_error(model, chunk, after);
  };
  const JointError open =
      threads.reduce(static_cast<int>(model.joints.size()), JointError{}, settle, worse);
  const JointError error = worse(open, coupler_error(model, after));
  energies.springs_after = spring_energy(model, after, whole.dt) + rotor_energy(model, after);
  report.certificate.energy_after += energies.springs_after;
  report.certificate.joint_gap = error.gap;
  report.certificate.joint_angle = error.angle;
  refuse_opened_joint(open, report);
}

// Accounts for every change of energy in a step under its own name (energy_balance.cpp).
void VelocityStep::balance_energy(StepReport& report) {
  StepCertificate& c = report.certificate;
  const double on_prescribed = perpend::work_on_prescribed(joints, pose, v_new);
  const double pushed = push_out_work(rows, candidates.pairs(), options);
  const Eigen::VectorXd none;
  const Eigen::VectorXd& impulse = rows.pool.rows() > 0 ? row_impulse : none;
  c.push_out_work = pushed + energies.parted - energies.end;
  c.work =
      work_on_bodies(model, {pose.v, v_new, options.dt}, force, impulse) - pushed - on_prescribed;
  c.spring_work =
      coordinate_work(joints, pose, v_new) + energies.springs_after - energies.springs_before;
  if (!options.joints.is_hard()) c.spring_work += joints.outcome(pose, v_new).work;
  c.drift_work = energies.applied + (energies.end - energies.after_kick) +
                 (energies.before_kick - energies.start);
  c.projection_work = energies.projected - energies.parted;
}

}  // namespace perpend
