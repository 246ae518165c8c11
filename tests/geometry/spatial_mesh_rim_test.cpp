// SPDX-License-Identifier: Apache-2.0
// Edges at which a surface folds back on itself, and the far side of a triangle.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "perpend/geometry/spatial/manifold.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "relative.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

// A square without thickness, its upper and its lower side one closed surface.
Mesh sheet(double half) {
  const std::vector<Vector3d> corners{
      {-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}};
  return triangle_mesh(corners,
                       std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}});
}

}  // namespace

TEST_CASE("the rim of a sheet without thickness is met from its own plane") {
  const Mesh mesh = sheet(0.5);
  for (const double angle : {0.0, 0.5, 1.0, 1.5}) {
    const Vector3d away(std::cos(std::numbers::pi * angle), std::sin(std::numbers::pi * angle), 0);
    for (const double gap : {0.01, 0.0, -0.02}) {
      CAPTURE(angle);
      CAPTURE(gap);
      const Pose ball{(0.5 + 0.1 + gap) * away, Eigen::Quaterniond::Identity()};
      const Manifold m = contact_manifold(mesh, {}, Sphere{0.1}, ball, 0.05);
      REQUIRE(m.size >= 1);
      for (int k = 0; k < m.size; ++k) {
        CHECK(m.points[k].normal.isApprox(away, 1e-9));
        CHECK(std::abs(m.points[k].gap - gap) < 1e-12);
        CHECK((m.points[k].point_a - 0.5 * away).norm() < 1e-9);
      }
    }
  }
}

TEST_CASE("a ball behind a surface is in it as deep as its centre is, and no more in it beyond") {
  const Mesh ground = height_field(Eigen::MatrixXd::Zero(2, 2), 2, 2);
  for (const double height : {0.15, 0.05, -0.05, -0.09}) {
    const Pose ball{{0.7, 0.9, height}, Eigen::Quaterniond::Identity()};
    const Manifold m = contact_manifold(ground, {}, Sphere{0.1}, ball, 0.1);
    REQUIRE(m.size == 1);
    CHECK(std::abs(m.points[0].gap - (height - 0.1)) < 1e-12);
  }
  for (const double height : {-0.11, -0.12, -0.5})
    CHECK(contact_manifold(ground, {}, Sphere{0.1},
                           {{0.7, 0.9, height}, Eigen::Quaterniond::Identity()}, 0.1)
              .size == 0);
}

TEST_CASE("a solid behind a surface by more than twice its inner radius is no more in it") {
  const Mesh ground = height_field(Eigen::MatrixXd::Zero(2, 2), 4, 4);
  const double inner = 0.1;
  for (const Shape& shape : {Shape(Box{{0.3, 0.2, inner}}), Shape(Cylinder{inner, 0.3}),
                             Shape(Ellipsoid{{0.3, 0.2, inner}})}) {
    CAPTURE(shape.index());
    for (const double depth : {0.01, 0.05, 0.09, 0.15, 0.19, 0.21, 0.5}) {
      CAPTURE(depth);
      const Pose pose{{1.7, 1.9, inner - depth}, Eigen::Quaterniond::Identity()};
      const Manifold m = contact_manifold(ground, {}, shape, pose, 0.1);
      CHECK((m.size > 0) == (depth < 2 * inner));
      for (int k = 0; k < m.size; ++k) CHECK(std::abs(m.points[k].gap + depth) < 1e-9);
    }
  }
}

TEST_CASE("a ball over an inner corner of a flat surface touches it once") {
  const Mesh mesh = height_field(Eigen::MatrixXd::Zero(5, 5), 0.5, 0.5);
  for (const double off : {0.0, 1e-9, 1e-7, 1e-6, 1e-5, 1e-3})
    for (int k = 0; k < 12; ++k) {
      CAPTURE(off);
      const Vector3d aside(off * std::cos(0.5 * k), off * std::sin(0.5 * k), 0);
      const Pose ball{Vector3d(1, 1, 0.3 - 1e-3) + aside, Eigen::Quaterniond::Identity()};
      const Manifold m = contact_manifold(mesh, {}, Sphere{0.3}, ball, 0.01);
      REQUIRE(m.size == 1);
      CHECK(m.points[0].normal.isApprox(Vector3d::UnitZ(), 1e-12));
      CHECK(m.points[0].gap == relative(-1e-3, 1e-9));
    }
}

}  // namespace perpend::spatial
