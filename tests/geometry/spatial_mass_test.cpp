// SPDX-License-Identifier: Apache-2.0
// Masses and inertias of solids against the sums of thin slices, which share nothing with them.
#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <numbers>

#include "perpend/geometry/spatial/mass.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

constexpr int kSlices = 200000;

// A body of revolution about z, from -half to half, as discs of radius r(z). The midpoint rule is
// off by the square of the slices' thickness, 1e-9 here where r has a finite slope.
MassProperties of_slices(double half, double density, const std::function<double(double)>& r) {
  const double h = 2 * half / kSlices;
  MassProperties sum;
  for (int i = 0; i < kSlices; ++i) {
    const double z = -half + (i + 0.5) * h, r2 = r(z) * r(z);
    const double mass = density * std::numbers::pi * r2 * h;
    sum.mass += mass;
    const double across = mass * (r2 / 4 + z * z);
    sum.inertia += Vector3d(across, across, mass * r2 / 2).asDiagonal();
  }
  return sum;
}

void check_close(const MassProperties& got, const MassProperties& want, double relative) {
  CHECK(std::abs(got.mass - want.mass) <= relative * want.mass);
  CHECK((got.center - want.center).norm() <= relative);
  CHECK((got.inertia - want.inertia).norm() <= relative * want.inertia.norm());
}

// A point mass in each corner and as much in the middle of a cuboid would not do: its moments are
// those of three pairs of points on its axes.
MassProperties of_points(double mass, const Vector3d& half) {
  MassProperties sum{.mass = mass};
  for (int axis = 0; axis < 3; ++axis) {
    // Second moment m h²/3 along each axis.
    Matrix3d second = Matrix3d::Zero();
    second(axis, axis) = mass * half[axis] * half[axis] / 3;
    sum.inertia += second.trace() * Matrix3d::Identity() - second;
  }
  return sum;
}

}  // namespace

TEST_CASE("a ball, a cylinder and a capsule have the mass and inertia of their slices") {
  const double density = 700;
  for (const double r : {0.05, 0.3, 1.1}) {
    CAPTURE(r);
    check_close(mass_properties(Sphere{r}, density),
                of_slices(r, density, [&](double z) { return std::sqrt(r * r - z * z); }), 1e-8);
    for (const double l : {0.02, 0.4, 2.0}) {
      CAPTURE(l);
      check_close(mass_properties(Cylinder{l, r}, density),
                  of_slices(l, density, [&](double) { return r; }), 1e-8);
      const auto capsule = [&](double z) {
        const double beyond = std::max(0.0, std::abs(z) - l);
        return std::sqrt(r * r - beyond * beyond);
      };
      check_close(mass_properties(Capsule{l, r}, density), of_slices(l + r, density, capsule),
                  1e-8);
    }
  }
}

TEST_CASE("a box has the second moments m h²/3 along its sides") {
  const Vector3d half(0.1, 0.25, 0.6);
  const double mass = 500 * 8 * 0.1 * 0.25 * 0.6;
  check_close(mass_properties(Box{half}, 500), of_points(mass, half), 1e-14);
}

TEST_CASE("two halves of a solid make the whole, wherever they are and however they are turned") {
  const Vector3d half(0.1, 0.2, 0.3);
  const Pose pose{{1, -2, 0.5},
                  Eigen::Quaterniond(Eigen::AngleAxisd(0.7, Vector3d(1, 2, -1).normalized()))};
  const MassProperties whole = transformed(mass_properties(Box{half}, 300), pose);
  for (int axis = 0; axis < 3; ++axis) {
    CAPTURE(axis);
    Vector3d part = half;
    part[axis] /= 3;  // a third and two thirds
    const Vector3d to = Vector3d::Unit(axis);
    const auto piece = [&](double size, double at) {
      Vector3d own = half;
      own[axis] = size;
      return transformed(mass_properties(Box{own}, 300), compose(pose, Pose{at * to}));
    };
    const MassProperties sum = combined(piece(half[axis] / 3, -2 * half[axis] / 3),
                                        piece(2 * half[axis] / 3, half[axis] / 3));
    check_close(sum, whole, 1e-13);
  }
}

TEST_CASE("nothing is combined with what has no mass") {
  const MassProperties box = mass_properties(Box{{0.1, 0.2, 0.3}}, 100);
  const MassProperties none = mass_properties(HalfSpace{}, 100);
  CHECK(none.mass == 0);
  check_close(combined(box, none), box, 0);
  check_close(combined(none, box), box, 0);
}

TEST_CASE("principal axes are a rotation that makes the inertia diagonal") {
  const Matrix3d R = Eigen::AngleAxisd(1.1, Vector3d(0.3, -1, 0.4).normalized()).toRotationMatrix();
  for (const Vector3d& moments :
       {Vector3d(1, 2, 2.5), Vector3d(3, 2.5, 1), Vector3d(2, 2, 3), Vector3d(1e-6, 1, 1)}) {
    const Matrix3d inertia = R * moments.asDiagonal() * R.transpose();
    const PrincipalAxes axes = principal_axes(inertia);
    const Matrix3d turned = axes.axes.toRotationMatrix();
    CHECK((turned * axes.moments.asDiagonal() * turned.transpose() - inertia).norm() <
          1e-14 * inertia.norm());
    CHECK(std::abs(turned.determinant() - 1) < 1e-14);
  }
  CHECK(principal_axes(Vector3d(3, 2, 1).asDiagonal())
            .axes.isApprox(Eigen::Quaterniond::Identity(), 0));
  Matrix3d rounded = Vector3d(3, 2, 1).asDiagonal();
  rounded(0, 1) = rounded(1, 0) = 1e-16;  // what sums of a body that lies along the axes leave
  CHECK(principal_axes(rounded).moments == Vector3d(3, 2, 1));
}

TEST_CASE("moments that break the triangle inequality belong to no body") {
  CHECK(is_realisable({1, 2, 2.9}));
  CHECK(is_realisable({1, 1, 2}));                           // a plate
  CHECK(is_realisable({1e-12, 0.333333333, 0.3333333333}));  // a rod to nine and ten digits
  CHECK_FALSE(is_realisable({1, 1, 2.01}));
  CHECK_FALSE(is_realisable({0, 1, 1}));
  CHECK_FALSE(is_realisable({-1, 1, 1}));
}

}  // namespace perpend::spatial
