// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/geometry/spatial/pose.hpp"

namespace perpend::spatial {

/// All shapes are convex solids in their own frame, in metres. All but the half space are symmetric
/// about its origin.

struct Sphere {
  double radius = 1.0;
};

struct Box {
  Eigen::Vector3d half{0.5, 0.5, 0.5};  ///< half the sides along x, y, z
};

/// Axis along z.
struct Cylinder {
  double half_length = 0.5;
  double radius = 0.5;
};

/// All points within `radius` of the segment from (0, 0, -half_length) to (0, 0, half_length).
struct Capsule {
  double half_length = 0.5;
  double radius = 0.25;
};

/// All points with z <= 0: the ground, or a wall. It has no mass and only bodies that do not move
/// freely can have it.
struct HalfSpace {};

using Shape = std::variant<Sphere, Box, Cylinder, Capsule, HalfSpace>;

/// A shape and where it sits on its body.
struct ShapeInstance {
  Shape shape;
  Pose pose = {};
};

/// Every fault of the shape's numbers; `element` is put before the field's name.
Diagnostics check(const Shape& shape, const std::string& element);

}  // namespace perpend::spatial
