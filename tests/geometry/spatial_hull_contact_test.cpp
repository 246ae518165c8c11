// SPDX-License-Identifier: Apache-2.0
// Distances and contacts of hulls.
#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <string>

#include "geometry/hull_cases.hpp"
#include "geometry/spatial/shapes/hull_faces.hpp"
#include "manifold_check.hpp"
#include "perpend/geometry/spatial/distance.hpp"
#include "perpend/geometry/spatial/mass.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "relative.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;
using hull_cases::at;
using hull_cases::box_corners;
using hull_cases::kPi;
using hull_cases::prism;

Hull hull_box(const Vector3d& half) {
  return convex_hull(box_corners(half));
}

Hull random_hull(Random& random, int points) {
  std::vector<Vector3d> cloud;
  for (int i = 0; i < points; ++i) cloud.push_back(random.vector(1));
  return convex_hull(cloud);
}

// Against the oracle: the normal separates by the gap, no direction by more.
void check_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                    double accuracy) {
  const Distance d = signed_distance(a, pose_a, b, pose_b);
  CHECK(std::abs(d.normal.norm() - 1) < 1e-14);
  if (!std::holds_alternative<HalfSpace>(a) && !std::holds_alternative<HalfSpace>(b))
    CHECK(std::abs(separation(a, pose_a, b, pose_b, d.normal) - d.gap) < 1e-12);
  CHECK(d.gap > largest_separation(a, pose_a, b, pose_b, 1000) - accuracy);
  const Distance flipped = signed_distance(b, pose_b, a, pose_a);
  CHECK(std::abs(flipped.gap - d.gap) < accuracy);
}

TEST_CASE("the signed distance of a hull to every shape is the largest separation") {
  for (int kind = 0; kind < 6; ++kind) {
    CAPTURE(kind);
    Random random(900 + kind);
    for (int trial = 0; trial < 100; ++trial) {
      CAPTURE(trial);
      const Shape hull = random_hull(random, 4 + trial % 9);
      const Shape other =
          kind == 5 ? Shape(random_hull(random, 4 + trial % 7)) : random.shape(kind);
      const Pose pose = random.pose(0.8);
      check_distance(hull, pose, other, random.pose(trial % 2 ? 0.8 : 2), 1e-10);
    }
  }
}

TEST_CASE("hulls pushed to just touching, apart and into each other keep their distance") {
  for (int kind = 0; kind < 5; ++kind) {
    CAPTURE(kind);
    Random random(700 + kind);
    for (int trial = 0; trial < 60; ++trial) {
      CAPTURE(trial);
      const Shape a = random_hull(random, 10);
      const Shape b = kind == 4 ? Shape(random_hull(random, 12)) : random.shape(kind);
      const Pose pose_a = random.pose(0.3);
      const Pose pose_b = random.pose(4);
      const Distance d = signed_distance(a, pose_a, b, pose_b);
      if (d.gap < 0.01) continue;
      for (const double gap : {1.0, 1e-3, 1e-6, 1e-8, 1e-10, 1e-12, 0.0, -1e-9, -1e-6}) {
        CAPTURE(gap);
        Pose pushed = pose_b;
        pushed.p += (gap - d.gap) * d.normal;
        const double found = signed_distance(a, pose_a, b, pushed).gap;
        const double accuracy = kind == 2 ? 1e-9 : 1e-10;  // rims: 8e-10 measured
        CHECK(found > gap - accuracy);
        CHECK(found < std::max(gap, 0.0) + accuracy);
      }
    }
  }
}

TEST_CASE("a box given as a hull is the box") {
  for (int kind = 0; kind < 5; ++kind) {
    CAPTURE(kind);
    Random random(40 + kind);
    for (int trial = 0; trial < 60; ++trial) {
      CAPTURE(trial);
      const Box box{{random.number(0.2, 1), random.number(0.2, 1), random.number(0.2, 1)}};
      const Shape hull = hull_box(box.half), other = random.shape(kind);
      const Pose pose_a = random.pose(0.8), pose_b = random.pose(1.5);
      const Distance as_box = signed_distance(box, pose_a, other, pose_b);
      CHECK(std::abs(signed_distance(hull, pose_a, other, pose_b).gap - as_box.gap) < 1e-10);
      const Manifold points = contact_manifold(box, pose_a, other, pose_b, 0.1);
      const Manifold of_hull = contact_manifold(hull, pose_a, other, pose_b, 0.1);
      check_points(of_hull, hull, pose_a, other, pose_b, 0.1);
      CHECK(of_hull.size == points.size);
      if (points.size > 0) CHECK(std::abs(least_gap(points) - least_gap(of_hull)) < kSteadiness);
    }
  }
}

