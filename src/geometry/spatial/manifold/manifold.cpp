// SPDX-License-Identifier: Apache-2.0
// Contact manifolds in space: selects the method for each pair. Half spaces and spheres have closed
// forms, meshes are handled triangle by triangle.
#include "perpend/geometry/spatial/manifold.hpp"

#include <algorithm>

#include "geometry/spatial/manifold/half_space_manifold.hpp"
#include "geometry/spatial/manifold/lowest_corners.hpp"
#include "geometry/spatial/manifold/mesh_manifold.hpp"
#include "geometry/spatial/manifold/solid_contact.hpp"
#include "geometry/spatial/manifold/sphere_manifold.hpp"

namespace perpend::spatial {
namespace {

// Largest number of points of a manifold if no face has more corners.
constexpr int kMostPoints = 8;

bool has_large_face(const Shape& shape) {
  const auto* hull = std::get_if<Hull>(&shape);
  return hull && std::ranges::any_of(hull->polyhedron->faces, [](const Polyhedron::Face& face) {
           return face.size > kMostPoints;
         });
}

}  // namespace

Manifold contact_manifold(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                          double margin) {
  const Frame frame_a(pose_a);
  const Frame frame_b(pose_b);
  ContactSet contacts(margin);
  bool flip = false, is_ghost = false;
  const auto* mesh_a = std::get_if<Mesh>(&a);
  const auto* mesh_b = std::get_if<Mesh>(&b);
  if (mesh_a || mesh_b) {
    flip = mesh_a == nullptr;
    if (mesh_a && !mesh_b) is_ghost = !add_mesh_contacts(*mesh_a, frame_a, b, pose_b, contacts);
    if (mesh_b && !mesh_a) is_ghost = !add_mesh_contacts(*mesh_b, frame_b, a, pose_a, contacts);
  } else if (std::holds_alternative<HalfSpace>(a)) {
    add_half_space_contacts(frame_a, b, frame_b, contacts);
  } else if (std::holds_alternative<HalfSpace>(b)) {
    flip = true;
    add_half_space_contacts(frame_b, a, frame_a, contacts);
  } else if (const auto* ball = std::get_if<Sphere>(&b)) {
    add_sphere_contact(a, frame_a, frame_b.p, ball->radius, contacts);
  } else if (const auto* first = std::get_if<Sphere>(&a)) {
    flip = true;
    add_sphere_contact(b, frame_b, frame_a.p, first->radius, contacts);
  } else {
    is_ghost = !add_solid_contacts({a, frame_a}, {b, frame_b}, contacts);
  }
  if (is_ghost) return {.points = {}, .is_ghost = true};
  const bool large = has_large_face(a) || has_large_face(b);
  return contacts.manifold(flip, large ? kMostCorners : kMostPoints);
}

}  // namespace perpend::spatial
