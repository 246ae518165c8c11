// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>
#include <variant>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/geometry/planar/pose.hpp"

namespace perpend::planar {

/// All shapes are convex and given in their own frame, in metres.
/// A body that is not convex carries several ShapeInstances.

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

/// The solid of all points x with normal · x <= 0. It has no mass.
struct HalfPlane {
  Eigen::Vector2d normal{0, 1};  ///< unit vector, out of the solid
};

using Shape = std::variant<Disc, Ellipse, Polygon, Capsule, HalfPlane>;

/// A shape and where it sits on its body.
struct ShapeInstance {
  Shape shape;
  Pose pose = {};
};

/// Rectangle around the origin; vertex 0 is the lower left one. Throws InvalidArgument unless
/// both sides are positive.
Polygon box(double width, double height);

/// Capsule along x; `length` lies between the centres of its two discs. Throws InvalidArgument
/// unless the length is positive and the radius 0 (a segment) or more.
Capsule capsule(double length, double radius);

/// Ellipse of these full axes along x and y. Throws InvalidArgument unless both are positive.
Ellipse ellipse(double width, double height);

/// Half-plane below the line through the origin with this normal, of any length but 0.
HalfPlane half_plane(const Eigen::Vector2d& normal);

/// n vertices on a circle around the origin, the first on the x axis. Throws InvalidArgument
/// unless n >= 3 and radius > 0.
Polygon regular_polygon(int n, double radius);

/// Every fault of the shape (sizes that are not positive and finite, a polygon that is not
/// strictly convex and counter-clockwise, a normal that is not a unit vector); empty where it is
/// sound. `element` is the path that the diagnostics name, such as `bodies[3].shapes[0]`.
/// Functions of this layer other than check() take sound shapes for granted.
Diagnostics check(const Shape& shape, const std::string& element);

}  // namespace perpend::planar
