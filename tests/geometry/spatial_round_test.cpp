// SPDX-License-Identifier: Apache-2.0
//
// Ellipsoids and cones: mass, bounds, contacts, and gaps as smooth as the surfaces are.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "geometry/spatial/broad_phase/broad_phase.hpp"
#include "geometry/spatial/shapes/extent.hpp"
#include "perpend/geometry/spatial/distance.hpp"
#include "perpend/geometry/spatial/manifold.hpp"
#include "perpend/geometry/spatial/mass.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "random_solids.hpp"
#include "relative.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;
using std::numbers::pi;

// Volume, centroid and inertia by midpoint sums in the box around a shape.
MassProperties summed(const Shape& shape, const Vector3d& half, int cells) {
  MassProperties sum;
  const Vector3d step = 2 * half / cells;
  Matrix3d second = Matrix3d::Zero();
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j)
      for (int k = 0; k < cells; ++k) {
        const Vector3d x = -half + step.cwiseProduct(Vector3d(i + 0.5, j + 0.5, k + 0.5));
        if (elevation(shape, {}, x) > 0) continue;
        sum.mass += step.prod();
        sum.center += step.prod() * x;
        second += step.prod() * x * x.transpose();
      }
  sum.center /= sum.mass;
  second -= sum.mass * sum.center * sum.center.transpose();
  sum.inertia = second.trace() * Matrix3d::Identity() - second;
  return sum;
}

void check_mass(const Shape& shape, const Vector3d& half) {
  const MassProperties exact = mass_properties(shape, 1.0), sum = summed(shape, half, 80);
  CHECK(exact.mass == relative(sum.mass, 0.01));
  CHECK((exact.center - sum.center).norm() < 0.005);
  CHECK((exact.inertia - sum.inertia).norm() < 0.02 * exact.inertia.norm());
}

// Central differences of the gap as b moves along x, y, z and turns about them.
Eigen::Vector<double, 6> gap_rates(const Shape& a, const Pose& pose_a, const Shape& b,
                                   const Pose& pose_b, double h) {
  Eigen::Vector<double, 6> rates;
  for (int k = 0; k < 6; ++k) {
    const auto moved = [&](double s) {
      Pose pose = pose_b;
      if (k < 3) pose.p[k] += s;
      if (k >= 3) pose.r = Eigen::AngleAxisd(s, Vector3d::Unit(k - 3)) * pose.r;
      return signed_distance(a, pose_a, b, pose).gap;
    };
    rates[k] = (moved(h) - moved(-h)) / (2 * h);
  }
  return rates;
}

}  // namespace

TEST_CASE("an ellipsoid and a cone have the mass of their closed forms") {
  const MassProperties egg = mass_properties(ellipsoid(2, 4, 6), 3);
  CHECK(egg.mass == relative(3 * 4.0 / 3 * pi * 6));
  CHECK((egg.inertia.diagonal() - egg.mass / 5 * Vector3d(13, 10, 5)).norm() < 1e-12 * egg.mass);
  const MassProperties hat = mass_properties(cone(4, 1), 3);
  CHECK(hat.mass == relative(3 * pi * 4 / 3));
  CHECK((hat.center - Vector3d(0, 0, -1)).norm() < 1e-15);
  const double across = hat.mass * (3 * 1 / 20.0 + 3 * 16 / 80.0);
  CHECK((hat.inertia.diagonal() - Vector3d(across, across, 0.3 * hat.mass)).norm() < 1e-12);
  check_mass(Ellipsoid{{0.5, 0.8, 0.3}}, {0.5, 0.8, 0.3});
  check_mass(Cone{0.7, 0.5}, {0.5, 0.5, 0.7});
}

TEST_CASE("their boxes are tight, and the largest ball of a cone touches side and base") {
  Random random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const Shape shape = random.shape(5 + trial % 2);
    const Pose pose = random.pose(2);
    const Aabb box = bounds(shape, pose);
    for (int axis = 0; axis < 3; ++axis) {
      CHECK(box.hi[axis] == relative(support(shape, pose, Vector3d::Unit(axis))));
      CHECK(box.lo[axis] == relative(-support(shape, pose, -Vector3d::Unit(axis))));
    }
  }
  const Cone hat{0.6, 0.4};
  const double r = inner_radius(hat);
  CHECK(signed_distance(hat, {}, Sphere{0.0}, {{0, 0, r - 0.6}}).gap == relative(-r));
  CHECK(inner_radius(Ellipsoid{{0.3, 0.2, 0.5}}) == 0.2);
}

