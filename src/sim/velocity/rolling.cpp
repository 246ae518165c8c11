// SPDX-License-Identifier: Apache-2.0
//
// Friction where the point of contact runs over the body: along the edge of a cylinder or a cone,
// over an ellipsoid. The velocity of what is there changes as the body turns: by a = d(J_t v)/dt
// along a free motion with velocities v. A kick at x ends with J_t v+ there, half a step before its
// end. Rows J_t v+ = 0 would leave the slip a dt/2 at the end of the step, and friction the work of
// half the change a dt in each kick: tilted discs and ellipsoids that roll gained or lost energy to
// first order. Rows J_t v+ + a dt/2 = 0 roll at the end of each step, and the slips before and
// after a kick are opposite. a dt/2 is what J_t v changed by in the half drift that led to x.
// A surface that moves as prescribed has its mean velocity in the rows, at `travel` from the point
// of contact: what that says already is no part of the change.
// Limitations: spheres have a = 0 and are left out, as are corners: those of boxes are pressed by
// several points at once, or by one for a few steps. Where both surfaces are curved the normal
// turns too; that is in a as far as the half drift turned it.
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
  return rows.pool.groups()[contact.group].rows == 3 && candidates.is_run_over(contact.pair);
}

// A step that starts with its own geometry is half a drift ahead of one that does not.
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
  candidates.look_at(from, pose);
  for (ActiveContact& contact : rows.contacts) {
    if (!rolls(contact)) continue;
    const std::optional<ContactPair> before = candidates.looked_for(contact.pair);
    if (!before) continue;
    contact.gap_before = before->gap;
    const Vector3d change =
        rolling_change(model, contact, {pose, v_rolled}, *before, {from, v_before});
    const Vector3d slip = contact_velocity(model, *before, from, from.v);
    contact.slides = slip.tail<2>().norm() > options.stick_speed;
    contact.mu = contact.slides ? contact.mu_k : contact.mu_s;
    const int first = rows.pool.groups()[contact.group].first_row;
    for (int r = 1; r < 3; ++r) rows.bias[first + r] += change[r];
  }
}

}  // namespace perpend
