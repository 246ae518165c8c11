// SPDX-License-Identifier: Apache-2.0
#include "dynamics/bodies/free_rotation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

const Vector3d kAsymmetric(1, 2, 2.5);  // kg m²; y is the unstable axis

Rotation at_rest_rotating(const Vector3d& omega) {
  return {Quaterniond::Identity(), omega};
}

Vector3d momentum(const Vector3d& inertia, const Rotation& body) {
  const Vector3d W = body.orientation.conjugate() * body.omega;
  return body.orientation * Vector3d(inertia.cwiseProduct(W));
}

double kinetic_energy(const Vector3d& inertia, const Rotation& body) {
  const Vector3d W = body.orientation.conjugate() * body.omega;
  return 0.5 * W.dot(inertia.cwiseProduct(W));
}

// The turn between two orientations (rad).
double angle_between(const Quaterniond& a, const Quaterniond& b) {
  return 2 * (a.conjugate() * b).vec().norm();
}

Rotation after(const Vector3d& inertia, Rotation body, double time, int steps) {
  for (int k = 0; k < steps; ++k) REQUIRE(rotate_freely(inertia, time / steps, body));
  return body;
}

struct RandomBodies {
  std::mt19937_64 engine{3};
  double uniform() { return static_cast<double>(engine() >> 11) * 0x1p-53; }
  Vector3d direction() {
    return (Vector3d(uniform(), uniform(), uniform()) - Vector3d::Constant(0.5)).normalized();
  }
  // Second moments of mass spread over four decades; their pair sums are moments of inertia.
  Vector3d inertia() {
    const auto second_moment = [&] { return std::pow(10, 4 * uniform() - 2); };
    const double x = second_moment(), y = second_moment(), z = second_moment();
    return {y + z, z + x, x + y};
  }
  Quaterniond orientation() {
    const Vector3d v = direction();
    return Quaterniond(uniform() - 0.5, v.x(), v.y(), v.z()).normalized();
  }
};

}  // namespace

TEST_CASE("an unstable spin keeps energy and momentum and flips 14 times in 100 s") {
  Rotation body = at_rest_rotating({0.01, 5, 0.01});
  const double energy = kinetic_energy(kAsymmetric, body);
  const Vector3d L = momentum(kAsymmetric, body);
  double energy_error = 0, momentum_error = 0, norm_error = 0;
  int flips = 0;
  for (int k = 0; k < 100000; ++k) {
    const double before = (body.orientation.conjugate() * body.omega).y();
    REQUIRE(rotate_freely(kAsymmetric, 1e-3, body));
    flips += before * (body.orientation.conjugate() * body.omega).y() < 0;
    energy_error = std::max(energy_error, std::abs(kinetic_energy(kAsymmetric, body) - energy));
    momentum_error = std::max(momentum_error, (momentum(kAsymmetric, body) - L).norm());
    norm_error = std::max(norm_error, std::abs(body.orientation.norm() - 1));
  }
  INFO("energy error " << energy_error / energy << ", momentum error "
                       << momentum_error / L.norm());
  CHECK(flips == 14);
  // One rounding per step, all to the same side.
  CHECK(energy_error / energy < 1e5 * 2.3e-16);
  CHECK(momentum_error / L.norm() < 1e5 * 2.3e-16);
  CHECK(norm_error < 4e-16);
}

TEST_CASE("orientation and angular velocity converge with order 4") {
  const Rotation start = at_rest_rotating({1, 5, -2});
  const Rotation exact = after(kAsymmetric, start, 2, 16384);
  const auto error = [&](int steps) {
    const Rotation end = after(kAsymmetric, start, 2, steps);
    return std::max(angle_between(end.orientation, exact.orientation),
                    (end.omega - exact.omega).norm());
  };
  const double coarse = error(128), fine = error(256);
  INFO("errors " << coarse << ", " << fine << ", order " << std::log2(coarse / fine));
  CHECK(std::log2(coarse / fine) == relative(4, 0.03));
}

TEST_CASE("the reference of the convergence test satisfies Euler's equations") {
  // Classical Runge-Kutta with steps so short that its own error is rounding.
  const Vector3d& I = kAsymmetric;
  const auto rate = [&](const Vector3d& w) {
    return Vector3d(-w.cross(I.cwiseProduct(w)).cwiseQuotient(I));
  };
  Vector3d W(1, 5, -2);
  const double h = 2.0 / 8192;
  for (int k = 0; k < 8192; ++k) {
    const Vector3d k1 = rate(W), k2 = rate(W + h / 2 * k1), k3 = rate(W + h / 2 * k2);
    W += h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(W + h * k3));
  }
  const Rotation end = after(I, at_rest_rotating({1, 5, -2}), 2, 16384);
  CHECK((end.orientation.conjugate() * end.omega - W).norm() < 1e-11);
}

