// SPDX-License-Identifier: Apache-2.0
//
// The velocity-level step, in the words of Hart & Anitescu 2003, section 2:
//   drift            half a step to the midpoint, or none (semi-implicit)
//   factor           the joints at that pose (sim/joints/joint_system.hpp)
//   predict          velocities without contacts and limits: M v = M v + dt k, joints
//                    J v = -error/dt                                             (2.8)
//   collide          active set A = {j : gap_j <= margin}                        (2.13)
//   rows, islands    the rows of A, in islands that share no velocity
//   solve            0 <= lambda ⊥ J v+ + gap/dt >= 0, friction; one problem per island
//                    (contact/island/island_problem.hpp)                         (2.9, 2.7)
//   apply            M v+ = M v + dt k + Jᵀ lambda, through the joints' factor
//   certify          by code that no solver shares
//   take push back   velocities without the push that separates overlap set from outside
//   drift            the rest, with v+
// The stages from rows to apply are repeated until no contact without a row closes and joints gain
// no energy; all of them, with certify, are repeated where velocities are not what the islands were
// solved for.
#include <algorithm>
#include <utility>

#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/rows/row_bias.hpp"
#include "sim/velocity/break_joints.hpp"
#include "sim/velocity/velocity_step.hpp"

namespace perpend {
namespace {

// Largest number of corrections. One leaves 1e-6 of the error of contacts; where joints are
// hardened with them, each leaves about half. With loads of 300 on 32 planks one step in a thousand
// takes four.
constexpr int kMostCorrections = 8;

// Angle between the result of a rotation at `v` and then at `push` and that of one at their sum,
// above which turn_apart() returns true.
constexpr double kTurnedApart = 1e-3;  // rad
bool turn_apart(const Model& model, const Eigen::VectorXd& v, const Eigen::VectorXd& push,
                double dt) {
  return std::ranges::any_of(model.bodies, [&](const Body& body) {
    if (!body.is_dynamic()) return false;
    const Eigen::Vector3d across = angular_velocity(body, v).cross(angular_velocity(body, push));
    return 0.5 * dt * dt * across.norm() > kTurnedApart;
  });
}

}  // namespace

StepReport VelocityStep::take(State& state) {
  StepReport report{.time = state.time + options.dt, .step = state.step + 1};
  const Stopwatch clock;
  const double before = take_geometry(state, report);
  const StepCertificate start = report.certificate;
  rows.setup.refuses_contradictions = motors_may_stall();
  refusal.stalls_still = refusal.is_stalled = stalls_still(state);
  if (refusal.is_stalled) {
    report.status = StepStatus::unsolved;
    return report;
  }
  solve_and_certify(state, report);
  take_push_back(state, start, report);
  find_stalled(report);
  refuse_crossings(report);
  refuse_far_turns(report);
  refuse_outrun(state, report);
  refuse_inexact(report);
  if (report.status == StepStatus::ok) {
    drift_and_measure_bodies(before, report);
    settle_joints(report);
    balance_energy(report);
    certify_pose(report);
    breaks.clear();
    break_joints(report);
  }
  if (report.status == StepStatus::ok) hand_over(state, report);
  report.phases.total = clock.seconds();
  return report;
}

// Drifts to where the step takes its geometry, and finds the contacts near there. Returns the time
// of that drift, s.
double VelocityStep::take_geometry(const State& state, StepReport& report) {
  double before = options.stepper == Stepper::midpoint ? 0.5 * options.dt : 0.0;
  for (;; before = 0.0) {
    drift_and_predict_bodies(state, before, report);
    factor_joints(state, report);
    predict_joined_bodies(report);
    candidates.forget_free_meetings();
    collide(report);
    meet_in_flight(state, report);
    // The rows of a step keep the next midpoint free of overlap, so that the half drift runs into a
    // contact only if velocities were set from outside, as at the start. Pushing that overlap out
    // would add energy: such a step takes its geometry at its start. So does a step whose rows
    // would hold bodies, which take off and land within it, where half a drift took them.
    if (before == 0) break;
    HalfDrift& half = candidates.half_drift();
    if (!half.overlap_closes(state, pose) && !half.met_before(state, before) &&
        !half.recontacts(pose, rows.v_free) && !joints.starts_inconsistent(state))
      break;
  }
  rows.setup.before = before;
  return before;
}

// Solves the rows, and solves them again if their velocities are not what their problems said.
void VelocityStep::solve_and_certify(const State& state, StepReport& report) {
  if (!attempt.keeps_guess) contact_impulses.start_from(state.contacts);
  solver.begin_step();
  draft = {.wanted = !attempt.keeps_guess && keeps_push};
  drafts = 0;
  limit_share = 1;
  rows.corrected = 0;
  const StepCertificate uncertified = report.certificate;
  for (int corrections = 0;; ++corrections) {
    solve_rows(state, report);
    certify(report);
    if (corrections == kMostCorrections || !correct_rows(report)) break;
    report.certificate = uncertified;
  }
}

// Bodies set into each other are separated by the velocities that were solved for, but move on with
// the velocities that the same rows give without a push-out: otherwise they would hop, the higher
// the shorter the step. The push stays in the velocities where the next half drift would not end
// where the first solution looked.
void VelocityStep::take_push_back(const State& state, const StepCertificate& start,
                                  StepReport& report) {
  push.resize(0);
  const bool is_solved =
      report.status == StepStatus::ok && !report.uncertified &&
      report.inexact + report.unsolved + report.no_push_out + report.squeezed == 0;
  const bool is_whole = options.dt == whole.dt && !attempt.stops_crossings && !attempt.keeps_guess;
  if (!is_solved || !is_whole || !parts_displaced(rows)) return;
  const Eigen::VectorXd v_push = v_new;
  report.certificate = start;
  keeps_push = false;
  solve_and_certify(state, report);
  keeps_push = true;
  push = v_push - v_new;
  if (!turn_apart(model, v_new, push, options.dt)) return;
  push.resize(0);
  report.certificate = start;
  solve_and_certify(state, report);
}

// Solves the rows until no contact without a row closes and joints gain no energy.
void VelocityStep::solve_rows(const State& state, StepReport& report) {
  do {
    do {
      build_rows(state, report);
      find_islands(report);
      solve_islands(report);
      apply_impulses(report);
    } while (report.status == StepStatus::ok && must_solve_again(report));
  } while (report.status == StepStatus::ok && (brake_joints(report) || slow_limits()));
}

// Returns true if the velocities of rows differ from what their problems said by more than is
// certified; then they are solved again with that corrected. Joints answer impulses through a
// refined solve, while W is built of half solves without refinement: the error is 1e-7 of W λ where
// joints nearly depend on each other. Problems in the velocities of free bodies miss nothing: one
// that was only solved to `accepted_residual` would be searched for the same answer again.
bool VelocityStep::correct_rows(const StepReport& report) {
  if (report.status != StepStatus::ok || report.unsolved > 0 || joints.masses().empty() ||
      rows.pool.rows() == 0 || report.certificate.velocity_ratio <= 1)
    return false;
  if (!rows.is_solved_again()) clear_rows(rows.pool.rows(), rows.missed);
  rows.corrected = rows.pool.rows();
  solver.add_missed(rows, v_new, rows.missed);
  if (report.inexact > 0 && rows.missed.head(rows.pool.rows()).isZero(0)) return false;
  if (!(joints_off <= 1)) joints.harden_further();
  return true;
}

void VelocityStep::factor_joints(const State& state, StepReport& report) {
  const Timed timed(report.phases.assemble);
  joints.prepare(state, pose, options, force, whole.dt);
  taut_joints.begin();
  joint_guard.begin(state, pose, options);
  joint_positions.begin();
}

void VelocityStep::predict_joined_bodies(StepReport& report) {
  const Timed timed(report.phases.assemble);
  joints.solve_free(pose, rows.v_free);
  if (is_guarded(options) && taut_joints.become_taut(joints, pose, options.dt)) {
    joints.stiffen(pose, options.dt);
    joints.solve_free(pose, rows.v_free);
  }
  joint_guard.keep_energy(pose, options, rows.v_free);
}

void VelocityStep::collide(StepReport& report) {
  const Timed timed(report.phases.collide);
  // Contacts that had an impulse in the last try get a row at once.
  if (attempt.keeps_guess) pose.contacts = contact_impulses.memory();
  candidates.detect(pose, rows.v_free);
}

void VelocityStep::find_islands(StepReport& report) {
  const Timed timed(report.phases.assemble);
  islands.find(model, rows.pool, joints.masses());
}

void VelocityStep::solve_islands(StepReport& report) {
  const Timed timed(report.phases.solve);
  solver.solve(rows, islands, draft, report);
}

// Returns true if contacts without a row closed; they have a row from now on.
bool VelocityStep::add_violated_contacts(StepReport& report) {
  const Timed timed(report.phases.collide);
  return candidates.add_violated(pose, v_new) > 0;
}

// True if rows that separate what rotation leads into each other, faster than it met, push with
// more than a small share of the kinetic energy there was: bodies wedged between several such rows
// shoot away.
bool VelocityStep::curves_cost_energy() const {
  constexpr double kShare = 3e-3;
  double work = 0;
  for (const ActiveContact& contact : rows.contacts) {
    if (contact.pair.curve <= std::max(contact.pair.gap, 0.0)) continue;
    const int row = rows.pool.groups()[contact.group].first_row;
    work += 0.5 * rows.impulses.lambda[row] * std::max(contact.start.x() - contact.bias, 0.0);
  }
  return work > 0 && work > kShare * candidates.energy_over_ground(pose);
}

// Returns true if the rows must be solved again. Piles are solved to a loose tolerance (drafts)
// until no contact closes without a row, and then to the end; with many bodies that takes many
// drafts.
bool VelocityStep::must_solve_again(StepReport& report) {
  if (!keeps_push) return false;
  constexpr int kManyContacts = 1500;
  const int most_drafts = static_cast<int>(rows.contacts.size()) > kManyContacts ? 8 : 4;
  const bool drafted = solver.has_drafts(), straight = curves_cost_energy();
  if (straight) candidates.separate_no_overlap();
  const bool added = add_violated_contacts(report) || straight;
  draft = {.wanted = added && !attempt.keeps_guess && ++drafts < most_drafts, .behind = drafted};
  return added || drafted;
}

// Returns true if struts are stiffer across than was known, or joints gained energy from the
// impulses: joints are braked, and everything is solved again.
bool VelocityStep::brake_joints(StepReport& report) {
  const Timed timed(report.phases.assemble);
  return taut_joints.stiffen_struts(joints, rows, options) ||
         joint_guard.keep_energy_of_impact(rows, options, v_new) ||
         joints.harden(rows, options, v_new) ||
         joint_positions.close_next_with(rows, options, v_new);
}

// Takes the whole step, with bodies that would go through each other stopped where they meet.
StepReport VelocityStep::take_stopping(State& state) {
  attempt.stops_crossings = true;
  const StepReport report = take(state);
  attempt.stops_crossings = false;
  return report;
}

// Hands over the state that the next step depends on, and the records that are reported of the
// step.
void VelocityStep::hand_over(State& state, StepReport& report) {
  const Timed timed(report.phases.drift);
  record_contacts(rows, motions, options.stick_speed, records);
  record_keys.clear();
  for (const ActiveContact& contact : rows.contacts) record_keys.push_back(contact.pair.key);
  after.step = report.step;
  after.contacts = contact_impulses.memory();
  copy(joints.lambda(), after.joint_impulses);
  forget_broken(model, after);
  after.joint_work = joint_guard.account(state.joint_work, report.certificate.joint_work);
  std::swap(state, after);
}

}  // namespace perpend
