// SPDX-License-Identifier: Apache-2.0
// Mass properties of bodies against closed forms.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "faults.hpp"
#include "relative.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using Eigen::Matrix3d, Eigen::Quaterniond, Eigen::Vector2d, Eigen::Vector3d;
using std::numbers::pi;

Body only_body(const BodyDef& def) {
  ModelBuilder builder;
  builder.add_body(def);
  return builder.build().value().bodies[0];
}

BodyDef of_solids(std::vector<SpatialShapeDef> shapes) {
  BodyDef def{.kind = BodyKind::spatial};
  def.spatial.shapes = std::move(shapes);
  return def;
}

// Of a box about its centre.
Vector3d box_moments(double mass, const Vector3d& size) {
  const Vector3d s = size.cwiseAbs2();
  return mass / 12 * Vector3d(s.y() + s.z(), s.x() + s.z(), s.x() + s.y());
}

// Inertia tensor of the body about its centre of mass, in the axes of its definition.
Matrix3d tensor(const Body& body) {
  const Matrix3d R = body.details->definition.r.conjugate().toRotationMatrix();
  return R * body.principal_inertia.asDiagonal() * R.transpose();
}

}  // namespace

TEST_CASE("outlines of one piece have the moments of the books") {
  const auto check = [](const planar::Shape& shape, double mass, double inertia) {
    const Body body = only_body({.shapes = {{.shape = shape, .density = 3}}});
    CHECK(body.mass == relative(3 * mass, 1e-14));
    CHECK(body.inertia() == relative(3 * inertia, 1e-13));
  };
  check(planar::Disc{2}, 4 * pi, 4 * pi * 4 / 2);
  check(planar::Ellipse{3, 2}, 6 * pi, 6 * pi * (9 + 4) / 4);
  check(planar::box(4, 2), 8, 8.0 / 12 * (16 + 4));
  // An equilateral triangle of circumradius R: area 3√3/4 R², moment m R² / 4.
  const double area = 0.75 * std::sqrt(3.0) * 4;
  check(planar::regular_polygon(3, 2), area, area * 4 / 4);
  // A rectangle of 2 l by 2 r and two half discs, whose centroids lie 4 r / 3π from their edges.
  const double l = 1.5, r = 0.5, rectangle = 4 * l * r, discs = pi * r * r;
  const double rim = discs * (r * r / 2 + l * l + 8 * l * r / (3 * pi));
  check(planar::Capsule{l, r}, rectangle + discs, rectangle / 3 * (l * l + r * r) + rim);
}

TEST_CASE("solids of one piece have the moments of the books") {
  const auto check = [](const spatial::Shape& shape, double volume, const Vector3d& moments) {
    const Body body = only_body(of_solids({{.shape = shape, .density = 7}}));
    CHECK(body.mass == relative(7 * volume, 1e-14));
    CHECK(body.principal_inertia.isApprox(7 * moments, 1e-13));
  };
  const double ball = 4.0 / 3 * pi * 8;
  check(spatial::Sphere{2}, ball, Vector3d::Constant(0.4 * ball * 4));
  check(spatial::Box{{1, 0.5, 2}}, 8, box_moments(8, {2, 1, 4}));
  const double can = pi * 0.25 * 2;
  const double across = can / 12 * (3 * 0.25 + 4);
  check(spatial::Cylinder{1, 0.5}, can, {across, across, can * 0.25 / 2});
  // A cylinder and two half balls, whose centroids lie 3 r / 8 from their faces.
  const double l = 1, r = 0.5, caps = 4.0 / 3 * pi * r * r * r;
  const double side = across + caps * (0.4 * r * r + l * l + 0.75 * l * r);
  check(spatial::Capsule{l, r}, can + caps, {side, side, can * r * r / 2 + 0.4 * caps * r * r});
}

TEST_CASE("a dumb-bell in the plane has the moment of the parallel axes") {
  const Body body = only_body(
      {.shapes = {{planar::Disc{1}, {{-2, 1}, 0}, 1.0}, {planar::Disc{1}, {{4, 1}, 0.7}, 2.0}}});
  const double m = pi, a = 4, b = 2;  // the centre of mass is at x = 2
  CHECK(body.mass == relative(3 * m));
  CHECK(body.details->body_origin.isApprox(Vector2d(-2, -1), 1e-14));
  CHECK(body.inertia() == relative(m * (0.5 + a * a) + 2 * m * (0.5 + b * b), 1e-14));
  CHECK(body.details->shapes[0].pose.p.isApprox(Vector2d(-4, 0), 1e-14));
}

