// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <Eigen/LU>
#include <numbers>
#include <random>

#include "contact/collider.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

double uniform(std::mt19937_64& random) {
  return static_cast<double>(random() >> 11) * 0x1p-52 - 1;
}

bool is_right_handed(const Matrix3d& frame) {
  return (frame * frame.transpose() - Matrix3d::Identity()).cwiseAbs().maxCoeff() < 1e-15 &&
         (frame.row(0).cross(frame.row(1)) - frame.row(2)).norm() < 1e-15;
}

}  // namespace

TEST_CASE("frames in space are orthonormal and right-handed, first row the normal") {
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 500; ++trial) {
    const Vector3d n = Vector3d(uniform(random), uniform(random), uniform(random)).normalized();
    const Matrix3d frame = contact_frame(n, 2);
    CHECK(is_right_handed(frame));
    CHECK(frame.row(0).transpose() == n);
  }
}

// Where two or three components tie, or a normal lies along an axis or nearly so, nothing degrades.
TEST_CASE("frames of special normals are as good") {
  for (const double tilt : {0.0, 1e-300, 1e-16, 1e-9})
    for (const Vector3d& n :
         {Vector3d(0, 0, 1), Vector3d(0, -1, 0), Vector3d(1, 0, 0), Vector3d(1, 1, 0).normalized(),
          Vector3d(1, -1, 1).normalized(), Vector3d(0, 1, -1).normalized()})
      CHECK(is_right_handed(contact_frame((n + tilt * Vector3d(1, 2, 3)).normalized(), 2)));
}

TEST_CASE("the tangent in the plane is the normal turned by a quarter, and stays in the plane") {
  for (double angle = -3; angle < 3; angle += 0.25) {
    const Vector3d n(std::cos(angle), std::sin(angle), 0);
    const Matrix3d frame = contact_frame(n, 1);
    CHECK(std::abs(frame.row(1).x() - std::cos(angle + std::numbers::pi / 2)) < 1e-15);
    CHECK(std::abs(frame.row(1).y() - std::sin(angle + std::numbers::pi / 2)) < 1e-15);
    CHECK(frame.row(1).z() == 0);
    CHECK(is_right_handed(frame));
  }
}

TEST_CASE("a contact seen from the other body has the opposite normal and velocity along it") {
  const Vector3d n = Vector3d(0.3, -0.5, 0.8).normalized(), u(1.5, -0.25, 0.75);
  const Matrix3d from_a = contact_frame(n, 2), from_b = contact_frame(-n, 2);
  CHECK(from_a.row(0).dot(u) == -from_b.row(0).dot(u));
  CHECK((from_a.bottomRows<2>() * u).norm() ==
        relative((from_b.bottomRows<2>() * u).norm(), 1e-14));
}

}  // namespace perpend
