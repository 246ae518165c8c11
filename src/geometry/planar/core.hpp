// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>

#include "geometry/planar/frame.hpp"
#include "perpend/geometry/planar/shape.hpp"

namespace perpend::planar {

/// One side of a Core: the outward unit normal and the vertices it runs between, with first ==
/// second if it is the end of a segment or a direction of a point.
struct Face {
  Eigen::Vector2d normal;
  int first;
  int second;
};

/// Common representation of disc, capsule and polygon: all points within `radius` of the convex
/// hull of 1, 2 or n vertices. Signed distances of such shapes are those of the hulls less the
/// radii, above and below zero, because a rounded shape's support function exceeds the hull's by
/// `radius`.
///
/// Faces run counter-clockwise; face k ends where face k + 1 starts. A segment has four (right
/// side, far end, left side, near end) and a point has four (along ±x, ±y), so that consecutive
/// normals are always less than 180 degrees apart.
class Core {
 public:
  /// `shape` must be a disc, capsule or polygon, and outlive the Core.
  explicit Core(const Shape& shape);

  int size() const { return size_; }
  double radius() const { return radius_; }
  const Eigen::Vector2d& vertex(int i) const { return polygon_ ? polygon_[i] : ends_[i]; }

  int faces() const { return size_ > 2 ? size_ : 4; }
  Face face(int k) const;

  /// Returns the vertex with the largest d · v; the first if there are several.
  int support(const Eigen::Vector2d& d) const;

  /// Returns the largest distance (m) of a vertex from vertex 0.
  double extent() const;

 private:
  const Eigen::Vector2d* polygon_ = nullptr;  ///< size_ vertices of a polygon
  std::array<Eigen::Vector2d, 2> ends_{Eigen::Vector2d(0, 0), Eigen::Vector2d(0, 0)};
  int size_ = 1;
  double radius_ = 0;
};

}  // namespace perpend::planar
