// SPDX-License-Identifier: Apache-2.0
#include "geometry/spatial/shapes/extent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"

namespace perpend::spatial {
namespace {

struct InnerRadius {
  double operator()(const Sphere& sphere) const { return sphere.radius; }
  double operator()(const Box& box) const { return box.half.minCoeff(); }
  double operator()(const Cylinder& cylinder) const {
    return std::min(cylinder.radius, cylinder.half_length);
  }
  double operator()(const Capsule& capsule) const { return capsule.radius; }
  double operator()(const Ellipsoid& ellipsoid) const { return ellipsoid.half.minCoeff(); }
  double operator()(const Cone& cone) const {
    const double length = 2 * cone.half_length;
    return cone.radius * length / (cone.radius + std::hypot(cone.radius, length));
  }
  double operator()(const Hull& hull) const { return hull.polyhedron->inner_radius; }
  double operator()(const HalfSpace&) const { return std::numeric_limits<double>::infinity(); }
  double operator()(const Mesh&) const { return std::numeric_limits<double>::infinity(); }
};

struct CoreReach {
  double operator()(const Sphere&) const { return 0; }
  double operator()(const Box& box) const { return box.half.norm(); }
  double operator()(const Cylinder& cylinder) const {
    return std::hypot(cylinder.radius, cylinder.half_length);
  }
  double operator()(const Capsule& capsule) const { return capsule.half_length; }
  double operator()(const Ellipsoid& ellipsoid) const { return ellipsoid.half.maxCoeff(); }
  double operator()(const Cone& cone) const { return std::hypot(cone.radius, cone.half_length); }
  double operator()(const Hull& hull) const { return hull.polyhedron->reach; }
  double operator()(const HalfSpace&) const { return 0; }
  double operator()(const Mesh& mesh) const { return mesh.mesh->reach; }
};

}  // namespace

double inner_radius(const Shape& shape) {
  return std::visit(InnerRadius{}, shape);
}

double rounding(const Shape& shape) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return sphere->radius;
  if (const auto* capsule = std::get_if<Capsule>(&shape)) return capsule->radius;
  return 0;
}

double core_reach(const Shape& shape) {
  return std::visit(CoreReach{}, shape);
}

bool is_round_about_z(const Shape& shape) {
  const auto* ellipsoid = std::get_if<Ellipsoid>(&shape);
  if (ellipsoid) return ellipsoid->half.x() == ellipsoid->half.y();
  return std::holds_alternative<Sphere>(shape) || std::holds_alternative<Cone>(shape) ||
         std::holds_alternative<Cylinder>(shape) || std::holds_alternative<Capsule>(shape);
}

}  // namespace perpend::spatial
