// SPDX-License-Identifier: Apache-2.0
// Meshes as surfaces: what they are made of, and what lies on them.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "geometry/mesh_cases.hpp"
#include "geometry/spatial/broad_phase/broad_phase.hpp"
#include "geometry/spatial/broad_phase/mesh_ray.hpp"
#include "manifold_check.hpp"
#include "perpend/core/error.hpp"
#include "perpend/geometry/spatial/distance.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "random_solids.hpp"
#include "relative.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;
using Triangles = std::vector<std::array<int, 3>>;
using mesh_cases::at;
using mesh_cases::flat;
using mesh_cases::hull_box;
using mesh_cases::kPi;
using mesh_cases::of_corners;

TEST_CASE("a height field has columns along x, rows along y and heights along z") {
  Eigen::MatrixXd heights = Eigen::MatrixXd::Zero(3, 5);
  heights(2, 1) = 0.7;
  const auto around = bounds(height_field(heights, 0.5, 2.0), {});
  CHECK((around.lo - Eigen::Vector3d(0, 0, 0)).norm() < 1e-12);
  CHECK((around.hi - Eigen::Vector3d(2, 4, 0.7)).norm() < 1e-12);
}

// Neighbours that are flush, each bent against the one before by less than that.
TEST_CASE("what bends little by little is not one plane") {
  std::vector<Vector3d> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (int i = 0; i <= 20; ++i) {
    const double angle = 5e-5 * i;
    for (const double y : {0.0, 1.0}) vertices.emplace_back(i, y, -0.5 * angle * i);
    if (i == 20) break;
    triangles.push_back({2 * i, 2 * i + 2, 2 * i + 3});
    triangles.push_back({2 * i, 2 * i + 3, 2 * i + 1});
  }
  const TriangleMesh& mesh = *triangle_mesh(vertices, triangles).mesh;
  CHECK(mesh.triangles[0].plane == mesh.triangles[1].plane);
  CHECK(mesh.triangles[0].plane == mesh.triangles[2].plane);
  for (const TriangleMesh::Triangle& triangle : mesh.triangles)
    CHECK(triangle.normal.cross(mesh.triangles[triangle.plane].normal).norm() < 1e-4);
  CHECK(mesh.triangles[0].plane != mesh.triangles.back().plane);
}

