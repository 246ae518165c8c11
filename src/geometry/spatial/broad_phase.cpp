// SPDX-License-Identifier: Apache-2.0
#include "geometry/spatial/broad_phase.hpp"

#include <limits>

namespace perpend::spatial {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

// Half the sides of the tightest box around the shape turned by R: its support function along
// the world axes.
Vector3d half_sides(const Sphere& sphere, const Matrix3d&) {
  return Vector3d::Constant(sphere.radius);
}

Vector3d half_sides(const Box& box, const Matrix3d& R) {
  return R.cwiseAbs() * box.half;
}

Vector3d half_sides(const Cylinder& cylinder, const Matrix3d& R) {
  // sqrt(1 - z²) by the other two entries of the row keeps its digits where z is near 1.
  const Vector3d across = R.leftCols<2>().rowwise().norm();
  return cylinder.half_length * R.col(2).cwiseAbs() + cylinder.radius * across;
}

Vector3d half_sides(const Capsule& capsule, const Matrix3d& R) {
  return (capsule.half_length * R.col(2).cwiseAbs()).array() + capsule.radius;
}

Vector3d half_sides(const HalfSpace&, const Matrix3d&) {
  return Vector3d::Constant(std::numeric_limits<double>::infinity());
}

}  // namespace

Aabb bounds(const Shape& shape, const Pose& pose) {
  const Matrix3d R = pose.r.toRotationMatrix();
  const Vector3d half = std::visit([&R](const auto& each) { return half_sides(each, R); }, shape);
  return {pose.p - half, pose.p + half};
}

}  // namespace perpend::spatial
