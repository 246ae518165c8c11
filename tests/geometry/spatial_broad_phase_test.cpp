// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

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