TEST_CASE("two halves of a box make the box, wherever and however it is cut") {
  const Vector3d size(2, 1, 4);
  for (const double cut : {-0.9, 0.0, 0.3}) {
    const spatial::Box left{{(1 + cut) / 2, 0.5, 2}}, right{{(1 - cut) / 2, 0.5, 2}};
    const Quaterniond turned(Eigen::AngleAxisd(0.8, Vector3d(1, -2, 0.5).normalized()));
    const Vector3d corner(10, -20, 30);
    const auto at = [&](double x) {
      return spatial::Pose{corner + turned * Vector3d(x, 0, 0), turned};
    };
    const Body body = only_body(of_solids({{left, at((cut - 1) / 2)}, {right, at((cut + 1) / 2)}}));
    CHECK(body.mass == relative(8000));
    CHECK(inverse(body.details->definition).p.isApprox(corner, 1e-13));
    const Matrix3d R = turned.toRotationMatrix();
    const Matrix3d expected = R * box_moments(8000, size).asDiagonal() * R.transpose();
    CHECK(tensor(body).isApprox(expected, 1e-11));
  }
}

// Against a sum over the shapes' own tensors: I = Σ R I_k Rᵀ + m_k (d² 1 - d dᵀ).
TEST_CASE("compounds in space obey the parallel axis theorem") {
  std::mt19937_64 random(3);
  const auto draw = [&] { return static_cast<double>(random() >> 11) / 4503599627370496.0 - 1; };
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<SpatialShapeDef> pieces;
    std::vector<double> masses;
    Vector3d center(0, 0, 0);
    for (int k = 0; k < 4; ++k) {
      SpatialShapeDef piece{spatial::Box{{0.6 + 0.5 * draw(), 0.8, 0.3}}};
      piece.pose.p = 3 * Vector3d(draw(), draw(), draw());
      piece.pose.r = Quaterniond(1.1 + draw(), draw(), draw(), draw()).normalized();
      piece.density = 2 + draw();
      masses.push_back(piece.density * 8 * std::get<spatial::Box>(piece.shape).half.prod());
      center += masses.back() * piece.pose.p;
      pieces.push_back(piece);
    }
    const double mass = masses[0] + masses[1] + masses[2] + masses[3];
    center /= mass;
    Matrix3d expected = Matrix3d::Zero();
    for (int k = 0; k < 4; ++k) {
      const Vector3d d = pieces[k].pose.p - center;
      const Matrix3d R = pieces[k].pose.r.toRotationMatrix();
      const Vector3d own = box_moments(masses[k], 2 * std::get<spatial::Box>(pieces[k].shape).half);
      expected += R * own.asDiagonal() * R.transpose() +
                  masses[k] * (d.squaredNorm() * Matrix3d::Identity() - d * d.transpose());
    }
    const Body body = only_body(of_solids(pieces));
    CHECK(body.mass == relative(mass, 1e-13));
    CHECK(inverse(body.details->definition).p.isApprox(center, 1e-12));
    CHECK(tensor(body).isApprox(expected, 1e-12));
  }
}

TEST_CASE("a given mass, inertia or centre of mass stands in place of that of the shapes") {
  BodyDef def = of_solids({{spatial::Box{{1, 0.5, 2}}, {{1, 0, 0}}}});
  def.mass = 16;
  CHECK(only_body(def).principal_inertia.isApprox(box_moments(16, {2, 1, 4}), 1e-13));
  def.spatial.inertia = Vector3d(1, 2, 2.5).asDiagonal();
  def.spatial.center_of_mass = Vector3d(0, 3, 0);
  const Body body = only_body(def);
  CHECK(body.principal_inertia == Vector3d(1, 2, 2.5));
  CHECK(inverse(body.details->definition).p == Vector3d(0, 3, 0));
  CHECK(body.details->spatial_shapes[0].pose.p.isApprox(Vector3d(1, -3, 0)));
}

