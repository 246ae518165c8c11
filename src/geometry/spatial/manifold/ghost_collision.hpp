// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "geometry/spatial/manifold/contact_set.hpp"

namespace perpend::spatial {

/// Share of their size by which solids may overlap along a face that they pass over.
inline constexpr double kGhostOverlap = 1e-3;

/// A contact along n, `gap` apart, would be a ghost collision at an internal edge where moving on
/// leads past or over another face, as from one tile of a floor to the next: a row along n would
/// stop what slides over the seam. So it is where
/// - along a face across n the solids overlap by less than they are apart and than `overlap`,
/// - along a face of another direction they just touch, to `touch`.
///
/// Where they touch along n as well they meet edge to edge: from the two alone one cannot tell
/// which face is passed and which one stops.
struct GhostCollision {
  Eigen::Vector3d n;
  double gap, overlap, touch;

  /// `size` and `thickness`, the extent and the inner radius, of the smaller solid.
  GhostCollision(const Eigen::Vector3d& normal, double apart, double size, double thickness)
      : n(normal),
        gap(apart),
        overlap(std::min(apart, kGhostOverlap * size)),
        touch(std::min(kBias * size, kGhostOverlap * thickness)) {}

  bool may_be() const { return gap > -touch; }
  /// Whether a face with normal m is one that counts, and how deep at most along it.
  bool may_pass(const Eigen::Vector3d& m) const { return std::abs(m.dot(n)) < kStraight; }
  double deepest() const { return std::max(overlap, touch); }
  /// Of a face that may, along which the separation is `apart`.
  bool passes(const Eigen::Vector3d& m, double apart) const {
    return std::abs(apart) < touch || (std::abs(m.dot(n)) <= kAcross && apart > -overlap);
  }

  /// Cosines of the angle from which on two directions are across each other, and from which on
  /// they are different ones: 2.5 degrees.
  static constexpr double kAcross = 0.1, kStraight = 0.999;
};

}  // namespace perpend::spatial
