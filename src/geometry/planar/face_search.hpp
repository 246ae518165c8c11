// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "geometry/planar/core.hpp"
#include "perpend/geometry/planar/distance.hpp"

namespace perpend::planar {

/// Separation of two cores (radii left out) along the normal of one face.
struct FaceSeparation {
  double value = 0;              ///< m
  bool on_a = true;              ///< the face belongs to a
  int face = 0;                  ///< of the reference core
  int support = 0;               ///< vertex of the other core nearest to the face
  Eigen::Vector2d normal{1, 0};  ///< out of the reference core, in its frame
};

/// The best face, and the first one (faces of a before those of b) that no other beats by more
/// than `bias`: the latter stays the same while equals trade places by rounding or jitter.
struct FaceSearch {
  FaceSeparation best;
  FaceSeparation steady;
};

/// One of a and b at least is not a point.
FaceSearch search_faces(const Core& a, const Frame& frame_a, const Core& b, const Frame& frame_b,
                        double bias);

/// Whether the cores with their radii overlap along a face across `normal` (world, unit) by less
/// than `least`, or are apart by a tenth of that.
bool nearly_flush(const Core& a, const Frame& frame_a, const Core& b, const Frame& frame_b,
                  const Eigen::Vector2d& normal, double least);

/// Closest points of two cores, world frame, and whether they are two corners.
struct CoreDistance {
  Distance distance;  ///< of the cores, radii left out
  bool corners = false;
  int vertex_a = 0;  ///< where `corners`
  int vertex_b = 0;
};

/// `best` from search_faces().
CoreDistance core_distance(const Core& a, const Frame& frame_a, const Core& b, const Frame& frame_b,
                           const FaceSeparation& best);

}  // namespace perpend::planar
