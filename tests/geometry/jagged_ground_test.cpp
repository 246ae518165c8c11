// SPDX-License-Identifier: Apache-2.0
//
// Jagged ground in the plane: chains of segments, of capsules or of convex pieces with steep teeth
// and reflex corners, open or closed, sides from a tenth to ten times the body that meets them.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "perpend/geometry/planar/distance.hpp"
#include "perpend/geometry/planar/manifold.hpp"
#include "random_shapes.hpp"
#include "separation_oracle.hpp"

namespace perpend::planar {
namespace {

using Eigen::Vector2d;

struct Piece {
  Shape shape;
  Pose pose;
};

// What steady features may cost (manifold.cpp, kBias), bodies being up to 4 m across.
constexpr double kSteadiness = 4e-5;

Piece side(const Vector2d& from, const Vector2d& to, double radius) {
  const Vector2d along = to - from;
  return {capsule(along.norm(), radius), {0.5 * (from + to), std::atan2(along.y(), along.x())}};
}

std::vector<Vector2d> open_chain(Random& random) {
  std::vector<Vector2d> corners{{-6, 0}};
  while (corners.size() < 12) {
    const double length = std::pow(10.0, random.number(-1, 0.6));
    corners.push_back(corners.back() + Vector2d(length, 0));
  }
  for (Vector2d& corner : corners) corner.y() = random.number(0, 2);
  return corners;
}

std::vector<Vector2d> star(Random& random) {
  std::vector<Vector2d> corners;
  const int n = random.integer(5, 16);
  for (int k = 0; k < n; ++k) {
    const double angle = 2 * std::numbers::pi * k / n;
    corners.push_back(random.number(0.5, 4) * Vector2d(std::cos(angle), std::sin(angle)));
  }
  return corners;
}

std::vector<Piece> ground(Random& random, int kind) {
  const bool closed = kind % 2 == 1, solid = kind >= 4;
  const std::vector<Vector2d> corners = closed ? star(random) : open_chain(random);
  const double radius = kind < 2 ? 0.0 : random.number(0.01, 0.3);
  std::vector<Piece> pieces;
  for (std::size_t k = 0; k + 1 < corners.size() + closed; ++k) {
    const Vector2d &from = corners[k], &to = corners[(k + 1) % corners.size()];
    if (!solid)
      pieces.push_back(side(from, to, radius));
    else if (closed)
      pieces.push_back({Polygon{{{0, 0}, from, to}}, {}});
    else
      pieces.push_back({Polygon{{{from.x(), -1}, {to.x(), -1}, to, from}}, {}});
  }
  return pieces;
}

double distance(const std::vector<Piece>& ground, const Shape& body, const Pose& pose) {
  double least = HUGE_VAL;
  for (const Piece& piece : ground)
    least = std::min(least, signed_distance(piece.shape, piece.pose, body, pose).gap);
  return least;
}

// A body of random kind and pose, let down on the ground until it touches it, and by `depth` more.
Pose let_down(Random& random, const std::vector<Piece>& pieces, const Shape& body, double depth) {
  Pose pose = random.pose(1);
  pose.p.y() += 9;
  double gap = HUGE_VAL;
  for (int k = 0; k < 400 && gap > 1e-9; ++k) {
    gap = distance(pieces, body, pose);
    pose.p.y() -= std::max(gap, 0.0);
  }
  pose.p.y() -= depth;
  return pose;
}

double least_gap(const Manifold& manifold) {
  double least = HUGE_VAL;
  for (int k = 0; k < manifold.size; ++k) least = std::min(least, manifold.points[k].gap);
  return least;
}

// Whether the separation in all of 32 directions leaves no doubt that the piece is out of reach.
bool is_far(const Piece& piece, const Shape& body, const Pose& pose, double margin) {
  for (int k = 0; k < 32; ++k) {
    const double angle = k * std::numbers::pi / 16;
    if (separation(piece.shape, piece.pose, body, pose, {std::cos(angle), std::sin(angle)}) >
        margin + kSteadiness)
      return true;
  }
  return false;
}

// The least gap is the separation, by the tests' own support functions: neither deeper than the
// body is, nor shallower, nor without a contact. A way of that length along the normal parts them.
void check_contact(const Piece& piece, const Shape& body, const Pose& pose, double margin) {
  const Manifold m = contact_manifold(piece.shape, piece.pose, body, pose, margin);
  if (is_far(piece, body, pose, margin)) {
    CHECK(m.size == 0);
    return;
  }
  const double truly = largest_separation(piece.shape, piece.pose, body, pose);
  if (truly < margin - kSteadiness && !(m.is_ghost && truly > 0)) CHECK(m.size > 0);
  if (m.size == 0) return;
  CHECK(std::abs(least_gap(m) - truly) < kSteadiness);
  const double parted = separation(piece.shape, piece.pose, body, pose, m.points[0].normal);
  CHECK(std::abs(parted - truly) < kSteadiness);
  const Pose moved{{3, -2}, 1.1};
  const Manifold swapped = contact_manifold(body, compose(moved, pose), piece.shape,
                                            compose(moved, piece.pose), margin + kSteadiness);
  CHECK(std::abs(least_gap(swapped) - truly) < kSteadiness);
}

TEST_CASE("on jagged ground contacts are as deep as the body is, no deeper and no shallower") {
  Random random(23);
  for (int trial = 0; trial < 6000; ++trial) {
    CAPTURE(trial);
    const std::vector<Piece> pieces = ground(random, trial % 6);
    const Shape body = random.shape(trial % 4);
    const double depth = std::array{-1e-3, -1e-4, 1e-5, 1e-4, 1e-3, 1e-2, 0.05}[trial % 7];
    const Pose pose = let_down(random, pieces, body, depth);
    for (const Piece& piece : pieces) check_contact(piece, body, pose, 0.05);
  }
}

// The corner is beside the end of the flat side of the capsule, by less than its distance from the
// core tells, and what lies over the side of the steep tooth is far up.
TEST_CASE("a capsule that meets a corner nearly along a normal meets it where it is") {
  const Capsule rod{1, 0.7};
  const Polygon tooth{{{0, 0}, {-0.3, -4}, {-0.2, -4}}};
  Random random(5);
  for (int trial = 0; trial < 2000; ++trial) {
    const double gap = random.number(-0.01, 0.01), beside = random.number(-0.01, 0.01);
    const Pose above{{-1 - beside, rod.radius + gap}, 0};
    check_contact({tooth, {}}, rod, above, 0.02);
    const double bend = random.number(-0.05, 0.05), turn = random.number(-0.05, 0.05);
    const Vector2d along(std::cos(bend), std::sin(bend)), on(std::cos(turn), std::sin(turn));
    const Pose ahead{along + (2 * rod.radius + gap) * Vector2d(1, 0) + on, turn};
    check_contact({rod, {{0, 0}, bend}}, rod, ahead, 0.02);
  }
}

}  // namespace
}  // namespace perpend::planar