TEST_CASE("the point of an ellipsoid nearest to a point is its foot, inside too") {
  const Ellipsoid egg{{0.5, 0.8, 0.3}};
  Random random(4);
  for (int trial = 0; trial < 500; ++trial) {
    Vector3d x = random.vector(trial % 3 ? 1.2 : 0.25);
    for (int k = 0; k < 3; ++k)
      if (trial % 7 == k || trial % 11 == k) x[k] = 0;
    const Distance d = signed_distance(egg, {}, Sphere{0.0}, {x});
    const Vector3d foot = x - d.gap * d.normal;
    CHECK(foot.cwiseQuotient(egg.half).norm() == relative(1, 1e-12));
    CHECK((foot.cwiseQuotient(egg.half.cwiseAbs2()).normalized() - d.normal).norm() < 1e-9);
    // No sampled point of the surface is nearer.
    for (int k = 0; k < 200; ++k) {
      const Vector3d y = random.direction().cwiseProduct(egg.half);
      CHECK((y - x).norm() > std::abs(d.gap) - 1e-12);
    }
  }
}

// x = y + t y / a² with t >= -a_min² tells the nearest point y from all other feet of x.
TEST_CASE("the foot on an ellipsoid is the nearest one however near x is to its planes and axes") {
  Random random(24);
  for (int trial = 0; trial < 4000; ++trial) {
    CAPTURE(trial);
    Vector3d half = random.vector(1).cwiseAbs() + Vector3d::Constant(0.05);
    half[trial % 3] *= std::pow(10.0, -random.integer(0, 3));
    if (trial % 4 == 1) half[(trial + 1) % 3] = half[(trial + 2) % 3];
    if (trial % 16 == 2) half[(trial + 1) % 3] = half[trial % 3];
    // What a quarter turn leaves of the planes of an ellipsoid is off by rounding.
    const Vector3d axis = Vector3d::Unit(random.integer(0, 2));
    const Eigen::Quaterniond quarter(
        Eigen::AngleAxisd(random.integer(-2, 2) * std::numbers::pi / 2, axis));
    const Pose pose{{0, 0, 0}, trial % 5 ? quarter : random.rotation()};
    const bool is_given_turned = trial % 2 == 0;
    Vector3d x = random.number(0, 1.3) * random.direction().cwiseProduct(half);
    for (int k = 0; k < 3; ++k)
      if (random.integer(0, 2) > 0)
        x[k] *= random.integer(0, 3) > 0 ? std::pow(10.0, -random.number(2, 330)) : 0.0;
    const Vector3d world = transform_point(pose, x);
    const Pose seen = is_given_turned ? pose : Pose{};
    const Distance d =
        signed_distance(Ellipsoid{half}, seen, Sphere{0.0}, {is_given_turned ? world : x});
    const Vector3d n = transform_vector(inverse(seen), d.normal), foot = x - d.gap * n;
    const Vector3d gradient = foot.cwiseQuotient(half.cwiseAbs2());
    const double thin = half.minCoeff(), ratio = half.maxCoeff() / thin;
    REQUIRE(std::isfinite(d.gap));
    CHECK(foot.cwiseQuotient(half).norm() == relative(1, 1e-13 * ratio));
    CHECK((gradient.normalized() - n).norm() < 1e-13 * ratio * ratio);
    CHECK(d.gap / gradient.norm() >= -thin * thin * (1 + 1e-12 * ratio));
  }
}

TEST_CASE("a touching ellipsoid has one point, where its normal is that of the other") {
  const Ellipsoid egg{{0.5, 0.8, 0.3}};
  Random random(5);
  for (int trial = 0; trial < 100; ++trial) {
    const Pose pose{{0, 0, 0}, random.rotation()};
    const double height = support(egg, pose, -Vector3d::UnitZ());
    const Pose lifted{{0.1, 0.2, height + 0.01}, pose.r};
    for (const bool plane : {true, false}) {
      const Shape ground = plane ? Shape(HalfSpace{}) : Shape(Box{{3, 3, 1}});
      const Pose at = plane ? Pose{} : Pose{{0, 0, -1}};
      const Manifold manifold = contact_manifold(ground, at, egg, lifted, 0.1);
      REQUIRE(manifold.size == 1);
      const ContactPoint& point = manifold.points[0];
      CHECK(point.gap == relative(0.01));
      CHECK((point.normal - Vector3d::UnitZ()).norm() < 1e-9);
      CHECK(std::abs(elevation(egg, lifted, point.point_b)) < 1e-12);
      CHECK(point.point_b.z() == relative(0.01));
    }
  }
}

