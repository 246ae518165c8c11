// SPDX-License-Identifier: Apache-2.0
#include "geometry/spatial/convex/minkowski_sum.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/spatial/convex/support.hpp"

namespace perpend::spatial {

using Eigen::Vector3d;

Vector3d MinkowskiSum::Solid::support(const Vector3d& n) const {
  return axes * (body->vertices.col(support_vertex(*body, in(n))) - body->center);
}

Vector3d MinkowskiSum::Cone::support(const Vector3d& n) const {
  const Vector3d across = axis.cross(n).cross(axis);
  const double length = across.norm(), along = half_length * n.dot(axis);
  if (along >= radius * length - along) return half_length * axis;
  const double share = length > 0 ? radius / length : 0.0;
  return share * across - half_length * axis;
}

MinkowskiSum::MinkowskiSum(const Shape& a, const Frame& frame_a, const Shape& b,
                           const Frame& frame_b)
    : offset(frame_b.p - frame_a.p) {
  const double apart = size = offset.norm();
  add(a, frame_a, 1);
  add(b, frame_b, -1);
  if (solid_count > 0) size += offset.norm() - apart;
}

void MinkowskiSum::add_segment(const Vector3d& direction, double half_length) {
  segments[segment_count] = half_length * direction;
  directions[segment_count++] = direction;
  size += half_length;
}

void MinkowskiSum::add(const Shape& shape, const Frame& frame, double sign) {
  if (const auto* box = std::get_if<Box>(&shape)) {
    for (int axis = 0; axis < 3; ++axis) add_segment(frame.R.col(axis), box->half[axis]);
  } else if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
    add_segment(frame.R.col(2), cylinder->half_length);
    discs[disc_count++] = {frame.R.col(2), cylinder->radius};
    size += cylinder->radius;
  } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    add_segment(frame.R.col(2), capsule->half_length);
    ball += capsule->radius;
  } else if (const auto* sphere = std::get_if<Sphere>(&shape)) {
    ball += sphere->radius;
  } else if (const auto* ellipsoid = std::get_if<Ellipsoid>(&shape)) {
    const Eigen::Matrix3d axes = frame.R * ellipsoid->half.asDiagonal();
    ellipsoids[ellipsoid_count++] = axes * axes.transpose();
    size += ellipsoid->half.maxCoeff();
  } else if (const auto* cone = std::get_if<spatial::Cone>(&shape)) {
    cones[cone_count++] = {sign * frame.R.col(2), cone->radius, cone->half_length};
    size += cone->radius + cone->half_length;
  } else if (const auto* hull = std::get_if<Hull>(&shape)) {
    const Polyhedron& body = *hull->polyhedron;
    solids[solid_count++] = {&body, sign * frame.R};
    offset -= sign * frame.out(body.center);
    size += body.half_extent;
  }
}

double MinkowskiSum::separation(const Vector3d& n) const {
  double f = n.dot(offset) - ball;
  for (int k = 0; k < segment_count; ++k) f -= std::abs(n.dot(segments[k]));
  for (int j = 0; j < disc_count; ++j) f -= discs[j].radius * n.cross(discs[j].axis).norm();
  for (int i = 0; i < solid_count; ++i) f -= n.dot(solids[i].support(n));
  for (int e = 0; e < ellipsoid_count; ++e) f -= std::sqrt(n.dot(ellipsoids[e] * n));
  for (int c = 0; c < cone_count; ++c) {
    const double along = cones[c].half_length * n.dot(cones[c].axis);
    f -= std::max(along, cones[c].radius * n.cross(cones[c].axis).norm() - along);
  }
  return f;
}

Vector3d MinkowskiSum::support(const Vector3d& n, int without) const {
  Vector3d x = Vector3d::Zero();
  for (int k = 0; k < segment_count; ++k)
    if (k != without) x += std::copysign(1.0, n.dot(segments[k])) * segments[k];
  for (int j = 0; j < disc_count; ++j) {
    const Vector3d& z = discs[j].axis;
    const Vector3d across = z.cross(n).cross(z);
    const double length = across.norm();
    if (length > 0) x += discs[j].radius / length * across;
  }
  for (int i = 0; i < solid_count; ++i) x += solids[i].support(n);
  for (int e = 0; e < ellipsoid_count; ++e) {
    const Vector3d image = ellipsoids[e] * n;
    x += image / std::sqrt(n.dot(image));
  }
  for (int c = 0; c < cone_count; ++c) x += cones[c].support(n);
  return x;
}

}  // namespace perpend::spatial
