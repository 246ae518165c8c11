// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <map>
#include <numbers>
#include <set>
#include <string>

#include "geometry/spatial/manifold/patch.hpp"
#include "manifold_check.hpp"
#include "perpend/geometry/spatial/distance.hpp"
#include "perpend/geometry/spatial/manifold.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "relative.hpp"

namespace perpend::spatial {
namespace {

constexpr double kPi = std::numbers::pi;
using Eigen::Vector3d;

Pose at(const Vector3d& p, double angle = 0, const Vector3d& axis = Vector3d::UnitZ()) {
  return {p, Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()))};
}

Manifold checked(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                 double margin) {
  const Manifold m = contact_manifold(a, pose_a, b, pose_b, margin);
  check_points(m, a, pose_a, b, pose_b, margin);
  return m;
}

TEST_CASE("boxes share the overlap of their faces") {
  const Box box{{1, 1, 1}};
  const Manifold m = checked(box, {}, box, at({0.5, 0.25, 2.01}), 0.1);
  REQUIRE(m.size == 4);
  Vector3d lo = m.points[0].point_a, hi = lo;
  for (int k = 0; k < 4; ++k) {
    CHECK(m.points[k].gap == relative(0.01));
    CHECK(m.points[k].normal.isApprox(Vector3d(0, 0, 1)));
    lo = lo.cwiseMin(m.points[k].point_a);
    hi = hi.cwiseMax(m.points[k].point_a);
  }
  CHECK(lo.isApprox(Vector3d(-0.5, -0.75, 1)));
  CHECK(hi.isApprox(Vector3d(1, 1, 1)));
  // Turned by 45 degrees the squares share an octagon.
  CHECK(checked(box, {}, box, at({0, 0, 2}, kPi / 4), 0.1).size == 8);
}

TEST_CASE("edges that cross and corners meet in one point") {
  const Box box{{1, 1, 1}};
  const double r = std::sqrt(2.0);
  const Pose on_edge = at({0, 0, 2 * r + 0.01}, kPi / 4, {1, 0, 0});
  const Manifold edges = checked(box, at({0, 0, 0}, kPi / 4, {0, 1, 0}), box, on_edge, 0.1);
  REQUIRE(edges.size == 1);
  CHECK(edges.points[0].gap == relative(0.01));
  CHECK(edges.points[0].point_a.isApprox(Vector3d(0, 0, r)));
  const Manifold corners = checked(box, {}, box, at({2.1, 2.1, 2.1}), 0.2);
  REQUIRE(corners.size == 1);
  CHECK(corners.points[0].gap == relative(0.1 * std::sqrt(3.0)));
  CHECK(corners.points[0].normal.isApprox(Vector3d(1, 1, 1).normalized()));
}

TEST_CASE("capsules along each other touch with two ends, across each other with one point") {
  const Capsule rod{1, 0.25};
  const Manifold along = checked(rod, {}, rod, at({0.51, 0, 0.5}), 0.1);
  REQUIRE(along.size == 2);
  CHECK(along.points[0].gap == relative(0.01));
  CHECK(std::abs(along.points[0].point_a.z() - along.points[1].point_a.z()) == relative(1.5));
  const Manifold across = checked(rod, {}, rod, at({0.49, 0, 0.5}, kPi / 2, {1, 0, 0}), 0.1);
  REQUIRE(across.size == 1);
  CHECK(across.points[0].gap == relative(-0.01));
  CHECK(across.points[0].point_a.isApprox(Vector3d(0.25, 0, 0.5)));
  CHECK(checked(rod, {}, rod, at({0, 0, 2.52}), 0.1).size == 1);
  // Ends over the other rod are within the margin too, but meet it along another normal.
  CHECK(checked(rod, {}, rod, at({0.49, 0, 0}, kPi / 2, {1, 0, 0}), 0.7).size == 1);
}

