// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "geometry/spatial/broad_phase/broad_phase.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "random_solids.hpp"
#include "relative.hpp"

namespace perpend::spatial {
namespace {

TEST_CASE("boxes around solids touch their support points") {
  Random random(1);
  for (int trial = 0; trial < 500; ++trial) {
    const bool is_hull = trial % 5 == 4;
    std::vector<Eigen::Vector3d> corners;
    for (int i = 0; is_hull && i < 8; ++i) corners.push_back(random.vector(0.7));
    const Shape shape = is_hull ? Shape(convex_hull(corners)) : random.shape(trial % 5);
    const Pose pose = random.pose(3);
    const Aabb box = bounds(shape, pose);
    for (int axis = 0; axis < 3; ++axis) {
      const Eigen::Vector3d n = Eigen::Vector3d::Unit(axis);
      CHECK(box.hi[axis] == relative(support(shape, pose, n), 1e-12));
      CHECK(-box.lo[axis] == relative(support(shape, pose, -n), 1e-12));
    }
  }
  CHECK(bounds(HalfSpace{}, {}).hi.z() == std::numeric_limits<double>::infinity());
}

TEST_CASE("the box around a mesh holds all of it, however it is turned") {
  Random random(4);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<Eigen::Vector3d> corners;
    for (int i = 0; i < 6; ++i) corners.push_back(random.vector(1));
    const std::vector<std::array<int, 3>> triangles{{0, 1, 2}, {3, 4, 5}};
    const Pose pose = random.pose(3);
    const Aabb box = bounds(triangle_mesh(corners, triangles), pose);
    for (const Eigen::Vector3d& corner : corners) {
      const Eigen::Vector3d x = transform_point(pose, corner);
      CHECK((x.array() >= box.lo.array() - 1e-12).all());
      CHECK((x.array() <= box.hi.array() + 1e-12).all());
    }
  }
}

TEST_CASE("boxes outside of a half space are those of which every corner is") {
  Random random(6);
  int outside = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const Pose ground = random.pose(3), pose = random.pose(3);
    const Shape shape = random.shape(trial % 4);
    const Aabb box = bounds(shape, pose);
    const Eigen::Vector3d n = ground.r * Eigen::Vector3d::UnitZ();
    double lowest = std::numeric_limits<double>::infinity();
    for (int corner = 0; corner < 8; ++corner)
      lowest = std::min(lowest, n.dot(Eigen::Vector3d(corner & 1 ? box.hi.x() : box.lo.x(),
                                                      corner & 2 ? box.hi.y() : box.lo.y(),
                                                      corner & 4 ? box.hi.z() : box.lo.z()) -
                                      ground.p));
    const double distance = random.number(0, 1);
    const bool is_beyond = is_outside(HalfSpace{}, ground, box, distance);
    CHECK(is_beyond == (lowest > distance));
    if (is_beyond) CHECK(-support(shape, pose, -n) - n.dot(ground.p) > distance);
    CHECK_FALSE(is_outside(shape, ground, box, distance));
    outside += is_beyond;
  }
  CHECK(outside > 300);
  CHECK(outside < 1700);
}

TEST_CASE("what has no bounds, touches a half space or is off by rounding is not outside of it") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Pose ground{{0, 0, 100}, Eigen::Quaterniond::Identity()};
  CHECK_FALSE(is_outside(HalfSpace{}, ground, bounds(HalfSpace{}, {{0, 0, 300}, ground.r}), 0));
  CHECK_FALSE(is_outside(HalfSpace{}, ground, {{0, 0, nan}, {1, 1, nan}}, 0));
  CHECK_FALSE(is_outside(HalfSpace{}, ground, {{0, 0, 100}, {1, 1, 101}}, 0));
  CHECK_FALSE(is_outside(HalfSpace{}, ground, {{0, 0, 100 + 5e-11}, {1, 1, 101}}, 0));
  CHECK(is_outside(HalfSpace{}, ground, {{0, 0, 100 + 2e-10}, {1, 1, 101}}, 0));
}

TEST_CASE("pairs in space are those of the all-pairs test while the boxes move") {
  Random random(2);
  SweepAndPrune used;
  std::vector<Shape> shapes;
  std::vector<Pose> poses;
  for (int i = 0; i < 80; ++i) {
    shapes.push_back(random.shape(i % 4));
    poses.push_back(random.pose(6));
  }
  shapes[17] = HalfSpace{};
  std::vector<Aabb> boxes(shapes.size());
  std::size_t found = 0;
  for (int step = 0; step < 50; ++step) {
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      poses[i].p += random.vector(0.5);
      boxes[i] = bounds(shapes[i], poses[i]);
    }
    std::vector<std::pair<int, int>> expected;
    for (int i = 0; i < 80; ++i)
      for (int j = i + 1; j < 80; ++j)
        if (overlap(boxes[i], boxes[j])) expected.emplace_back(i, j);
    SweepAndPrune fresh;
    CHECK(used.pairs(boxes) == expected);
    CHECK(fresh.pairs(boxes) == expected);
    found += expected.size();
  }
  CHECK(found > 50 * 79);  // the half space alone pairs with 79
}

TEST_CASE("boxes apart in one direction only are no pair, touching ones are") {
  const Aabb box{{0, 0, 0}, {1, 1, 1}};
  for (int axis = 0; axis < 3; ++axis) {
    Aabb other = box;
    other.lo[axis] = 1;
    other.hi[axis] = 2;
    CHECK(overlap(box, other));
    CHECK(overlap(other, box));
    other.lo[axis] = 1.001;
    CHECK_FALSE(overlap(box, other));
    CHECK_FALSE(overlap(other, box));
    CHECK(overlap(inflated(box, 5e-4 + 1e-12), inflated(other, 5e-4 + 1e-12)));
  }
}

}  // namespace
}  // namespace perpend::spatial
