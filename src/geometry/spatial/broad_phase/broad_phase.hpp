// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "geometry/sweep_and_prune.hpp"
#include "perpend/geometry/spatial/shape.hpp"

namespace perpend::spatial {

/// Axis-aligned box, world frame (m).
struct Aabb {
  Eigen::Vector3d lo{0, 0, 0};
  Eigen::Vector3d hi{0, 0, 0};
};

/// True if the boxes overlap; touching boxes do.
inline bool overlap(const Aabb& a, const Aabb& b) {
  return (a.lo.array() <= b.hi.array()).all() && (b.lo.array() <= a.hi.array()).all();
}

/// Returns the box grown by `margin` (m) on every side.
inline Aabb inflated(const Aabb& box, double margin) {
  return {box.lo.array() - margin, box.hi.array() + margin};
}

/// Returns the tightest box around a shape; for a mesh around its box, for a half space all of
/// space.
Aabb bounds(const Shape& shape, const Pose& pose);

/// True if the shape is a half space and the box lies outside of it at more than `distance` (m).
bool is_outside(const Shape& shape, const Pose& pose, const Aabb& box, double distance);

/// See docs/methods/spatial_broad_phase.md.
using SweepAndPrune = perpend::SweepAndPrune<Aabb>;

}  // namespace perpend::spatial
