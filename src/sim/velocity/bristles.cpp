// SPDX-License-Identifier: Apache-2.0
//
// A bristle (tangential spring) is attached to two surfaces, at x_a and x_b, and exerts the force k
// (x_b - x_a). With z = x_b - x_a and the contact at its middle
//   z' = v_b(x_b) - v_a(x_a) = u + ½ (ω_a + ω_b) × z,
// where u is the slip at the contact: beside what the slip adds, (42), the bristle rotates with the
// mean rotation of both surfaces. If it kept its direction in the world, a box that rides on a
// turntable would have to creep by m ω³ r / k in a second to rotate it. About the normal it rotates
// by the mean spin of the surfaces. The plane it lies in rotates with the normal, whatever rotates
// that: the bristle of a wheel that rolls on a floor stays in the floor, that of a box on a drum
// goes round with it. The normal of the last step is found at the geometry of that step.
#include <Eigen/Geometry>
#include <algorithm>

#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/velocity/velocity_step.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Rotates an impulse at a contact from the normal `before` to `now`, and by `spin` (rad) about it.
Vector3d turned(const Vector3d& impulse, const Vector3d& before, const Vector3d& now, double spin) {
  if (before == now && spin == 0) return impulse;
  const double along = before.dot(impulse);
  const Vector3d across =
      Eigen::Quaterniond::FromTwoVectors(before, now) * (impulse - along * before);
  return along * now + Eigen::AngleAxisd(spin, now) * across;
}

}  // namespace

bool VelocityStep::has_loaded_bristle(const ActiveContact& contact) const {
  const SurfacePair& surface = model.surface_between(contact.pair.body_a, contact.pair.body_b);
  return contact.pair.tangents > 0 && !tangential_of(surface, options).is_hard() &&
         !contact.last.isZero(0);
}

// Returns the state at the geometry of the last step, a whole step before the geometry of this one.
const State& VelocityStep::last_geometry(const State& start) {
  const double back = options.stepper == Stepper::midpoint ? 0.5 * options.dt : options.dt;
  rolled_from = start;
  drift(model, -back, rolled_from);
  return rolled_from;
}

void VelocityStep::turn_bristles(const State& start) {
  const auto loaded = [&](const ActiveContact& contact) { return has_loaded_bristle(contact); };
  if (std::ranges::none_of(rows.contacts, loaded)) return;
  candidates.counterparts().look_at(last_geometry(start), pose);
  for (ActiveContact& contact : rows.contacts) {
    if (!loaded(contact)) continue;
    const ContactPair& pair = contact.pair;
    const std::optional<ContactPair> before = candidates.counterparts().find(pair);
    const Vector3d omega = 0.5 * (angular_velocity(model.bodies[pair.body_a], start.v) +
                                  angular_velocity(model.bodies[pair.body_b], start.v));
    const Vector3d impulse = contact.frame.transpose() * contact.last;
    contact.last = contact.frame * turned(impulse, before ? before->normal : pair.normal,
                                          pair.normal, options.dt * omega.dot(pair.normal));
  }
}

}  // namespace perpend
