// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace perpend::lcp {

/// The nearest point of a polygon, and what it is multiplied by along y and the polygon's size.
struct PolygonPoint {
  Eigen::Vector2d point;
  Eigen::Matrix2d along_y;     ///< derivative with respect to y
  Eigen::Vector2d along_size;  ///< and with respect to the size
  bool is_inside = false;      ///< then it is y
};

/// A regular polygon in place of the disc of friction; two corners are the ends of a line.
struct FrictionPolygon {
  int corners = 0;      ///< 0: the disc itself
  double angle = 0.0;   ///< from the first tangent to the first corner (rad)
  double radius = 1.0;  ///< of its corners, for a disc of radius 1

  /// Distance of its sides.
  double apothem() const;
  /// The point nearest to y of the polygon for a disc of radius `size` >= 0.
  PolygonPoint nearest(const Eigen::Vector2d& y, double size) const;
  /// The least such radius of a polygon with t inside; of two corners, the length along them.
  double size_of(const Eigen::Vector2d& t) const;

 private:
  double side_towards(const Eigen::Vector2d& t) const;
};

}  // namespace perpend::lcp
