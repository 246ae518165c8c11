// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "geometry/spatial/manifold/lowest_corners.hpp"
#include "geometry/spatial/manifold/solid.hpp"

namespace perpend::spatial {

/// Cartesian axes on a face: z is its outward normal.
struct FaceAxes {
  Eigen::Vector3d origin;
  Eigen::Matrix3d axes;  ///< axes as columns, world frame

  Eigen::Vector3d in(const Eigen::Vector3d& x) const { return axes.transpose() * (x - origin); }
  Eigen::Vector3d out(const Eigen::Vector3d& x) const { return origin + axes * x; }
};

/// The part of a solid that can touch a reference face, in the axes of that face: a polygon, a
/// disc, or the core of a capsule.
struct Patch {
  /// Most sides of a patch. A face with more sides is replaced by the polygon of a subset of its
  /// corners, evenly spread. A face with more than kMostCorners corners is represented by
  /// kRimPoints of them and, if it leans, the two lowest.
  static constexpr int kMostSides = 32;

  struct Corner {
    Eigen::Vector3d x;
    std::uint32_t part;
  };
  struct Side {
    Eigen::Vector3d x, y;  ///< end points
    std::uint32_t part;
  };

  std::array<Corner, kMostCorners> corners;
  std::array<Side, kMostSides> sides;
  int corner_count = 0, side_count = 0;
  bool has_area = false;
  bool is_round = false;                ///< true for a disc, whose half vectors are radii
  bool is_polygon = false;              ///< bounded by its sides, counter-clockwise about the
                                        ///< product of its half vectors
  bool has_rim = false;                 ///< true if the rim of the disc can touch
  bool upper = false;                   ///< true if the disc is the upper cap
  Eigen::Vector3d center{0, 0, 0};      ///< centre of rectangle or disc; a point of the polygon
  std::array<Eigen::Vector3d, 2> half;  ///< orthogonal half vectors of rectangle or disc; of a
                                        ///< polygon two directions
  double radius = 0;                    ///< rounding of the capsule around its core

  void add_corner(const Eigen::Vector3d& x, std::uint32_t part);
  void add_side(const Eigen::Vector3d& x, const Eigen::Vector3d& y, std::uint32_t part);

  /// Moves x to the plane of the face above (x, y); returns false if the plane is vertical.
  bool lift(Eigen::Vector3d& x) const;
  /// True if x, which is on the plane, is in the face grown by `tolerance`.
  bool contains(const Eigen::Vector3d& x, double tolerance) const;
};

/// Returns the face that points most towards m, in the frame of the hull; the first of ties.
int facing_face(const Polyhedron& body, const Eigen::Vector3d& m);

FaceAxes face_axes(const Solid& solid, const FaceName& face);

/// Returns the reference face itself.
Patch reference_patch(const Solid& solid, const FaceName& face, const FaceAxes& axes);

/// Returns the part of `solid` that faces the reference: the face of a box or hull that opposes it
/// most, the cap and the lowest generator of a cylinder, the core of a capsule. For `margin` see
/// for_each_rim_point.
Patch incident_patch(const Solid& solid, const FaceAxes& axes, double margin);

}  // namespace perpend::spatial
