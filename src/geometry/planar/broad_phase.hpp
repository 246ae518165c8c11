// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "geometry/sweep_and_prune.hpp"
#include "perpend/geometry/planar/shape.hpp"

namespace perpend::planar {

/// Axis-aligned box, world frame (m).
struct Aabb {
  Eigen::Vector2d lo{0, 0};
  Eigen::Vector2d hi{0, 0};
};

/// True if the boxes overlap; touching boxes do.
inline bool overlap(const Aabb& a, const Aabb& b) {
  return a.lo.x() <= b.hi.x() && b.lo.x() <= a.hi.x() &&  //
         a.lo.y() <= b.hi.y() && b.lo.y() <= a.hi.y();
}

/// Returns the box grown by `margin` (m) on every side.
inline Aabb inflated(const Aabb& box, double margin) {
  return {box.lo.array() - margin, box.hi.array() + margin};
}

/// Returns the tightest box around a shape; the whole plane for a half-plane.
Aabb bounds(const Shape& shape, const Pose& pose);

/// True if the shape is a half-plane and the box lies outside of it at more than `distance` (m).
bool is_outside(const Shape& shape, const Pose& pose, const Aabb& box, double distance);

/// See docs/methods/planar_broad_phase.md.
using SweepAndPrune = perpend::SweepAndPrune<Aabb>;

}  // namespace perpend::planar
