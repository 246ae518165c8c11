// SPDX-License-Identifier: Apache-2.0
//
// Pairs of bodies in free flight that meet within a step get their impulse when they touch, each
// pair at its own time t, all others at the pose of the step. Free flight from x, v under constant
// acceleration a ends at x + v h + a h²/2, while a step with its velocity update at t ends at
//   x + v t + (v + a h) (h - t),
// which lies a h (h/2 - t) away. With that corrected the pair flies as it would without steps.
#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/velocity/velocity_step.hpp"

namespace perpend {

// Moves such pairs to where they touch.
void VelocityStep::meet_in_flight(const State& state, StepReport& report) {
  if (options.stepper != Stepper::midpoint || !options.stabilise) return;
  const auto is_free = [&](int index) {
    const Body& body = model.bodies[index];
    return body.is_dynamic() && body.kind != BodyKind::custom &&
           !joints.masses().is_joined(index) && force.segment(body.v_offset, body.dof).isZero(0);
  };
  const auto meetings = [&] {
    const Timed timed(report.phases.collide);
    return candidates.find_free_meetings(state, [&](int a, int b) {
      return is_free(a) && is_free(b) && !candidates.pairs().are_compliant(a, b);
    });
  }();
  if (meetings.empty()) return;
  for (const auto& met : meetings)
    for (const int body : {met.body_a, met.body_b}) {
      const Chunk one{body, body + 1};
      energies.before_kick -= energy(model, one, pose);
      copy_motion(model, one, state.q, state.v, pose);
      drift(model, one, met.time, pose);
      energies.before_kick += energy(model, one, pose);
    }
  free_velocity(model, all_bodies(model), pose, force, options.dt, rows.v_free);
  factor_joints(state, report);
  predict_joined_bodies(report);
  collide(report);
}

void VelocityStep::end_flights() {
  for (const auto& met : candidates.free_meetings())
    for (const int index : {met.body_a, met.body_b}) {
      const Chunk one{index, index + 1};
      const Body& body = model.bodies[index];
      const int lines = linear_dof(body);
      energies.end -= energy(model, one, after);
      copy_motion(model, one, pose.q, v_new, after);
      drift(model, one, options.dt - met.time, after);
      after.q.segment(body.q_offset, lines) +=
          (met.time - 0.5 * options.dt) * (rows.v_free - pose.v).segment(body.v_offset, lines);
      energies.end += energy(model, one, after);
    }
}

}  // namespace perpend
