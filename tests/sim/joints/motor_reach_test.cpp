// SPDX-License-Identifier: Apache-2.0
// Motors with the speed of nothing on earth for a target, which is how a constant force is asked
// for.
#include <doctest/doctest.h>

#include <cmath>

#include "relative.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

struct Cart {
  double mass, radius, torque, mu;
  int wheels;
};

// Wheels on the floor in a row, driven against the body that they carry.
Model model_of(const Cart& cart, double target) {
  ModelBuilder builder;
  builder.set_gravity({0, -9.81, 0});
  builder.add_material({.name = "default", .self = {.mu_s = cart.mu, .mu_k = cart.mu}});
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{{0, 1}}}}});
  BodyDef body{.pose = {{0, cart.radius}, 0}, .mass = cart.mass, .inertia = cart.mass};
  body.collides.mask = 0;
  const BodyId carried = builder.add_body(body);
  for (int k = 0; k < cart.wheels; ++k) {
    const double x = (k - 0.5 * (cart.wheels - 1)) * 3 * cart.radius;
    const BodyId wheel = builder.add_body({.pose = {{x, cart.radius}, 0},
                                           .shapes = {{planar::Disc{cart.radius}}},
                                           .mass = 0.1 * cart.mass});
    builder.add_joint(
        {.kind = JointKind::pin,
         .a = wheel,
         .b = carried,
         .anchor = {x, cart.radius, 0},
         .coordinates = {
             {.motor = MotorKind::velocity, .target = target, .max_force = cart.torque}}});
  }
  return builder.build().value();
}

State driven(const Model& model, double dt, int steps) {
  Simulator simulator(model, {.dt = dt});
  State state = initial_state(model);
  for (int k = 0; k < steps; ++k) REQUIRE(simulator.step(state).uncertified == 0);
  return state;
}

}  // namespace

TEST_CASE("a motor whose target is out of reach gives its force, and hides no other row") {
  Draw draw(77);
  for (int n = 0; n < 40; ++n) {
    CAPTURE(n);
    const double mass = std::pow(10, draw(-1, 3));
    Cart cart{mass, draw(0.05, 0.6), 0, draw(0.2, 1.5), 2 + n % 3};
    cart.torque = draw(0.02, 1) * mass * 9.81 * cart.radius / cart.wheels;
    const double dt = draw(1e-3, 4e-3), sign = draw.coin() ? 1 : -1;
    const State far = driven(model_of(cart, sign * std::pow(10, draw(5, 12))), dt, 150);
    const State near = driven(model_of(cart, sign * 2000), dt, 150);
    CHECK((far.v - near.v).norm() < 1e-5 * near.v.norm());
    CHECK(near.v.norm() > 0);
  }
}

TEST_CASE("a motor keeps the speed of its target, however small its rotor is against its force") {
  Draw draw(78);
  for (int n = 0; n < 20; ++n) {
    const double target = std::pow(10, draw(-1, 2.5)), inertia = std::pow(10, draw(-6, 0));
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    const BodyId rotor = builder.add_body({.mass = 1.0, .inertia = inertia});
    builder.add_joint(
        {.kind = JointKind::pin,
         .a = rotor,
         .coordinates = {{.motor = MotorKind::velocity,
                          .target = target,
                          .max_force = inertia * target * std::pow(10, draw(2, 6))}}});
    const State state = driven(builder.build().value(), 1e-3, 20);
    CHECK(state.v[2] == relative(target, 1e-9));
  }
}

}  // namespace perpend
