// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace perpend::lcp {

/// The nearest point of a polygon, and what it is multiplied by along y and the polygon's size.
struct PolygonPoint {
  Eigen::Vector2d point;
  Eigen::Matrix2d along_y;       ///< derivative with respect to y
  Eigen::Vector2d along_radius;  ///< and with respect to the radius
  bool is_inside = false;        ///< then it is y
};

/// A regular polygon in place of the disc of friction.
struct FrictionPolygon {
  int corners = 0;     ///< 0: the disc itself
  double angle = 0.0;  ///< from the first tangent to the first corner (rad)

  /// Distance of its sides, that of its corners being 1.
  double apothem() const;
  /// The point of the polygon with corners at `radius` >= 0 that is nearest to y.
  PolygonPoint nearest(const Eigen::Vector2d& y, double radius) const;
  /// The least radius of a polygon with t inside.
  double radius_of(const Eigen::Vector2d& t) const;

 private:
  double side_towards(const Eigen::Vector2d& t) const;
};

}  // namespace perpend::lcp
