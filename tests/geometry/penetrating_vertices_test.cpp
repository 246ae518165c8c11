// SPDX-License-Identifier: Apache-2.0
// Corners of solids that are below triangles which no face of theirs lies over.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "manifold_check.hpp"
#include "perpend/geometry/spatial/distance.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "random_solids.hpp"

namespace perpend::spatial {

using Eigen::Vector3d;

// Between the normals of both slopes a corner below a valley is over none of their triangles.
TEST_CASE("corners below a valley are as deep as one of its slopes says") {
  Random random(29);
  for (int trial = 0; trial < 500; ++trial) {
    const double left = random.number(0.1, 1.5), right = random.number(0.1, 1.5);
    Eigen::MatrixXd heights(4, 3);
    for (int row = 0; row < 4; ++row) heights.row(row) << left, 0, right;
    const Mesh valley = height_field(heights, 1, 1);
    const Vector3d on_left = Vector3d(left, 0, 1).normalized(),
                   on_right = Vector3d(-right, 0, 1).normalized();
    std::vector<Vector3d> corners{{0, 0, 0}};
    for (int k = 0; k < 6; ++k) {
      const double turn = k + random.number(-0.4, 0.4), out = random.number(0.05, 0.3) / 6;
      corners.emplace_back(out * std::cos(turn), out * std::sin(turn), 0.1);
    }
    const double share = random.number(0, 1), depth = random.number(1e-4, 1e-3);
    const Vector3d line(1, random.number(1, 2), 0);
    const Vector3d tip = line - depth * (share * on_left + (1 - share) * on_right);
    const Manifold m = contact_manifold(valley, {}, convex_hull(corners), {.p = tip}, 1e-5);
    REQUIRE(m.size >= 1);
    const auto [deep, shallow] = std::minmax({on_left.dot(tip - line), on_right.dot(tip - line)});
    CHECK(least_gap(m) > deep - 1e-6);
    CHECK(least_gap(m) < shallow + 1e-6);
  }
}

// The face that opposes a slope most is beside the triangle, and the corner over it another's.
TEST_CASE("solids that are a little in a rough surface have contacts as deep") {
  Random random(37);
  int met = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    Eigen::MatrixXd heights(7, 7);
    const double rough = random.number(0.02, 0.25), depth = random.number(1e-4, 1e-3);
    for (double& height : heights.reshaped()) height = random.number(-rough, rough);
    const Mesh mesh = height_field(heights, 0.3, 0.3);
    std::vector<Vector3d> corners;
    for (int k = 0; k < 4 + trial % 12; ++k) corners.push_back(0.1 * random.direction());
    const Shape box = Box{{random.number(0.03, 0.06), random.number(0.03, 0.06), 0.05}};
    const Shape shape = trial % 3 == 0 ? box : Shape(convex_hull(corners));
    Pose pose{{random.number(0.5, 1.3), random.number(0.5, 1.3), 0.6}, random.rotation()};
    double gap = 1;
    for (; gap > -0.5 * depth; pose.p.z() -= std::max(gap, 0.0) + 0.3 * depth)
      gap = signed_distance(mesh, {}, shape, pose).gap;
    gap = signed_distance(mesh, {}, shape, pose).gap;
    if (gap < -4 * depth) continue;
    ++met;
    CHECK(least_gap(contact_manifold(mesh, {}, shape, pose, 0.01)) < 0.5 * gap);
  }
  CHECK(met > 1500);
}

}  // namespace perpend::spatial
