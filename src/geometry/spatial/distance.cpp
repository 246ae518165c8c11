// SPDX-License-Identifier: Apache-2.0
// Signed distance in space: closed forms for half spaces and spheres, a search over directions
// (separation.cpp) for the others.
#include "perpend/geometry/spatial/distance.hpp"

#include <cmath>

#include "geometry/spatial/convex/separation.hpp"
#include "geometry/spatial/manifold/mesh_manifold.hpp"
#include "geometry/spatial/manifold/sphere_manifold.hpp"

namespace perpend::spatial {
namespace {

// Precondition: a is a half space, or b is a sphere.
Distance closed_form(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b) {
  if (std::holds_alternative<HalfSpace>(a)) {
    const Eigen::Vector3d n = frame_a.R.col(2);  // the only direction of finite separation
    if (std::holds_alternative<HalfSpace>(b)) return {HUGE_VAL, n};
    return {MinkowskiSum(a, frame_a, b, frame_b).separation(n), n};
  }
  const SurfacePoint nearest = nearest_surface(a, frame_a.point_in(frame_b.p));
  return {nearest.distance - std::get<Sphere>(b).radius, frame_a.out(nearest.normal)};
}

}  // namespace

Distance signed_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Frame frame_a(pose_a), frame_b(pose_b);
  if (const auto* mesh = std::get_if<Mesh>(&a))
    return nearest_triangle(*mesh, frame_a, b, pose_b).distance;
  if (const auto* mesh = std::get_if<Mesh>(&b)) {
    const Distance flipped = nearest_triangle(*mesh, frame_b, a, pose_a).distance;
    return {flipped.gap, -flipped.normal};
  }
  const auto is_half_space = [](const Shape& s) { return std::holds_alternative<HalfSpace>(s); };
  const auto is_sphere = [](const Shape& s) { return std::holds_alternative<Sphere>(s); };
  if (is_half_space(a) || is_sphere(b)) return closed_form(a, frame_a, b, frame_b);
  if (is_half_space(b) || is_sphere(a)) {
    const Distance flipped = closed_form(b, frame_b, a, frame_a);
    return {flipped.gap, -flipped.normal};
  }
  return largest_separation({a, frame_a, b, frame_b});
}

}  // namespace perpend::spatial
