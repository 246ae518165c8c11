// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "geometry/spatial/manifold/lowest_corners.hpp"
#include "geometry/spatial/manifold/solid.hpp"

namespace perpend::spatial {

/// Cartesian axes on a face: z is its outward normal.
struct FaceAxes {
  Eigen::Vector3d origin;
  Eigen::Matrix3d axes;  ///< columns in the world

  Eigen::Vector3d in(const Eigen::Vector3d& x) const { return axes.transpose() * (x - origin); }
  Eigen::Vector3d out(const Eigen::Vector3d& x) const { return origin + axes * x; }
};

/// The part of a solid that takes part in a face contact, in the axes of the reference face: a
/// polygon, a disc, or the core of a capsule.
struct Patch {
  /// Most sides of a patch. A face with more of them is a polygon of every second, third ... corner
  /// of its own; of a face with more than kMostCorners corners kRimPoints of them stand for all,
  /// and where it leans the two lowest.
  static constexpr int kMostSides = 32;

  struct Corner {
    Eigen::Vector3d x;
    std::uint32_t part;
  };
  struct Side {
    Eigen::Vector3d x, y;  ///< ends
    std::uint32_t part;
  };

  std::array<Corner, kMostCorners> corners;
  std::array<Side, kMostSides> sides;
  int corner_count = 0, side_count = 0;
  bool has_area = false;
  bool is_round = false;                ///< a disc; its half vectors are radii
  bool is_polygon = false;              ///< bounded by its sides, counter-clockwise about the
                                        ///< product of its half vectors
  bool has_rim = false;                 ///< the rim of the disc takes part
  bool upper = false;                   ///< which cap the disc is
  Eigen::Vector3d center{0, 0, 0};      ///< of rectangle or disc; a point of the polygon's plane
  std::array<Eigen::Vector3d, 2> half;  ///< orthogonal half vectors of rectangle or disc; of a
                                        ///< polygon two directions
  double radius = 0;                    ///< of the capsule around its core

  void add_corner(const Eigen::Vector3d& x, std::uint32_t part);
  void add_side(const Eigen::Vector3d& x, const Eigen::Vector3d& y, std::uint32_t part);

  /// The point of the face's plane above (x, y); false where the plane is upright.
  bool lift(Eigen::Vector3d& x) const;
  /// Whether x, on the plane, is in the face grown by `tolerance`.
  bool contains(const Eigen::Vector3d& x, double tolerance) const;
};

/// The first of the faces that point most towards m, frame of the hull.
int facing_face(const Polyhedron& body, const Eigen::Vector3d& m);

FaceAxes face_axes(const Solid& solid, const FaceName& face);

/// The reference face itself.
Patch reference_patch(const Solid& solid, const FaceName& face, const FaceAxes& axes);

/// What of `solid` faces the reference: the face of a box or hull that opposes it most, the cap and
/// the lowest generator of a cylinder, the core of a capsule. `margin`: see for_each_rim_point.
Patch incident_patch(const Solid& solid, const FaceAxes& axes, double margin);

}  // namespace perpend::spatial
