// SPDX-License-Identifier: Apache-2.0
#include "geometry/planar/broad_phase.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "random_shapes.hpp"
#include "relative.hpp"

namespace perpend::planar {
namespace {

std::vector<std::pair<int, int>> all_pairs(const std::vector<Aabb>& boxes) {
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i < static_cast<int>(boxes.size()); ++i) {
    for (int j = i + 1; j < static_cast<int>(boxes.size()); ++j) {
      if (overlap(boxes[i], boxes[j])) pairs.emplace_back(i, j);
    }
  }
  return pairs;
}

TEST_CASE("bounds touch the support points of the shape") {
  Random random(1);
  for (int trial = 0; trial < 500; ++trial) {
    const Shape shape = random.shape(trial % 4);
    const Pose pose = random.pose(3);
    const Aabb box = bounds(shape, pose);
    CHECK(box.hi.x() == relative(support(shape, pose, {1, 0}), 1e-12));
    CHECK(box.hi.y() == relative(support(shape, pose, {0, 1}), 1e-12));
    CHECK(-box.lo.x() == relative(support(shape, pose, {-1, 0}), 1e-12));
    CHECK(-box.lo.y() == relative(support(shape, pose, {0, -1}), 1e-12));
  }
  CHECK(bounds(HalfPlane{}, {}).hi.y() == std::numeric_limits<double>::infinity());
}

TEST_CASE("boxes outside of a half-plane are those of which every corner is") {
  Random random(6);
  int outside = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const Pose ground = random.pose(3), pose = random.pose(3);
    const Shape shape = random.shape(trial % 4);
    const Aabb box = bounds(shape, pose);
    const double tilt = random.number(-3, 3), distance = random.number(0, 1);
    const HalfPlane half_plane{{std::cos(tilt), std::sin(tilt)}};
    const Eigen::Vector2d n{std::cos(tilt + ground.angle), std::sin(tilt + ground.angle)};
    const double lowest =
        std::min({n.dot(box.lo), n.dot(box.hi), box.lo.x() * n.x() + box.hi.y() * n.y(),
                  box.hi.x() * n.x() + box.lo.y() * n.y()}) -
        n.dot(ground.p);
    const bool is_beyond = is_outside(half_plane, ground, box, distance);
    CHECK(is_beyond == (lowest > distance));
    if (is_beyond) CHECK(-support(shape, pose, -n) - n.dot(ground.p) > distance);
    CHECK_FALSE(is_outside(shape, ground, box, distance));
    outside += is_beyond;
  }
  CHECK(outside > 300);
  CHECK(outside < 1700);
}

TEST_CASE("pairs are those of the all-pairs test while the boxes move") {
  Random random(2);
  SweepAndPrune sweep;
  std::vector<Shape> shapes;
  std::vector<Pose> poses;
  for (int i = 0; i < 80; ++i) {
    shapes.push_back(random.shape(i % 4));
    poses.push_back(random.pose(15));
  }
  shapes[17] = HalfPlane{};
  std::vector<Aabb> boxes(shapes.size());
  std::size_t found = 0;
  for (int step = 0; step < 50; ++step) {
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      poses[i].p += Eigen::Vector2d(random.number(-1, 1), random.number(-1, 1));
      boxes[i] = bounds(shapes[i], poses[i]);
    }
    const auto& pairs = sweep.pairs(boxes);
    CHECK(pairs == all_pairs(boxes));
    found += pairs.size();
  }
  CHECK(found > 50 * 79);  // the half-plane alone pairs with 79
}

TEST_CASE("pairs do not depend on earlier calls") {
  Random random(3);
  SweepAndPrune used;
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<Aabb> boxes(static_cast<std::size_t>(random.integer(0, 30)));
    for (Aabb& box : boxes) {
      box = bounds(Disc{1}, {{random.integer(0, 6), random.integer(0, 6)}, 0});
    }
    SweepAndPrune fresh;
    CHECK(used.pairs(boxes) == fresh.pairs(boxes));
    CHECK(used.pairs(boxes) == all_pairs(boxes));
  }
}

// The number of boxes that a sweep reads cannot be seen from outside, so overlap() counts.
struct CountedBox {
  Eigen::Vector2d lo{0, 0}, hi{0, 0};
};
long compared = 0;
bool overlap(const CountedBox& a, const CountedBox& b) {
  ++compared;
  return overlap(Aabb{a.lo, a.hi}, Aabb{b.lo, b.hi});
}

TEST_CASE("a row of boxes is swept along itself, whichever way it lies and is numbered") {
  for (const Eigen::Vector2d& step : {Eigen::Vector2d(2, 0), Eigen::Vector2d(0, 2),
                                      Eigen::Vector2d(0, -2), Eigen::Vector2d(-2, 0.01)}) {
    std::vector<CountedBox> boxes;
    for (int i = 0; i < 1000; ++i) boxes.push_back({i * step, i * step + Eigen::Vector2d(2, 2)});
    perpend::SweepAndPrune<CountedBox> sweep;
    compared = 0;
    CHECK(sweep.pairs(boxes).size() == 999);
    CHECK(compared <= 999);
  }
}

TEST_CASE("boxes that come to lie on another line are swept along that one") {
  perpend::SweepAndPrune<CountedBox> sweep;
  for (const Eigen::Vector2d& step : {Eigen::Vector2d(2, 0.1), Eigen::Vector2d(0.1, 2)}) {
    std::vector<CountedBox> boxes;
    for (int i = 0; i < 1000; ++i) boxes.push_back({i * step, i * step + Eigen::Vector2d(1, 1)});
    compared = 0;
    CHECK(sweep.pairs(boxes).empty());
    CHECK(compared == 0);
  }
}

TEST_CASE("a visit ends when told to") {
  std::vector<Aabb> boxes(50, Aabb{{0, 0}, {1, 1}});
  SweepAndPrune sweep;
  int met = 0;
  sweep.visit(boxes, [&](int, int) { return ++met < 7; });
  CHECK(met == 7);
}

TEST_CASE("boxes with NaN meet nothing and disturb no others") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<Aabb> boxes(40, Aabb{{nan, nan}, {nan, nan}});
  boxes[3] = {{0, 0}, {1, 1}};
  boxes[30] = {{1, 0}, {2, 1}};
  SweepAndPrune sweep;
  for (int call = 0; call < 2; ++call)
    CHECK(sweep.pairs(boxes) == std::vector<std::pair<int, int>>{{3, 30}});
}

TEST_CASE("pairs of a crowd are found around boxes with NaN, wherever these were before") {
  Random random(3);
  SweepAndPrune sweep;
  std::vector<Aabb> boxes(120);
  for (int step = 0; step < 20; ++step) {
    for (Aabb& box : boxes) {
      const Eigen::Vector2d lo(random.number(-9, 9), random.number(-9, 9));
      box = {lo, lo + Eigen::Vector2d(1, 2)};
      if (random.number(0, 1) < 0.3) box.lo[random.number(0, 1) < 0.5] = std::nan("");
    }
    CHECK(sweep.pairs(boxes) == all_pairs(boxes));
  }
}

TEST_CASE("boxes that touch are a pair") {
  const std::vector<Aabb> boxes = {{{1, 0}, {2, 1}}, {{0, 0}, {1, 1}}, {{3, 3}, {4, 4}}};
  SweepAndPrune sweep;
  CHECK(sweep.pairs(boxes) == std::vector<std::pair<int, int>>{{0, 1}});
}

}  // namespace
}  // namespace perpend::planar
