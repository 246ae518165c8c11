// SPDX-License-Identifier: Apache-2.0
//
// A bristle ends in two surfaces, at x_a and x_b, and bears k (x_b - x_a). With z = x_b - x_a and
// the contact in its middle
//   z' = v_b(x_b) - v_a(x_a) = u + ½ (ω_a + ω_b) × z,
// u the slip at the contact: beside what the slip adds, (42), it turns as both surfaces do in the
// mean. Kept as it was in the world, that of a box which rides on a turntable had to creep by
// m ω³ r / k in a second to be turned. About the normal it turns by their mean spin; the plane it
// lies in turns with the normal, whatever turns that: the point of a wheel that rolls on a floor
// stays in the floor, that of a box on a drum goes round with it. The normal of the last step is
// found where that had its geometry.
#include <Eigen/Geometry>
#include <algorithm>

#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/velocity/velocity_step.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// An impulse at a contact whose normal became another, and whose surfaces turned about it.
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

// Where the last step had its geometry, a whole step before this one.
const State& VelocityStep::last_geometry(const State& start) {
  const double back = options.stepper == Stepper::midpoint ? 0.5 * options.dt : options.dt;
  rolled_from = start;
  drift(model, -back, rolled_from);
  return rolled_from;
}

void VelocityStep::turn_bristles(const State& start) {
  const auto loaded = [&](const ActiveContact& contact) { return has_loaded_bristle(contact); };
  if (std::ranges::none_of(rows.contacts, loaded)) return;
  candidates.look_at(last_geometry(start), pose);
  for (ActiveContact& contact : rows.contacts) {
    if (!loaded(contact)) continue;
    const ContactPair& pair = contact.pair;
    const std::optional<ContactPair> before = candidates.looked_for(pair);
    const Vector3d omega = 0.5 * (angular_velocity(model.bodies[pair.body_a], start.v) +
                                  angular_velocity(model.bodies[pair.body_b], start.v));
    const Vector3d impulse = contact.frame.transpose() * contact.last;
    contact.last = contact.frame * turned(impulse, before ? before->normal : pair.normal,
                                          pair.normal, options.dt * omega.dot(pair.normal));
  }
}

}  // namespace perpend
