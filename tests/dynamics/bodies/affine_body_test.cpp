// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/affine_body.hpp"

#include <doctest/doctest.h>

#include <Eigen/LU>
#include <cmath>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joint_models.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "perpend/core/error.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Matrix2d, Eigen::Matrix3d, Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;
using testing::Random;

template <int N>
struct Cloud {
  std::vector<double> masses;
  std::vector<Vector3d> points;  // about the centre of mass, material axes
  double mass = 0;
  Eigen::Matrix<double, N, N> moments = Eigen::Matrix<double, N, N>::Zero();

  explicit Cloud(Random& random) {
    Vector3d center(0, 0, 0);
    for (int i = 0; i < 8; ++i) {
      masses.push_back(1.1 + random.uniform());
      points.push_back(random.vector());
      if (N == 2) points.back().z() = 0;
      mass += masses.back();
      center += masses.back() * points.back();
    }
    for (int i = 0; i < 8; ++i) {
      points[i] -= center / mass;
      moments += masses[i] * points[i].head<N>() * points[i].head<N>().transpose();
    }
  }
};

template <int N>
BodyDef affine(Random& random, double stiffness) {
  const Cloud<N> cloud(random);
  spatial::Pose pose{random.vector(), random.rotation()};
  if (N == 2) pose = {{pose.p.x(), pose.p.y(), 0}, {std::cos(0.4), 0, 0, std::sin(0.4)}};
  return {.kind = BodyKind::custom,
          .type = std::make_shared<AffineBody<N>>(cloud.mass, cloud.moments, stiffness),
          .custom_q = AffineBody<N>::coordinates(pose),
          .custom_v = VectorXd::Zero(AffineBody<N>::kSize)};
}

template <int N>
void check_mass_and_force() {
  Random random(41);
  const Cloud<N> cloud(random);
  const AffineBody<N> body(cloud.mass, cloud.moments, 3.0);
  constexpr int kSize = AffineBody<N>::kSize;
  VectorXd q = VectorXd::Zero(kSize), v = VectorXd::Zero(kSize), force(kSize);
  for (double& x : q) x = random.uniform();
  MatrixXd mass(kSize, kSize), expected = MatrixXd::Zero(kSize, kSize);
  body.mass(q, mass);
  for (std::size_t i = 0; i < cloud.points.size(); ++i) {
    BodyType::Matrix3X J(3, kSize);
    body.point_jacobian(q, cloud.points[i], J);
    expected += cloud.masses[i] * J.transpose() * J;
  }
  CHECK((mass - expected).cwiseAbs().maxCoeff() < 1e-13);

  const Vector3d gravity(0.3, -9.81, N == 2 ? 0 : 0.7);
  body.force(q, v, gravity, force);
  for (int k = 0; k < kSize; ++k) {
    const VectorXd step = 1e-6 * VectorXd::Unit(kSize, k);
    const double slope =
        (body.potential(q + step, gravity) - body.potential(q - step, gravity)) / 2e-6;
    CHECK(force[k] == relative(-slope, 1e-6));
  }
}

// Linear momentum and angular momentum about the origin of generalised impulses u on all bodies.
testing::Total total(const Model& model, const State& state, const VectorXd& u) {
  testing::Total sum;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    const auto at = u.segment(body.v_offset, body.dof);
    sum.force += at.head<3>();
    sum.torque += spatial_pose(model, state, {i}).p.cross(Vector3d(at.head<3>()));
    if (body.kind == BodyKind::spatial) sum.torque += at.tail<3>();
    if (body.kind != BodyKind::custom) continue;
    for (int k = 3; k < 12; k += 3)
      sum.torque += state.q.segment<3>(body.q_offset + k).cross(Vector3d(at.segment<3>(k)));
  }
  return sum;
}

}  // namespace

TEST_CASE("the mass of an affine body is that of its points, its force the slope of its energy") {
  check_mass_and_force<2>();
  check_mass_and_force<3>();
}

TEST_CASE("in rigid motion an affine body has a rigid body's kinetic energy") {
  Random random(43);
  Matrix3d inertia = Vector3d(2, 3, 4).asDiagonal();
  inertia(0, 1) = inertia(1, 0) = 0.5;
  const AffineBody<3> body(1.7, second_moments(inertia), 0.0);
  const spatial::Pose pose{random.vector(), random.rotation()};
  const Vector3d velocity = random.vector(), omega = random.vector();
  const VectorXd q = AffineBody<3>::coordinates(pose);
  const VectorXd v = AffineBody<3>::velocities(pose, velocity, omega);
  MatrixXd mass(12, 12);
  body.mass(q, mass);
  const Matrix3d I = pose.r.toRotationMatrix() * inertia * pose.r.toRotationMatrix().transpose();
  CHECK(0.5 * v.dot(mass * v) ==
        relative(0.5 * 1.7 * velocity.squaredNorm() + 0.5 * omega.dot(I * omega)));
  BodyType::Matrix3X spin(3, 12);
  body.spin_jacobian(q, spin);
  CHECK((spin * v - omega).norm() < 1e-14);
}

