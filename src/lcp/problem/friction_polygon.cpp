// SPDX-License-Identifier: Apache-2.0
#include "lcp/problem/friction_polygon.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace perpend::lcp {
namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;

constexpr double kPi = std::numbers::pi;

Vector2d unit(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

}  // namespace

double FrictionPolygon::apothem() const {
  return corners == 2 ? 0.0 : radius * std::cos(kPi / corners);
}

// Returns the angle of the normal of the side that faces t. The polygon is symmetric about the
// bisectors of its corners, so a point between two of them is nearest to the side there.
double FrictionPolygon::side_towards(const Vector2d& t) const {
  const double sector = 2 * kPi / corners;
  return angle + sector * (std::floor((std::atan2(t.y(), t.x()) - angle) / sector) + 0.5);
}

PolygonPoint FrictionPolygon::nearest(const Vector2d& y, double size) const {
  const double side = side_towards(y);
  const Vector2d normal = unit(side), along(-normal.y(), normal.x());
  const double distance = size * apothem(), half = size * radius * std::sin(kPi / corners);
  if (corners > 2 && normal.dot(y) <= distance)
    return {y, Matrix2d::Identity(), Vector2d::Zero(), true};
  const double place = along.dot(y);
  if (std::abs(place) < half)
    return {distance * normal + place * along, along * along.transpose(), apothem() * normal};
  const Vector2d corner = radius * unit(side + std::copysign(kPi / corners, place));
  return {size * corner, Matrix2d::Zero(), corner};
}

double FrictionPolygon::size_of(const Vector2d& t) const {
  if (corners == 2) return std::abs(unit(angle).dot(t)) / radius;
  return unit(side_towards(t)).dot(t) / apothem();
}

}  // namespace perpend::lcp
