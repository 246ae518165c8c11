// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "geometry/spatial/manifold/contact_set.hpp"

namespace perpend::spatial {

/// Share of their size by which solids may overlap along a face that they pass over.
inline constexpr double kGhostOverlap = 1e-3;

/// Criterion for ghost collisions at internal edges. A contact along n with separation `gap` is one
/// if motion along n leads past or over another face, as from one tile of a floor to the next: a
/// row along n would stop a body that slides over the seam. This is so if
///   - along a face whose normal is perpendicular to n the solids overlap by less than `overlap`
///     and less than the gap, or
///   - along a face of another direction they just touch, to `touch`.
///
/// If they touch along n as well they meet edge to edge: the pair alone does not determine which
/// face is passed and which one blocks.
struct GhostCollision {
  Eigen::Vector3d n;
  double gap, overlap, touch;

  /// `size` and `thickness` are the extent and the inner radius of the smaller solid.
  GhostCollision(const Eigen::Vector3d& normal, double apart, double size, double thickness)
      : n(normal),
        gap(apart),
        overlap(std::min(apart, kGhostOverlap * size)),
        touch(std::min(kBias * size, kGhostOverlap * thickness)) {}

  bool may_be() const { return gap > -touch; }
  /// True if a face with normal m is to be considered, because m is not parallel to n.
  bool may_pass(const Eigen::Vector3d& m) const { return std::abs(m.dot(n)) < kStraight; }
  double deepest() const { return std::max(overlap, touch); }
  /// True if the solids pass over a considered face along which their separation is `apart`.
  bool passes(const Eigen::Vector3d& m, double apart) const {
    return std::abs(apart) < touch || (std::abs(m.dot(n)) <= kAcross && apart > -overlap);
  }

  /// Cosines of the angle above which two directions count as perpendicular, and of that above
  /// which they count as different: 2.5 degrees.
  static constexpr double kAcross = 0.1, kStraight = 0.999;
};

}  // namespace perpend::spatial