TEST_CASE("surfaces that are none are refused by name") {
  const std::vector<Vector3d> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  CHECK(triangle_mesh(square, Triangles{{0, 1, 2}, {0, 2, 3}}).mesh->triangles.size() == 2);
  CHECK_THROWS_AS(triangle_mesh(square, Triangles{}), InvalidArgument);
  CHECK_THROWS_AS(triangle_mesh(square, Triangles{{0, 1, 4}}), InvalidArgument);
  CHECK_THROWS_AS(triangle_mesh(square, Triangles{{0, 1, 1}}), InvalidArgument);
  CHECK_THROWS_AS(triangle_mesh(square, Triangles{{0, 1, 2}, {0, 3, 2}}), InvalidArgument);
  CHECK_THROWS_AS(triangle_mesh(square, Triangles{{0, 1, 1}, {0, 1, 2}, {0, 3, 2}}),
                  InvalidArgument);
  const std::vector<Vector3d> line{{0, 0, 0}, {1, 0, 0}, {3, 0, 0}};
  CHECK_THROWS_AS(triangle_mesh(line, Triangles{{0, 1, 2}}), InvalidArgument);
  const std::vector<Vector3d> corner{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  CHECK_THROWS_AS(triangle_mesh(corner, Triangles{{0, 1, 2}, {1, 0, 3}, {0, 1, 3}}),
                  InvalidArgument);
  const Triangles outward{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  Triangles inward = outward;
  for (auto& t : inward) std::swap(t[0], t[1]);
  CHECK(triangle_mesh(corner, outward).mesh->nodes.size() == 1);
  CHECK_THROWS_AS(triangle_mesh(corner, inward), InvalidArgument);
  CHECK_THROWS_AS(height_field(Eigen::MatrixXd::Zero(1, 5), 1, 1), InvalidArgument);
  CHECK_THROWS_AS(height_field(Eigen::MatrixXd::Zero(3, 3), 0, 1), InvalidArgument);
  CHECK_THROWS_AS(
      height_field(Eigen::MatrixXd::Constant(3, 3, std::numeric_limits<double>::quiet_NaN()), 1, 1),
      InvalidArgument);
  CHECK(check(Shape(Mesh{}), "bodies[0]").size() == 1);
}

TEST_CASE("triangles of two vertices and the same ones twice change no surface") {
  std::mt19937 rng(7);
  const auto draw = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(rng); };
  for (int k = 0; k < 50; ++k) {
    Eigen::MatrixXd heights(2 + draw(4), 2 + draw(4));
    heights = heights.unaryExpr([&](double) { return 0.2 * draw(4); });
    const auto smooth = height_field(heights, 0.5, 0.7).mesh;
    std::vector<Vector3d> vertices;  // as STL has them, three for each triangle
    Triangles triangles;
    const auto add = [&](std::array<int, 3> corner) {
      const int n = static_cast<int>(vertices.size());
      for (const int c : corner) vertices.push_back(smooth->vertices.col(c));
      triangles.push_back({n, n + 1, n + 2});
    };
    const int count = static_cast<int>(smooth->triangles.size());
    for (int t = 0; t < count; ++t) {
      const std::array<int, 3> corner = smooth->triangles[t].corner;
      const std::array<int, 3> old = smooth->triangles[draw(t + 1)].corner;
      const int turn = draw(3), other = draw(3);
      if (draw(2)) add({corner[turn], corner[other], corner[turn]});
      add(corner);
      if (draw(2) && t > 0) add({old[turn], old[(turn + 1) % 3], old[(turn + 2) % 3]});
    }
    const auto mesh = triangle_mesh(vertices, triangles).mesh;
    REQUIRE(static_cast<int>(mesh->triangles.size()) == count);
    for (int t = 0; t < count; ++t)
      for (std::size_t i = 0; i < 3; ++i) {
        const auto &side = mesh->triangles[t].side[i], &known = smooth->triangles[t].side[i];
        CHECK(mesh->vertices.col(mesh->triangles[t].corner[i]) ==
              smooth->vertices.col(smooth->triangles[t].corner[i]));
        CHECK(side.neighbour == known.neighbour);
        CHECK(side.is_sharp == known.is_sharp);
      }
  }
}

TEST_CASE("both sides of a sheet that is folded flat are planes of their own") {
  const Mesh folded = of_corners({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}});
  CHECK(folded.mesh->triangles[0].plane != folded.mesh->triangles[1].plane);
}

// A plate on ground with hundreds of peaks meets more of them than are kept.
TEST_CASE(
    "of many contacts with a mesh the deepest is kept, and all that are are among the deepest") {
  Random random(83);
  for (int trial = 0; trial < 100; ++trial) {
    CAPTURE(trial);
    Eigen::MatrixXd heights = Eigen::MatrixXd::Zero(25, 25);
    for (double& height : heights.block<17, 17>(4, 4).reshaped()) height = random.number(0, 0.01);
    const Mesh mesh = height_field(heights, 0.2, 0.2);
    const Pose plate = at({2.4, 2.4, 0.1 + 0.005}, random.number(0, 0.1));
    const Manifold m = contact_manifold(mesh, {}, Box{{1.9, 1.9, 0.1}}, plate, 0.001);
    const double deepest = 0.005 - heights.maxCoeff();
    CHECK(m.size == 8);
    CHECK(std::abs(least_gap(m) - deepest) < 2e-4);
    for (int k = 0; k < m.size; ++k) CHECK(m.points[k].gap < 0.6 * deepest);
    for (int k = 1; k < m.size; ++k) CHECK(m.points[k - 1].feature < m.points[k].feature);
  }
}

