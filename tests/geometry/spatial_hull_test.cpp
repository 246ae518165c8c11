// SPDX-License-Identifier: Apache-2.0
// Hulls of points: their faces and their mass.
#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <limits>
#include <string>

#include "geometry/hull_cases.hpp"
#include "geometry/random_solids.hpp"
#include "geometry/spatial/shapes/hull_faces.hpp"
#include "perpend/core/error.hpp"
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

// Loops from their smallest corner on, sorted: what two methods must agree on.
FaceLoops canonical(FaceLoops loops) {
  for (std::vector<int>& loop : loops)
    std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
  std::sort(loops.begin(), loops.end());
  return loops;
}

bool are_found(const Eigen::Matrix3Xd& points) {
  const double flat = 4e-7 * points.colwise().norm().maxCoeff();
  return canonical(wrapped_faces(points, flat)) == canonical(hull_faces(points, flat));
}

TEST_CASE("wrapping finds the faces that Qhull finds") {
  Random random(11);
  int others = 0;
  for (int k = 0; k < 60; ++k) {
    Eigen::Matrix3Xd cloud(3, 4 + 2 * k);
    for (auto point : cloud.colwise()) point = random.vector(1);
    others += !are_found(cloud);
  }
  CHECK(others == 0);
  for (const int sides : {3, 4, 6, 12, 32}) {
    const Hull wheel = prism(sides, 1, 0.2);
    for (int k = 0; k < 10; ++k) {
      const Eigen::Quaterniond turn(Eigen::AngleAxisd(k, random.vector(1).normalized()));
      CHECK(are_found(turn.toRotationMatrix() * wheel.polyhedron->vertices));
    }
  }
  // Corners in single precision, a point on a face, one inside.
  Eigen::Matrix3Xd box(3, 10);
  const std::vector<Vector3d> corners = box_corners({0.5, 1, 1.5});
  for (int i = 0; i < 8; ++i) box.col(i) = corners[i];
  box.col(8) = Vector3d(0.5, 0.2, 0.1);
  box.col(9) = Vector3d(0.1, 0.2, 0.1);
  for (int k = 0; k < 20; ++k) {
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(k, random.vector(1).normalized()));
    const Eigen::Matrix3Xd turned = turn.toRotationMatrix() * box;
    CHECK(are_found(turned.cast<float>().cast<double>()));
  }
}

TEST_CASE("the hull of a box has its corners, edges, faces and mass") {
  const Vector3d half(0.5, 1, 1.5), center(2, -1, 3);
  std::vector<Vector3d> points = box_corners(half, center);
  points.push_back(center);                        // inside
  points.push_back(center + Vector3d(0.5, 0, 0));  // on a face
  const Hull hull = convex_hull(points);
  CHECK(hull.polyhedron->vertices.cols() == 8);
  CHECK(hull.polyhedron->edges.size() == 12);
  REQUIRE(hull.polyhedron->faces.size() == 6);
  for (const Polyhedron::Face& face : hull.polyhedron->faces) CHECK(face.size == 4);
  const MassProperties found = mass_properties(hull, 700), box = mass_properties(Box{half}, 700);
  CHECK(std::abs(found.mass - box.mass) < 1e-12 * box.mass);
  CHECK((found.center - center).norm() < 1e-14);
  CHECK((found.inertia - box.inertia).norm() < 1e-12 * box.inertia.norm());
}

TEST_CASE("mass properties of a tetrahedron and of a prism are their closed forms") {
  const double a = 2;  // corner tetrahedron: V = a³/6, Ixx = a⁵ (1/30 - 1/48) about its centre
  const Hull corner =
      convex_hull(std::vector<Vector3d>{{0, 0, 0}, {a, 0, 0}, {0, a, 0}, {0, 0, a}});
  const MassProperties t = mass_properties(corner, 1);
  CHECK(t.mass == relative(a * a * a / 6));
  CHECK((t.center - Vector3d::Constant(a / 4)).norm() < 1e-14);
  const double a5 = std::pow(a, 5);
  CHECK(t.inertia(0, 0) == relative(a5 * (1 / 30.0 - 1 / 48.0)));
  CHECK(t.inertia(0, 1) == relative(-a5 * (1 / 120.0 - 1 / 96.0)));
  const int n = 6;
  const double r = 0.7, area = n / 2.0 * r * r * std::sin(2 * kPi / n);
  const MassProperties p = mass_properties(prism(n, r, 0.4), 3);
  CHECK(p.mass == relative(3 * area * 0.8));
  CHECK(p.inertia(2, 2) == relative(p.mass * r * r / 6 * (2 + std::cos(2 * kPi / n))));
}

