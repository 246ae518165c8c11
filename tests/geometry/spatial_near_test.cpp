// SPDX-License-Identifier: Apache-2.0
//
// Of what is far only that is asked for: fine meshes have many triangles near a body.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "geometry/spatial/broad_phase/mesh_tree.hpp"
#include "geometry/spatial/convex/separation.hpp"
#include "perpend/geometry/spatial/distance.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "random_solids.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

constexpr std::array kSolids{1, 2, 3, 5, 6};  // Random::shape()

// Hills of up to 0.2 m on n x n cells of 0.15 m.
Mesh hills(Random& random, int n) {
  Eigen::MatrixXd heights(n + 1, n + 1);
  for (double& height : heights.reshaped()) height = random.number(0, 0.2);
  return height_field(heights, 0.15, 0.15);
}

Mesh alone(const TriangleMesh& mesh, int index) {
  std::array<Vector3d, 3> corners;
  for (int k = 0; k < 3; ++k) corners[k] = mesh.vertices.col(mesh.triangles[index].corner[k]);
  return triangle_mesh(corners, std::vector{std::array{0, 1, 2}});
}

double nearest_alone(const TriangleMesh& mesh, const Shape& shape, const Pose& pose) {
  double nearest = HUGE_VAL;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    nearest = std::min(nearest, signed_distance(alone(mesh, t), {}, shape, pose).gap);
  return nearest;
}

}  // namespace

TEST_CASE("a separation above what is asked for is one, and what is below is the largest") {
  for (const int kind : kSolids) {
    Random random(310 + kind);
    const Mesh mesh = hills(random, 4);
    for (int trial = 0; trial < 300; ++trial) {
      CAPTURE(kind);
      CAPTURE(trial);
      const Frame here(random.pose(0.3)), there(random.pose(1.0));
      const Shape solid = random.shape(kind);
      const Shape triangle = triangle_hull(*mesh.mesh, random.integer(0, 31));
      const MinkowskiSum sum = trial % 2 ? MinkowskiSum(triangle, here, solid, there)
                                         : MinkowskiSum(solid, here, triangle, there);
      const Distance largest = largest_separation(sum);
      const double enough = largest.gap + random.number(-0.2, 0.2);
      const Distance found = largest_separation(sum, enough);
      CHECK(found.gap <= largest.gap + 1e-9 * sum.size);
      CHECK(std::abs(found.gap - sum.separation(found.normal)) < 1e-12);
      if (largest.gap > enough)
        CHECK(found.gap > enough);
      else
        CHECK((found.gap == largest.gap && found.normal == largest.normal));
    }
  }
}

TEST_CASE("the distance of a mesh is that of its nearest triangle alone") {
  for (const int kind : kSolids) {
    Random random(320 + kind);
    for (int trial = 0; trial < 20; ++trial) {
      CAPTURE(kind);
      CAPTURE(trial);
      const Mesh mesh = hills(random, 6);
      const Shape solid = random.shape(kind);
      Pose pose = random.pose(0.5);
      pose.p += Vector3d(0.45, 0.45, random.number(0, 1.5));
      const double gap = signed_distance(mesh, {}, solid, pose).gap;
      CHECK(std::abs(gap - nearest_alone(*mesh.mesh, solid, pose)) < 1e-9);
    }
  }
}

}  // namespace perpend::spatial
