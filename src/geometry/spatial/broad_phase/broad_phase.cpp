// SPDX-License-Identifier: Apache-2.0
#include "geometry/spatial/broad_phase/broad_phase.hpp"

#include <limits>

#include "geometry/least_height.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

Aabb around_origin(const Vector3d& half) {
  return {-half, half};
}

// Returns the tightest box around the shape rotated by R: its support function along the world
// axes.
Aabb turned(const Sphere& sphere, const Matrix3d&) {
  return around_origin(Vector3d::Constant(sphere.radius));
}

Aabb turned(const Box& box, const Matrix3d& R) {
  return around_origin(R.cwiseAbs() * box.half);
}

Aabb turned(const Cylinder& cylinder, const Matrix3d& R) {
  // sqrt(1 - z²) computed from the other two entries of the row keeps its digits where z is near 1.
  const Vector3d across = R.leftCols<2>().rowwise().norm();
  return around_origin(cylinder.half_length * R.col(2).cwiseAbs() + cylinder.radius * across);
}

Aabb turned(const Capsule& capsule, const Matrix3d& R) {
  return around_origin((capsule.half_length * R.col(2).cwiseAbs()).array() + capsule.radius);
}

Aabb turned(const Ellipsoid& ellipsoid, const Matrix3d& R) {
  return around_origin((R * ellipsoid.half.asDiagonal()).rowwise().norm());
}

Aabb turned(const Cone& cone, const Matrix3d& R) {
  const Vector3d tip = cone.half_length * R.col(2);
  const Vector3d rim = cone.radius * R.leftCols<2>().rowwise().norm();
  return {tip.cwiseMin(-tip - rim), tip.cwiseMax(rim - tip)};
}

Aabb turned(const HalfSpace&, const Matrix3d&) {
  return around_origin(Vector3d::Constant(std::numeric_limits<double>::infinity()));
}

Aabb turned(const Hull& hull, const Matrix3d& R) {
  Aabb box{R * hull.polyhedron->vertices.col(0), R * hull.polyhedron->vertices.col(0)};
  for (Eigen::Index i = 1; i < hull.polyhedron->vertices.cols(); ++i) {
    const Vector3d x = R * hull.polyhedron->vertices.col(i);
    box = {box.lo.cwiseMin(x), box.hi.cwiseMax(x)};
  }
  return box;
}

// Returns a box around the corners of the mesh's own box.
Aabb turned(const Mesh& mesh, const Matrix3d& R) {
  const TriangleMesh::Node& root = mesh.mesh->nodes.front();
  const Vector3d middle = R * (0.5 * (root.lo + root.hi));
  const Vector3d half = R.cwiseAbs() * (0.5 * (root.hi - root.lo));
  return {middle - half, middle + half};
}

}  // namespace

Aabb bounds(const Shape& shape, const Pose& pose) {
  const Matrix3d R = pose.r.toRotationMatrix();
  const Aabb box = std::visit([&R](const auto& each) { return turned(each, R); }, shape);
  return {pose.p + box.lo, pose.p + box.hi};
}

bool is_outside(const Shape& shape, const Pose& pose, const Aabb& box, double distance) {
  if (!std::holds_alternative<HalfSpace>(shape)) return false;
  const Vector3d n = pose.r * Vector3d::UnitZ();
  return least_height(n, pose.p, box.lo, box.hi) > distance;
}

}  // namespace perpend::spatial
