// SPDX-License-Identifier: Apache-2.0
// Contact manifolds in space: which method serves which pair.
#include "perpend/geometry/spatial/manifold.hpp"

#include "geometry/spatial/half_space_manifold.hpp"
#include "geometry/spatial/sphere_manifold.hpp"

namespace perpend::spatial {

Manifold contact_manifold(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                          double margin) {
  const Frame frame_a(pose_a);
  const Frame frame_b(pose_b);
  ContactSet contacts(margin);
  if (std::holds_alternative<HalfSpace>(a)) {
    add_half_space_contacts(frame_a, b, frame_b, contacts);
    return contacts.manifold(false);
  }
  if (std::holds_alternative<HalfSpace>(b)) {
    add_half_space_contacts(frame_b, a, frame_a, contacts);
    return contacts.manifold(true);
  }
  if (const auto* sphere = std::get_if<Sphere>(&b)) {
    add_sphere_contact(a, frame_a, frame_b.p, sphere->radius, contacts);
    return contacts.manifold(false);
  }
  if (const auto* sphere = std::get_if<Sphere>(&a)) {
    add_sphere_contact(b, frame_b, frame_a.p, sphere->radius, contacts);
    return contacts.manifold(true);
  }
  return {};
}

}  // namespace perpend::spatial
