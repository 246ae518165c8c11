// SPDX-License-Identifier: Apache-2.0
// Triangles of a mesh beside each other: the sides between them are met where they stand out.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "geometry/mesh_cases.hpp"
#include "manifold_check.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "random_solids.hpp"
#include "relative.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;
using mesh_cases::at;
using mesh_cases::flat;
using mesh_cases::hull_box;
using mesh_cases::kPi;
using mesh_cases::of_corners;

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

TEST_CASE("a ball whose centre is in a triangle is pushed out to its outside") {
  const Shape one = of_corners({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, {{0, 1, 2}});
  for (const double z : {-1e-9, 0.0, 1e-9}) {
    const Manifold m = contact_manifold(one, Pose{}, Sphere{0.1}, Pose{.p = {0, 0, z}}, 0.01);
    REQUIRE(m.size == 1);
    CHECK(m.points[0].gap == relative(-0.1, 1e-7));
    CHECK(m.points[0].normal.z() == relative(1));
  }
}

}  // namespace
}  // namespace perpend::spatial