// Area of the hull of the points on a, seen along z.
double support_area(const Manifold& m) {
  std::vector<Eigen::Vector2d> points;
  for (int k = 0; k < m.size; ++k) points.push_back(m.points[k].point_a.head<2>());
  Eigen::Vector2d middle(0, 0);
  for (const auto& p : points) middle += p / m.size;
  std::sort(points.begin(), points.end(), [&](const auto& p, const auto& q) {
    return std::atan2(p.y() - middle.y(), p.x() - middle.x()) <
           std::atan2(q.y() - middle.y(), q.x() - middle.x());
  });
  double area = 0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Eigen::Vector2d p = points[k] - middle, q = points[(k + 1) % points.size()] - middle;
    area += 0.5 * (p.x() * q.y() - p.y() * q.x());
  }
  return area;
}

struct Resting {
  std::string name;
  Shape below, above;
  double height = 0, angle = 0;  // of the upper one, turned about z
  double area = 0;               // m², of the surface in touch
  int points = 0;
};

TEST_CASE("what rests on a hull by a face has its support area, depth and number under jitter") {
  const double margin = 0.02, depth = 1e-3, octagon = 8 * std::tan(kPi / 8);
  const Shape cube = hull_box({1, 1, 1}), hexagon = prism(6, 0.6, 0.5);
  const double hexagonal = 3 * 0.36 * std::sin(kPi / 3);
  const Shape can = Cylinder{0.5, 0.6}, wheel = prism(32, 0.6, 0.5);
  const std::vector<Resting> pairs{
      {"hull on hull", cube, cube, 2, 0, 4, 4},
      {"hull on box", Box{{1, 1, 1}}, cube, 2, 0, 4, 4},
      {"box on hull", cube, Box{{1, 1, 1}}, 2, 0, 4, 4},
      {"hull on hull turned by 45 degrees", cube, cube, 2, kPi / 4, octagon, 8},
      {"hexagonal prism on hull", cube, hexagon, 1.5, 0.3, hexagonal, 6},
      {"hexagonal prism on box", Box{{1, 1, 1}}, hexagon, 1.5, 0.3, hexagonal, 6},
      {"box on hexagonal prism", hexagon, Box{{1, 1, 1}}, 1.5, 0.3, hexagonal, 6},
      {"can on hull", cube, can, 1.5, 0, kPi * 0.36, 8},
      {"hull on can", can, cube, 1.5, 0, kPi * 0.36, 8},
      {"wheel on hull", cube, wheel, 1.5, 0, kPi * 0.36, 8},
      {"hull on half space", HalfSpace{}, cube, 1, 0, 4, 4},
      {"hexagonal prism on half space", HalfSpace{}, hexagon, 0.5, 0, hexagonal, 6},
      {"wheel on half space", HalfSpace{}, wheel, 0.5, 0, kPi * 0.36, 8}};
  for (const Resting& pair : pairs) {
    CAPTURE(pair.name);
    Random random(7);
    const Pose over = at({0, 0, pair.height - depth}, pair.angle);
    const Manifold rest = contact_manifold(pair.below, {}, pair.above, over, margin);
    CHECK(rest.size == pair.points);
    CHECK(support_area(rest) >= 0.9 * pair.area);
    CHECK(support_area(rest) <= 1.001 * pair.area);
    CHECK(std::abs(least_gap(rest) + depth) < 1e-6);
    int changed = 0, unlike = 0;
    for (int trial = 0; trial < 50; ++trial) {
      const Pose moved = Twist{random.vector(1), random.vector(1)}.moved(over, 1e-7);
      const Manifold m = contact_manifold(pair.below, {}, pair.above, moved, margin);
      changed += !same_features(rest, m);
      unlike += std::abs(least_gap(m) + depth) > 1e-6;
      const Manifold swapped = contact_manifold(pair.above, moved, pair.below, {}, margin);
      unlike += swapped.size != m.size || std::abs(least_gap(swapped) - least_gap(m)) > 1e-6 ||
                std::abs(support_area(swapped) - support_area(m)) > 0.01 * pair.area;
    }
    CHECK(changed == 0);
    CHECK(unlike == 0);
  }
}

// A regular octagon is 90 % of its circle.
TEST_CASE("what prisms of any number of sides rest on is nine tenths of their face at least") {
  const double r = 0.6, margin = 0.02;
  const Shape grounds[] = {Box{{1, 1, 1}}, hull_box({1, 1, 1}), Cylinder{1, 2}, prism(51, 1.5, 1),
                           HalfSpace{}};
  Random random(11);
  for (int sides = 3; sides <= 128; ++sides) {
    const Shape wheel = prism(sides, r, 0.5);
    const double area = 0.5 * sides * r * r * std::sin(2 * kPi / sides);
    for (const Shape& ground : grounds) {
      CAPTURE(sides);
      CAPTURE(ground.index());
      const bool is_plane = std::holds_alternative<HalfSpace>(ground);
      const Pose over = at({0, 0, is_plane ? 0.5 : 1.5}, random.vector(3).x());
      const Manifold m = contact_manifold(ground, {}, wheel, over, margin);
      CHECK(support_area(m) >= 0.9 * area);
      CHECK(support_area(m) <= 1.001 * area);
    }
  }
}

