// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <vector>

#include "geometry/random_shapes.hpp"
#include "geometry/random_solids.hpp"
#include "heap.hpp"
#include "perpend/geometry/planar/broad_phase.hpp"
#include "perpend/geometry/planar/distance.hpp"
#include "perpend/geometry/planar/manifold.hpp"
#include "perpend/geometry/spatial/broad_phase.hpp"
#include "perpend/geometry/spatial/distance.hpp"
#include "perpend/geometry/spatial/manifold.hpp"

namespace perpend::planar {
namespace {

TEST_CASE("distance, manifold and a warm broad phase take nothing from the heap" *
          doctest::skip(!PERPEND_COUNTS_HEAP)) {
  Random random(11);
  std::vector<Shape> shapes;
  std::vector<Pose> poses;
  for (int i = 0; i < 50; ++i) {
    shapes.push_back(random.shape(i % 5));
    poses.push_back(random.pose(2));
  }
  std::vector<Aabb> boxes(shapes.size());
  SweepAndPrune sweep;
  const auto pass = [&] {
    double sum = 0;
    for (std::size_t i = 0; i < shapes.size(); ++i) boxes[i] = bounds(shapes[i], poses[i]);
    for (const auto& [i, j] : sweep.pairs(boxes)) {
      sum += contact_manifold(shapes[i], poses[i], shapes[j], poses[j], 0.1).size;
      sum += signed_distance(shapes[i], poses[i], shapes[j], poses[j]).normal.x();
    }
    return sum;
  };
  const double first = pass();
  const long before = heap_allocations();
  const double second = pass();
  CHECK(heap_allocations() == before);
  CHECK(before > 0);
  CHECK(first == second);
}

}  // namespace
}  // namespace perpend::planar

namespace perpend::spatial {
namespace {

TEST_CASE("in space distance, manifold and a warm broad phase take nothing from the heap" *
          doctest::skip(!PERPEND_COUNTS_HEAP)) {
  Random random(11);
  std::vector<Shape> shapes;
  std::vector<Pose> poses;
  for (int i = 0; i < 50; ++i) {
    shapes.push_back(random.shape(i % 5));
    poses.push_back(random.pose(1));
  }
  std::vector<Aabb> boxes(shapes.size());
  SweepAndPrune sweep;
  const auto pass = [&] {
    double sum = 0;
    for (std::size_t i = 0; i < shapes.size(); ++i) boxes[i] = bounds(shapes[i], poses[i]);
    for (const auto& [i, j] : sweep.pairs(boxes)) {
      sum += contact_manifold(shapes[i], poses[i], shapes[j], poses[j], 0.1).size;
      sum += signed_distance(shapes[i], poses[i], shapes[j], poses[j]).normal.x();
    }
    return sum;
  };
  const double first = pass();
  const long before = heap_allocations();
  const double second = pass();
  CHECK(heap_allocations() == before);
  CHECK(before > 0);
  CHECK(first == second);
}

}  // namespace
}  // namespace perpend::spatial
