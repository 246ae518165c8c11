// SPDX-License-Identifier: Apache-2.0
// Signed distance by pair of kinds: half-planes and discs in closed form, rounded polygons by
// faces (face_search.cpp), ellipses by search over directions (ellipse_distance.cpp).
#include "perpend/geometry/planar/distance.hpp"

#include <limits>

#include "geometry/planar/core.hpp"
#include "geometry/planar/ellipse_distance.hpp"
#include "geometry/planar/face_search.hpp"

namespace perpend::planar {
namespace {

Distance flipped(const Distance& d) {
  return {d.gap, -d.normal, d.point_b, d.point_a};
}

/// Returns the point of a shape that is lowest along n.
Eigen::Vector2d lowest_point(const Shape& shape, const Pose& pose, const Eigen::Vector2d& n) {
  if (const auto* disc = std::get_if<Disc>(&shape)) return pose.p - disc->radius * n;
  const Frame frame(pose);
  if (const auto* ellipse = std::get_if<Ellipse>(&shape)) return support_point(*ellipse, frame, -n);
  const Core core(shape);
  return frame.point_out(core.vertex(core.support(frame.in(-n)))) - core.radius() * n;
}

Distance half_plane_distance(const HalfPlane& a, const Frame& frame_a, const Shape& b,
                             const Pose& pose_b) {
  const Eigen::Vector2d n = frame_a.out(a.normal);
  Distance d;
  d.normal = n;
  d.point_b = lowest_point(b, pose_b, n);
  d.gap = n.dot(d.point_b - frame_a.p);
  d.point_a = d.point_b - d.gap * n;
  return d;
}

Distance disc_distance(double radius_a, const Eigen::Vector2d& a, double radius_b,
                       const Eigen::Vector2d& b) {
  const double between = (b - a).norm();
  Distance d;
  // All directions out of a common centre are equally short; this one is arbitrary.
  d.normal = between > 0 ? Eigen::Vector2d((b - a) / between) : Eigen::Vector2d(0, 1);
  d.gap = between - radius_a - radius_b;
  d.point_a = a + radius_a * d.normal;
  d.point_b = b - radius_b * d.normal;
  return d;
}

Distance rounded_distance(const Core& a, const Frame& frame_a, const Core& b,
                          const Frame& frame_b) {
  const FaceSearch faces = search_faces(a, frame_a, b, frame_b, 0);
  Distance d = core_distance(a, frame_a, b, frame_b, faces.best).distance;
  d.gap -= a.radius() + b.radius();
  d.point_a += a.radius() * d.normal;
  d.point_b -= b.radius() * d.normal;
  return d;
}

}  // namespace

Distance signed_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const auto* disc_a = std::get_if<Disc>(&a);
  const auto* disc_b = std::get_if<Disc>(&b);
  if (disc_a && disc_b) return disc_distance(disc_a->radius, pose_a.p, disc_b->radius, pose_b.p);
  const auto* plane_a = std::get_if<HalfPlane>(&a);
  const auto* plane_b = std::get_if<HalfPlane>(&b);
  if (plane_a && plane_b) return {.gap = std::numeric_limits<double>::infinity()};
  if (plane_a) return half_plane_distance(*plane_a, Frame(pose_a), b, pose_b);
  if (plane_b) return flipped(half_plane_distance(*plane_b, Frame(pose_b), a, pose_a));
  const Frame frame_a(pose_a);
  const Frame frame_b(pose_b);
  const auto* ellipse_a = std::get_if<Ellipse>(&a);
  const auto* ellipse_b = std::get_if<Ellipse>(&b);
  if (ellipse_a && ellipse_b) return ellipse_distance(*ellipse_a, frame_a, *ellipse_b, frame_b);
  if (ellipse_a) return ellipse_distance(*ellipse_a, frame_a, Core(b), frame_b);
  if (ellipse_b) return flipped(ellipse_distance(*ellipse_b, frame_b, Core(a), frame_a));
  return rounded_distance(Core(a), frame_a, Core(b), frame_b);
}

}  // namespace perpend::planar
