// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "geometry/planar/core.hpp"
#include "perpend/geometry/planar/distance.hpp"

namespace perpend::planar {

/// Separation of two cores (without their radii) along the normal of one face.
struct FaceSeparation {
  double value = 0;              ///< m
  bool on_a = true;              ///< true if the face belongs to a
  int face = 0;                  ///< face of the reference core
  int support = 0;               ///< vertex of the other core that is nearest to the face
  Eigen::Vector2d normal{1, 0};  ///< outward, in the frame of the reference core
};

/// The best face, and the first one (faces of a before those of b) that no other exceeds by more
/// than `bias`: the latter stays the same while round-off or jitter reorders equals.
struct FaceSearch {
  FaceSeparation best;
  FaceSeparation steady;
};

/// At least one of a and b must not be a point.
FaceSearch search_faces(const Core& a, const Frame& frame_a, const Core& b, const Frame& frame_b,
                        double bias);

/// True if, along some face whose normal is nearly perpendicular to `normal` (world, unit), the
/// cores with their radii overlap by less than `least` or are separated by less than a tenth of
/// that.
bool nearly_flush(const Core& a, const Frame& frame_a, const Core& b, const Frame& frame_b,
                  const Eigen::Vector2d& normal, double least);

/// Closest points of two cores, world frame, and whether both are corners.
struct CoreDistance {
  Distance distance;  ///< between the cores, without radii
  bool corners = false;
  int vertex_a = 0;  ///< valid if `corners`
  int vertex_b = 0;
};

/// `best` is that of search_faces().
CoreDistance core_distance(const Core& a, const Frame& frame_a, const Core& b, const Frame& frame_b,
                           const FaceSeparation& best);

}  // namespace perpend::planar
