// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

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
constexpr double kPi = std::numbers::pi;

Pose at(const Vector3d& p, double angle = 0, const Vector3d& axis = Vector3d::UnitZ()) {
  return {p, Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()))};
}

// n x n flat cells of this size around the origin, at z = 0.
std::pair<Mesh, Pose> flat(int n, double cell) {
  const Mesh mesh = height_field(Eigen::MatrixXd::Zero(n + 1, n + 1), cell, cell);
  return {mesh, {{-n * cell / 2, -n * cell / 2, 0}}};
}

Hull hull_box(const Vector3d& half) {
  std::vector<Vector3d> points;
  for (int i = 0; i < 8; ++i)
    points.push_back(half.cwiseProduct(Vector3d(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
  return convex_hull(points);
}

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

TEST_CASE("balls, boxes and cans that slide over flush triangles meet no side of any") {
  const auto [mesh, place] = flat(10, 0.25);
  const std::vector<std::pair<Shape, double>> sliders{{Sphere{0.1}, 0.1},
                                                      {Box{{0.1, 0.07, 0.05}}, 0.05},
                                                      {Cylinder{0.05, 0.1}, 0.05},
                                                      {hull_box({0.08, 0.05, 0.04}), 0.04}};
  for (const auto& [shape, height] : sliders)
    for (const double gap : {1e-3, 0.0, -1e-6, -1e-3})
      for (int k = 0; k < 200; ++k) {
        const Pose pose = at({-1 + 0.01 * k, -0.8 + 0.0077 * k, height + gap}, 0.2);
        const Manifold m = contact_manifold(mesh, place, shape, pose, 0.05);
        REQUIRE(m.size > 0);
        CHECK(std::abs(least_gap(m) - gap) < 1e-6);
        for (int i = 0; i < m.size; ++i) CHECK(m.points[i].normal.z() > 1 - 1e-9);
      }
}

TEST_CASE("ridges, valleys, peaks and borders are met where they are") {
  Eigen::MatrixXd ridge(3, 3);  // z over x = 0, 1, 2
  ridge << 0, 1, 0, 0, 1, 0, 0, 1, 0;
  const Mesh roof = height_field(ridge, 1, 1), valley = height_field(-ridge, 1, 1);
  const Manifold on_ridge = contact_manifold(roof, {}, Sphere{0.5}, at({1, 0.7, 1.49}), 0.02);
  REQUIRE(on_ridge.size == 1);
  CHECK(on_ridge.points[0].gap == relative(-0.01));
  CHECK(on_ridge.points[0].normal.isApprox(Vector3d(0, 0, 1)));
  // Along the ridge every two triangles share an edge across it: no contact there.
  const Manifold box = contact_manifold(roof, {}, Box{{0.3, 0.6, 0.2}}, at({1, 1, 1.199}), 0.02);
  REQUIRE(box.size == 2);
  for (int k = 0; k < 2; ++k) {
    CHECK(box.points[k].normal.isApprox(Vector3d(0, 0, 1), 1e-4));
    CHECK(box.points[k].gap == relative(-0.001));
  }
  CHECK(std::abs(box.points[0].point_a.y() - box.points[1].point_a.y()) == relative(1.2));
  const double r = 0.3;  // touches both slopes of the valley
  const Manifold in_valley =
      contact_manifold(valley, {}, Sphere{r}, at({1, 0.7, -1 + r * std::sqrt(2.0)}), 0.01);
  CHECK(in_valley.size == 2);
  CHECK(std::abs(least_gap(in_valley)) < 1e-12);
  const Manifold beside = contact_manifold(roof, {}, Sphere{0.5}, at({-0.49, 1, 0}), 0.02);
  REQUIRE(beside.size == 1);
  CHECK(beside.points[0].gap == relative(-0.01));
}

// Outside the border at x = 0 a solid has the normal from straight up to straight away from it.
TEST_CASE("balls and edges of boxes beside the border of a flat mesh touch its sides") {
  const Mesh mesh = height_field(Eigen::MatrixXd::Zero(9, 9), 0.25, 0.25);
  const double half = 0.5, radius = 0.3;
  Random random(83);
  for (int trial = 0; trial < 200; ++trial) {
    const double turn = random.number(0.05, 1.5), gap = random.number(-1e-3, 5e-3);
    const Vector3d foot(0, random.number(0.6, 1.4), 0);
    const Vector3d out(-std::sin(turn), 0, std::cos(turn));
    const Pose beside = at(foot + (radius + gap) * out);
    // An edge of the box crosses the border: both its faces are 45 degrees from the normal.
    Pose over = at(foot + (std::sqrt(2.0) * half + gap) * out, -turn, Vector3d::UnitY());
    over.r = over.r * Eigen::AngleAxisd(kPi / 4, Vector3d::UnitX());
    for (const auto& [shape, pose] :
         {std::pair<Shape, Pose>{Sphere{radius}, beside}, {Box{{half, half, half}}, over}}) {
      const Manifold m = contact_manifold(mesh, {}, shape, pose, 0.01);
      REQUIRE(m.size == 1);
      CHECK(m.points[0].normal.isApprox(out, 1e-9));
      CHECK(std::abs(m.points[0].gap - gap) < 1e-9);
      CHECK((m.points[0].point_a - foot).norm() < 1e-6);
    }
  }
}

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

namespace {

Mesh of_corners(const std::vector<Vector3d>& vertices, const std::vector<std::array<int, 3>>& of) {
  return triangle_mesh(vertices, of);
}

}  // namespace

// Through its box and beside it.
TEST_CASE("a ray of any length passes beside a triangle") {
  const Mesh one = of_corners({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  for (const double length : {10.0, HUGE_VAL}) {
    CHECK(!first_hit(*one.mesh, {0.9, 0.9, 1}, {0, 0, -1}, length));
    CHECK(first_hit(*one.mesh, {0.3, 0.3, 1}, {0, 0, -1}, length)->distance == relative(1));
  }
}

TEST_CASE("a ball whose centre is in a triangle is pushed out to its outside") {
  const Shape one = of_corners({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, {{0, 1, 2}});
  for (const double z : {-1e-9, 0.0, 1e-9}) {
    const Manifold m = contact_manifold(one, Pose{}, Sphere{0.1}, Pose{.p = {0, 0, z}}, 0.01);
    REQUIRE(m.size == 1);
    CHECK(m.points[0].gap == relative(-0.1, 1e-7));
    CHECK(m.points[0].normal.z() == relative(1));
  }
}

TEST_CASE("both sides of a sheet that is folded flat are planes of their own") {
  const Mesh folded = of_corners({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}});
  CHECK(folded.mesh->triangles[0].plane != folded.mesh->triangles[1].plane);
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

}  // namespace
}  // namespace perpend::spatial
