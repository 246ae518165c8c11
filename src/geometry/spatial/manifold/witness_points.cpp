// SPDX-License-Identifier: Apache-2.0
//
// The points of both surfaces between which the largest separation is attained. They are the
// nearest two points of the parts that lie farthest along its normal (closest_contact.cpp). With a
// normal that is off by round-off, however, a corner may be found instead of an edge, and points of
// nearly parallel parts are far off. Then the pair is improved: b is moved along the normal until
// it is clear of a, which keeps normal and pair, and points are projected from one solid onto the
// other and back, which converges to the nearest two points of convex sets. The remaining error
// normal to the separation is shared by both points.
// Source: Cheney & Goldstein, Proximity maps for convex sets, 1959.
// Limit: they are on the surfaces to about 1e-6 of the size, as normals of flat and long parts are
// known to 1e-7.
#include "geometry/spatial/manifold/witness_points.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/spatial/broad_phase/mesh_tree.hpp"
#include "geometry/spatial/manifold/closest_contact.hpp"
#include "geometry/spatial/manifold/mesh_manifold.hpp"
#include "geometry/spatial/manifold/solid_contact.hpp"
#include "geometry/spatial/manifold/sphere_manifold.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

// Share of the size: below this error normal to the separation a pair is accurate to round-off.
constexpr double kOffNormal = 1e-10;
// After this number of passes three of 21000 pairs, two thirds of them nearly aligned, were off by
// more than 3e-7 of their size.
constexpr int kPasses = 200;

struct Pair {
  Vector3d on_a, on_b;

  Vector3d across(const Distance& distance) const {
    return on_b - on_a - distance.gap * distance.normal;
  }
};

Vector3d projected(const Solid& solid, const Vector3d& x) {
  const SurfacePoint nearest = nearest_surface(solid.shape, solid.frame.point_in(x));
  return x - nearest.distance * solid.frame.out(nearest.normal);
}

Pair improved(const Solid& a, const Solid& b, const Distance& distance, double size, Pair pair) {
  const Vector3d shift = std::max(0.0, size - distance.gap) * distance.normal;
  Frame clear = b.frame;
  clear.p += shift;
  const Solid moved{b.shape, clear};
  pair.on_b += shift;
  for (int k = 0; k < kPasses; ++k) {
    const Vector3d before = pair.on_b;
    pair.on_a = projected(a, pair.on_b);
    pair.on_b = projected(moved, pair.on_a);
    if ((pair.on_b - before).norm() < 1e-15 * size) break;
  }
  pair.on_b -= shift;
  return pair;
}

Witnesses between(const Solid& a, const Solid& b, const Distance& distance) {
  const ContactPoint closest = closest_point(a, b, distance.normal);
  Pair pair{closest.point_a, closest.point_b};
  const double size = std::max(extent(a.shape), extent(b.shape));
  const double off = pair.across(distance).norm();
  if (off > kOffNormal * size) {
    const Pair next = improved(a, b, distance, size, pair);
    if (next.across(distance).norm() < off) pair = next;
  }
  const Vector3d shared = 0.5 * pair.across(distance);
  return {distance, pair.on_a + shared, pair.on_b - shared};
}

// Returns the witnesses for a half space, which is a: a lowest point of b and its projection.
Witnesses over_ground(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Distance distance = signed_distance(a, pose_a, b, pose_b);
  const Frame frame_a(pose_a), frame_b(pose_b);
  const Vector3d lowest = closest_point({a, frame_a}, {b, frame_b}, distance.normal).point_b;
  return {distance, lowest - distance.gap * distance.normal, lowest};
}

// The mesh is a.
Witnesses beside_mesh(const Mesh& mesh, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Frame frame_a(pose_a), frame_b(pose_b);
  const NearestTriangle nearest = nearest_triangle(mesh, frame_a, b, pose_b);
  if (nearest.index < 0) return {nearest.distance};
  const Shape triangle = triangle_hull(*mesh.mesh, nearest.index);
  return between({triangle, frame_a}, {b, frame_b}, nearest.distance);
}

Witnesses flipped(const Witnesses& w) {
  return {{w.distance.gap, -w.distance.normal}, w.point_b, w.point_a};
}

}  // namespace

Witnesses witness_points(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (const auto* mesh = std::get_if<Mesh>(&a)) return beside_mesh(*mesh, pose_a, b, pose_b);
  if (const auto* mesh = std::get_if<Mesh>(&b))
    return flipped(beside_mesh(*mesh, pose_b, a, pose_a));
  if (std::holds_alternative<HalfSpace>(a)) return over_ground(a, pose_a, b, pose_b);
  if (std::holds_alternative<HalfSpace>(b)) return flipped(over_ground(b, pose_b, a, pose_a));
  const Frame frame_a(pose_a), frame_b(pose_b);
  return between({a, frame_a}, {b, frame_b}, signed_distance(a, pose_a, b, pose_b));
}

}  // namespace perpend::spatial