TEST_CASE("a symmetric top precesses about its momentum at |L| / A") {
  const Vector3d inertia(2, 2, 3);
  const Rotation start = at_rest_rotating({0.7, -0.4, 6});
  const Vector3d L = momentum(inertia, start);
  const double time = 5, precession = L.norm() / 2, spin = (1 - 3.0 / 2) * 6;
  const Quaterniond exact = Quaterniond(Eigen::AngleAxisd(precession * time, L.normalized())) *
                            Quaterniond(Eigen::AngleAxisd(spin * time, Vector3d::UnitZ()));
  const double coarse = angle_between(after(inertia, start, time, 1000).orientation, exact);
  const double fine = angle_between(after(inertia, start, time, 2000).orientation, exact);
  INFO("errors " << coarse << ", " << fine);
  CHECK(coarse < 1e-6);
  CHECK(std::log2(coarse / fine) == relative(4, 0.03));
}

TEST_CASE("a sphere turns exactly at any speed") {
  RandomBodies random;
  for (int trial = 0; trial < 20; ++trial) {
    const Vector3d omega = 100 * random.uniform() * random.direction();
    const Quaterniond start = random.orientation();
    Rotation body{start, omega};
    REQUIRE(rotate_freely(Vector3d::Constant(0.4), 0.1, body));
    const Quaterniond exact =
        Quaterniond(Eigen::AngleAxisd(0.1 * omega.norm(), omega.normalized())) * start;
    CHECK(std::min(angle_between(body.orientation, exact),
                   angle_between(body.orientation, Quaterniond(-exact.coeffs()))) < 2e-14);
    CHECK(body.omega == omega);
  }
}

TEST_CASE("a body that is nearly a sphere turns like one") {
  const Vector3d omega(3, -4, 12);
  for (int axis = 0; axis < 3; ++axis) {
    Vector3d inertia = Vector3d::Constant(0.4);
    inertia[axis] = std::nextafter(0.4, 1);
    const Rotation body = after(inertia, at_rest_rotating(omega), 0.1, 10);
    const Eigen::AngleAxisd turn(1.3, omega.normalized());
    CHECK(angle_between(body.orientation, Quaterniond(turn)) < 1e-5);
    CHECK((body.omega - omega).norm() < 1e-13);
  }
}

TEST_CASE("bodies of any shape keep their invariants at up to a radian per step") {
  RandomBodies random;
  double worst_energy = 0, worst_momentum = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const Vector3d inertia = random.inertia();
    const double h = 0.01, speed = random.uniform() / h;
    Rotation body{random.orientation(), speed * random.direction()};
    const double energy = kinetic_energy(inertia, body);
    const Vector3d L = momentum(inertia, body);
    REQUIRE(rotate_freely(inertia, h, body));
    worst_energy =
        std::max(worst_energy, std::abs(kinetic_energy(inertia, body) - energy) / energy);
    worst_momentum = std::max(worst_momentum, (momentum(inertia, body) - L).norm() / L.norm());
  }
  CHECK(worst_energy < 1e-13);
  CHECK(worst_momentum < 1e-13);
}

TEST_CASE("stepping back undoes stepping forward") {
  RandomBodies random;
  for (int trial = 0; trial < 200; ++trial) {
    const Vector3d inertia = random.inertia();
    const Rotation start{random.orientation(), 40 * random.direction()};
    Rotation body = start;
    for (const double h : {0.01, -0.01}) {
      for (int k = 0; k < 50; ++k) REQUIRE(rotate_freely(inertia, h, body));
    }
    // Rounding grows by what neighbouring motions drift apart in 20 rad, there and back.
    CHECK(angle_between(body.orientation, start.orientation) < 1e-10);
    CHECK((body.omega - start.omega).norm() < 1e-10 * start.omega.norm());
  }
}

TEST_CASE("a step of many radians is divided until it can be followed") {
  const Rotation start = at_rest_rotating({1, 5, -2});
  const Vector3d L = momentum(kAsymmetric, start);
  const double energy = kinetic_energy(kAsymmetric, start), time = 4;  // 22 rad
  const Rotation exact = after(kAsymmetric, start, time, 65536);
  const Rotation body = after(kAsymmetric, start, time, 1);
  CHECK(angle_between(body.orientation, exact.orientation) < 0.02);
  CHECK(std::abs(kinetic_energy(kAsymmetric, body) - energy) < 1e-13 * energy);
  CHECK((momentum(kAsymmetric, body) - L).norm() < 1e-13 * L.norm());
}

TEST_CASE("a spin too fast to follow is reported and keeps its invariants") {
  Rotation body = at_rest_rotating({3e4, 5e4, -2e4});
  const double energy = kinetic_energy(kAsymmetric, body);
  const Vector3d L = momentum(kAsymmetric, body);
  CHECK_FALSE(rotate_freely(kAsymmetric, 0.01, body));
  CHECK(std::abs(kinetic_energy(kAsymmetric, body) - energy) < 1e-14 * energy);
  CHECK((momentum(kAsymmetric, body) - L).norm() < 1e-14 * L.norm());
  Rotation still = at_rest_rotating(Vector3d::Zero());
  CHECK(rotate_freely(kAsymmetric, 0.01, still));
  CHECK(still.orientation.isApprox(Quaterniond::Identity()));
}

}  // namespace perpend
