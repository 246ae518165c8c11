// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <vector>

#include "geometry/planar/broad_phase.hpp"
#include "geometry/spatial/broad_phase/broad_phase.hpp"
#include "heap.hpp"
#include "perpend/geometry/planar/distance.hpp"
#include "perpend/geometry/planar/manifold.hpp"
#include "perpend/geometry/spatial/distance.hpp"
#include "perpend/geometry/spatial/manifold.hpp"
#include "random_shapes.hpp"
#include "random_solids.hpp"

namespace perpend {
namespace {

// Twice over fifty random shapes: all pairs that the broad phase finds.
template <typename Shape, typename Pose, typename Sweep, typename Box, typename Random>
void check_pass(Random random, double span) {
  std::vector<Shape> shapes;
  std::vector<Pose> poses;
  for (int i = 0; i < 50; ++i) {
    shapes.push_back(random.shape(i % 5));
    poses.push_back(random.pose(span));
  }
  std::vector<Box> boxes(shapes.size());
  Sweep sweep;
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

TEST_CASE("distance, manifold and a warm broad phase take nothing from the heap" *
          doctest::skip(!PERPEND_COUNTS_HEAP)) {
  SUBCASE("in the plane") {
    check_pass<planar::Shape, planar::Pose, planar::SweepAndPrune, planar::Aabb>(planar::Random(11),
                                                                                 2);
  }
  SUBCASE("in space") {
    check_pass<spatial::Shape, spatial::Pose, spatial::SweepAndPrune, spatial::Aabb>(
        spatial::Random(11), 1);
  }
}

}  // namespace perpend