TEST_CASE("a capsule lying on a box has two points, standing one") {
  const Box box{{2, 2, 1}};
  const Capsule rod{1, 0.25};
  const Manifold lying = checked(box, {}, rod, at({0.3, 0, 1.24}, kPi / 2, {0, 1, 0}), 0.1);
  REQUIRE(lying.size == 2);
  CHECK(lying.points[0].gap == relative(-0.01));
  const Manifold over_edge = checked(box, {}, rod, at({1.5, 0, 1.24}, kPi / 2, {0, 1, 0}), 0.1);
  REQUIRE(over_edge.size == 2);
  CHECK(std::max(over_edge.points[0].point_a.x(), over_edge.points[1].point_a.x()) == relative(2));
  CHECK(checked(rod, at({0, 0, 2.2}), box, {}, 0.1).size == 1);
  // Along the edge of the box.
  CHECK(checked(box, {}, rod, at({2.18, 0, 1.18}, kPi / 2, {1, 0, 0}), 0.1).size == 2);
}

TEST_CASE("cylinders on boxes and on each other") {
  const Box table{{2, 2, 1}};
  const Cylinder can{0.5, 0.3};
  const Manifold standing = checked(table, {}, can, at({0.1, 0, 1.49}), 0.02);
  REQUIRE(standing.size == 8);
  for (int k = 0; k < 8; ++k) CHECK(standing.points[k].gap == relative(-0.01));
  CHECK(checked(can, at({0, 0, 1.49}), table, {}, 0.02).size == 8);
  const Manifold half_over = checked(table, {}, can, at({2, 0, 1.5}), 0.02);
  CHECK(half_over.size >= 5);
  for (int k = 0; k < half_over.size; ++k) CHECK(half_over.points[k].point_b.x() < 2 + 1e-4);
  const Manifold lying = checked(table, {}, can, at({0, 0, 1.3}, kPi / 2, {0, 1, 0}), 0.02);
  REQUIRE(lying.size == 2);
  CHECK((lying.points[0].point_a - lying.points[1].point_a).norm() == relative(1));
  CHECK(checked(can, {}, can, at({0, 0, 1}), 0.02).size == 8);
  CHECK(checked(can, {}, can, at({0.2, 0, 1}), 0.02).size >= 4);
  CHECK(checked(Cylinder{0.5, 1}, {}, can, at({0.2, 0, 1}), 0.02).size == 8);
  // Logs along each other and across.
  CHECK(checked(can, {}, can, at({0.6, 0, 0.2}), 0.02).size == 2);
  CHECK(checked(can, {}, can, at({0.6, 0, 0.1}, kPi / 2, {1, 0, 0}), 0.02).size == 1);
  // Rims edge on edge, in perpendicular planes.
  const Manifold rims = checked(can, {}, can, at({0.79, 0.0, 0.82}, kPi / 2, {0, 1, 0}), 0.5);
  CHECK(rims.size >= 1);
}

// How far from x along the faces the nearest point of contact is.
double beside(const Manifold& m, const Vector3d& x) {
  double least = HUGE_VAL;
  for (int k = 0; k < m.size; ++k)
    least = std::min(least, (m.points[k].point_a - x).head<2>().norm());
  return least;
}

// Two circles of radius r and s whose centres are d apart cross where the first is (d² + r² - s²) /
// 2d from the line through both crossings. Of many points some are left out: one crossing stays.
TEST_CASE("cylinders that stand on each other in part touch where their rims cross") {
  Random random(71);
  int both = 0;
  constexpr int kTrials = 200;
  for (int trial = 0; trial < kTrials; ++trial) {
    CAPTURE(trial);
    const double r = random.number(0.3, 0.7), s = random.number(0.3, 0.7);
    const double least = std::abs(r - s), most = r + s;
    const double d = least + random.number(0.75, 0.95) * (most - least), turn = random.number(0, 6);
    const double lean = trial % 2 ? random.number(0, 2e-3) : 0.0;
    const Vector3d u(std::cos(turn), std::sin(turn), 0), across(-u.y(), u.x(), 0);
    Pose upper = at({}, lean, random.direction().cross(Vector3d::UnitZ()));
    // The middle of its lower face is d from the axis of the other.
    upper.p = d * u + Vector3d(0, 0, 0.299) + upper.r * Vector3d(0, 0, 0.2);
    const Manifold m = checked(Cylinder{0.3, r}, {}, Cylinder{0.2, s}, upper, 0.05);
    const double along = (d * d + r * r - s * s) / (2 * d);
    const double half = std::sqrt(r * r - along * along);
    int found = 0;
    for (const double side : {-half, half})
      found += beside(m, along * u + side * across) < (lean > 0 ? 1e-5 : 1e-9);
    CHECK(found >= 1);
    both += found == 2;
  }
  CHECK(both > kTrials / 2);
}

