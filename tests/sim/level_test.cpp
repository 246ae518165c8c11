// SPDX-License-Identifier: Apache-2.0
//
// What the levels beside that of velocities tell of contacts.
#include <doctest/doctest.h>

#include <cmath>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/level.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

constexpr double kGravity = 9.81, kStep = 0.01;

// A box of 2 kg that moves along the ground at `speed`.
Model on_ground(double mu_s, double mu_k, double speed) {
  ModelBuilder builder;
  builder.set_gravity({0, -kGravity, 0});
  builder.add_material({.name = "default", .self = {.mu_s = mu_s, .mu_k = mu_k}});
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{}}}});
  builder.add_body({.pose = {{0, 0.1}, 0},
                    .velocity = {speed, 0, 0},
                    .shapes = {{planar::box(1, 0.2)}},
                    .mass = 2});
  return builder.build().value();
}

}  // namespace

TEST_CASE("contacts at the level of accelerations: the friction that holds, impulses of a step") {
  const double mu_s = 0.6, mu_k = 0.4;
  for (const double speed : {0.0, 3.0, -3.0}) {
    CAPTURE(speed);
    const Model model = on_ground(mu_s, mu_k, speed);
    LevelSimulator simulator(model, {.dt = kStep});
    State state = initial_state(model);
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    REQUIRE(simulator.contacts().size() == 2);
    Eigen::Vector3d impulse(0, 0, 0);
    for (const ContactRecord& contact : simulator.contacts()) {
      CHECK(contact.mu == (speed == 0 ? mu_s : mu_k));
      CHECK(contact.status == (speed == 0 ? ContactStatus::stick : ContactStatus::slide));
      CHECK(std::abs(contact.normal.y()) == relative(1));
      impulse += contact.normal.y() > 0 ? contact.impulse : Eigen::Vector3d(-contact.impulse);
    }
    const double weight = 2 * kGravity * kStep;
    CHECK(std::abs(impulse.y()) == relative(weight, 1e-9));
    CHECK(std::abs(impulse.x()) <= (speed == 0 ? 1e-9 : mu_k * (1 + 1e-9)) * weight);
    if (speed == 0) continue;
    CHECK(std::abs(impulse.x()) == relative(mu_k * weight, 1e-9));
    CHECK(state.v[3] == relative(speed - std::copysign(mu_k * kGravity * kStep, speed), 1e-9));
  }
}

}  // namespace perpend
