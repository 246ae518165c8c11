// SPDX-License-Identifier: Apache-2.0
#include "geometry/planar/extent.hpp"

#include <algorithm>

#include "core/infinity.hpp"

namespace perpend::planar {
namespace {

using Eigen::Vector2d;

constexpr double kThin = 1e-2;

struct InnerRadius {
  double operator()(const Disc& disc) const { return disc.radius; }
  double operator()(const Ellipse& ellipse) const { return std::min(ellipse.a, ellipse.b); }
  double operator()(const Capsule& capsule) const {
    return std::max(capsule.radius, kThin * capsule.half_length);
  }
  double operator()(const HalfPlane&) const { return kInfinity; }
  // The disc is centred at the mean of the vertices, which is inside.
  double operator()(const Polygon& polygon) const {
    const auto& vertices = polygon.vertices;
    Vector2d middle = Vector2d::Zero();
    for (const Vector2d& vertex : vertices) middle += vertex / static_cast<double>(vertices.size());
    double radius = kInfinity;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const Vector2d side = vertices[(i + 1) % vertices.size()] - vertices[i];
      const Vector2d to = middle - vertices[i];
      radius = std::min(radius, (side.x() * to.y() - side.y() * to.x()) / side.norm());
    }
    return radius;
  }
};

struct CoreReach {
  double operator()(const Disc&) const { return 0; }
  double operator()(const Ellipse& ellipse) const { return std::max(ellipse.a, ellipse.b); }
  double operator()(const Capsule& capsule) const { return capsule.half_length; }
  double operator()(const HalfPlane&) const { return 0; }
  double operator()(const Polygon& polygon) const {
    double reach = 0;
    for (const Vector2d& vertex : polygon.vertices) reach = std::max(reach, vertex.norm());
    return reach;
  }
};

}  // namespace

double inner_radius(const Shape& shape) {
  return std::visit(InnerRadius{}, shape);
}

double rounding(const Shape& shape) {
  if (const auto* disc = std::get_if<Disc>(&shape)) return disc->radius;
  if (const auto* capsule = std::get_if<Capsule>(&shape)) return capsule->radius;
  return 0;
}

double core_reach(const Shape& shape) {
  return std::visit(CoreReach{}, shape);
}

}  // namespace perpend::planar
