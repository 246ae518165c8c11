// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/geometry/spatial/pose.hpp"

namespace perpend::spatial {

/// All shapes but the mesh are convex solids in their own frame, in metres. Those with radii or
/// sides are symmetric about its origin, but for the cone.

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

/// Half axes along x, y, z.
struct Ellipsoid {
  Eigen::Vector3d half{0.5, 0.5, 0.5};
};

/// Axis along z, tip at z = half_length, base at z = -half_length.
struct Cone {
  double half_length = 0.5;
  double radius = 0.5;  ///< of the base
};

/// All points with z <= 0: the ground, or a wall. It has no mass and only bodies that do not move
/// freely can have it.
struct HalfSpace {};

struct Polyhedron;

/// A convex polyhedron, wherever its points are in its frame: convex_hull() of polyhedron.hpp.
struct Hull {
  std::shared_ptr<const Polyhedron> polyhedron = {};
};

struct TriangleMesh;

/// A surface of triangles, touched from its outside: triangle_mesh() and height_field() of
/// triangle_mesh.hpp. It has no mass, and only bodies that do not move freely can have it; they
/// collide with everything but half spaces and other meshes.
struct Mesh {
  std::shared_ptr<const TriangleMesh> mesh = {};
};

using Shape = std::variant<Sphere, Box, Cylinder, Capsule, HalfSpace, Hull, Mesh, Ellipsoid, Cone>;

/// A shape and where it sits on its body.
struct ShapeInstance {
  Shape shape;
  Pose pose = {};
};

/// Box of these full sides along x, y and z (m). This and the next four throw InvalidArgument
/// unless all sizes are positive and finite.
Box box(double x, double y, double z);
/// Cylinder along z of this length.
Cylinder cylinder(double length, double radius);
/// Capsule along z; `length` lies between the centres of its two balls.
Capsule capsule(double length, double radius);

/// Ellipsoid of these full axes along x, y and z.
Ellipsoid ellipsoid(double x, double y, double z);
/// Cone along z of this height over a base of this radius; the origin is halfway up.
Cone cone(double length, double radius);

/// A pose at `p` whose z axis points along `normal`, of any length but 0: where to put a half space
/// so that this is its outward normal, or a cylinder along an axis.
Pose facing(const Eigen::Vector3d& normal, const Eigen::Vector3d& p = {0, 0, 0});

/// Every fault of the shape's numbers; `element` is put before the field's name.
Diagnostics check(const Shape& shape, const std::string& element);

}  // namespace perpend::spatial
