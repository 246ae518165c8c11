// SPDX-License-Identifier: Apache-2.0
// Contacts of a sphere: the signed distance of its centre, lowered by its radius.
#include "geometry/spatial/manifold/sphere_manifold.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/spatial/convex/separation.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;

// Distance from the origin; the direction is `fallback` at the origin itself.
SurfacePoint around_origin(const Vector3d& x, double radius, const Vector3d& fallback) {
  const double r = x.norm();
  return {r - radius, r > 0 ? Vector3d(x / r) : fallback};
}

// A box of two or three dimensions seen from |x|: `excess` = |x| - half. Distance and the unit
// vector out of it, for positive coordinates.
template <typename Vector>
std::pair<double, Vector> from_excess(const Vector& excess) {
  int face = 0;
  const double most = excess.maxCoeff(&face);
  if (!(most > 0)) return {most, Vector::Unit(face)};
  const Vector out = excess.cwiseMax(0);
  const double distance = out.norm();
  return {distance, out / distance};
}

Vector3d signs(const Vector3d& x) {
  return x.unaryExpr([](double v) { return v < 0 ? -1.0 : 1.0; });
}

struct Nearest {
  const Vector3d& x;

  SurfacePoint operator()(const Sphere& sphere) const {
    return around_origin(x, sphere.radius, Vector3d::UnitZ());
  }
  SurfacePoint operator()(const Capsule& capsule) const {
    const double z = std::clamp(x.z(), -capsule.half_length, capsule.half_length);
    return around_origin(x - Vector3d(0, 0, z), capsule.radius, Vector3d::UnitX());
  }
  SurfacePoint operator()(const Box& box) const {
    const auto [distance, normal] = from_excess<Vector3d>(x.cwiseAbs() - box.half);
    return {distance, normal.cwiseProduct(signs(x))};
  }
  // In the half plane through the axis it is a rectangle.
  SurfacePoint operator()(const Cylinder& cylinder) const {
    const double r = std::hypot(x.x(), x.y());
    const Vector2d across = r > 0 ? Vector2d(x.head<2>() / r) : Vector2d::UnitX();
    const auto [distance, normal] =
        from_excess<Vector2d>({r - cylinder.radius, std::abs(x.z()) - cylinder.half_length});
    const double side = x.z() < 0 ? -1 : 1;
    return {distance, {normal.x() * across.x(), normal.x() * across.y(), side * normal.y()}};
  }
  // Inside the nearest face, outside the largest separation of the point.
  SurfacePoint operator()(const Hull& hull) const {
    const Polyhedron& body = *hull.polyhedron;
    SurfacePoint nearest{-HUGE_VAL};
    for (const Polyhedron::Face& face : body.faces) {
      const double height = face.normal.dot(x) - face.offset;
      if (height > nearest.distance) nearest = {height, face.normal};
    }
    if (!(nearest.distance > 0)) return nearest;
    const Frame here{Pose{}}, there{Pose{x}};
    const Distance apart = largest_separation({Shape(hull), here, Shape(Sphere{0.0}), there});
    return {apart.gap, apart.normal};
  }
  SurfacePoint operator()(const HalfSpace&) const { return {x.z(), Vector3d::UnitZ()}; }
  SurfacePoint operator()(const Mesh&) const { return {HUGE_VAL}; }
};

}  // namespace

SurfacePoint nearest_surface(const Shape& shape, const Vector3d& x) {
  return std::visit(Nearest{x}, shape);
}

void add_sphere_contact(const Shape& shape, const Frame& frame, const Vector3d& center,
                        double radius, ContactSet& contacts) {
  const SurfacePoint nearest = nearest_surface(shape, frame.point_in(center));
  ContactPoint point{.gap = nearest.distance - radius, .normal = frame.out(nearest.normal)};
  point.point_a = center - nearest.distance * point.normal;
  point.point_b = center - radius * point.normal;
  contacts.add(point);
}

}  // namespace perpend::spatial