TEST_CASE("what stands over the edge of a box touches where its rim crosses the edge") {
  Random random(72);
  const Box box{{1, 1, 0.5}};
  int both = 0;
  for (int trial = 0; trial < 100; ++trial) {
    CAPTURE(trial);
    const double r = random.number(0.3, 0.6), over = random.number(-0.8, 0.8) * r;
    const double y = random.number(-0.2, 0.2), half = std::sqrt(r * r - over * over);
    const Shape solid = trial % 2 ? Shape(Cone{0.2, r}) : Shape(Cylinder{0.2, r});
    const Manifold m = checked(box, {}, solid, at({1 + over, y, 0.699}), 0.02);
    int found = 0;
    for (const double side : {-half, half}) found += beside(m, Vector3d(1, y + side, 0)) < 1e-9;
    CHECK(found >= 1);
    both += found == 2;
  }
  CHECK(both > 75);
}

TEST_CASE("ghost collisions: solids that are apart with faces nearly flush do not meet") {
  // A box 0.1 m before a tile that is flush with its bottom, then 1 cm lower.
  const Box box{{0.3, 0.3, 0.2}}, tile{{0.5, 2, 0.5}};
  CHECK(checked(box, at({0, 0, 0.2}), tile, at({0.9, 0, -0.5}), 0.5).size == 0);
  CHECK(checked(box, at({0, 0, 0.2}, 0.3, {0, 0, 1}), tile, at({0.95, 0, -0.5}), 0.5).size == 0);
  CHECK(checked(box, at({0, 0, 0.19}), tile, at({0.9, 0, -0.5}), 0.5).size >= 2);
  // Edge to edge neither side says which way they pass; overlapping, the lesser overlap does.
  CHECK(contact_manifold(box, at({0, 0, 0.2}), tile, at({0.8, 0, -0.5}), 0.5).is_ghost);
  CHECK(checked(box, at({0, 0, 0.2}), tile, at({0.79, 0, -0.5}), 0.5).points[0].normal.z() < -0.9);
  CHECK(checked(box, at({0, 0, 0.19}), tile, at({0.8, 0, -0.5}), 0.5).points[0].normal.x() > 0.9);
}

TEST_CASE("manifolds of every pair hold the signed distance, whichever comes first") {
  for (int kind_a = 0; kind_a < 4; ++kind_a) {
    for (int kind_b = 0; kind_b < 4; ++kind_b) {
      CAPTURE(std::string(kKindNames[kind_a]) + ", " + kKindNames[kind_b]);
      Random random(200 + 10 * kind_a + kind_b);
      int touching = 0;
      for (int trial = 0; trial < 400; ++trial) {
        CAPTURE(trial);
        const Shape a = random.shape(kind_a), b = random.shape(kind_b);
        const Pose pose_a = random.pose(0.8), pose_b = random.pose(0.8);
        const double margin = random.number(0, 0.3);
        const double gap = signed_distance(a, pose_a, b, pose_b).gap;
        const Manifold m = checked(a, pose_a, b, pose_b, margin);
        if (gap < margin - kSteadiness) CHECK(m.size > 0);
        if (gap > margin + kSteadiness) CHECK(m.size == 0);
        touching += m.size > 0;
        if (m.size == 0) continue;
        CHECK(std::abs(least_gap(m) - gap) < kSteadiness);
        const Manifold swapped = checked(b, pose_b, a, pose_a, margin);
        CHECK(std::abs(least_gap(swapped) - gap) < kSteadiness);
        if (gap > -0.1) check_opposite(m, swapped, 1e-6);
      }
      CHECK(touching > 100);
    }
  }
}