TEST_CASE("the spin of an affine body is the rate of its frame, however it stretches") {
  Random random(47);
  for (int trial = 0; trial < 20; ++trial) {
    ModelBuilder builder;
    if (trial % 2)
      builder.add_body(affine<2>(random, 1));
    else
      builder.add_body(affine<3>(random, 1));
    const Model model = builder.build().value();
    State state =
        testing::moved(model, initial_state(model), testing::random_velocity(random, model), 0.3);
    state.v = testing::random_velocity(random, model);
    const double h = 1e-6;
    const auto turn = [&](double t) {
      return spatial_pose(model, testing::moved(model, state, state.v, t), {0}).r;
    };
    const Eigen::AngleAxisd change(turn(h) * turn(-h).conjugate());
    const Vector3d difference = change.angle() * change.axis() / (2 * h);
    CHECK((body_twist(model, state, {0}).omega - difference).norm() < 1e-7);
  }
}

TEST_CASE("every joint of an affine and a rigid body has its exact rate and keeps momentum") {
  Random random(53);
  for (int k = 0; k < static_cast<int>(JointKind::custom); ++k)
    for (int trial = 0; trial < 6; ++trial) {
      const JointKind kind = static_cast<JointKind>(k);
      CAPTURE(to_string(kind));
      ModelBuilder builder;
      JointDef joint = testing::random_joint(random, kind, false);
      const BodyDef stretching = affine<3>(random, 1);
      const BodyId soft = builder.add_body(stretching);
      const BodyId hard = builder.add_body(testing::spatial_body(random));
      joint.a = trial % 2 || kind == JointKind::rolling ? soft : hard;
      joint.b = joint.a == soft ? hard : soft;
      if (kind == JointKind::rolling) testing::put_on_plane(joint, stretching.custom_q.head<3>());
      builder.add_joint(joint);
      const Model model = builder.build().value();
      const VectorXd away = testing::random_velocity(random, model);
      const State state = testing::moved(model, initial_state(model), away, 0.2);
      const VectorXd v = testing::random_velocity(random, model);
      const auto rows_at = [&](double h, RowPool& pool) {
        std::vector<double> phi;
        append_joint_rows(model, testing::moved(model, state, v, h), pool, phi);
        return phi;
      };
      const double h = 1e-6;
      RowPool pool, unused;
      rows_at(0, pool);
      const std::vector<double> ahead = rows_at(h, unused), behind = rows_at(-h, unused);
      const MatrixXd J = testing::dense(pool, model);
      const bool coincide = kind == JointKind::pin || kind == JointKind::weld ||
                            kind == JointKind::spherical || kind == JointKind::universal;
      for (int r = 0; r < (kind == JointKind::rolling ? 1 : J.rows()); ++r) {
        // Coinciding anchors err by their gap, which has three rows.
        if (coincide && r < 3) continue;
        CHECK(std::abs(J.row(r).dot(v) - (ahead[r] - behind[r]) / (2 * h)) < 2e-8);
      }
      for (int r = 0; r < J.rows(); ++r) {
        CHECK(total(model, state, J.row(r)).force.norm() < 1e-13);
        CHECK(total(model, state, J.row(r)).torque.norm() < 1e-13);
      }
    }
}

// A planar affine body hung on a material point: half drift, kick with the joint, half drift.
TEST_CASE("a pinned affine body keeps its energy to order 2 and its pin") {
  Random random(59);
  ModelBuilder builder;
  builder.set_gravity({0, -9.81, 0});
  BodyDef def = affine<2>(random, 200.0);
  builder.add_body(def);
  builder.add_joint({.kind = JointKind::point_on_line,
                     .a = {0},
                     .anchor = {def.custom_q[0] + 0.5, def.custom_q[1], 0},
                     .axis = {0, 0, 1}});
  const Model model = builder.build().value();
  const auto worst_error = [&](double h) {
    State state = initial_state(model);
    const double start = energy(model, state);
    double worst = 0;
    VectorXd force;
    MatrixXd M(6, 6);
    for (int k = 0; k * h < 1.0; ++k) {
      state.q += 0.5 * h * state.v;
      RowPool pool;
      std::vector<double> phi;
      append_joint_rows(model, state, pool, phi);
      const MatrixXd J = testing::dense(pool, model);
      model.bodies[0].details->type->mass(state.q, M);
      applied_force(model, state.q, state.v, force);
      const VectorXd free = state.v + h * M.ldlt().solve(force);
      const MatrixXd W = J * M.ldlt().solve(J.transpose());
      const VectorXd bias = Eigen::Map<VectorXd>(phi.data(), 2) / h;
      state.v = free - M.ldlt().solve(J.transpose() * W.ldlt().solve(J * free + bias));
      state.q += 0.5 * h * state.v;
      worst = std::max(worst, std::abs(energy(model, state) - start));
    }
    CHECK(joint_error(model, state).gap < h * h);
    return worst;
  };
  const double coarse = worst_error(1e-3), fine = worst_error(5e-4);
  CHECK(coarse < 1e-2);
  CHECK(coarse / fine == relative(4, 0.1));
}

TEST_CASE("an affine body without mass or with flat moments is refused") {
  CHECK_THROWS_AS(AffineBody<2>(0.0, Matrix2d::Identity(), 1.0), InvalidArgument);
  CHECK_THROWS_AS(AffineBody<2>(1.0, Matrix2d::Identity(), -1.0), InvalidArgument);
  CHECK_THROWS_AS(AffineBody<3>(1.0, Vector3d(1, 1, 0).asDiagonal(), 1.0), InvalidArgument);
}

}  // namespace perpend
