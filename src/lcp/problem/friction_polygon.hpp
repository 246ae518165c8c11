// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace perpend::lcp {

/// The nearest point of a polygon, and its derivatives by y and by the polygon's size.
struct PolygonPoint {
  Eigen::Vector2d point;
  Eigen::Matrix2d along_y;     ///< derivative with respect to y
  Eigen::Vector2d along_size;  ///< derivative with respect to the size
  bool is_inside = false;      ///< the point is y itself
};

/// A regular polygon in place of the disc of friction; two corners are the ends of a line.
struct FrictionPolygon {
  int corners = 0;      ///< 0: the disc itself
  double angle = 0.0;   ///< from the first tangent to the first corner (rad)
  double radius = 1.0;  ///< distance of its corners, for a disc of radius 1

  /// Returns the distance of its sides, for a disc of radius 1.
  double apothem() const;
  /// Returns the point nearest to y of the polygon for a disc of radius `size` >= 0.
  PolygonPoint nearest(const Eigen::Vector2d& y, double size) const;
  /// Returns the least such radius of a polygon that contains t; of two corners, that along them.
  double size_of(const Eigen::Vector2d& t) const;

 private:
  double side_towards(const Eigen::Vector2d& t) const;
};

}  // namespace perpend::lcp