Shape small_solid(Random& random, int kind) {
  const auto size = [&] { return random.number(0.03, 0.12); };
  const double x = size(), y = size(), z = size();
  switch (kind) {
    case 0:
      return box(2 * x, 2 * y, 2 * z);
    case 1:
      return Cylinder{x, y};
    case 2:
      return Capsule{x, y};
    case 3:
      return Cone{x, y};
    case 4:
      return Ellipsoid{{x, y, z}};
    case 5:
      return Sphere{x};
    default: {
      std::vector<Vector3d> points;
      for (int i = 0; i < 12; ++i) points.push_back(x * random.direction());
      return convex_hull(points);
    }
  }
}

// Solids let down on rough ground until they touch it, and then by `depth` more: what they overlap
// nowhere by more than that has no deeper contact, also where they lie on the far side of a ridge,
// under the plane of a triangle that they do not meet.
TEST_CASE("on rough ground no contact is deeper than the solid was let down") {
  Random random(31);
  for (int round = 0; round < 3000; ++round) {
    CAPTURE(round);
    Eigen::MatrixXd heights(9, 9);
    for (double& height : heights.reshaped()) height = random.number(0, round % 2 == 0 ? 0.4 : 0.8);
    const Mesh mesh = height_field(heights, 0.25, 0.25);
    const Shape solid = small_solid(random, round % 7);
    Pose pose{{random.number(0.7, 1.3), random.number(0.7, 1.3), 2}, random.rotation()};
    const auto gap = [&] { return signed_distance(mesh, {}, solid, pose).gap; };
    for (int k = 0; k < 2000 && gap() > 1e-9; ++k) pose.p.z() -= gap();
    REQUIRE(gap() < 1e-6);
    const double depth = std::array{-1e-4, 0.0, 1e-5, 1e-4, 1e-3}[round % 5] * 0.1;
    pose.p.z() -= depth;
    const Manifold m = contact_manifold(mesh, {}, solid, pose, 0.02);
    for (int k = 0; k < m.size; ++k) CHECK(m.points[k].gap >= -1.5 * std::max(depth, 0.0) - 1e-7);
  }
}

TEST_CASE("what lies on a flat mesh touches it as it touches a half space") {
  const auto [mesh, place] = flat(12, 0.31);
  const Shape cube = Box{{0.5, 0.5, 0.5}}, hull = hull_box({0.5, 0.4, 0.3});
  struct Resting {
    std::string name;
    Shape shape;
    Pose pose;
    int size;
  };
  const double depth = 1e-3, lying = kPi / 2;
  const std::vector<Resting> pairs{
      {"box", cube, at({0.02, 0.07, 0.5}, 0.3), 4},
      {"hull", hull, at({0.02, 0.07, 0.3}, 0.4), 4},
      {"box on an edge", cube, at({0, 0.05, std::sqrt(0.5)}, kPi / 4, {1, 0, 0}), 2},
      {"ball", Sphere{0.2}, at({0.05, 0.1, 0.2}), 1},
      {"lying capsule", Capsule{0.5, 0.2}, at({0.05, 0.1, 0.2}, lying, {0.3, 1, 0}), 2},
      {"lying can", Cylinder{0.5, 0.2}, at({0.05, 0.1, 0.2}, lying, {0.3, 1, 0}), 2},
      {"standing can", Cylinder{0.3, 0.4}, at({0.05, 0.1, 0.3}), 8}};
  for (const Resting& pair : pairs) {
    CAPTURE(pair.name);
    Random random(11);
    int unlike = 0;
    double worst = 0, shallow = 0;
    for (int trial = 0; trial < 60; ++trial) {
      Pose pose = pair.pose;
      pose.p += Vector3d(random.number(-1, 1), random.number(-1, 1), -depth);
      const Manifold m = contact_manifold(mesh, place, pair.shape, pose, 0.01);
      unlike += m.size != pair.size;
      worst = std::max(worst, std::abs(least_gap(m) + depth));
      for (int k = 0; k < m.size; ++k)
        unlike += !m.points[k].normal.isApprox(Vector3d(0, 0, 1), 1e-9);
      const Manifold swapped = contact_manifold(pair.shape, pose, mesh, place, 0.01);
      unlike += swapped.size != m.size;
      const double gap = signed_distance(mesh, place, pair.shape, pose).gap;
      shallow = std::max(shallow, gap + depth);
    }
    CHECK(unlike == 0);
    CHECK(worst < 1e-6);
    CHECK(shallow < 1e-4);  // a triangle that is overlapped near its edge has a shorter way out
  }
}