// Its corners lie at a fifth of its height in the mean, its centre of mass at a quarter.
TEST_CASE("the moments of a pyramid are those about its centre of mass, wherever it stands") {
  const double a = 1.2, h = 0.9;
  for (const Vector3d& at : {Vector3d(0, 0, 0), Vector3d(3, -2, 5)}) {
    std::vector<Vector3d> points{at + Vector3d(0, 0, h)};
    for (const double x : {-a / 2, a / 2})
      for (const double y : {-a / 2, a / 2}) points.push_back(at + Vector3d(x, y, 0));
    const MassProperties found = mass_properties(convex_hull(points), 700);
    CHECK(found.mass == relative(700 * a * a * h / 3));
    CHECK((found.center - at - Vector3d(0, 0, h / 4)).norm() < 1e-13);
    CHECK(found.inertia(0, 0) == relative(found.mass * (a * a / 20 + 3 * h * h / 80)));
    CHECK(found.inertia(2, 2) == relative(found.mass * a * a / 10));
    CHECK(found.inertia(0, 2) == near_zero(1e-12 * found.mass));
  }
}

TEST_CASE(
    "points of any size span a volume, and none where they lie in one plane but for rounding") {
  for (const double size : {1e-6, 1.0, 1e6}) {
    CAPTURE(size);
    const auto refusal = [&](double height) {
      const std::vector<Vector3d> points{
          {0, 0, 0}, {size, 0, 0}, {0, size, 0}, {size, size, 0}, {0, 0, height * size}};
      try {
        convex_hull(points);
        return std::string("none");
      } catch (const InvalidArgument& error) {
        return std::string(error.what());
      }
    };
    CHECK(refusal(1e-3) == "none");
    for (const double flat : {0.0, 1e-6})
      CHECK(refusal(flat).find("points must be not all in one plane, got points within ") == 0);
  }
}

TEST_CASE("points that span no volume are refused by name") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  using Points = std::vector<Vector3d>;
  CHECK_THROWS_AS(convex_hull(Points{}), InvalidArgument);
  CHECK_THROWS_AS(convex_hull(Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), InvalidArgument);
  CHECK_THROWS_AS(convex_hull(Points(5, {1, 2, 3})), InvalidArgument);
  CHECK_THROWS_AS(convex_hull(Points{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}), InvalidArgument);
  CHECK_THROWS_AS(convex_hull(Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 3, 0}}),
                  InvalidArgument);
  CHECK_THROWS_AS(convex_hull(Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, nan}}),
                  InvalidArgument);
  CHECK(check(Shape(Hull{}), "bodies[0]").size() == 1);
}

TEST_CASE("corners in single precision give flat faces, ten thousand points in a ball a hull") {
  std::vector<Vector3d> points;
  for (const Vector3d& x : box_corners({0.1, 0.2, 0.3}))
    points.push_back((at({0, 0, 0}, 0.7, {1, 2, 3}).r * x).cast<float>().cast<double>());
  CHECK(convex_hull(points).polyhedron->faces.size() == 6);
  Random random(4);
  std::vector<Vector3d> cloud;
  for (int i = 0; i < 10000; ++i) cloud.push_back(random.vector(1));
  const Hull hull = convex_hull(cloud);
  CHECK(mass_properties(hull, 1).mass > 7.8);
  for (const Polyhedron::Face& face : hull.polyhedron->faces)
    CHECK((face.normal.transpose() * hull.polyhedron->vertices).maxCoeff() <= face.offset);
}

}  // namespace
}  // namespace perpend::spatial
