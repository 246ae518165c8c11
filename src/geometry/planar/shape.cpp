// SPDX-License-Identifier: Apache-2.0
#include "perpend/geometry/planar/shape.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string>

#include "geometry/planar/frame.hpp"
#include "perpend/core/error.hpp"

namespace perpend::planar {
namespace {

/// Returns the shortest decimal that reads back as the same double.
std::string decimal(double value) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

/// Collects the faults of one shape.
class Check {
 public:
  Check(const std::string& element, Diagnostics& out) : element_(element), out_(out) {}

  void operator()(const Disc& disc) { positive("radius", disc.radius); }

  void operator()(const Ellipse& ellipse) {
    positive("a", ellipse.a);
    positive("b", ellipse.b);
  }

  void operator()(const Capsule& capsule) {
    positive("half_length", capsule.half_length);
    if (!(capsule.radius >= 0) || !std::isfinite(capsule.radius)) {
      fault("radius", "is " + decimal(capsule.radius), "finite, 0 (a segment) or more");
    }
  }

  void operator()(const HalfPlane& half_plane) {
    // A normal read from 9 decimal digits is within 1e-9 of unit length; distances inherit that
    // relative error, so larger deviations are rejected.
    if (!(std::abs(half_plane.normal.norm() - 1) <= 1e-9)) {
      fault("normal", "has length " + decimal(half_plane.normal.norm()), "a unit vector");
    }
  }

  void operator()(const Polygon& polygon) {
    const int n = static_cast<int>(polygon.vertices.size());
    if (n < 3) {
      fault("vertices", "are " + std::to_string(n), "at least 3");
      return;
    }
    if (finite(polygon)) convex(polygon);
  }

 private:
  void fault(const std::string& field, const std::string& message, const std::string& expected) {
    out_.push_back({{}, 0, element_ + "." + field, message, "expected " + expected});
  }

  void positive(const char* field, double value) {
    if (!(value > 0) || !std::isfinite(value)) {
      fault(field, "is " + decimal(value), "positive and finite");
    }
  }

  bool finite(const Polygon& polygon) {
    bool all = true;
    for (std::size_t i = 0; i < polygon.vertices.size(); ++i) {
      if (polygon.vertices[i].allFinite()) continue;
      fault("vertices[" + std::to_string(i) + "]", "is not finite", "two finite coordinates");
      all = false;
    }
    return all;
  }

  /// Requires left turns only, and one revolution in total: a pentagram has left turns everywhere
  /// too.
  void convex(const Polygon& polygon) {
    const auto& v = polygon.vertices;
    const std::size_t n = v.size();
    double area = 0;
    for (std::size_t i = 1; i + 1 < n; ++i) area += cross(v[i] - v[0], v[i + 1] - v[0]) / 2;
    if (area < 0) {
      fault("vertices", "run clockwise", "counter-clockwise order");
      return;
    }
    double turn = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Eigen::Vector2d in = v[i] - v[(i + n - 1) % n];
      const Eigen::Vector2d out = v[(i + 1) % n] - v[i];
      turn += std::atan2(cross(in, out), in.dot(out));
      // The tolerance is 100 times the round-off of the product: below it the corner is straight,
      // or an edge has no length, to double precision.
      if (!(cross(in, out) > 1e-14 * in.norm() * out.norm())) corner_fault(i);
    }
    if (turn > 3 * std::numbers::pi) {
      fault("vertices", "wind around more than once", "a simple convex polygon");
    }
  }

  void corner_fault(std::size_t i) {
    fault("vertices[" + std::to_string(i) + "]", "is not a convex corner",
          "a left turn from each edge to the next");
  }

  const std::string& element_;
  Diagnostics& out_;
};

}  // namespace

Polygon box(double width, double height) {
  require(width > 0 && std::isfinite(width), "width", "positive and finite", width);
  require(height > 0 && std::isfinite(height), "height", "positive and finite", height);
  const double x = width / 2;
  const double y = height / 2;
  return {{{-x, -y}, {x, -y}, {x, y}, {-x, y}}};
}

Capsule capsule(double length, double radius) {
  require(length > 0 && std::isfinite(length), "length", "positive and finite", length);
  require(radius >= 0 && std::isfinite(radius), "radius", "finite, 0 or more", radius);
  return {length / 2, radius};
}

Ellipse ellipse(double width, double height) {
  require(width > 0 && std::isfinite(width), "width", "positive and finite", width);
  require(height > 0 && std::isfinite(height), "height", "positive and finite", height);
  return {width / 2, height / 2};
}

HalfPlane half_plane(const Eigen::Vector2d& normal) {
  require(normal.allFinite() && normal.norm() > 0, "normal", "a direction", normal.norm());
  return {normal.normalized()};
}

Polygon regular_polygon(int sides, double radius) {
  constexpr int kMostSides = 10000;  // limits the memory that a mistaken number takes
  require(sides >= 3 && sides <= kMostSides, "sides", "3 to " + std::to_string(kMostSides), sides);
  require(radius > 0 && std::isfinite(radius), "radius", "positive and finite", radius);
  Polygon polygon;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    polygon.vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
  }
  return polygon;
}

Diagnostics check(const Shape& shape, const std::string& element) {
  Diagnostics faults;
  std::visit(Check(element, faults), shape);
  return faults;
}

}  // namespace perpend::planar