TEST_CASE("a cone stands on eight points, lies on its side on two, and keeps their names") {
  const Cone hat{0.5, 0.3};
  const Shape ground = Box{{3, 3, 1}};
  const auto contacts = [&](const Shape& base, const Pose& at, const Pose& pose) {
    return contact_manifold(base, at, hat, pose, 0.01);
  };
  for (const bool plane : {true, false}) {
    const Shape base = plane ? Shape(HalfSpace{}) : ground;
    const Pose at = plane ? Pose{} : Pose{{0, 0, -1}};
    const Manifold standing = contacts(base, at, {{0, 0, 0.5}});
    CHECK(standing.size == 8);
    for (int k = 0; k < standing.size; ++k) CHECK(std::abs(standing.points[k].gap) < 1e-12);
    // On its side: the outward normal (cos s, 0, sin s) of a generator points down.
    const double s = std::atan2(0.3, 1.0);
    const Eigen::Quaterniond lie(Eigen::AngleAxisd(pi / 2 + s, Vector3d::UnitY()));
    const double height = support(hat, {{0, 0, 0}, lie}, -Vector3d::UnitZ());
    Manifold first;
    for (int spin = 0; spin < 10; ++spin) {
      const Eigen::Quaterniond turn(Eigen::AngleAxisd(0.37 * spin, Vector3d::UnitZ()));
      const Manifold lying = contacts(base, at, {{0, 0, height}, turn * lie});
      REQUIRE(lying.size == 2);
      for (int k = 0; k < 2; ++k) CHECK(std::abs(lying.points[k].gap) < 1e-9);
      CHECK((lying.points[0].point_b - lying.points[1].point_b).norm() ==
            relative(std::hypot(1.0, 0.3), 1e-6));
      if (spin == 0) first = lying;
      CHECK(lying.points[0].feature == first.points[0].feature);
      CHECK(lying.points[1].feature == first.points[1].feature);
    }
    const Eigen::Quaterniond upside(Eigen::AngleAxisd(pi, Vector3d::UnitX()));
    const Manifold on_tip = contacts(base, at, {{0, 0, 0.5}, upside});
    REQUIRE(on_tip.size == 1);
    CHECK(on_tip.points[0].point_b.norm() < 1e-12);
  }
}

// Two tips, or a tip and a pole, on one line: the closest point has no side to lean to.
TEST_CASE("a tip that points at a tip or at a pole meets it there, however the pair is turned") {
  const Cone hat{0.5, 0.3};
  const Ellipsoid egg{{0.5, 0.8, 0.3}};
  Random random(17);
  for (int trial = 0; trial < 100; ++trial) {
    const double gap = random.number(0.001, 0.04);
    const Pose all = random.pose(2);
    for (const bool pole : {true, false}) {
      const Shape other = pole ? Shape(egg) : Shape(hat);
      const Eigen::Quaterniond down(Eigen::AngleAxisd(pi, Vector3d::UnitX()));
      const Pose above{{0, 0, 0.5 + gap + (pole ? 0.3 : 0.5)},
                       pole ? Eigen::Quaterniond::Identity() : down};
      const Manifold m = contact_manifold(hat, all, other, compose(all, above), 0.05);
      REQUIRE(m.size == 1);
      CHECK(m.points[0].gap == relative(gap, 1e-9));
      CHECK((m.points[0].point_a - transform_point(all, {0, 0, 0.5})).norm() < 1e-9);
      CHECK((m.points[0].normal - all.r * Vector3d::UnitZ()).norm() < 1e-9);
    }
  }
}

