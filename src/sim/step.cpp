// SPDX-License-Identifier: Apache-2.0
//
// The velocity-level step, in the words of Hart & Anitescu 2003, section 2:
//   drift            half a step to the midpoint, or none (semi-implicit)
//   factor           the joints at that pose (joint_step.hpp)
//   predict          velocities without contacts and limits: M v = M v + dt k, joints
//                    J v = -error/dt                                             (2.8)
//   collide          active set A = {j : gap_j <= margin}                        (2.13)
//   rows, islands    what is active, in parts that share no velocity
//   solve            0 <= lambda ⊥ J v+ + gap/dt >= 0, friction; one problem per island
//                    (contact/island_problem.hpp)                                (2.9, 2.7)
//   apply            M v+ = M v + dt k + Jᵀ lambda, through the joints' factor
//   certify          by code that no solver shares
//   drift            the rest, with v+
// Rows to apply are repeated until no contact without a row closes and joints gain no energy, all
// of it where velocities are not what the islands were solved for.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <limits>

#include "core/worst.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/coordinate_rows.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "sim/break_joints.hpp"
#include "sim/simulator_workspace.hpp"
#include "sim/state_check.hpp"

namespace perpend {
namespace {

// Componentwise backward error up to which a step counts as solved.
constexpr double kJointResidual = 1e-8;

// One leaves 1e-6 of the error of contacts; where joints are hardened with them, some half each.
// Of loads of 300 on 32 planks one step in a thousand takes four.
constexpr int kMostCorrections = 8;

// Of the joints' rates where nothing moves, m/s.
constexpr double kRateRounding = 1e-12;

}  // namespace

StepReport Simulator::Workspace::take(State& state) {
  StepReport report{.time = state.time + options.dt, .step = state.step + 1};
  const Stopwatch clock;
  breaks.clear();
  double before = options.stepper == Stepper::midpoint ? 0.5 * options.dt : 0.0;
  for (;; before = 0.0) {
    drift_and_predict_bodies(state, before, report);
    factor_joints(state, report);
    predict_joined_bodies(report);
    collide(report);
    // The rows of a step keep the next midpoint free of overlap, so that the half drift runs into a
    // contact only where velocities were set from outside, as at the start. Pushing that overlap
    // out would add energy: such a step takes its geometry at its start.
    if (before == 0) break;
    if (!candidates.overlap_closes(state, pose) && !candidates.met_before(state, before) &&
        !joints.starts_torn(state))
      break;
  }
  starts_early = before == 0 && options.stepper == Stepper::midpoint;
  if (!keeps_guess) memory = state.contacts;
  draft = {.wanted = true};
  drafts = 0;
  rows.corrected = 0;
  const StepCertificate uncertified = report.certificate;
  for (int corrections = 0;; ++corrections) {
    solve_rows(state, report);
    certify(report);
    if (corrections == kMostCorrections || !correct_rows(report)) break;
    report.certificate = uncertified;
  }
  refuse_crossings(report);
  refuse_far_turns(report);
  refuse_outrun(report);
  refuse_inexact(report);
  if (report.status == StepStatus::ok) {
    drift_and_measure_bodies(before, report);
    settle_joints(report);
    balance_energy(report);
    certify_pose(report);
    break_joints(report);
  }
  if (report.status == StepStatus::ok) hand_over(state, report);
  report.phases.total = clock.seconds();
  return report;
}

// Until no contact without a row closes and joints gain no energy.
void Simulator::Workspace::solve_rows(const State& state, StepReport& report) {
  do {
    do {
      build_rows(state, report);
      find_islands(report);
      solve_islands(report);
      apply_impulses(report);
    } while (report.status == StepStatus::ok && must_solve_again(report));
  } while (report.status == StepStatus::ok && brake_joints(report));
}

// Whether the velocities of rows are not what their problems said, by more than is certified, so
// that they are to be solved again with that put right. Joints answer impulses through a refined
// solve, W is of half solves, which are not: 1e-7 of W λ where joints nearly depend on each other.
bool Simulator::Workspace::correct_rows(const StepReport& report) {
  if (report.status != StepStatus::ok || report.unsolved > 0 || joints.masses().empty() ||
      rows.pool.rows() == 0 || report.certificate.velocity_ratio <= 1)
    return false;
  if (!rows.is_solved_again()) clear_rows(rows.pool.rows(), rows.missed);
  rows.corrected = rows.pool.rows();
  solver.add_missed(rows, v_new, rows.missed);
  if (!(joints_off <= 1)) joints.harden_further();
  return true;
}

// In one pass, chunk after chunk while it is in the cache: the state `before` seconds later as the
// geometry of the step, velocities there without impulses, and the energy of the state. Forces that
// act at a pose need all of it first.
void Simulator::Workspace::drift_and_predict_bodies(const State& state, double before,
                                                    StepReport& report) {
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
    return Energies{.start = energy(model, chunk, state),
                    .before_kick = energy(model, chunk, pose)};
  };
  energies = threads.reduce(bodies, Energies(), pass, std::plus<Energies>());
  energies.springs_before = spring_energy(model, state, options.dt) + rotor_energy(model, state);
  report.certificate.energy_before = energies.start + energies.springs_before;
}

