// SPDX-License-Identifier: Apache-2.0
#include "perpend/geometry/spatial/shape.hpp"

#include <cmath>
#include <cstdio>

#include "perpend/core/error.hpp"

namespace perpend::spatial {
namespace {

// Fields have the names and units of scene files: full sides and lengths.
struct Check {
  const std::string& element;
  Diagnostics faults = {};

  void positive(const std::string& field, double value) {
    if (value > 0 && std::isfinite(value)) return;
    char text[32];
    std::snprintf(text, sizeof text, "is %g", value);
    faults.push_back({"", 0, element + "." + field, text, "expected > 0"});
  }
  void operator()(const Sphere& sphere) { positive("radius", sphere.radius); }
  void operator()(const Box& box) {
    for (const double half : box.half)
      if (faults.empty()) positive("size", 2 * half);
  }
  void operator()(const Cylinder& cylinder) {
    positive("length", 2 * cylinder.half_length);
    positive("radius", cylinder.radius);
  }
  void operator()(const Capsule& capsule) {
    positive("length", 2 * capsule.half_length);
    positive("radius", capsule.radius);
  }
  void operator()(const Ellipsoid& ellipsoid) {
    for (const double half : ellipsoid.half)
      if (faults.empty()) positive("axes", 2 * half);
  }
  void operator()(const Cone& cone) {
    positive("length", 2 * cone.half_length);
    positive("radius", cone.radius);
  }
  void operator()(const HalfSpace&) {}
  void operator()(const Hull& hull) {
    if (!hull.polyhedron)
      faults.push_back({"", 0, element, "has no polyhedron", "expected convex_hull(points)"});
  }
  void operator()(const Mesh& mesh) {
    if (!mesh.mesh)
      faults.push_back({"", 0, element, "has no triangles", "expected triangle_mesh(...)"});
  }
};

double half_of(const char* name, double value) {
  require(value > 0 && std::isfinite(value), name, "positive and finite", value);
  return value / 2;
}

double checked_radius(double radius) {
  return 2 * half_of("radius", radius);
}

}  // namespace

Box box(double x, double y, double z) {
  return {{half_of("x", x), half_of("y", y), half_of("z", z)}};
}

Cylinder cylinder(double length, double radius) {
  return {half_of("length", length), checked_radius(radius)};
}

Capsule capsule(double length, double radius) {
  return {half_of("length", length), checked_radius(radius)};
}

Ellipsoid ellipsoid(double x, double y, double z) {
  return {{half_of("x", x), half_of("y", y), half_of("z", z)}};
}

Cone cone(double length, double radius) {
  return {half_of("length", length), checked_radius(radius)};
}

Pose facing(const Eigen::Vector3d& normal, const Eigen::Vector3d& p) {
  require(normal.allFinite() && normal.norm() > 0, "normal", "a direction", normal.norm());
  return {p, Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), normal)};
}

Diagnostics check(const Shape& shape, const std::string& element) {
  Check check{element};
  std::visit(check, shape);
  return std::move(check.faults);
}

}  // namespace perpend::spatial