TEST_CASE("contacts move with the pair") {
  Random random(7);
  for (int trial = 0; trial < 600; ++trial) {
    CAPTURE(trial);
    const Shape a = random.shape(1 + trial % 3), b = random.shape(1 + trial / 3 % 3);
    const Pose pose_a = random.pose(0.7), pose_b = random.pose(0.7), all = random.pose(3);
    const Manifold m = contact_manifold(a, pose_a, b, pose_b, 0.1);
    const Manifold moved = contact_manifold(a, compose(all, pose_a), b, compose(all, pose_b), 0.1);
    REQUIRE(same_features(m, moved));
    for (int k = 0; k < m.size; ++k) {
      const ContactPoint &p = m.points[k], &q = moved.points[k];
      CHECK(std::abs(p.gap - q.gap) < 1e-9);
      CHECK((transform_vector(all, p.normal) - q.normal).norm() < 1e-6);
      CHECK((transform_point(all, p.point_a) - q.point_a).norm() < 1e-6);
    }
  }
}

TEST_CASE("the least gap changes at the relative velocity of its points along the normal") {
  for (int kind = 0; kind < 9; ++kind) {
    const int kind_a = 1 + kind % 3, kind_b = 1 + kind / 3;
    CAPTURE(std::string(kKindNames[kind_a]) + ", " + kKindNames[kind_b]);
    Random random(300 + kind);
    int compared = 0;
    for (int trial = 0; trial < 200; ++trial) {
      CAPTURE(trial);
      const Shape a = random.shape(kind_a), b = random.shape(kind_b);
      const Pose pose_a = random.pose(0.8), pose_b = random.pose(0.8);
      const Distance distance = signed_distance(a, pose_a, b, pose_b);
      const Manifold m = contact_manifold(a, pose_a, b, pose_b, 0.3);
      const Twist wa{random.vector(1), random.vector(1)}, wb{random.vector(1), random.vector(1)};
      const auto gap_at = [&](double t) {
        return signed_distance(a, wa.moved(pose_a, t), b, wb.moved(pose_b, t)).gap;
      };
      const double rate = (gap_at(1e-6) - gap_at(-1e-6)) / 2e-6;
      for (int k = 0; k < m.size; ++k) {
        const ContactPoint& p = m.points[k];
        if (p.gap > distance.gap + 1e-12 || (p.normal - distance.normal).norm() > 1e-9) continue;
        ++compared;
        const double slope = p.normal.dot(wb.at(pose_b, p.point_b) - wa.at(pose_a, p.point_a));
        CHECK(std::abs(rate - slope) < 2e-5);
      }
    }
    CHECK(compared > 60);
  }
}

TEST_CASE("resting solids keep number and features under jitter of 1e-7") {
  const Box box{{0.5, 0.5, 0.5}}, brick{{1, 0.5, 0.25}};
  const Cylinder can{0.5, 0.3};
  const Capsule rod{0.5, 0.1};
  const double margin = 0.02;
  SUBCASE("boxes flush, half over, turned, side by side") {
    check_steady(box, {}, box, at({0, 0, 1}), margin, 4);
    check_steady(box, {}, box, at({0, 0, 1 - 1e-6}), margin, 4);
    check_steady(box, {}, box, at({0.5, 0, 1}), margin, 4);
    check_steady(box, {}, box, at({0.2, 0.3, 1.001}), margin, 4);
    check_steady(box, {}, box, at({0, 0, 1}, kPi / 2), margin, 4);
    check_steady(box, {}, box, at({0, 0, 1}, kPi / 4), margin, 8);
    check_steady(brick, {}, brick, at({1, 0, 0.5}), margin, 4);
    check_steady(brick, {}, brick, at({2, 0, 0}), margin, 4);
  }
  SUBCASE("cans standing and lying on boxes and cans") {
    check_steady(box, {}, can, at({0, 0, 1}), margin, 8);
    check_steady(can, at({0, 0, -1}), box, {}, margin, 8);
    check_steady(can, {}, can, at({0, 0, 1}), margin, 8);
    check_steady(box, {}, can, at({0, 0, 0.8}, kPi / 2, {0, 1, 0}), margin, 2);
    check_steady(can, {}, can, at({0.6, 0, 0}), margin, 2);
    check_steady(can, {}, can, at({0.6, 0, 0.3}), margin, 2);
  }
  SUBCASE("rods on boxes, rods and cans") {
    check_steady(box, {}, rod, at({0, 0, 0.6}, kPi / 2, {0, 1, 0}), margin, 2);
    check_steady(rod, {}, rod, at({0.2, 0, 0.3}), margin, 2);
    check_steady(rod, {}, rod, at({0.2, 0, 0}), margin, 2);
    check_steady(can, {}, rod, at({0.4, 0, 0.1}), margin, 2);
    check_steady(box, {}, rod, at({0, 0, 1.1}), margin, 1);
    check_steady(rod, {}, rod, at({0.2, 0, 0}, kPi / 2, {1, 0, 0}), margin, 1);
  }
}

