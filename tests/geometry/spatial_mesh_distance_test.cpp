// SPDX-License-Identifier: Apache-2.0
// Rays to meshes and distances from them.
#include <doctest/doctest.h>

#include <array>
#include <vector>

#include "geometry/mesh_cases.hpp"
#include "geometry/spatial/broad_phase/mesh_ray.hpp"
#include "perpend/geometry/spatial/distance.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "random_solids.hpp"
#include "relative.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;
using Triangles = std::vector<std::array<int, 3>>;
using mesh_cases::at;
using mesh_cases::flat;
using mesh_cases::of_corners;

TEST_CASE("rays through sides and corners of a flat mesh hit it") {
  const Mesh mesh = flat(8, 0.25).first;
  for (int i = 1; i < 40; ++i)
    for (int j = 1; j < 40; ++j) {
      const auto hit = first_hit(*mesh.mesh, {0.05 * i, 0.05 * j, 3}, {0, 0, -1}, 10);
      REQUIRE(hit);
      CHECK(hit->distance == relative(3));
      CHECK(hit->normal.z() == 1);
    }
  // From near by too, where the box of a flat mesh is left as it is entered.
  for (const double z : {1e-6, 0.01, 0.5}) {
    const auto hit = first_hit(*mesh.mesh, {0.55, 0.7, z}, {0, 0, -1}, 10);
    REQUIRE(hit);
    CHECK(hit->distance == relative(z));
  }
  CHECK(!first_hit(*mesh.mesh, {0.3, 0.3, 3}, {0, 0, -1}, 2.9));
  CHECK(!first_hit(*mesh.mesh, {0.3, 0.3, 3}, {0, 0, 1}, 10));
  CHECK(!first_hit(*mesh.mesh, {-0.3, 0.3, 3}, {0, 0, -1}, 10));
  CHECK(first_hit(*mesh.mesh, {0.3, 0.3, -1}, {0, 0, 1}, 10)->normal.z() == -1);
}

namespace {}  // namespace

// Through its box and beside it.
TEST_CASE("a ray of any length passes beside a triangle") {
  const Mesh one = of_corners({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  for (const double length : {10.0, HUGE_VAL}) {
    CHECK(!first_hit(*one.mesh, {0.9, 0.9, 1}, {0, 0, -1}, length));
    CHECK(first_hit(*one.mesh, {0.3, 0.3, 1}, {0, 0, -1}, length)->distance == relative(1));
  }
}

TEST_CASE("a ray meets the nearest of the triangles it passes, from either side") {
  Random random(47);
  Eigen::MatrixXd heights(8, 8);
  for (Eigen::Index i = 0; i < heights.size(); ++i) heights.data()[i] = random.number(0, 0.8);
  const Mesh mesh = height_field(heights, 0.3, 0.3);
  std::vector<Mesh> alone;
  for (const TriangleMesh::Triangle& t : mesh.mesh->triangles) {
    const std::vector<Vector3d> corners{mesh.mesh->vertices.col(t.corner[0]),
                                        mesh.mesh->vertices.col(t.corner[1]),
                                        mesh.mesh->vertices.col(t.corner[2])};
    alone.push_back(triangle_mesh(corners, Triangles{{0, 1, 2}}));
  }
  int many = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Vector3d from(random.number(-0.5, 2.6), random.number(-0.5, 2.6), random.number(-1, 2));
    const Vector3d to(random.number(0, 2.1), random.number(0, 2.1), random.number(0, 0.8));
    const Vector3d along = (to - from).normalized();
    double least = HUGE_VAL;
    Vector3d normal(0, 0, 0);
    int met = 0;
    for (const Mesh& one : alone) {
      const auto hit = first_hit(*one.mesh, from, along, 9);
      met += hit.has_value();
      if (!hit || hit->distance >= least) continue;
      least = hit->distance;
      normal = hit->normal;
    }
    many += met > 1;
    const auto hit = first_hit(*mesh.mesh, from, along, 9);
    REQUIRE(hit.has_value() == (met > 0));
    if (!hit) continue;
    CHECK(hit->distance == relative(least, 1e-9));
    CHECK(hit->normal.isApprox(normal, 1e-9));
    CHECK(normal.dot(along) <= 0);
    CHECK(first_hit(*mesh.mesh, from, along, 1.01 * least));
    CHECK(!first_hit(*mesh.mesh, from, along, 0.99 * least));
  }
  CHECK(many > 30);
}

TEST_CASE("the distance of a mesh is that of its nearest triangle") {
  Random random(31);
  Eigen::MatrixXd heights(12, 9);
  for (Eigen::Index i = 0; i < heights.size(); ++i) heights.data()[i] = random.number(0, 0.4);
  const Mesh mesh = height_field(heights, 0.4, 0.3);
  for (int kind = 0; kind < 4; ++kind) {
    CAPTURE(kind);
    for (int trial = 0; trial < 20; ++trial) {
      const Shape shape = random.shape(kind);
      const Pose place = random.pose(0.5), pose = random.pose(3);
      double least = HUGE_VAL;
      for (const TriangleMesh::Triangle& t : mesh.mesh->triangles) {
        const std::vector<Vector3d> corners{mesh.mesh->vertices.col(t.corner[0]),
                                            mesh.mesh->vertices.col(t.corner[1]),
                                            mesh.mesh->vertices.col(t.corner[2])};
        const Mesh one = triangle_mesh(corners, Triangles{{0, 1, 2}});
        least = std::min(least, signed_distance(one, place, shape, pose).gap);
      }
      CHECK(signed_distance(mesh, place, shape, pose).gap == relative(least, 1e-9));
      CHECK(signed_distance(shape, pose, mesh, place).gap == relative(least, 1e-9));
    }
  }
}

TEST_CASE(
    "the normal of a ball and a mesh is the way to its centre, that of the triangle where this is "
    "0") {
  const auto [mesh, place] = flat(4, 0.5);
  for (const Vector3d& p : {Vector3d(0.1, 0.3, 0), Vector3d(0, 0, 0), Vector3d(0.25, 0.25, 0)}) {
    const Distance d = signed_distance(mesh, place, Sphere{0.2}, {p});
    CHECK(d.gap == relative(-0.2));
    CHECK((d.normal - Vector3d::UnitZ()).norm() < 1e-12);
    CHECK((signed_distance(Sphere{0.2}, {p}, mesh, place).normal + Vector3d::UnitZ()).norm() <
          1e-12);
  }
  // Beside the border, at x = 1, it is 0.5 from it.
  const Distance beside = signed_distance(mesh, place, Sphere{0.2}, {{1.3, 0, 0.4}});
  CHECK(beside.gap == relative(0.3));
  CHECK((beside.normal - Vector3d(0.6, 0, 0.8)).norm() < 1e-12);
}

}  // namespace
}  // namespace perpend::spatial