// What of the pose does not move with the bodies.
void Simulator::Workspace::start_from(const State& state, double before) {
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

void Simulator::Workspace::factor_joints(const State& state, StepReport& report) {
  const Timed timed(report.phases.assemble);
  joints.prepare(state, pose, options, force);
}

void Simulator::Workspace::predict_joined_bodies(StepReport& report) {
  const Timed timed(report.phases.assemble);
  joints.solve_free(pose, rows.v_free);
  joints.keep_energy(pose, options, rows.v_free);
}

void Simulator::Workspace::collide(StepReport& report) {
  const Timed timed(report.phases.collide);
  candidates.detect(pose, rows.v_free);
}

void Simulator::Workspace::find_islands(StepReport& report) {
  const Timed timed(report.phases.assemble);
  islands.find(model, rows.pool, joints.masses());
}

void Simulator::Workspace::solve_islands(StepReport& report) {
  const Timed timed(report.phases.solve);
  solver.solve(rows, islands, draft, report);
}

// Whether contacts without a row closed, which have one from now on.
bool Simulator::Workspace::add_violated_contacts(StepReport& report) {
  const Timed timed(report.phases.collide);
  return candidates.add_violated(pose, v_new) > 0;
}

// Whether rows that part what rotation leads into each other, faster than it met, push with more
// than a small share of the kinetic energy there was: bodies wedged between several of them shoot
// away.
bool Simulator::Workspace::curves_cost_energy() const {
  constexpr double kShare = 3e-3;
  double work = 0;
  for (const ActiveContact& contact : rows.contacts) {
    if (contact.pair.curve <= std::max(contact.pair.gap, 0.0)) continue;
    const int row = rows.pool.groups()[contact.group].first_row;
    work += 0.5 * rows.impulses.lambda[row] * std::max(contact.start.x() - contact.bias, 0.0);
  }
  return work > 0 && work > kShare * kinetic_energy(model, pose.q, pose.v);
}

// Piles are solved roughly until no contact closes without a row, and then to the end.
bool Simulator::Workspace::must_solve_again(StepReport& report) {
  constexpr int kMostDrafts = 4;
  const bool drafted = solver.has_drafts(), straight = curves_cost_energy();
  if (straight) candidates.part_no_overlap();
  const bool added = add_violated_contacts(report) || straight;
  draft = {.wanted = added && ++drafts < kMostDrafts, .behind = drafted};
  return added || drafted;
}

// Whether struts are stiffer across than was known, or joints gained energy from the impulses: they
// are braked, and all is to be solved again.
bool Simulator::Workspace::brake_joints(StepReport& report) {
  const Timed timed(report.phases.assemble);
  return joints.stiffen_struts(rows, options) ||
         joints.keep_energy_of_impact(rows, options, v_new) ||
         joints.harden(rows, options, v_new) || joints.close_next_with(rows, options, v_new);
}

// The worst error of the joints' rates over what they may be off by.
double Simulator::Workspace::joint_ratio(const JointImpulses& held) {
  if (held.pool->rows() == 0) return 0;
  const double wrong = joints.rate_error(pose, v_new);
  // What joints hold at rest they keep from the speed that gravity gives in a step.
  const double speed = std::max({joints.rate_size(pose, v_new), largest_speed(rows, v_new),
                                 model.gravity.norm() * options.dt});
  const double granted = kVelocityShare * speed + kRateRounding + joints.rate_rounding();
  if (wrong <= granted) return wrong / granted;
  push_sizes(rows, held, row_impulse);  // which certify_step() fills
  return joints.rate_ratio(v_new, granted, row_impulse);
}

// Independent of the solvers; a joint system that was not solved ends the run as an island does.
void Simulator::Workspace::certify(StepReport& report) {
  const Timed timed(report.phases.certify);
  contact_motions(rows, pose, v_new, motions);
  report.certificate.penetration = deepest_overlap(candidates.all());
  const JointImpulses held{&joints.joint_rows(), &joints.lambda()};
  report.certificate.velocity_ratio = joints_off = joint_ratio(held);
  const int worst =
      certify_step(rows, pose, v_new, motions, options, held, row_impulse, report.certificate);
  report.certificate.joint_residual = joints.residual();
  if (options.joints.is_hard()) report.certificate.joint_work = joints.work(pose, v_new);
  report.braked = joints.braked();
  report.stiffened = joints.stiffened();
  raise(report.certificate.velocity_residual, joints.rate_error(pose, v_new));
  if (!is_finite(v_new)) {
    report.status = StepStatus::diverged;
    report.message = not_a_velocity(model, v_new);
  } else if (!(joints.residual() <= kJointResidual)) {
    char residual[32];
    std::snprintf(residual, sizeof residual, "%.1e", joints.residual());
    report.message = std::string("joints solved to ") + residual +
                     " only: their rows contradict each other; try a joint stiffness";
    if (rows.setup.takes_best)
      ++report.unsolved;
    else
      report.status = StepStatus::unsolved;
  }
  report.uncertified = report.unsolved > 0 || !(report.certificate.velocity_ratio <= 1);
  if (!(report.certificate.velocity_ratio <= 1) && report.message.empty())
    report.message = off_rounding(worst, report);
}

// What of an uncertified step is off although its problems are solved.
std::string Simulator::Workspace::off_rounding(int worst, const StepReport& report) const {
  const double ratio = report.certificate.velocity_ratio;
  const bool by_joints = worst < 0 || !(joints_off < ratio);
  char text[96];
  std::snprintf(text, sizeof text,
                " are off by %.1f times what rounding explains; try a smaller dt", ratio);
  return (by_joints ? "rates of joints" : "velocities at " + body_names(rows, {&worst, 1})) + text;
}

// What is squeezed, or jammed in overlap, has to overlap at any length of the step.
bool Simulator::Workspace::leads_into_overlap(const StepReport& report) const {
  return candidates.left_over() && report.squeezed == 0 && report.no_push_out == 0;
}

// Bodies that turn far within a step may still go through or into each other: rows know their first
// turn only. Half a step turns them half as far; the shortest step stops what would go through
// where it meets instead.
void Simulator::Workspace::refuse_crossings(StepReport& report) {
  const auto crossings = candidates.crossings();
  refused_crossing = report.status == StepStatus::ok &&
                     (!crossings.empty() || leads_into_overlap(report)) && !stops_crossings &&
                     options.halvings > 0 && options.normal.is_hard();
  if (!refused_crossing && report.message.empty() && leads_into_overlap(report))
    report.message = candidates.turned_into();
  if (!refused_crossing) return;
  report.status = StepStatus::unsolved;
  report.message = "bodies turn too far in a step";
  if (!crossings.empty())
    report.message = model.bodies[crossings[0].body_a].details->name + " and " +
                     model.bodies[crossings[0].body_b].details->name + " go through each other";
}

// Halves are mostly solved where the best point of a whole step is too far off to be certified.
void Simulator::Workspace::refuse_inexact(StepReport& report) const {
  if (report.status != StepStatus::ok || rows.setup.halving == Halving::none) return;
  if (report.inexact == 0 || !report.uncertified) return;
  report.status = StepStatus::unsolved;
  report.message = "solved too roughly to be certified";
}

// The whole step, in which bodies that would go through each other stop where they meet.
StepReport Simulator::Workspace::take_stopping(State& state) {
  stops_crossings = true;
  const StepReport report = take(state);
  stops_crossings = false;
  return report;
}

// Of bodies that would go through or into each other although their step is not refused, what they
// drift ends where they meet. Compliant contacts overlap by their law, what is squeezed has to.
bool Simulator::Workspace::stop_drift(double rest, const StepReport& report) {
  const bool led_into = options.normal.is_hard() && leads_into_overlap(report);
  if (candidates.crossings().empty() && !led_into) return false;
  const std::span<const double> stops = candidates.stops(pose, v_new, rest);
  for (int i = 0; i < static_cast<int>(stops.size()); ++i) {
    if (!(stops[i] < rest) || !model.bodies[i].is_dynamic()) continue;
    copy_motion(model, {i, i + 1}, pose.q, v_new, after);
    if (stops[i] > 0) drift(model, {i, i + 1}, stops[i], after);
  }
  return true;
}

// In one pass, chunk after chunk while it is in the cache: the rest of the drift, with the
// velocities of the end, and the energy there.
void Simulator::Workspace::drift_and_measure_bodies(double before, StepReport& report) {
  const Timed timed(report.phases.drift);
  after.q.resize(model.q_size());
  after.v.resize(model.dof());
  after.time = report.time;  // where prescribed motions are to land
  applied.resize(model.dof());
  const auto pass = [&](Chunk bodies) {
    Energies now;
    copy_motion(model, bodies, pose.q, v_new, after);
    now.after_kick = energy(model, bodies, after);
    now.applied = work_of_applied(bodies);
    drift(model, bodies, options.dt - before, after);
    now.end = energy(model, bodies, after);
    return now;
  };
  const Energies kicked = threads.reduce(static_cast<int>(model.bodies.size()), Energies(), pass,
                                         std::plus<Energies>());
  energies.after_kick = kicked.after_kick;
  energies.applied = kicked.applied;
  energies.end = kicked.end;
  copy(pose.coordinates, after.coordinates);
  if (stop_drift(options.dt - before, report))
    energies.end = energy(model, after);
  else
    add_turns(model, after, options.dt - before, after.coordinates);
  energies.projected = energies.end;
  if (options.drift == DriftControl::projection) {
    joints.project(options, after);
    energies.projected = energy(model, after);
  }
  report.certificate.energy_after = energies.projected;
}

// Coordinates at the pose reached and what of the joints is open there.
void Simulator::Workspace::settle_joints(StepReport& report) {
  const Timed timed(report.phases.drift);
  const auto settle = [&](Chunk chunk) {
    update_coordinates(model, chunk, after);
    return joint_error(model, chunk, after);
  };
  const JointError error =
      worse(threads.reduce(static_cast<int>(model.joints.size()), JointError{}, settle, worse),
            coupler_error(model, after));
  energies.springs_after = spring_energy(model, after, options.dt) + rotor_energy(model, after);
  report.certificate.energy_after += energies.springs_after;
  report.certificate.joint_gap = error.gap;
  report.certificate.joint_angle = error.angle;
}

// Where the place of a body is rounded to more than a micrometre nothing is known of its contacts.
void Simulator::Workspace::refuse_far_places(StepReport& report) {
  constexpr double kFarthest = 1e-6 / std::numeric_limits<double>::epsilon();  // 4.5e9 m
  for (const Body& body : model.bodies) {
    if (!body.is_dynamic() || body.kind == BodyKind::custom) continue;
    const auto place = after.q.segment(body.q_offset, body.is_planar() ? 2 : 3);
    if (place.lpNorm<Eigen::Infinity>() <= kFarthest) continue;
    report.uncertified = true;
    if (!report.message.empty()) return;
    char text[128];
    std::snprintf(text, sizeof text,
                  " is %.1e m away, where places are rounded to more than 1e-6 m",
                  place.lpNorm<Eigen::Infinity>());
    report.message = body.details->name + text;
    return;
  }
}

// Finite velocities may still lead out of the numbers, as rotations of 1e300 rad/s do.
void Simulator::Workspace::certify_pose(StepReport& report) {
  refuse_far_places(report);
  overflows = !std::isfinite(report.certificate.energy_after);
  if (is_finite(after.q) && !overflows) return;
  report.status = StepStatus::diverged;
  report.message = is_finite(after.q) ? not_an_energy(model, after.v) : not_a_pose(model, after.q);
}

// What the next step depends on, and what is told of the step.
void Simulator::Workspace::hand_over(State& state, StepReport& report) {
  const Timed timed(report.phases.drift);
  record_contacts(rows, motions, options.stick_speed, records);
  after.step = report.step;
  after.contacts = memory;
  copy(joints.lambda(), after.joint_impulses);
  forget_broken(model, after);
  after.joint_work = joints.account(state.joint_work, report.certificate.joint_work);
  std::swap(state, after);
}

}  // namespace perpend