TEST_CASE("what is moved by a motion turns about its frame, wherever its centre of mass is") {
  BodyDef def{.kind = BodyKind::spatial_kinematic, .motion = {.omega = {0, 0, 1}}};
  def.spatial.center_of_mass = Vector3d(1, 0, 0);
  const Body body = only_body(def);
  CHECK(inverse(body.details->definition).p == Vector3d(0, 0, 0));
}

TEST_CASE("the axes of an inertia given with products are its principal ones") {
  BodyDef def{.kind = BodyKind::spatial, .mass = 1};
  Matrix3d inertia;
  inertia << 3, 1, 0, 1, 3, 0, 0, 0, 4;
  def.spatial.inertia = inertia;
  const Body body = only_body(def);
  CHECK(body.principal_inertia.isApprox(Vector3d(2, 4, 4), 1e-12));
  CHECK(tensor(body).isApprox(inertia, 1e-12));
}

TEST_CASE("rotations of any length turn shapes as their unit does") {
  SpatialShapeDef piece{spatial::Box{{1, 0.5, 2}}};
  piece.pose.p = {1, 2, 3};
  piece.pose.r = Quaterniond(0.5, 0.5, 0.5, 0.5);
  const Body unit = only_body(of_solids({piece}));
  piece.pose.r.coeffs() *= 3;
  const Body longer = only_body(of_solids({piece}));
  CHECK(tensor(longer).isApprox(tensor(unit), 1e-14));
  CHECK(longer.details->spatial_shapes[0].pose.r.norm() == relative(1));
}

// Particles do not turn: what they start with turns their shapes.
TEST_CASE("shapes and centre of mass of a particle lie as its start pose says") {
  Draw draw(31);
  const auto one = [&] { return draw(-1, 1); };
  const auto any_point = [&] { return Vector3d(one(), one(), one()); };
  for (int i = 0; i < 20; ++i) {
    BodyDef def{.kind = BodyKind::spatial_particle, .mass = 1};
    def.spatial.pose = {any_point(), Quaterniond(one(), one(), one(), one()).normalized()};
    const Vector3d off = any_point(), center = any_point();
    def.spatial.center_of_mass = center;
    def.spatial.shapes = {{.shape = spatial::box(0.3, 0.2, 0.1), .pose = {.p = off}}};
    const double angle = 3 * one();
    ModelBuilder builder;
    const BodyId solid = builder.add_body(def);
    const BodyId flat = builder.add_body({.kind = BodyKind::particle,
                                          .pose = {{1, 2}, angle},
                                          .shapes = {{planar::box(0.3, 0.2), {off.head<2>(), 0}}},
                                          .mass = 1});
    const Model model = builder.build().value();
    const spatial::Pose& start = def.spatial.pose;
    const spatial::Pose at = spatial_pose(model, initial_state(model), solid);
    CHECK((at.p - start.p - start.r * center).norm() < 1e-14);
    const spatial::Pose& shape = model.bodies[solid.index].details->spatial_shapes[0].pose;
    CHECK((compose(at, shape).p - start.p - start.r * off).norm() < 1e-14);
    CHECK(compose(at, shape).r.toRotationMatrix().isApprox(start.r.toRotationMatrix(), 1e-14));
    const planar::Pose& placed = model.bodies[flat.index].details->shapes[0].pose;
    CHECK((placed.p - Eigen::Rotation2Dd(angle) * off.head<2>()).norm() < 1e-14);
    CHECK(placed.angle == angle);
  }
}

TEST_CASE("bodies that no force moves and particles have no inertia; density is left alone") {
  for (const BodyKind kind : {BodyKind::fixed, BodyKind::kinematic}) {
    const Body body = only_body({.kind = kind, .shapes = {{planar::Disc{1}, {{1, 0}, 0}}}});
    CHECK(body.mass == 0);
    CHECK(body.inertia() == 0);
    CHECK(body.details->body_origin == Vector2d(0, 0));
  }
  const Body point = only_body({.kind = BodyKind::particle, .shapes = {{planar::Disc{1}}}});
  CHECK(point.mass == relative(1000 * pi));
  CHECK(point.inertia() == 0);
  CHECK(point.dof == 2);
}

}  // namespace perpend
