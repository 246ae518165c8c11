// SPDX-License-Identifier: Apache-2.0
//
// Friction where the point of contact runs over the body: along the edge of a cylinder or a cone,
// over an ellipsoid. The velocity of what is there changes as the body turns: by a = d(J_t v)/dt
// along a free motion with velocities v. A kick at x ends with J_t v+ there, half a step before its
// end. Rows J_t v+ = 0 would leave the slip a dt/2 at the end of the step, and friction the work of
// half the change a dt in each kick: tilted discs and ellipsoids that roll gained or lost energy to
// first order. Rows J_t v+ + a dt/2 = 0 roll at the end of each step, and the slips before and
// after a kick are opposite. a dt/2 is what J_t v changed by in the half drift that led to x.
// Limitations: spheres have a = 0 and are left out, as are corners: those of boxes are pressed by
// several points at once, or by one for a few steps. Where both surfaces are curved the normal
// turns too; that is in a as far as the half drift turned it.
#include <algorithm>
#include <variant>

#include "sim/simulator_workspace.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

bool is_run_over(const Model& model, const Piece& piece) {
  const Body& body = model.bodies[piece.body];
  if (!body.is_dynamic() || body.kind != BodyKind::spatial) return false;
  const spatial::Shape& shape = body.details->spatial_shapes[piece.shape].shape;
  return std::holds_alternative<spatial::Cylinder>(shape) ||
         std::holds_alternative<spatial::Cone>(shape) ||
         std::holds_alternative<spatial::Ellipsoid>(shape);
}

}  // namespace

void Simulator::Workspace::roll_curved(const State& start) {
  if (options.stepper != Stepper::midpoint || starts_early) return;
  for (ActiveContact& contact : rows.contacts) {
    const RowGroup& group = rows.pool.groups()[contact.group];
    if (group.rows != 3 || contact.pair.curve != 0) continue;
    if (!is_run_over(model, candidates.piece(contact.pair.piece_a)) &&
        !is_run_over(model, candidates.piece(contact.pair.piece_b)))
      continue;
    const std::optional<ContactPair> before = candidates.at(start, contact.pair);
    if (!before) continue;
    const Vector3d now = contact_velocity(model, contact.pair, pose, pose.v);
    const Vector3d then = contact_velocity(model, *before, start, start.v);
    const Eigen::Matrix3d frame = contact_frame(before->normal, before->tangents);
    const Vector3d change = now - contact.frame * (frame.transpose() * then);
    contact.slides = then.tail<2>().norm() > options.stick_speed;
    contact.mu = contact.slides ? contact.mu_k : contact.mu_s;
    for (int r = 1; r < 3; ++r) rows.bias[group.first_row + r] += change[r];
  }
}

}  // namespace perpend
