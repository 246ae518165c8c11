// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/geometry/spatial/pose.hpp"

namespace perpend::spatial {

/// All shapes except the mesh are convex solids in their own frame, in metres. Those with radii or
/// sides are symmetric about the origin of that frame, except for the cone.

struct Sphere {
  double radius = 1.0;
};

struct Box {
  Eigen::Vector3d half{0.5, 0.5, 0.5};  ///< half the sides along x, y, z
};

/// Cylinder along z.
struct Cylinder {
  double half_length = 0.5;
  double radius = 0.5;
};

/// All points within `radius` of the segment from (0, 0, -half_length) to (0, 0, half_length).
struct Capsule {
  double half_length = 0.5;
  double radius = 0.25;
};

struct Ellipsoid {
  Eigen::Vector3d half{0.5, 0.5, 0.5};  ///< semi-axes along x, y, z
};

/// Cone along z, tip at z = half_length, base at z = -half_length.
struct Cone {
  double half_length = 0.5;
  double radius = 0.5;  ///< radius of the base
};

/// All points with z <= 0: the ground, or a wall. It has no mass, and only fixed and kinematic
/// bodies can have it.
struct HalfSpace {};

struct Polyhedron;

/// A convex polyhedron at any place in its frame, made by convex_hull() of polyhedron.hpp.
struct Hull {
  std::shared_ptr<const Polyhedron> polyhedron = {};
};

struct TriangleMesh;

/// A surface of triangles that collides from its outside, made by triangle_mesh() and
/// height_field() of triangle_mesh.hpp. It has no mass, and only fixed and kinematic bodies can
/// have it. It collides with all shapes except half spaces and other meshes.
struct Mesh {
  std::shared_ptr<const TriangleMesh> mesh = {};
};

using Shape = std::variant<Sphere, Box, Cylinder, Capsule, HalfSpace, Hull, Mesh, Ellipsoid, Cone>;

/// A shape and its pose on its body.
struct ShapeInstance {
  Shape shape;
  Pose pose = {};
};

/// Returns a box with the given full sides along x, y and z (m). This and the next four functions
/// throw InvalidArgument unless all sizes are positive and finite.
Box box(double x, double y, double z);
/// Returns a cylinder along z with the given length and radius (m).
Cylinder cylinder(double length, double radius);
/// Returns a capsule along z; `length` (m) is the distance between the centres of its two balls.
Capsule capsule(double length, double radius);

/// Returns an ellipsoid with the given full axes along x, y and z (m).
Ellipsoid ellipsoid(double x, double y, double z);
/// Returns a cone along z with the given height and base radius (m); the origin is halfway up.
Cone cone(double length, double radius);

/// Returns a pose at `p` (m) whose z axis points along `normal`, of any length but 0. It places a
/// half space with that outward normal, or a cylinder with its axis along `normal`.
Pose facing(const Eigen::Vector3d& normal, const Eigen::Vector3d& p = {0, 0, 0});

/// Returns every fault of the shape's numbers; `element` precedes the field's name in the
/// diagnostics.
Diagnostics check(const Shape& shape, const std::string& element);

}  // namespace perpend::spatial