TEST_CASE("a box tilting on a box loses no corner within the margin") {
  const Box table{{2, 2, 1}}, box{{0.5, 0.5, 0.5}};
  for (int k = 0; k <= 300; ++k) {
    const double tilt = 0.3 * k / 300, margin = 0.05;
    CAPTURE(tilt);
    Pose pose = at({0, 0, 0}, tilt, {1, 0.4, 0});
    pose.p.z() = 1 + support(box, pose, {0, 0, -1});
    int within = 0;
    for (int i = 0; i < 8; ++i) {
      const Vector3d corner(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
      within += transform_point(pose, corner).z() - 1 <= margin;
    }
    CHECK(checked(table, {}, box, pose, margin).size == within);
    CHECK(checked(box, pose, table, {}, margin).size == within);
  }
}

}  // namespace
TEST_CASE("two equal boxes in one place push each other out by a face") {
  const Shape cube = Box{{0.5, 0.5, 0.5}};
  const Manifold manifold = contact_manifold(cube, {}, cube, {}, 0);
  REQUIRE(manifold.size == 4);
  for (int k = 0; k < 4; ++k)
    CHECK(manifold.points[static_cast<std::size_t>(k)].gap == relative(-1.0, 1e-12));
}

TEST_CASE("each corner of a box has a contact of its own name") {
  std::set<std::uint32_t> names;
  for (int i = 0; i < 8; ++i) {
    const Eigen::Vector3d out(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    const Manifold manifold =
        contact_manifold(Box{{0.5, 0.5, 0.5}}, {}, Ellipsoid{{0.2, 0.3, 0.2}}, {0.6 * out}, 0.5);
    REQUIRE(manifold.size == 1);
    names.insert(manifold.points[0].feature);
  }
  CHECK(names.size() == 8);
}

TEST_CASE("an edge of a box has one name, whichever of its two faces it is taken from") {
  const Shape cuboid = Box{{1, 2, 3}};
  const Frame here{Pose{}};
  const Solid solid{cuboid, here};
  std::map<std::uint32_t, std::vector<Vector3d>> middles;
  for_each_face(solid, [&](const FaceName& name, const Vector3d&) {
    const FaceAxes axes = face_axes(solid, name);
    const Patch patch = reference_patch(solid, name, axes);
    REQUIRE(patch.side_count == 4);
    for (int k = 0; k < 4; ++k) {
      const Patch::Side& side = patch.sides[static_cast<std::size_t>(k)];
      middles[side.part].push_back(axes.out(0.5 * (side.x + side.y)));
    }
  });
  REQUIRE(middles.size() == 12);
  for (const auto& [name, at] : middles) {
    REQUIRE(at.size() == 2);
    CHECK((at[0] - at[1]).norm() < 1e-15);
  }
}

// Its foot is 0.11 mm below the top of a wedge, its side 1 cm from it.
TEST_CASE("a thin post beside an edge is a ghost, whichever of the two comes first") {
  const Shape post = Capsule{0.5, 1e-4};
  const Shape wedge = convex_hull(std::vector<Vector3d>{
      {-1, -1, 0.5}, {-1, 1, 0.5}, {1, -1, 0.5}, {1, 1, 0.5}, {1, -1, -1.5}, {1, 1, -1.5}});
  const Pose beside = at({1.0101, 0, 1 - 1e-5});
  CHECK(contact_manifold(wedge, {}, post, beside, 0.1).is_ghost);
  CHECK(contact_manifold(post, beside, wedge, {}, 0.1).is_ghost);
  const Pose lower = at({1.0101, 0, 0.9});
  CHECK_FALSE(contact_manifold(wedge, {}, post, lower, 0.1).is_ghost);
  CHECK_FALSE(contact_manifold(post, lower, wedge, {}, 0.1).is_ghost);
}

}  // namespace perpend::spatial