// A generator of the cone beside a rod along it: contacts at both ends of what lies side by side.
TEST_CASE("a cone that leans along a rod with its side touches it over the length they share") {
  const Cone hat{0.5, 0.3};
  const double slant = std::hypot(1.0, 0.3), radius = 0.1;
  const Vector3d rim(0.3, 0, -0.5), along = (Vector3d(0, 0, 0.5) - rim) / slant;
  const Vector3d out(along.z(), 0, -along.x());
  Random random(18);
  for (int trial = 0; trial < 100; ++trial) {
    CAPTURE(trial);
    // The rod begins `from` up the side, measured from the rim, and ends at `to`.
    const double from = random.number(-0.4, 0.4), to = from + random.number(0.5, 1.2);
    const double gap = random.number(0.001, 0.01);
    const double shared = std::min(to, slant) - std::max(from, 0.0);
    const Pose all = random.pose(2);
    const bool capsule = trial % 2 == 0;
    const Shape rod = capsule ? Shape(Capsule{(to - from) / 2, radius})
                              : Shape(Cylinder{(to - from) / 2, radius});
    const Pose beside{rim + (from + to) / 2 * along + (radius + gap) * out,
                      Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), along)};
    const Manifold m = contact_manifold(hat, all, rod, compose(all, beside), 0.02);
    REQUIRE(m.size == 2);
    for (int k = 0; k < 2; ++k) {
      CHECK(m.points[k].gap == relative(gap, 1e-6));
      CHECK((m.points[k].normal - all.r * out).norm() < 1e-6);
    }
    CHECK((m.points[0].point_a - m.points[1].point_a).norm() == relative(shared, 1e-6));
  }
}

TEST_CASE("gaps of smooth pairs are smooth: the rates of a contact are their differences") {
  Random random(6);
  const std::vector<Vector3d> corners{{-2, -2, -1}, {2, -2, -1}, {2, 2, -1}, {-2, 2, -1},
                                      {-2, -2, 0},  {2, -2, 0},  {2, 2, 0},  {-2, 2, 0}};
  const Shape flat = convex_hull(corners);
  const Shape others[] = {Sphere{0.4}, Capsule{0.5, 0.3}, HalfSpace{}, Ellipsoid{{0.3, 0.5, 0.6}},
                          flat};
  for (const Shape& other : others)
    for (int trial = 0; trial < 40; ++trial) {
      CAPTURE(other.index());
      CAPTURE(trial);
      const Shape egg = Ellipsoid{{0.5, 0.8, 0.3}};
      const bool below = other.index() == 4 || other.index() == 5;
      const Pose at{below ? Vector3d(0, 0, 0) : random.vector(0.2),
                    below ? Eigen::Quaterniond::Identity() : random.rotation()};
      Pose pose{{0.2, 0.1, 3}, random.rotation()};
      pose.p.z() += (trial % 2 ? 0.01 : -0.01) - signed_distance(other, at, egg, pose).gap;
      if (!below) {
        const Distance d = signed_distance(other, at, egg, pose);
        pose.p += (0.02 - d.gap) * d.normal;
      }
      const Manifold manifold = contact_manifold(other, at, egg, pose, 0.2);
      REQUIRE(manifold.size == 1);
      const ContactPoint& point = manifold.points[0];
      Eigen::Vector<double, 6> rates;
      rates << point.normal, (point.point_b - pose.p).cross(point.normal);
      CHECK((gap_rates(other, at, egg, pose, 1e-4) - rates).norm() < 1e-6);
    }
}

// Out across the axis, or along it where both are short.
TEST_CASE("round rods on one axis overlap by the least there is, in either order") {
  for (const double radius : {0.25, 0.5})
    for (const double length : {1.0, 4.0, 20.0})
      for (const double shift : {0.0, 0.3, 0.7}) {
        const Shape rod = cylinder(length, 0.5), pin = capsule(length, radius);
        const double across = -(0.5 + radius), along = shift - length - radius;
        const Pose moved{.p = {0, 0, shift}};
        CAPTURE(length);
        CAPTURE(radius);
        CAPTURE(shift);
        CHECK(signed_distance(rod, {}, pin, moved).gap == relative(std::max(across, along)));
        CHECK(signed_distance(pin, moved, rod, {}).gap == relative(std::max(across, along)));
      }
}

TEST_CASE("sizes that make no ellipsoid or cone are named") {
  CHECK_THROWS(ellipsoid(1, 0, 1));
  CHECK_THROWS(cone(-1, 1));
  const Diagnostics egg = check(Ellipsoid{{1, 0, 1}}, "s"), hat = check(Cone{0, -1}, "s");
  REQUIRE(egg.size() == 1);
  CHECK(egg[0].element == "s.axes");
  REQUIRE(hat.size() == 2);
  CHECK(hat[0].element == "s.length");
  CHECK(hat[1].element == "s.radius");
  // A box has one size, an axis that is no direction none.
  CHECK(check(Box{{-1, 0, -2}}, "s").size() == 1);
  CHECK(check(Box{{1, 0, 2}}, "s").size() == 1);
  for (const double z : {0.0, std::nan(""), std::numeric_limits<double>::infinity()})
    CHECK_THROWS(facing({0, 0, z}));
}

}  // namespace perpend::spatial
