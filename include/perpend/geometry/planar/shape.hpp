// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>
#include <variant>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/geometry/planar/pose.hpp"

namespace perpend::planar {

/// All shapes are convex and given in their own frame, in metres. A body that is not convex has
/// several ShapeInstances.

/// Disc around the origin.
struct Disc {
  double radius = 1.0;
};

/// Ellipse around the origin with semi-axes a along x and b along y.
struct Ellipse {
  double a = 1.0;
  double b = 1.0;
};

/// Strictly convex polygon, counter-clockwise, without repeating the first vertex.
struct Polygon {
  std::vector<Eigen::Vector2d> vertices;
};

/// All points within `radius` of the segment from (-half_length, 0) to (half_length, 0).
/// Radius 0 is the segment itself, which has no mass.
struct Capsule {
  double half_length = 1.0;
  double radius = 0.25;
};

/// Solid of all points x with normal · x <= 0, without mass.
struct HalfPlane {
  Eigen::Vector2d normal{0, 1};  ///< unit vector, out of the solid
};

using Shape = std::variant<Disc, Ellipse, Polygon, Capsule, HalfPlane>;

/// A shape and its pose on its body.
struct ShapeInstance {
  Shape shape;
  Pose pose = {};
};

/// Returns a rectangle around the origin with the given sides (m); vertex 0 is the lower left one.
/// Throws InvalidArgument unless both sides are positive.
Polygon box(double width, double height);

/// Returns a capsule along x; `length` (m) is the distance between the centres of its two discs.
/// Throws InvalidArgument unless the length is positive and the radius is >= 0 (0 is a segment).
Capsule capsule(double length, double radius);

/// Returns an ellipse with the given full axes along x and y (m). Throws InvalidArgument unless
/// both are positive.
Ellipse ellipse(double width, double height);

/// Returns the half-plane below the line through the origin with the given normal, of any length
/// but 0.
HalfPlane half_plane(const Eigen::Vector2d& normal);

/// Returns the polygon of n vertices on a circle around the origin, the first on the x axis. Throws
/// InvalidArgument unless n >= 3 and radius > 0 (m).
Polygon regular_polygon(int n, double radius);

/// Returns every fault of the shape (sizes that are not positive and finite, a polygon that is not
/// strictly convex and counter-clockwise, a normal that is not a unit vector); empty where the
/// shape is valid. `element` is the path that the diagnostics name, such as `bodies[3].shapes[0]`.
/// All other functions of this layer require valid shapes.
Diagnostics check(const Shape& shape, const std::string& element);

}  // namespace perpend::planar
