// SPDX-License-Identifier: Apache-2.0
// Shapes of full sizes, alike in the plane and in space.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "geometry/planar/broad_phase.hpp"
#include "geometry/spatial/broad_phase/broad_phase.hpp"
#include "perpend/core/error.hpp"
#include "perpend/geometry/planar/mass.hpp"
#include "perpend/geometry/spatial/mass.hpp"
#include "relative.hpp"

namespace perpend {

TEST_CASE("sizes are full ones: areas and volumes are those of the books") {
  using std::numbers::pi;
  CHECK(planar::mass_properties(planar::box(3, 2), 1).mass == relative(6));
  CHECK(planar::mass_properties(planar::capsule(4, 0.5), 1).mass == relative(4 + pi / 4));
  CHECK(planar::mass_properties(planar::ellipse(4, 2), 1).mass == relative(2 * pi));
  CHECK(spatial::mass_properties(spatial::box(3, 2, 5), 1).mass == relative(30));
  CHECK(spatial::mass_properties(spatial::cylinder(3, 2), 1).mass == relative(12 * pi));
  CHECK(spatial::mass_properties(spatial::capsule(3, 2), 1).mass ==
        relative(12 * pi + 32 * pi / 3));
}

TEST_CASE("sizes that no shape can have are refused by name") {
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity()}) {
    CHECK_THROWS_AS(spatial::box(bad, 1, 1), InvalidArgument);
    CHECK_THROWS_AS(spatial::box(1, bad, 1), InvalidArgument);
    CHECK_THROWS_WITH(spatial::box(1, 1, bad), doctest::Contains("z must be positive and finite"));
    CHECK_THROWS_AS(spatial::cylinder(bad, 1), InvalidArgument);
    CHECK_THROWS_AS(spatial::cylinder(1, bad), InvalidArgument);
    CHECK_THROWS_AS(spatial::capsule(bad, 1), InvalidArgument);
    CHECK_THROWS_AS(spatial::capsule(1, bad), InvalidArgument);
    CHECK_THROWS_AS(planar::capsule(bad, 1), InvalidArgument);
    CHECK_THROWS_AS(planar::ellipse(1, bad), InvalidArgument);
  }
  CHECK(planar::capsule(2, 0).radius == 0);
  CHECK_THROWS_AS(planar::capsule(2, -0.1), InvalidArgument);
  CHECK_THROWS_AS(planar::half_plane({0, 0}), InvalidArgument);
  CHECK_THROWS_AS(spatial::facing({0, 0, 0}), InvalidArgument);
}

TEST_CASE("the first size lies along x, the second along y, lengths of round solids along z") {
  const auto flat = [](const planar::Shape& shape) { return planar::bounds(shape, {}).hi; };
  CHECK(flat(planar::box(3, 2)).isApprox(Eigen::Vector2d(1.5, 1)));
  CHECK(flat(planar::ellipse(4, 2)).isApprox(Eigen::Vector2d(2, 1)));
  CHECK(flat(planar::capsule(4, 0.5)).isApprox(Eigen::Vector2d(2.5, 0.5)));
  const auto solid = [](const spatial::Shape& shape) { return spatial::bounds(shape, {}).hi; };
  CHECK(solid(spatial::box(3, 2, 5)).isApprox(Eigen::Vector3d(1.5, 1, 2.5)));
  CHECK(solid(spatial::ellipsoid(3, 2, 5)).isApprox(Eigen::Vector3d(1.5, 1, 2.5)));
  CHECK(solid(spatial::cylinder(3, 1)).isApprox(Eigen::Vector3d(1, 1, 1.5)));
  CHECK(solid(spatial::capsule(3, 1)).isApprox(Eigen::Vector3d(1, 1, 2.5)));
}

TEST_CASE("what is wrong with a solid is named and measured as scene files do") {
  const auto faults = [](const spatial::Shape& shape) {
    std::string text;
    for (const Diagnostic& fault : spatial::check(shape, "shapes[4]"))
      text += fault.element + " " + fault.message + "; ";
    return text;
  };
  const std::string round = "shapes[4].length is -2; shapes[4].radius is 0; ";
  CHECK(faults(spatial::Cylinder{-1, 0}) == round);
  CHECK(faults(spatial::Capsule{-1, 0}) == round);
  CHECK(faults(spatial::Cone{-1, 0}) == round);
  CHECK(faults(spatial::Sphere{-0.5}) == "shapes[4].radius is -0.5; ");
  CHECK(faults(spatial::Sphere{std::numeric_limits<double>::infinity()}) ==
        "shapes[4].radius is inf; ");
  for (int axis = 0; axis < 3; ++axis) {
    const Eigen::Vector3d half = Eigen::Vector3d::Ones() - 1.5 * Eigen::Vector3d::Unit(axis);
    CHECK(faults(spatial::Box{half}) == "shapes[4].size is -1; ");
    CHECK(faults(spatial::Ellipsoid{half}) == "shapes[4].axes is -1; ");
  }
  CHECK(faults(spatial::Hull{}) == "shapes[4] has no polyhedron; ");
  CHECK(faults(spatial::Mesh{}) == "shapes[4] has no triangles; ");
  CHECK(faults(spatial::Cylinder{1, 2}) == "");
}

TEST_CASE("a half-plane and a half space face the way they are told") {
  CHECK(planar::half_plane({3, 4}).normal.isApprox(Eigen::Vector2d(0.6, 0.8)));
  for (const Eigen::Vector3d& normal :
       {Eigen::Vector3d(0, 2, 0), Eigen::Vector3d(1, -2, 3), Eigen::Vector3d(0, 0, -1)}) {
    const spatial::Pose pose = spatial::facing(normal, {1, 2, 3});
    CHECK(pose.p == Eigen::Vector3d(1, 2, 3));
    CHECK((pose.r * Eigen::Vector3d::UnitZ()).isApprox(normal.normalized(), 1e-12));
  }
}

}  // namespace perpend
