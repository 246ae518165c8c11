// SPDX-License-Identifier: Apache-2.0
// Contacts of a sphere: the signed distance of its centre, reduced by its radius.
#include "geometry/spatial/manifold/sphere_manifold.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/spatial/convex/separation.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;

// Returns the distance from a sphere around the origin; `fallback` is the direction at the origin.
SurfacePoint around_origin(const Vector3d& x, double radius, const Vector3d& fallback) {
  const double r = x.norm();
  return {r - radius, r > 0 ? Vector3d(x / r) : fallback};
}

// Returns the distance from a box of two or three dimensions and the unit vector out of it, for a
// point with positive coordinates; `excess` = |x| - half.
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

// The point y of an ellipsoid nearest to x: y_i = a_i² x_i / (d_i + u), d_i = a_i² - a_min², with
// the largest root u >= 0 of sum (y_i / a_i)² = 1, by Newton's method from below on a convex
// decreasing function. For the shortest axis d is 0 and the denominator is u alone: nothing
// cancels, however near x is to the plane where that axis is 0. Inside, on that plane itself, there
// may be no root: u is 0, and y leaves the plane. (With t = u - a_min² as the unknown, x off the
// plane by round-off gives 0 / 0.)
class NearestOnEllipsoid {
 public:
  NearestOnEllipsoid(const Vector3d& half, const Vector3d& x)
      : half_(half), x_(x), shortest_(index_of_least(half)) {
    const double least = half[shortest_];
    for (int i = 0; i < 3; ++i) beyond_[i] = (half[i] - least) * (half[i] + least);
    load_ = half.cwiseProduct(x).cwiseAbs();
    load_ = (load_.array() < kUnderflow).select(0, load_);
  }

  Vector3d point() const {
    double slope = 0;
    if (load_[shortest_] == 0 && !(excess(0, slope) > 0)) return point_across();
    const double u = root();
    return {along(0, u), along(1, u), along(2, u)};
  }

 private:
  static int index_of_least(const Vector3d& half) {
    int least = 0;
    half.minCoeff(&least);
    return least;
  }

  double along(int i, double u) const {
    return load_[i] == 0 ? 0.0 : half_[i] * half_[i] * x_[i] / (beyond_[i] + u);
  }

  // Returns sum (y_i / a_i)² - 1; infinite where a denominator is 0.
  double excess(double u, double& slope) const {
    double sum = -1;
    slope = 0;
    for (int i = 0; i < 3; ++i) {
      if (load_[i] == 0) continue;
      const double gap = beyond_[i] + u, share = load_[i] / gap;
      sum += share * share;
      slope -= 2 * share * share / gap;
    }
    return sum;
  }

  double root() const {
    double slope = 0, u = (load_ - beyond_).maxCoeff();  // beyond it no single term exceeds 1
    for (int k = 0; k < kNewtonSteps; ++k) {
      const double sum = excess(u, slope);
      if (!(sum > 0) || !(slope < 0)) break;
      const double next = u - sum / slope;
      if (!(next > u)) break;
      u = next;
    }
    return u;
  }

  Vector3d point_across() const {
    Vector3d y(along(0, 0), along(1, 0), along(2, 0));
    const double rest = 1 - y.cwiseQuotient(half_).squaredNorm();
    y[shortest_] = half_[shortest_] * std::sqrt(std::max(0.0, rest));
    return y;
  }

  // The root may be 1e8 times the start value, from which each step multiplies u by about 1.5.
  static constexpr int kNewtonSteps = 100;
  // The reciprocal of this and its square are representable with all digits.
  static constexpr double kUnderflow = 1e-290;

  Vector3d half_, x_;
  int shortest_;
  Vector3d beyond_, load_;  // d_i; a_i |x_i|
};

SurfacePoint nearest_on_ellipsoid(const Vector3d& half, const Vector3d& x) {
  const Vector3d y = NearestOnEllipsoid(half, x).point();
  const Vector3d n = y.cwiseQuotient(half.cwiseAbs2()).normalized();
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
  // In the half plane through the axis the cylinder is a rectangle.
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
  // In the half plane through the axis the cone is a triangle: base, side, rim and tip.
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
  // Inside, the nearest face counts; outside, the largest separation of the point.
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
