// SPDX-License-Identifier: Apache-2.0
#include "geometry/planar/broad_phase.hpp"

#include <cmath>

#include "core/infinity.hpp"
#include "geometry/least_height.hpp"
#include "geometry/planar/frame.hpp"

namespace perpend::planar {
namespace {

Aabb around(const Disc& disc, const Frame& frame) {
  return {frame.p.array() - disc.radius, frame.p.array() + disc.radius};
}

Aabb around(const Ellipse& ellipse, const Frame& frame) {
  const Eigen::Vector2d half{std::hypot(ellipse.a * frame.x.x(), ellipse.b * frame.x.y()),
                             std::hypot(ellipse.a * frame.x.y(), ellipse.b * frame.x.x())};
  return {frame.p - half, frame.p + half};
}

Aabb around(const Capsule& capsule, const Frame& frame) {
  const Eigen::Vector2d half = (capsule.half_length * frame.x.cwiseAbs()).array() + capsule.radius;
  return {frame.p - half, frame.p + half};
}

Aabb around(const Polygon& polygon, const Frame& frame) {
  Aabb box{frame.point_out(polygon.vertices[0]), frame.point_out(polygon.vertices[0])};
  for (const Eigen::Vector2d& vertex : polygon.vertices) {
    const Eigen::Vector2d x = frame.point_out(vertex);
    box.lo = box.lo.cwiseMin(x);
    box.hi = box.hi.cwiseMax(x);
  }
  return box;
}

Aabb around(const HalfPlane&, const Frame&) {
  return {{-kInfinity, -kInfinity}, {kInfinity, kInfinity}};
}

}  // namespace

Aabb bounds(const Shape& shape, const Pose& pose) {
  const Frame frame(pose);
  return std::visit([&frame](const auto& s) { return around(s, frame); }, shape);
}

bool is_outside(const Shape& shape, const Pose& pose, const Aabb& box, double distance) {
  const auto* ground = std::get_if<HalfPlane>(&shape);
  if (!ground) return false;
  const Eigen::Vector2d n = Frame(pose).out(ground->normal);
  return least_height(n, pose.p, box.lo, box.hi) > distance;
}

}  // namespace perpend::planar
