// SPDX-License-Identifier: Apache-2.0
// What two pads hold between them by friction alone stays where it is.
#include <doctest/doctest.h>

#include <numbers>
#include <random>

#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

struct Grip {
  spatial::Shape held;
  double mass;  // kg
  double half;  // m, of what is held along x
  double mu;
  double strength;  // what friction could hold, in weights
  double dt;        // s
};

// Any point of a rest state is one by rounding: grip, load and place are drawn at random.
Grip any_grip(std::mt19937& generator) {
  const auto uniform = [&](double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(generator);
  };
  const double half = uniform(0.01, 0.1);
  const spatial::Shape shapes[] = {spatial::Capsule{half * uniform(1, 4), half},
                                   spatial::Box{{half, half * uniform(0.5, 2), half}}};
  const double steps[] = {1e-3, 2e-3, 5e-3, 1.0 / 60};
  return {.held = shapes[generator() % 2],
          .mass = std::pow(10.0, uniform(-2, 1)),
          .half = half,
          .mu = uniform(0.2, 1),
          .strength = uniform(1.2, 5),
          .dt = steps[generator() % 4]};
}

Model pinched(const Grip& grip, const Vector3d& place) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = grip.mu, .mu_k = grip.mu}});
  const auto add = [&](const spatial::Shape& shape, const Vector3d& at, double mass) {
    BodyDef def{.kind = BodyKind::spatial, .mass = mass};
    def.spatial.pose.p = place + at;
    def.spatial.shapes = {{.shape = shape}};
    // Capsules lie along y.
    if (std::holds_alternative<spatial::Capsule>(shape))
      def.spatial.pose.r = Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitX());
    return builder.add_body(def);
  };
  add(grip.held, {0, 0, 0}, grip.mass);
  const double force = grip.strength * grip.mass * 9.81 / (2 * grip.mu);
  for (const double side : {-1.0, 1.0}) {
    const double pad = 0.01;
    const BodyId body = add(spatial::Box{{pad, 4 * grip.half, 4 * grip.half}},
                            {side * (grip.half + pad), 0, 0}, 0.2);
    builder.add_joint(
        {.kind = JointKind::prismatic,
         .a = body,
         .axis = {1, 0, 0},
         .coordinates = {
             {.motor = MotorKind::velocity, .target = -0.05 * side, .max_force = force}}});
  }
  return builder.build().value();
}

}  // namespace

// Far from the origin poses are rounded more coarsely, and no two steps pose the same problem.
TEST_CASE("two pads hold capsules and boxes metres away from the origin") {
  std::mt19937 generator(21);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int n = 0; n < 40; ++n) {
    const Grip grip = any_grip(generator);
    CAPTURE(n);
    CAPTURE(grip.strength);
    Vector3d place;
    for (double& x : place) x = any(generator);
    place *= 3 / place.norm();
    const Model model = pinched(grip, place);
    Simulator simulator(model, {.dt = grip.dt});
    State state = initial_state(model);
    for (int k = 0; k < 3000; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
    CHECK((spatial_pose(model, state, {0}).p - place).norm() < 1e-6);
  }
}

TEST_CASE("two pads hold capsules and boxes by friction alone, step after step") {
  std::mt19937 generator(20);
  for (int n = 0; n < 40; ++n) {
    const Grip grip = any_grip(generator);
    CAPTURE(n);
    CAPTURE(grip.strength);
    const Vector3d place = Vector3d::Random() * 0.1;
    const Model model = pinched(grip, place);
    Simulator simulator(model, {.dt = grip.dt});
    State state = initial_state(model);
    for (int k = 0; k < 3000; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
    CHECK((spatial_pose(model, state, {0}).p - place).norm() < 1e-7);
  }
}

}  // namespace perpend
