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

/// Boxes overlap, touching included.
inline bool overlap(const Aabb& a, const Aabb& b) {
  return (a.lo.array() <= b.hi.array()).all() && (b.lo.array() <= a.hi.array()).all();
}

/// The box grown by `margin` (m) on every side.
inline Aabb inflated(const Aabb& box, double margin) {
  return {box.lo.array() - margin, box.hi.array() + margin};
}

/// Tightest box around a shape, around the box of a mesh; all of space for a half space.
Aabb bounds(const Shape& shape, const Pose& pose);

/// Whether a box lies outside of a half space, farther than `distance` (m) from it; false for other
/// shapes.
bool is_outside(const Shape& shape, const Pose& pose, const Aabb& box, double distance);

/// docs/methods/spatial_broad_phase.md.
using SweepAndPrune = perpend::SweepAndPrune<Aabb>;

}  // namespace perpend::spatial