TEST_CASE("what is wrong with a surface is said with the triangle as it was given") {
  const std::vector<Vector3d> corner{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {3, 0, 0}};
  const auto says = [&](const Triangles& triangles, const char* message) {
    CHECK_THROWS_WITH_AS(triangle_mesh(corner, triangles), message, InvalidArgument);
  };
  says({}, "triangles must be at least one, got none");
  says({{0, 1, 1}, {2, 2, 0}}, "triangles must be at least one with an area, got none");
  says({{0, 1, 2}, {0, 5, 2}}, "triangles[1] must be indices of vertices, got 5");
  says({{0, 1, 2}, {0, 2, -1}}, "triangles[1] must be indices of vertices, got -1");
  says({{0, 1, 2}, {0, 1, 4}}, "triangles[1] must be with an area, got 0");
  // Behind one of two corners, which is left out.
  says({{3, 3, 0}, {0, 1, 2}, {1, 0, 3}, {0, 1, 3}},
       "triangles[1] must be at most two triangles at each edge, got 3");
  says({{3, 3, 0}, {0, 1, 2}, {0, 1, 3}},
       "triangles[2] must be counter-clockwise seen from outside, as its neighbour, got clockwise");
  says({{2, 0, 1}, {1, 0, 3}, {3, 0, 2}, {2, 1, 3}},
       "triangles must be counter-clockwise seen from outside: a positive volume, or hollow "
       "around its bodies, got -0.16666666666666666");
  const std::vector<Vector3d> lost{{0, 0, 0}, {1, std::nan(""), 0}, {0, 1, 0}};
  CHECK_THROWS_WITH_AS(triangle_mesh(lost, Triangles{{0, 1, 2}}),
                       doctest::Contains("vertices[1] must be finite"), InvalidArgument);
  const auto field = [](int rows, int columns, double dx, double dy) {
    return height_field(Eigen::MatrixXd::Zero(rows, columns), dx, dy);
  };
  CHECK_THROWS_WITH_AS(field(5, 1, 1, 1), "heights must be at least 2 x 2, got 5 x 1",
                       InvalidArgument);
  CHECK_THROWS_WITH_AS(field(2, 2, -1, 1), "dx must be positive and finite, got -1",
                       InvalidArgument);
  CHECK_THROWS_WITH_AS(field(2, 2, 1, HUGE_VAL), "dy must be positive and finite, got inf",
                       InvalidArgument);
}

// Both triangles of a cell lie on the diagonal from its first corner to its last.
TEST_CASE("between its points a height field is two planes that meet on the diagonal of the cell") {
  Random random(43);
  Eigen::MatrixXd heights(4, 6);
  for (double& height : heights.reshaped()) height = random.number(-1, 1);
  const double dx = 0.4, dy = 0.7;
  const auto mesh = height_field(heights, dx, dy).mesh;
  CHECK(mesh->triangles.size() == 2 * 3 * 5);
  for (const TriangleMesh::Triangle& triangle : mesh->triangles) CHECK(triangle.normal.z() > 0);
  for (int trial = 0; trial < 300; ++trial) {
    const int row = random.integer(0, 2), column = random.integer(0, 4);
    const double u = random.number(0, 1), v = random.number(0, 1);
    const double far = u > v ? heights(row, column + 1) : heights(row + 1, column);
    const double height = (1 - std::max(u, v)) * heights(row, column) + std::abs(u - v) * far +
                          std::min(u, v) * heights(row + 1, column + 1);
    const Vector3d above((column + u) * dx, (row + v) * dy, 3);
    const auto hit = first_hit(*mesh, above, {0, 0, -1}, 10);
    REQUIRE(hit);
    CHECK(hit->distance == relative(3 - height, 1e-12));
  }
}

}  // namespace
}  // namespace perpend::spatial
