// SPDX-License-Identifier: Apache-2.0
//
// Outcome of a step: its certificate, and whether it is refused, to be taken in halves.
#include <algorithm>
#include <cstdio>
#include <limits>

#include "contact/row_response.hpp"
#include "core/worst.hpp"
#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "sim/inputs/state_check.hpp"
#include "sim/velocity/velocity_step.hpp"

namespace perpend {
namespace {

// Componentwise backward error up to which the joint system of a step counts as solved.
constexpr double kJointResidual = 1e-8;

// Error of the joints' rates that is granted where nothing moves, m/s.
constexpr double kRateRounding = 1e-12;

}  // namespace

// Returns the worst error of the joints' rates over its tolerance.
double VelocityStep::joint_ratio(const JointImpulses& held) {
  if (held.pool->rows() == 0) return 0;
  const JointOutcome& outcome = joints.outcome(pose, v_new);
  // Joints that hold bodies at rest resist the speed that gravity gives in a step.
  const double speed =
      std::max({outcome.rate_size, largest_speed(rows, v_new), model.gravity.norm() * options.dt});
  const double granted = kVelocityShare * speed + kRateRounding + joints.rate_rounding();
  if (outcome.rate_error <= granted) return outcome.rate_error / granted;
  push_sizes(rows, held, row_impulse);  // filled anew by certify_step()
  return rate_ratio(joints, v_new, granted, row_impulse);
}

void VelocityStep::refuse_unsolved_joints(StepReport& report) const {
  char residual[32];
  std::snprintf(residual, sizeof residual, "%.1e", joints.residual());
  report.message = std::string("joints solved to ") + residual +
                   " only: their rows contradict each other; try a joint stiffness";
  if (rows.setup.takes_best)
    ++report.unsolved;
  else
    report.status = StepStatus::unsolved;
}

// Certifies the step independently of the solvers; an unsolved joint system ends the run as an
// unsolved island does.
void VelocityStep::certify(StepReport& report) {
  const Timed timed(report.phases.certify);
  contact_motions(rows, pose, v_new, motions);
  report.certificate.penetration = deepest_overlap(candidates.all());
  const JointImpulses held{&joints.joint_rows(), &joints.lambda()};
  report.certificate.velocity_ratio = joints_off = joint_ratio(held);
  const int worst =
      certify_step(rows, pose, v_new, motions, options, held, row_impulse, report.certificate);
  report.certificate.joint_residual = joints.residual();
  if (options.joints.is_hard()) report.certificate.joint_work = joints.outcome(pose, v_new).work;
  report.braked = joints.braked();
  report.stiffened = joints.stiffened();
  raise(report.certificate.velocity_residual, joints.outcome(pose, v_new).rate_error);
  if (!is_finite(v_new)) {
    report.status = StepStatus::diverged;
    report.message = not_a_velocity(model, v_new);
  } else if (!(joints.residual() <= kJointResidual)) {
    refuse_unsolved_joints(report);
  }
  report.uncertified = report.unsolved > 0 || !(report.certificate.velocity_ratio <= 1);
  if (!(report.certificate.velocity_ratio <= 1) && report.message.empty())
    report.message = off_rounding(worst, report);
  if (pose.step == 0 && report.message.empty())
    report.message = candidates.mesh_sides().describe_passing(pose);
}

// Describes what is off in an uncertified step although its problems are solved.
std::string VelocityStep::off_rounding(int worst, const StepReport& report) const {
  const double ratio = report.certificate.velocity_ratio;
  const bool by_joints = worst < 0 || !(joints_off < ratio);
  char text[96];
  std::snprintf(text, sizeof text,
                " are off by %.1f times what rounding explains; try a smaller dt", ratio);
  return (by_joints ? "rates of joints" : "velocities at " + body_names(rows, {&worst, 1})) + text;
}

// True if a shorter step would overlap less. Squeezed or jammed bodies overlap at any step length.
bool VelocityStep::leads_into_overlap(const StepReport& report) const {
  return candidates.remaining_overlap().exists() && report.squeezed == 0 && report.no_push_out == 0;
}

// Bodies that rotate far within a step may still go through or into each other: rows are linear in
// the rotation. Half a step rotates them half as far; the shortest step instead stops bodies that
// would go through each other where they meet. Compliant contacts overlap by their law.
void VelocityStep::refuse_crossings(StepReport& report) {
  const auto crossings = candidates.crossings();
  const auto hard = std::ranges::find_if(crossings, [&](const auto& crossing) {
    return !candidates.pairs().are_compliant(crossing.body_a, crossing.body_b);
  });
  refusal.crosses = report.status == StepStatus::ok &&
                    (hard != crossings.end() || leads_into_overlap(report)) &&
                    !attempt.stops_crossings && options.halvings > 0;
  if (!refusal.crosses && report.message.empty() && leads_into_overlap(report))
    report.message = candidates.remaining_overlap().describe_rotated_into();
  if (!refusal.crosses) return;
  report.status = StepStatus::unsolved;
  report.message = "bodies turn too far in a step";
  if (hard != crossings.end())
    report.message = model.bodies[hard->body_a].details->name + " and " +
                     model.bodies[hard->body_b].details->name + " go through each other";
}

// True if the line carries a load. The ends of a strut without one move freely.
bool VelocityStep::bears(const Joint& line) {
  return line.kind == JointKind::distance ||
         coordinate_forces()[line.first_coordinate].total() != 0;
}

void VelocityStep::refuse_far_turns(StepReport& report) {
  if (report.status != StepStatus::ok || !options.joints.is_hard()) return;
  std::optional<Turn> far = far_turns.of_bodies(pose, v_new, options.dt);
  if (!far)
    far =
        far_turns.of_lines(pose, v_new, options.dt, [&](const Joint& line) { return bears(line); });
  if (far) refuse_far_turn(*far, report);
}

// Refuses the step unless the joint was displaced from outside.
void VelocityStep::refuse_opened_joint(const JointError& open, StepReport& report) {
  if (report.status != StepStatus::ok || !options.joints.is_hard() || joints.is_displaced()) return;
  if (const auto far = far_turns.of_opened(open, v_new, options.dt)) refuse_far_turn(*far, report);
}

// Refuses a step whose parts would do better; in the last of them names what rotates too far.
void VelocityStep::refuse_far_turn(const Turn& turn, StepReport& report) {
  char text[128];
  std::snprintf(text, sizeof text, " turns by %.2g rad in a step of %.2g s: try a shorter one",
                options.dt * turn.rate, options.dt);
  report.message = turn.name + text;
  if (options.halvings > 0 && !rows.setup.takes_best && !attempt.stops_crossings)
    report.status = StepStatus::unsolved;
  else
    report.uncertified = true;
}

// Refuses the step: halves are mostly solved where the best point of a whole step is too inexact to
// be certified.
void VelocityStep::refuse_inexact(StepReport& report) const {
  if (report.status != StepStatus::ok || rows.setup.halving == Halving::none) return;
  if (report.inexact == 0 || !report.uncertified) return;
  report.status = StepStatus::unsolved;
  report.message = "solved too roughly to be certified";
}

// Reports bodies so far away that their position is rounded to more than a micrometre: nothing is
// known of their contacts.
void VelocityStep::refuse_far_places(StepReport& report) {
  constexpr double kFarthest = 1e-6 / std::numeric_limits<double>::epsilon();  // 4.5e9 m
  for (const Body& body : model.bodies) {
    if (!body.is_dynamic() || body.kind == BodyKind::custom) continue;
    const auto place = after.q.segment(body.q_offset, linear_dof(body));
    if (place.lpNorm<Eigen::Infinity>() <= kFarthest) continue;
    report.uncertified = true;
    char text[128];
    std::snprintf(text, sizeof text,
                  " is %.1e m away, where places are rounded to more than 1e-6 m",
                  place.lpNorm<Eigen::Infinity>());
    report.message += (report.message.empty() ? "" : "; ") + body.details->name + text;
    return;
  }
}

// Reports joints that projection leaves open. Parts of steps have another drift control and close
// what they can; whole steps close the rest.
void VelocityStep::name_open_joints(StepReport& report) const {
  if (whole.drift != DriftControl::projection || !(joint_positions.left_open() > 1)) return;
  report.uncertified = true;
  char text[96];
  std::snprintf(text, sizeof text,
                "projection left joints open by %.2g m, %.2g rad; try a smaller dt",
                report.certificate.joint_gap, report.certificate.joint_angle);
  report.message += (report.message.empty() ? "" : "; ") + std::string(text);
}

// Reports open joints that a state set from outside may have.
void VelocityStep::name_displaced_joints(StepReport& report) const {
  if (!joints.is_displaced() || !report.message.empty()) return;
  char text[96];
  std::snprintf(text, sizeof text, "joints were open by up to %.2g m or rad: closed at %.2g m/s",
                joints.position_error(), joints.position_error() * joints.stabilisation_rate());
  report.message = text;
}

// Reports violated limits of states that are set from outside, and of ropes that are light against
// their load.
void VelocityStep::name_displaced_limits(StepReport& report) const {
  if (!report.message.empty()) return;
  const CoordinateRow* worst = nullptr;
  double beyond = 0, rate = 0;
  int bounded = 0;
  for (const CoordinateRow& row : joints.coordinate_rows()) {
    if (row.is_bilateral()) continue;
    const BoundedRate& limit = rows.rates[bounded++];
    if (!limit.is_displaced || !(-row.bias * options.dt > beyond)) continue;
    worst = &row, beyond = -row.bias * options.dt, rate = -limit.bias;
  }
  if (!worst) return;
  char text[96];
  std::snprintf(text, sizeof text,
                " is %.2g m or rad beyond its limit: closed at %.2g m/s or rad/s", beyond, rate);
  report.message = model.joints[worst->joint].name + text;
}

// Certifies the pose: poses and energies may overflow where velocities are finite, as with
// rotations of 1e300 rad/s.
void VelocityStep::certify_pose(StepReport& report) {
  refuse_far_places(report);
  name_open_joints(report);
  name_displaced_joints(report);
  name_displaced_limits(report);
  refusal.overflows = !std::isfinite(report.certificate.energy_after);
  if (is_finite(after.q) && !refusal.overflows) return;
  report.status = StepStatus::diverged;
  report.message = is_finite(after.q) ? not_an_energy(model, after.v) : not_a_pose(model, after.q);
}

}  // namespace perpend
