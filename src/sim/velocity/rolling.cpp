// SPDX-License-Identifier: Apache-2.0
//
// Friction where the material points that come into contact have another distance from the centre
// of mass: along the edge of a cylinder or a cone, over an ellipsoid or an ellipse, around a ball
// or a disc whose weight is off its centre. The velocity at the contact changes as the body
// rotates, by a = d(J_t v)/dt along a free motion with velocities v. A velocity update at x leaves
// J_t v+ there, half a step before the end of the step. Rows J_t v+ = 0 would leave the slip a dt/2
// at the end of the step, and friction would do the work of half the change a dt in each update:
// tilted discs, ellipsoids and discs off their centre would gain or lose energy to first order.
// With rows J_t v+ + a dt/2 = 0 they roll at the end of each step, and the slips before and after
// an update are opposite. a dt/2 is the change of J_t v in the half drift that leads to x. A
// surface that moves as prescribed has its mean velocity in the rows, at `travel` from the point of
// contact: what that already contains is no part of the change. Balls and discs about their centre
// of mass have a = 0. Limitations: corners are left out, as those of boxes press at several points
// at once, or at one for a few steps. Where both surfaces are curved the normal rotates too; a
// contains that as far as the half drift rotates it.
#include "sim/velocity/rolling.hpp"

#include <algorithm>

#include "dynamics/bodies/kinetics.hpp"
#include "sim/velocity/velocity_step.hpp"

namespace perpend {
using Eigen::Vector3d;

Vector3d rolling_change(const Model& model, const ActiveContact& contact, RowMotion now,
                        const ContactPair& before, RowMotion then) {
  const Vector3d ahead = contact_velocity(model, contact.pair, now.pose, now.v);
  const Vector3d behind = contact_velocity(model, before, then.pose, then.v, contact.travel);
  const Eigen::Matrix3d frame = contact_frame(before.normal, before.tangents);
  return ahead - contact.frame * (frame.transpose() * behind);
}

bool VelocityStep::rolls(const ActiveContact& contact) const {
  const int tangents = rows.pool.groups()[contact.group].rows - 1;
  return tangents > 0 && tangents == contact.pair.tangents &&
         candidates.pairs().roll_unevenly(contact.pair);
}

// Returns the state half a drift before the pose of the step. A step that takes its geometry at its
// start needs a drift back by half a step; others have drifted from `start`.
const State& VelocityStep::half_a_drift_before(const State& start) {
  if (!starts_early()) return start;
  rolled_from = start;
  drift(model, -0.5 * options.dt, rolled_from);
  return rolled_from;
}

void take_mean_motions(const Model& model, const Eigen::VectorXd& of_rows, Eigen::VectorXd& v) {
  for (const Body& body : model.bodies)
    if (body.is_kinematic())
      v.segment(body.v_offset, body.dof) = of_rows.segment(body.v_offset, body.dof);
}

void VelocityStep::roll_curved(const State& start) {
  if (options.stepper != Stepper::midpoint) return;
  const auto is_rolling = [&](const ActiveContact& contact) { return rolls(contact); };
  if (std::ranges::none_of(rows.contacts, is_rolling)) return;
  const State& from = half_a_drift_before(start);
  take_mean_motions(model, rows.v_free, v_rolled = pose.v);
  take_mean_motions(model, rows.v_free, v_before = from.v);
  candidates.counterparts().look_at(from, pose);
  for (ActiveContact& contact : rows.contacts) {
    if (!rolls(contact)) continue;
    const std::optional<ContactPair> before = candidates.counterparts().find(contact.pair);
    if (!before) continue;
    contact.gap_before = before->gap;
    const Vector3d change =
        rolling_change(model, contact, {pose, v_rolled}, *before, {from, v_before});
    const Vector3d slip = contact_velocity(model, *before, from, from.v);
    contact.slides = slip.tail<2>().norm() > options.stick_speed;
    contact.mu = contact.slides ? contact.mu_k : contact.mu_s;
    const RowGroup& group = rows.pool.groups()[contact.group];
    for (int r = 1; r < group.rows; ++r) rows.bias[group.first_row + r] += change[r];
  }
}

}  // namespace perpend