TEST_CASE("a wheel of a hundred corners over an edge touches where its outline crosses it") {
  const Shape box = Box{{1, 2, 1}}, wheel = prism(100, 0.6, 0.5);
  for (const double angle : {0.0, 0.02, 0.04, 0.1}) {
    CAPTURE(angle);
    const Manifold m = contact_manifold(box, {}, wheel, at({1, 0, 1.5 - 1e-3}, angle), 0.02);
    double lo = 0, hi = 0;
    for (int k = 0; k < m.size; ++k) {
      const Vector3d& x = m.points[k].point_a;
      if (std::abs(x.x() - 1) < 1e-9) lo = std::min(lo, x.y()), hi = std::max(hi, x.y());
    }
    CHECK(lo < -0.59);
    CHECK(hi > 0.59);
  }
}

TEST_CASE("hulls on edges, corners, rods and balls have the points that boxes have") {
  const Shape cube = hull_box({1, 1, 1});
  const double r = std::sqrt(2.0), margin = 0.1;
  const Capsule rod{0.5, 0.1};
  CHECK(contact_manifold(cube, {}, cube, at({0, 0, 1 + r}, kPi / 4, {1, 0, 0}), margin).size == 2);
  const Manifold edges = contact_manifold(cube, at({0, 0, 0}, kPi / 4, {0, 1, 0}), cube,
                                          at({0, 0, 2 * r + 0.01}, kPi / 4, {1, 0, 0}), margin);
  REQUIRE(edges.size == 1);
  CHECK(edges.points[0].gap == relative(0.01));
  CHECK(edges.points[0].point_a.isApprox(Vector3d(0, 0, r)));
  const Manifold corners = contact_manifold(cube, {}, cube, at({2.1, 2.1, 2.1}), 0.2);
  REQUIRE(corners.size == 1);
  CHECK(corners.points[0].gap == relative(0.1 * std::sqrt(3.0)));
  CHECK(contact_manifold(cube, {}, rod, at({0.3, 0, 1.09}, kPi / 2, {0, 1, 0}), margin).size == 2);
  CHECK(contact_manifold(cube, {}, rod, at({0, 0, 1.59}), margin).size == 1);
  CHECK(contact_manifold(cube, {}, rod, at({1.09, 0, 1.09}, kPi / 2, {1, 0, 0}), margin).size == 2);
  CHECK(contact_manifold(cube, {}, Sphere{0.5}, at({0.2, 0.1, 1.49}), margin).size == 1);
  const Manifold lying =
      contact_manifold(cube, {}, Cylinder{0.5, 0.3}, at({0, 0, 1.3}, kPi / 2, {0, 1, 0}), 0.02);
  CHECK(lying.size == 2);
}

TEST_CASE("the least gap of a hull changes at the relative velocity of its points") {
  for (int kind = 0; kind < 5; ++kind) {
    CAPTURE(kind);
    Random random(330 + kind);
    int compared = 0;
    for (int trial = 0; trial < 120; ++trial) {
      CAPTURE(trial);
      const Shape a = random_hull(random, 9);
      const Shape b = kind == 4 ? Shape(random_hull(random, 9)) : random.shape(kind);
      const Pose pose_a = random.pose(0.8), pose_b = random.pose(1.2);
      const Distance distance = signed_distance(a, pose_a, b, pose_b);
      if (distance.gap < -0.05) continue;  // which direction is least may change within the step
      const Manifold m = contact_manifold(a, pose_a, b, pose_b, 0.3);
      const Twist wa{random.vector(1), random.vector(1)}, wb{random.vector(1), random.vector(1)};
      const auto gap_at = [&](double t) {
        return signed_distance(a, wa.moved(pose_a, t), b, wb.moved(pose_b, t)).gap;
      };
      const double rate = (gap_at(1e-6) - gap_at(-1e-6)) / 2e-6;
      for (int k = 0; k < m.size; ++k) {
        const ContactPoint& p = m.points[k];
        if (p.gap > distance.gap + 1e-12 || (p.normal - distance.normal).norm() > 1e-9) continue;
        ++compared;
        const double slope = p.normal.dot(wb.at(pose_b, p.point_b) - wa.at(pose_a, p.point_a));
        CHECK(std::abs(rate - slope) < 5e-5);
      }
    }
    CHECK(compared > 10);
  }
}

}  // namespace
}  // namespace perpend::spatial
