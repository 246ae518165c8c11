// SPDX-License-Identifier: Apache-2.0
//
// The ball within a shape and the distances its outline reaches, against distances to points.
#include "geometry/planar/extent.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "geometry/spatial/shapes/extent.hpp"
#include "perpend/geometry/planar/distance.hpp"
#include "perpend/geometry/spatial/distance.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "random_solids.hpp"
#include "relative.hpp"

namespace perpend {

TEST_CASE("the disc about the middle of a planar shape touches its outline") {
  planar::Random random(5);
  for (int trial = 0; trial < 40; ++trial) {
    const planar::Polygon polygon = random.polygon();
    Eigen::Vector2d middle(0, 0);
    for (const Eigen::Vector2d& vertex : polygon.vertices)
      middle += vertex / static_cast<double>(polygon.vertices.size());
    const double depth = planar::signed_distance(polygon, {}, planar::Disc{0.0}, {middle, 0}).gap;
    CHECK(planar::inner_radius(polygon) == relative(-depth, 1e-9));
    double reach = 0;
    for (const Eigen::Vector2d& vertex : polygon.vertices) reach = std::max(reach, vertex.norm());
    CHECK(planar::core_reach(polygon) == reach);
  }
  CHECK(planar::inner_radius(planar::Disc{0.4}) == 0.4);
  CHECK(planar::inner_radius(planar::Ellipse{0.4, 0.3}) == 0.3);
  CHECK(planar::inner_radius(planar::Capsule{0.4, 0.3}) == 0.3);
  CHECK(planar::core_reach(planar::Capsule{0.4, 0.3}) == 0.4);
  CHECK(planar::core_reach(planar::Ellipse{0.3, 0.4}) == 0.4);
  // A segment has no inside: a hundredth of its half length keeps it from being passed.
  CHECK(planar::inner_radius(planar::Capsule{0.4, 0}) == relative(0.004));
  CHECK(planar::rounding(planar::Capsule{0.4, 0.3}) == 0.3);
  CHECK(planar::rounding(planar::Disc{0.4}) == 0.4);
  CHECK(planar::rounding(planar::Ellipse{0.4, 0.3}) == 0);
}

TEST_CASE("the ball about the middle of a solid touches its surface") {
  spatial::Random random(6);
  const spatial::Shape point = spatial::Sphere{0.0};
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<Eigen::Vector3d> corners;
    for (int i = 0; i < 12; ++i) corners.push_back(random.vector(0.6));
    const spatial::Hull hull = spatial::convex_hull(corners);
    const double depth =
        spatial::signed_distance(hull, {}, point, {hull.polyhedron->center, {1, 0, 0, 0}}).gap;
    CHECK(spatial::inner_radius(hull) == relative(-depth, 1e-9));
    double reach = 0;
    for (Eigen::Index i = 0; i < hull.polyhedron->vertices.cols(); ++i)
      reach = std::max(reach, hull.polyhedron->vertices.col(i).norm());
    CHECK(spatial::core_reach(hull) == relative(reach));
  }
  for (int trial = 0; trial < 20; ++trial)
    for (const int kind : {1, 2, 5}) {
      const spatial::Shape shape = random.shape(kind);
      const double depth = spatial::signed_distance(shape, {}, point, {}).gap;
      CHECK(spatial::inner_radius(shape) == relative(-depth, 1e-9));
    }
  for (int trial = 0; trial < 20; ++trial) {
    const spatial::Shape cone = random.shape(6);
    const double radius = spatial::inner_radius(cone);  // of the ball that lies on the base
    const Eigen::Vector3d middle(0, 0, radius - std::get<spatial::Cone>(cone).half_length);
    CHECK(spatial::signed_distance(cone, {}, point, {middle}).gap == relative(-radius, 1e-9));
    const Eigen::Vector3d above = middle + Eigen::Vector3d(0, 0, 1e-3);
    CHECK(spatial::signed_distance(cone, {}, point, {above}).gap > -radius);
  }
  CHECK(spatial::inner_radius(spatial::Capsule{0.4, 0.3}) == 0.3);
  CHECK(spatial::core_reach(spatial::Capsule{0.4, 0.3}) == 0.4);
  CHECK(spatial::rounding(spatial::Capsule{0.4, 0.3}) == 0.3);
  CHECK(spatial::rounding(spatial::Sphere{0.4}) == 0.4);
  CHECK(spatial::rounding(spatial::Box{{1, 2, 3}}) == 0);
}

TEST_CASE("what a turn about z leaves as it is is round about it") {
  for (const spatial::Shape& shape :
       {spatial::Shape(spatial::Sphere{1}), spatial::Shape(spatial::Cylinder{1, 2}),
        spatial::Shape(spatial::Capsule{1, 2}), spatial::Shape(spatial::Cone{1, 2}),
        spatial::Shape(spatial::Ellipsoid{{1, 1, 2}})})
    CHECK(spatial::is_round_about_z(shape));
  for (const spatial::Shape& shape :
       {spatial::Shape(spatial::Box{{1, 1, 2}}), spatial::Shape(spatial::Ellipsoid{{1, 2, 1}})})
    CHECK_FALSE(spatial::is_round_about_z(shape));
}

// The farthest point of a solid lies along a direction n in which its support is its distance.
TEST_CASE("no point of a solid is farther from its origin than its core and its rounding reach") {
  spatial::Random random(9);
  for (const int kind : {0, 1, 2, 3, 5, 6})
    for (int trial = 0; trial < 20; ++trial) {
      CAPTURE(kind);
      const spatial::Shape shape = random.shape(kind);
      double reach = 0;
      for (int start = 0; start < 20; ++start) {
        Eigen::Vector3d n = random.direction();
        for (int k = 0; k < 400; ++k) {
          const Eigen::Vector3d next = (n + random.vector(k < 200 ? 0.3 : 0.03)).normalized();
          if (spatial::support(shape, {}, next) > spatial::support(shape, {}, n)) n = next;
        }
        reach = std::max(reach, spatial::support(shape, {}, n));
      }
      const double told = spatial::core_reach(shape) + spatial::rounding(shape);
      CHECK(reach <= told * (1 + 1e-12));
      CHECK(reach == relative(told, 1e-3));
    }
  Eigen::MatrixXd heights = Eigen::MatrixXd::Zero(2, 3);
  heights(1, 2) = 2;
  CHECK(spatial::core_reach(spatial::height_field(heights, 3, 6)) ==
        relative(std::sqrt(6.0 * 6 + 6 * 6 + 2 * 2)));
  CHECK(spatial::core_reach(spatial::HalfSpace{}) == 0);
  CHECK(planar::core_reach(planar::HalfPlane{}) == 0);
  CHECK(planar::core_reach(planar::Disc{0.4}) == 0);
  CHECK(std::isinf(spatial::inner_radius(spatial::HalfSpace{})));
  CHECK(std::isinf(planar::inner_radius(planar::HalfPlane{})));
}

}  // namespace perpend
