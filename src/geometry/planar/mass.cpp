// SPDX-License-Identifier: Apache-2.0
#include "perpend/geometry/planar/mass.hpp"

#include <numbers>

#include "geometry/planar/frame.hpp"

namespace perpend::planar {
namespace {

using std::numbers::pi;

MassProperties solid(const Disc& disc, double density) {
  const double r2 = disc.radius * disc.radius;
  const double mass = density * pi * r2;
  return {mass, {0, 0}, mass * r2 / 2};
}

MassProperties solid(const Ellipse& ellipse, double density) {
  const double mass = density * pi * ellipse.a * ellipse.b;
  return {mass, {0, 0}, mass * (ellipse.a * ellipse.a + ellipse.b * ellipse.b) / 4};
}

/// Sums a rectangle 2 l × 2 r and two half discs, whose centroids lie 4 r / 3 pi beyond its ends.
MassProperties solid(const Capsule& capsule, double density) {
  const double l = capsule.half_length;
  const double r = capsule.radius;
  const double rectangle = density * 4 * l * r;
  const double caps = density * pi * r * r;
  return {rectangle + caps,
          {0, 0},
          rectangle * (l * l + r * r) / 3 + caps * (r * r / 2 + l * l + 8 * l * r / (3 * pi))};
}

/// Sums a triangle fan from vertex 0, so that a polygon far from its origin loses no digits.
MassProperties solid(const Polygon& polygon, double density) {
  const auto& v = polygon.vertices;
  double area = 0;
  Eigen::Vector2d first{0, 0};  // first moment about v[0]
  double second = 0;            // polar second moment about v[0]
  for (std::size_t i = 1; i + 1 < v.size(); ++i) {
    const Eigen::Vector2d e = v[i] - v[0];
    const Eigen::Vector2d f = v[i + 1] - v[0];
    const double triangle = cross(e, f) / 2;
    area += triangle;
    first += triangle * (e + f) / 3;
    second += triangle * (e.dot(e) + e.dot(f) + f.dot(f)) / 6;
  }
  const Eigen::Vector2d center = first / area;
  return {density * area, v[0] + center, density * (second - area * center.squaredNorm())};
}

MassProperties solid(const HalfPlane&, double) {
  return {};
}

}  // namespace

MassProperties mass_properties(const Shape& shape, double density) {
  return std::visit([density](const auto& s) { return solid(s, density); }, shape);
}

MassProperties transformed(const MassProperties& properties, const Pose& pose) {
  return {properties.mass, transform_point(pose, properties.center), properties.inertia};
}

MassProperties combined(const MassProperties& a, const MassProperties& b) {
  const double mass = a.mass + b.mass;
  if (mass == 0) return {};
  const double reduced = a.mass * b.mass / mass;
  return {mass, (a.mass * a.center + b.mass * b.center) / mass,
          a.inertia + b.inertia + reduced * (a.center - b.center).squaredNorm()};
}

}  // namespace perpend::planar
