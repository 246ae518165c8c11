// SPDX-License-Identifier: Apache-2.0
// What is done for eight bodies at once, against the same for one.
#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <random>

#include "dynamics/bodies/free_rotation.hpp"
#include "dynamics/bodies/free_rotation_batch.hpp"
#include "dynamics/mass_system/ball_ends.hpp"
#include "dynamics/mass_system/geometric_stiffness.hpp"

namespace perpend {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d, Eigen::Vector4d;

struct Draw {
  std::mt19937_64 random{5};
  double number() { return std::uniform_real_distribution<double>(-1, 1)(random); }
  Vector3d vector() { return {number(), number(), number()}; }
  Eigen::Quaterniond rotation() {
    return Eigen::Quaterniond(Vector4d(number(), number(), number(), number())).normalized();
  }
};

struct Bodies {
  std::array<Vector3d, kLanes> inertia;
  std::array<Rotation, kLanes> rotation;

  RotationBatch batch() const {
    RotationBatch all;
    for (int m = 0; m < kLanes; ++m) {
      const Eigen::Quaterniond& q = rotation[m].orientation;
      const Vector3d& w = rotation[m].omega;
      all.inertia.x[m] = inertia[m].x(), all.inertia.y[m] = inertia[m].y();
      all.inertia.z[m] = inertia[m].z(), all.orientation.w[m] = q.w();
      all.orientation.u.x[m] = q.x(), all.orientation.u.y[m] = q.y();
      all.orientation.u.z[m] = q.z();
      all.omega.x[m] = w.x(), all.omega.y[m] = w.y(), all.omega.z[m] = w.z();
    }
    return all;
  }
};

Rotation lane(const RotationBatch& all, int m) {
  const LanesRotation& q = all.orientation;
  return {Eigen::Quaterniond(q.w[m], q.u.x[m], q.u.y[m], q.u.z[m]),
          {all.omega.x[m], all.omega.y[m], all.omega.z[m]}};
}

}  // namespace

TEST_CASE("eight bodies turn as one by one; a sphere and one that spins too fast are left alone") {
  Draw draw;
  for (int round = 0; round < 50; ++round) {
    Bodies bodies;
    for (int m = 0; m < kLanes; ++m) {
      const Vector3d axes = Vector3d::Constant(1.5) + draw.vector();
      bodies.inertia[m] = Vector3d::Constant(axes.squaredNorm()) - axes.cwiseAbs2();
      bodies.rotation[m] = {draw.rotation(), 20 * draw.vector()};
    }
    bodies.inertia[3] = Vector3d::Constant(0.4);
    bodies.rotation[5].omega *= 1000;
    const double h = 1e-3;
    RotationBatch all = bodies.batch();
    const LaneMask done = rotate_batch(h, all);
    for (int m = 0; m < kLanes; ++m) {
      Rotation alone = bodies.rotation[m];
      const bool left = m == 3 || m == 5;
      CHECK(static_cast<bool>(done[m]) == !left);
      if (!left) REQUIRE(rotate_freely(bodies.inertia[m], h, alone));
      const Rotation rotated = lane(all, m);
      CHECK((rotated.orientation.coeffs() - alone.orientation.coeffs()).norm() < 1e-14);
      CHECK((rotated.omega - alone.omega).norm() < 1e-13 * alone.omega.norm());
    }
  }
}

TEST_CASE("the stiffness of eight ball ends is that of each, slack, pressed and idle ones too") {
  Draw draw;
  const int ends = 21;  // two batches and a rest
  std::vector<Matrix3d> rotation(ends, Matrix3d::Zero());
  std::vector<Vector4d> orientation(ends);
  std::vector<Vector3d> anchor(ends), impulse(ends);
  BallEnds batches(0.25, rotation);
  for (int i = 0; i < ends; ++i) {
    const Eigen::Quaterniond q = draw.rotation();
    orientation[i] = {q.w(), q.x(), q.y(), q.z()};
    anchor[i] = draw.vector();
    impulse[i] = 100 * draw.vector();
    if (i % 5 == 1) impulse[i] = 7 * (q * anchor[i]);   // along the arm
    if (i % 5 == 2) impulse[i] = -7 * (q * anchor[i]);  // against it
    if (i == 4) impulse[i].setZero();
    if (i == 9) anchor[i].setZero();
    const double sign = i % 2 == 0 ? 1.0 : -1.0;
    batches.add(i, orientation[i].data(), anchor[i].data(), impulse[i].data(), sign);
  }
  batches.finish();
  for (int i = 0; i < ends; ++i) {
    const Eigen::Quaterniond q(orientation[i][0], orientation[i][1], orientation[i][2],
                               orientation[i][3]);
    const double sign = i % 2 == 0 ? 1.0 : -1.0;
    const Matrix3d K = 0.25 * ball_stiffness_psd(q * anchor[i], sign * impulse[i]);
    const double size = anchor[i].norm() * impulse[i].norm();
    CHECK((rotation[i] - K).norm() <= 1e-13 * size);
    CHECK(rotation[i].allFinite());
  }
}

}  // namespace perpend
