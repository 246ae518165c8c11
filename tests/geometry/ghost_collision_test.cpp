// SPDX-License-Identifier: Apache-2.0
// Contacts at seams of flush solids and meshes are left out, and no others.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "perpend/geometry/spatial/manifold.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "random_solids.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

constexpr double kHalf = 0.1;  // height of what slides

// Square, of this half width below and above.
Hull frustum(double below, double above) {
  std::vector<Vector3d> points;
  for (const double x : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0}) {
      points.emplace_back(x * below, y * below, -kHalf);
      points.emplace_back(x * above, y * above, kHalf);
    }
  return convex_hull(points);
}

// Upright, its foot reaching r ahead.
Shape slider(Random& random, double r, bool has_upright_side) {
  const double kind = random.number(0, has_upright_side ? 3 : 5);
  if (kind < 1) return Box{{r, 2 * r, kHalf}};
  if (kind < 2) return Cylinder{kHalf, r};
  if (kind < 3) return frustum(r, r);
  if (kind < 4) return Cone{kHalf, r};
  return frustum(r, random.number(0.7, 1.3) * r);
}

// From x = 0 on, with its top in z = 0.
std::pair<Shape, Pose> ground(Random& random) {
  const double kind = random.number(0, 4);
  if (kind < 1) return {Box{{2, 2, 0.5}}, {{2, 0, -0.5}}};
  if (kind < 2) {
    std::vector<Vector3d> corners;
    for (const double x : {0.0, 4.0})
      for (const double y : {-2.0, 2.0})
        for (const double z : {-1.0, 0.0}) corners.emplace_back(x, y, z);
    return {convex_hull(corners), {}};
  }
  if (kind < 3) return {height_field(Eigen::MatrixXd::Zero(9, 5), 1, 0.5), {{0, -2, 0}}};
  const std::vector<Vector3d> corners{{0, -2, -1}, {4, -2, -1}, {0, 2, -1}, {4, 2, -1},
                                      {0, -2, 0},  {4, -2, 0},  {0, 2, 0},  {4, 2, 0}};
  const std::vector<std::array<int, 3>> triangles{{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                                  {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                                  {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return {triangle_mesh(corners, triangles), {}};
}

double ahead(const Manifold& m) {
  double ahead = 0;
  for (int k = 0; k < m.size; ++k) ahead = std::max(ahead, std::abs(m.points[k].normal.x()));
  return ahead;
}

TEST_CASE("what slides towards flush ground does not meet its side, touching it or not") {
  Random random(61);
  for (int i = 0; i < 1000; ++i) {
    CAPTURE(i);
    const double r = random.number(0.1, 0.4), gap = std::pow(10, random.number(-12, -2));
    const Shape shape = slider(random, r, false);
    const auto [other, place] = ground(random);
    const double off = 1e-8 * random.number(-1, 1);
    const Pose beside{{-r - gap, random.number(-0.3, 0.3), kHalf + off}};
    const Manifold m = contact_manifold(other, place, shape, beside, 0.05);
    CHECK(ahead(m) < 1e-6);
    if (!std::holds_alternative<Mesh>(other)) CHECK(m.is_ghost);
    CHECK(ahead(contact_manifold(shape, beside, other, place, 0.05)) < 1e-6);
  }
}

TEST_CASE("what is lower than the ground ahead by more than it is apart meets its side") {
  Random random(62);
  for (int i = 0; i < 1000; ++i) {
    CAPTURE(i);
    const double r = random.number(0.1, 0.4), gap = std::pow(10, random.number(-12, -2));
    const Shape shape = slider(random, r, true);
    const auto [other, place] = ground(random);
    const double lower = gap + 1e-3 + random.number(0, 0.02);
    const Pose beside{{-r - gap, random.number(-0.3, 0.3), kHalf - lower}};
    const Manifold m = contact_manifold(other, place, shape, beside, 0.05);
    CHECK_FALSE(m.is_ghost);
    CHECK(ahead(m) > 0.5);
  }
}

TEST_CASE("at the foot of a wall a box meets the wall and the floor") {
  Random random(63);
  const std::vector<Vector3d> vertices{{-3, -3, 0}, {0, -3, 0}, {-3, 3, 0},
                                       {0, 3, 0},   {0, -3, 3}, {0, 3, 3}};
  const std::vector<std::array<int, 3>> triangles{{0, 1, 2}, {1, 3, 2}, {1, 4, 3}, {3, 4, 5}};
  const Mesh corner = triangle_mesh(vertices, triangles);
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    const Vector3d half(random.number(0.1, 0.5), random.number(0.1, 0.5), random.number(0.1, 0.5));
    const Vector3d off = 1e-8 * Vector3d(random.number(-1, 1), 0, random.number(-1, 1));
    const Pose inside{Vector3d(-half.x(), random.number(-1, 1), half.z()) + off};
    const Manifold m = contact_manifold(corner, {}, Box{half}, inside, 0.01);
    const auto count = [&](int axis) {
      return std::count_if(m.points.begin(), m.points.begin() + m.size, [&](const ContactPoint& p) {
        return std::abs(p.normal[axis]) > 1 - 1e-9;
      });
    };
    CHECK(count(0) >= 3);
    CHECK(count(2) >= 3);
  }
}

TEST_CASE("plates thinner than what touching may be off stand on each other") {
  const Shape plate = Box{{2, 5e-6, 1}};
  CHECK(contact_manifold(plate, {}, plate, {{0, 0, 2}}, 0.01).size >= 2);
}

}  // namespace
}  // namespace perpend::spatial
