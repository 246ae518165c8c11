// SPDX-License-Identifier: Apache-2.0
//
// Which corners of a face with many of them a manifold has.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "manifold_check.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;
constexpr double kPi = std::numbers::pi;
constexpr double kMargin = 5e-3;

// Its lower base has corners 0 to sides - 1, one after another about z.
struct Prism {
  std::vector<Vector3d> corners;
  Hull hull;
};

Prism prism(Random& random, int sides) {
  const double radius = random.number(0.1, 0.5), height = random.number(0.1, 0.5);
  const double stretch = random.number(0.7, 1.4);
  Prism made;
  for (const double z : {0.0, height})
    for (int k = 0; k < sides; ++k) {
      const double angle = 2 * kPi * k / sides;
      made.corners.emplace_back(radius * std::cos(angle), stretch * radius * std::sin(angle), z);
    }
  made.hull = convex_hull(made.corners);
  return made;
}

struct Ground {
  std::string name;
  Shape shape;
  Pose pose;
};

// Flat at z = 0, wider than any prism.
std::vector<Ground> grounds() {
  std::vector<Vector3d> cube;
  for (int i = 0; i < 8; ++i)
    cube.push_back({i & 1 ? 2.0 : -2.0, i & 2 ? 2.0 : -2.0, i & 4 ? 2.0 : -2.0});
  const Mesh field = height_field(Eigen::MatrixXd::Zero(9, 9), 0.5, 0.5);
  return {{"half space", HalfSpace{}, {}},
          {"box", Box{{2, 2, 2}}, {{0, 0, -2}}},
          {"hull", convex_hull(cube), {{0, 0, -2}}},
          {"can", Cylinder{1, 2}, {{0, 0, -1}}},
          {"mesh", field, {{-2, -2, 0}}}};
}

// The edge from corner k to the next one on the ground, the base leaning by an angle from it, one
// end higher by `twist`.
Pose leaning(const Prism& solid, int sides, int k, double lean, double twist) {
  const Vector3d &from = solid.corners[k], &to = solid.corners[(k + 1) % sides];
  const Vector3d along = (to - from).normalized();
  const Eigen::Quaterniond onto_x = Eigen::Quaterniond::FromTwoVectors(along, Vector3d::UnitX());
  // The base lies at positive y of that edge, which runs counter-clockwise.
  const Eigen::AngleAxisd tip(lean, Vector3d::UnitX());
  const Eigen::AngleAxisd turn(-std::asin(twist / (to - from).norm()), Vector3d::UnitY());
  const Eigen::Quaterniond r = turn * tip * onto_x;
  return {-(r * from), r};
}

bool has(const Manifold& m, const Vector3d& corner) {
  return std::any_of(m.points.begin(), m.points.begin() + m.size, [&](const ContactPoint& point) {
    return (point.point_b - corner).norm() < 1e-9;
  });
}

}  // namespace

TEST_CASE("what leans on an edge of a face has both of its ends") {
  for (const Ground& ground : grounds()) {
    Random random(91);
    for (int trial = 0; trial < 400; ++trial) {
      CAPTURE(ground.name);
      CAPTURE(trial);
      const int sides = random.integer(3, 32), k = random.integer(0, sides - 1);
      const Prism solid = prism(random, sides);
      const double lean = std::pow(10.0, random.number(-3, -0.2));
      CAPTURE(sides);
      CAPTURE(lean);
      const Pose pose = leaning(solid, sides, k, lean, 1e-5 * random.number(-1, 1));
      const Manifold m = contact_manifold(ground.shape, ground.pose, solid.hull, pose, kMargin);
      std::vector<Vector3d> corners;
      for (const Vector3d& corner : solid.corners) corners.push_back(transform_point(pose, corner));
      std::ranges::sort(corners, {}, [](const Vector3d& x) { return x.z(); });
      CHECK(has(m, corners[0]));
      CHECK(has(m, corners[1]));
    }
  }
}

TEST_CASE("a face of up to twelve corners lies on all of them") {
  for (const Ground& ground : grounds()) {
    Random random(92);
    for (int sides = 3; sides <= 12; ++sides) {
      CAPTURE(ground.name);
      CAPTURE(sides);
      const Prism solid = prism(random, sides);
      const Pose pose{
          {random.number(-0.2, 0.2), random.number(-0.2, 0.2), random.number(-1e-5, 1e-3)}};
      const Manifold m = contact_manifold(ground.shape, ground.pose, solid.hull, pose, kMargin);
      CHECK(m.size == sides);
      for (int k = 0; k < sides; ++k) CHECK(has(m, transform_point(pose, solid.corners[k])));
    }
  }
}

}  // namespace perpend::spatial
