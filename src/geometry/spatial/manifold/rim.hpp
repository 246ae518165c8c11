// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <numbers>

#include "geometry/spatial/manifold/contact_set.hpp"
#include "perpend/geometry/spatial/shape.hpp"

namespace perpend::spatial {

/// Number of points that represent a round edge of a cylinder.
inline constexpr int kRimPoints = 8;

/// Returns rim point k of the upper (z > 0) or lower cap, fixed to the cylinder.
inline Eigen::Vector3d rim_point(const Cylinder& cylinder, bool upper, int k) {
  const double angle = 2 * std::numbers::pi * k / kRimPoints;
  return {cylinder.radius * std::cos(angle), cylinder.radius * std::sin(angle),
          upper ? cylinder.half_length : -cylinder.half_length};
}

/// Returns the unit vector from the axis to the generator that is farthest along `m` (unit, frame
/// of the cylinder); x if m is along the axis.
inline Eigen::Vector3d generator_direction(const Eigen::Vector3d& m) {
  const double across = std::hypot(m.x(), m.y());
  if (across < 1e-14) return Eigen::Vector3d::UnitX();
  return {m.x() / across, m.y() / across, 0};
}

/// True if the cap, not the side, touches a plane towards m and is within `margin` (m) of parallel
/// to it.
inline bool stands(const Cylinder& cylinder, const Eigen::Vector3d& m, double margin) {
  const double across = std::hypot(m.x(), m.y());
  return cylinder.radius * across <= cylinder.half_length * std::abs(m.z()) &&
         2 * cylinder.radius * across <= margin;
}

/// Calls visit(x, feature) for the points of a cylinder that a plane with normal -m can touch
/// first, all in the frame of the cylinder: m is the direction towards the plane, `margin` the
/// depth (m) over which points count. Ends of the generator have features 16 and 17, rim points 0
/// to 15.
template <typename Visit>
void for_each_rim_point(const Cylinder& cylinder, const Eigen::Vector3d& m, double margin,
                        Visit visit) {
  const bool upper = m.z() > 0;  // the cap towards the plane
  const double l = upper ? cylinder.half_length : -cylinder.half_length;
  const Eigen::Vector3d u = generator_direction(m);
  const bool flat = stands(cylinder, m, margin);
  double deepest = -HUGE_VAL;
  for (int k = 0; k < kRimPoints; ++k)
    deepest = std::max(deepest, m.dot(rim_point(cylinder, upper, k)));
  const Eigen::Vector3d end = cylinder.radius * u + Eigen::Vector3d(0, 0, l);
  const bool turns = !flat || m.dot(end) > deepest + kBias * cylinder.radius;
  if (turns) visit(end, 16 + (upper ? 1 : 0));
  if (!flat) visit(Eigen::Vector3d(end - Eigen::Vector3d(0, 0, 2 * l)), 16 + (upper ? 0 : 1));
  for (int k = 0; k < kRimPoints; ++k) {
    const Eigen::Vector3d x = rim_point(cylinder, upper, k);
    const bool near = u.dot(x) > 0.5 * cylinder.radius;
    if (flat || !near) visit(x, (upper ? kRimPoints : 0) + k);
  }
}

/// Returns the cylinder whose lower cap is the base of the cone.
inline Cylinder around(const Cone& cone) {
  return {cone.half_length, cone.radius};
}

/// True if a cone stands with its base on a plane towards m, see stands() of cylinders: its side is
/// farther from the plane than its base.
inline bool stands(const Cone& cone, const Eigen::Vector3d& m, double margin) {
  return m.z() < 0 && stands(around(cone), m, margin);
}

/// Does the same for a cone: the lowest point of its rim is 16, its tip 17, rim points are 0 to 7.
template <typename Visit>
void for_each_rim_point(const Cone& cone, const Eigen::Vector3d& m, double margin, Visit visit) {
  const bool flat = stands(cone, m, margin);
  const Eigen::Vector3d u = generator_direction(m);
  const Eigen::Vector3d end = cone.radius * u - Eigen::Vector3d(0, 0, cone.half_length);
  double deepest = -HUGE_VAL;
  for (int k = 0; k < kRimPoints; ++k)
    deepest = std::max(deepest, m.dot(rim_point(around(cone), false, k)));
  if (!flat || m.dot(end) > deepest + kBias * cone.radius) visit(end, 16);
  if (!flat) visit(Eigen::Vector3d(0, 0, cone.half_length), 17);
  for (int k = 0; k < kRimPoints; ++k) {
    const Eigen::Vector3d x = rim_point(around(cone), false, k);
    if (flat || !(u.dot(x) > 0.5 * cone.radius)) visit(x, k);
  }
}

}  // namespace perpend::spatial
