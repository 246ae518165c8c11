// SPDX-License-Identifier: Apache-2.0
// Jointed figures in free flight: nothing moves in their joints but by rounding, whatever limits,
// dry friction and motors hold there.
#include <doctest/doctest.h>

#include <random>

#include "dynamics/bodies/kinetics.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// A random tree of limbs that are thrown, none of which spins.
class Figure {
 public:
  explicit Figure(unsigned seed) : random_(seed) {}

  Model build(bool in_space) {
    in_space_ = in_space;
    builder_.set_gravity(in_space ? Vector3d(0, 0, -9.81) : Vector3d(0, -9.81, 0));
    velocity_ = {around(5), around(5), in_space ? around(5) : 0};
    std::vector<Vector3d> places;
    const int limbs = 2 + static_cast<int>(random_() % 9);
    for (int i = 0; i < limbs; ++i) {
      const int parent = i == 0 ? -1 : static_cast<int>(random_() % i);
      Vector3d place = parent < 0 ? Vector3d::Zero() : places[parent];
      place += Vector3d(around(0.4), around(0.4), in_space ? around(0.4) : 0);
      const BodyId limb = add_limb(place);
      if (parent >= 0) add_joint(limb, {parent}, 0.5 * (place + places[parent]));
      places.push_back(place);
    }
    return builder_.build().value();
  }

 private:
  double around(double most) {
    return std::uniform_real_distribution<double>(-most, most)(random_);
  }
  double log_between(double least, double most) {
    return least * std::pow(most / least, 0.5 + around(0.5));
  }

  BodyId add_limb(const Vector3d& place) {
    const double mass = log_between(0.05, 50);
    if (!in_space_)
      return builder_.add_body({.pose = {place.head<2>(), around(3)},
                                .velocity = velocity_,
                                .mass = mass,
                                .inertia = mass * log_between(1e-3, 0.1)});
    BodyDef def{.kind = BodyKind::spatial, .mass = mass};
    def.spatial.pose.p = place;
    def.spatial.velocity = velocity_;
    def.spatial.center_of_mass = Vector3d::Zero();
    def.spatial.inertia = mass * log_between(1e-3, 0.1) * Eigen::Matrix3d::Identity();
    return builder_.add_body(def);
  }

  // Stops that are far, near or touched; friction or a motor that holds still, strong or weak.
  void add_joint(BodyId a, BodyId b, const Vector3d& anchor) {
    CoordinateDef hinge;
    if (random_() % 3 > 0) hinge.hi = random_() % 2 ? 0.0 : 1e-9;
    if (random_() % 3 > 0) hinge.lo = random_() % 2 ? 0.0 - 2.3 : -1e-12;
    if (random_() % 2) hinge.friction = log_between(1e-4, 1e3);
    if (random_() % 2) hinge.motor = MotorKind::velocity, hinge.max_force = log_between(1e-3, 1e5);
    if (hinge.motor != MotorKind::none) hinge.friction = 0;
    builder_.add_joint(
        {.a = a, .b = b, .anchor = anchor, .axis = {0, 1, 0}, .coordinates = {hinge}});
  }

  ModelBuilder builder_;
  std::mt19937 random_;
  Vector3d velocity_{0, 0, 0};
  bool in_space_ = false;
};

void check_flight(const Model& model, double dt) {
  Simulator simulator(model, {.dt = dt});
  State state = initial_state(model);
  const double start = energy(model, state);
  for (int k = 0; k < 20; ++k) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    REQUIRE(report.halvings == 0);
    CHECK_MESSAGE(report.message.empty(), report.message);
    CHECK(report.uncertified == 0);
    CHECK(report.certificate.velocity_residual < 1e-10);
  }
  CHECK(std::abs(energy(model, state) - start) < 1e-9 * (1 + std::abs(start)));
}

}  // namespace

TEST_CASE("figures with limits, dry friction and motors fly on in the plane") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    check_flight(Figure(seed).build(false), seed % 2 ? 1.0 / 60 : 1e-3);
  }
}

TEST_CASE("figures with limits, dry friction and motors fly on in space") {
  for (unsigned seed = 0; seed < 150; ++seed) {
    CAPTURE(seed);
    check_flight(Figure(1000 + seed).build(true), seed % 2 ? 1.0 / 240 : 0.01);
  }
}

}  // namespace perpend
