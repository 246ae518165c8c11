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

// The point y of an ellipsoid nearest to x: y_i = a_i² x_i / (a_i² + t) with the largest root t of
// sum (y_i / a_i)² = 1, by Newton's method from below on a convex decreasing function. Inside, on the
// plane where the shortest axis is 0, y leaves that plane.
SurfacePoint nearest_on_ellipsoid(const Vector3d& half, const Vector3d& x) {
  int shortest = 0;
  half.minCoeff(&shortest);
  const Vector3d a2 = half.cwiseAbs2(), load = half.cwiseProduct(x).cwiseAbs();
  const auto excess = [&](double t, double& slope) {
    double sum = -1;
    slope = 0;
    for (int i = 0; i < 3; ++i) {
      if (load[i] == 0) continue;
      const double gap = a2[i] + t, share = load[i] / gap;
      sum += share * share;
      slope -= 2 * share * share / gap;
    }
    return sum;
  };
  double slope = 0, t = (load - a2).maxCoeff();  // no term alone exceeds 1 beyond
  Vector3d y;
  const auto is_longer = [&](int i) { return load[i] == 0 || a2[i] > a2[shortest]; };
  const bool in_plane = load[shortest] == 0 && is_longer(0) && is_longer(1) && is_longer(2);
  if (in_plane && !(excess(-a2[shortest], slope) > 0)) {
    t = -a2[shortest];
    double rest = 1;
    for (int i = 0; i < 3; ++i) {
      if (i == shortest) continue;
      y[i] = load[i] == 0 ? 0.0 : a2[i] * x[i] / (a2[i] + t);
      rest -= y[i] * y[i] / a2[i];
    }
    y[shortest] = half[shortest] * std::sqrt(std::max(0.0, rest));
  } else {
    for (int k = 0; k < 100; ++k) {
      const double sum = excess(t, slope);
      if (!(sum > 0) || !(slope < 0)) break;
      const double next = t - sum / slope;
      if (!(next > t)) break;
      t = next;
    }
    for (int i = 0; i < 3; ++i) y[i] = load[i] == 0 ? 0.0 : a2[i] * x[i] / (a2[i] + t);
  }
  const Vector3d n = y.cwiseQuotient(a2).normalized();
  return {n.dot(x - y), n};
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
  SurfacePoint operator()(const Ellipsoid& ellipsoid) const {
    return nearest_on_ellipsoid(ellipsoid.half, x);
  }
  // In the half plane through the axis it is a triangle: base, side, rim and tip.
  SurfacePoint operator()(const Cone& cone) const {
    const double r = std::hypot(x.x(), x.y()), l = cone.half_length;
    const Vector2d p(r, x.z()), rim(cone.radius, -l), side = Vector2d(0, l) - rim;
    const Vector2d out = Vector2d(side.y(), -side.x()).normalized();
    const Vector2d foot = rim + std::clamp(side.dot(p - rim) / side.squaredNorm(), 0.0, 1.0) * side;
    const double over_side = out.dot(p - rim), over_base = -l - p.y();
    std::pair<double, Vector2d> found{over_side, out};
    if (over_base > over_side) found = {over_base, {0, -1}};
    if (std::max(over_side, over_base) > 0 && !(over_base > 0 && r <= cone.radius)) {
      const Vector2d away = p - foot;
      if (away.norm() > 0) found = {away.norm(), away.normalized()};
    }
    const Vector2d across = r > 0 ? Vector2d(x.head<2>() / r) : Vector2d::UnitX();
    const Vector2d& n = found.second;
    return {found.first, {n.x() * across.x(), n.x() * across.y(), n.y()}};
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
