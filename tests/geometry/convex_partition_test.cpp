// SPDX-License-Identifier: Apache-2.0
// Polygons cut into convex ones: the same area and moments, no overlap, no more pieces than needed
// times four.
#include "perpend/geometry/planar/convex_partition.hpp"

#include <doctest/doctest.h>

#include <numbers>
#include <random>

#include "perpend/core/error.hpp"
#include "perpend/geometry/planar/distance.hpp"
#include "perpend/geometry/planar/mass.hpp"

namespace perpend::planar {
namespace {

using Eigen::Vector2d;
using Corners = std::vector<Vector2d>;

// Area, its first and its second moments about the origin (shoelace formulas).
struct Moments {
  double area = 0;
  Vector2d first{0, 0};
  double second = 0;
};

void add(const Corners& corners, Moments& sum) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vector2d a = corners[i], b = corners[(i + 1) % corners.size()];
    const double twice = a.x() * b.y() - a.y() * b.x();
    sum.area += twice / 2;
    sum.first += twice / 6 * (a + b);
    sum.second += twice / 12 * (a.dot(a) + a.dot(b) + b.dot(b));
  }
}

void check_partition(const Corners& corners, const std::vector<Polygon>& pieces) {
  Moments whole, parts;
  add(corners, whole);
  int reflex = 0;
  for (const Polygon& piece : pieces) {
    add(piece.vertices, parts);
    CHECK(check(Shape(piece), "").empty());  // strictly convex
  }
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vector2d in = corners[(i + 1) % corners.size()] - corners[i];
    const Vector2d out = corners[(i + 2) % corners.size()] - corners[(i + 1) % corners.size()];
    reflex += in.x() * out.y() - in.y() * out.x() < 0;
  }
  const double size = 1 + whole.second;
  CHECK(std::abs(parts.area - whole.area) < 1e-12 * size);
  CHECK((parts.first - whole.first).norm() < 1e-12 * size);
  CHECK(std::abs(parts.second - whole.second) < 1e-12 * size);
  CHECK(static_cast<int>(pieces.size()) <= 2 * reflex + 1);  // Hertel and Mehlhorn
}

TEST_CASE("convex_partition: an L is two pieces, a U three, a star of five spikes at most six") {
  const Corners ell = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
  const Corners you = {{0, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  Corners star;
  for (int k = 0; k < 10; ++k) {
    const double turn = std::numbers::pi / 5 * k, r = k % 2 == 0 ? 1 : 0.4;
    star.emplace_back(r * std::cos(turn), r * std::sin(turn));
  }
  for (const auto& [corners, most] : {std::pair(ell, 2U), {you, 3U}, {star, 6U}}) {
    const auto pieces = convex_partition(corners);
    check_partition(corners, pieces);
    CHECK(pieces.size() <= most);
  }
}

TEST_CASE("convex_partition: a convex polygon stays whole, without the corners that do not turn") {
  const Corners square = {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {0, 2}};
  const auto pieces = convex_partition(square);
  REQUIRE(pieces.size() == 1);
  CHECK(pieces[0].vertices.size() == 4);
  check_partition(square, pieces);
}

TEST_CASE("convex_partition: random outlines, of spikes and of steps, at any angle and size") {
  std::mt19937 random(17);
  std::uniform_real_distribution<double> number(0.2, 1);
  for (int trial = 0; trial < 300; ++trial) {
    const int n = 3 + static_cast<int>(random() % 60);
    const double size = std::pow(10, 4 * number(random) - 3);
    const double tilt = 7 * number(random);
    Corners corners;
    if (trial % 2 == 0) {  // seen whole from the origin
      for (int k = 0; k < n; ++k) {
        const double turn = tilt + 2 * std::numbers::pi / n * (k + 0.4 * number(random));
        corners.emplace_back(number(random) * Vector2d(std::cos(turn), std::sin(turn)));
      }
    } else {  // a comb
      const Eigen::Rotation2Dd rotation(tilt);
      for (int k = 0; k < n; ++k)
        for (const double x : {k + 0.4, k + 0.6}) corners.emplace_back(-x, 1 + number(random));
      corners.emplace_back(-n, 0);
      corners.emplace_back(0, 0);
      for (Vector2d& x : corners) x = rotation * x;
    }
    for (Vector2d& x : corners) x *= size;
    check_partition(corners, convex_partition(corners));
  }
}

TEST_CASE("convex_partition: pieces do not overlap") {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> number(0.2, 1);
  Corners corners;
  for (int k = 0; k < 24; ++k) {
    const double turn = std::numbers::pi / 12 * k;
    corners.emplace_back(number(random) * Vector2d(std::cos(turn), std::sin(turn)));
  }
  const auto pieces = convex_partition(corners);
  for (std::size_t i = 0; i < pieces.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      CHECK(signed_distance(pieces[i], {}, pieces[j], {}).gap > -1e-9);
}

TEST_CASE(
    "convex_partition: outlines that cross or touch themselves or are clockwise are refused") {
  for (const Corners& corners : {Corners{{0, 0}, {2, 0}, {0, 2}, {2, 2}},
                                 {{0, 0}, {0, 1}, {1, 0}},
                                 {{0, 0}, {1, 1}, {2, 2}},
                                 {{0, 0}, {1, 0}},
                                 {{0, 0}, {1, 0}, {NAN, 1}},
                                 {{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}},
                                 {{0, 0}, {2, 0}, {2, 3}, {2, 1}, {0, 1}}})
    CHECK_THROWS_AS(convex_partition(corners), InvalidArgument);
}

}  // namespace
}  // namespace perpend::planar
