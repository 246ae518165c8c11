// SPDX-License-Identifier: Apache-2.0
// Actuators: forces and targets of controls, held inputs, exchange and derivatives.
#include <doctest/doctest.h>

#include <cmath>

#include "draw.hpp"
#include "perpend/core/error.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/acceleration_simulator.hpp"
#include "perpend/sim/derivatives.hpp"
#include "perpend/sim/first_order.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

constexpr double kStep = 0.01, kMass = 2.0;

// 2 kg on a rail along x.
Model cart(const std::vector<Actuator>& actuators, const CoordinateDef& coordinate = {}) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const BodyId body = builder.add_body({.name = "cart", .mass = kMass, .inertia = 1.0});
  builder.add_joint(
      {.name = "rail", .kind = JointKind::prismatic, .a = body, .coordinates = {coordinate}});
  for (const Actuator& actuator : actuators) builder.add_actuator(actuator);
  return builder.build().value();
}

CoordinateDef servo() {
  return {.motor = MotorKind::position, .motor_stiffness = 50, .motor_damping = 20};
}

double speed_after(Simulator& simulator, State& state, int steps) {
  for (int k = 0; k < steps; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
  return state.v[0];
}

Actuator force(const std::string& name, double gain) {
  return {.name = name, .joint = {0}, .gain = gain};
}

}  // namespace

TEST_CASE("forces of actuators add up, from the first step and until the controls change") {
  Draw draw(11);
  for (int i = 0; i < 10; ++i) {
    std::vector<Actuator> actuators;
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      actuators.push_back(force("a" + std::to_string(k), draw(-3, 3)));
      actuators.back().control = draw(-1, 1);
      sum += actuators.back().gain * actuators.back().control;
    }
    const Model model = cart(actuators);
    Simulator simulator(model, {.dt = kStep});
    State state = initial_state(model);
    CHECK(speed_after(simulator, state, 5) == relative(5 * kStep * sum / kMass, 1e-12));
    simulator.set_control(ActuatorId{1}, 0.0);
    sum -= actuators[1].gain * actuators[1].control;
    const double before = state.v[0];
    CHECK(speed_after(simulator, state, 5) - before == relative(5 * kStep * sum / kMass, 1e-10));
    simulator.set_control(VectorXd::Zero(3));
    const double last = state.v[0];
    CHECK(speed_after(simulator, state, 5) == last);
  }
}

TEST_CASE("controls are held inputs, which a copy of them continues with the same bits") {
  Actuator aim{.name = "aim", .kind = ActuatorKind::target, .joint = {0}, .gain = 0.7};
  const Model model = cart({force("push", 2.0), aim}, servo());
  Simulator simulator(model, {.dt = kStep});
  State state = initial_state(model);
  simulator.set_control(Eigen::Vector2d(0.4, -0.3));
  CHECK(simulator.control() == Eigen::Vector2d(0.4, -0.3));
  speed_after(simulator, state, 7);
  State twin = state;
  Simulator other(model, {.dt = kStep});
  other.set_held(simulator.held());
  speed_after(simulator, state, 7);
  speed_after(other, twin, 7);
  CHECK(hash(state) == hash(twin));
  simulator.clear_held();
  CHECK(simulator.control() == Eigen::Vector2d(0, 0));
  CHECK_THROWS_AS(simulator.set_control(VectorXd::Zero(3)), InvalidArgument);
  CHECK_THROWS_AS(simulator.set_control(ActuatorId{2}, 0.0), InvalidArgument);
  CHECK_THROWS_AS(simulator.set_control(ActuatorId{0}, NAN), InvalidArgument);
  CHECK_THROWS_AS(simulator.set_held({.control = VectorXd::Zero(1)}), InvalidArgument);
}

TEST_CASE("a target that is set takes the place of what actuators say") {
  Actuator aim{.name = "aim", .kind = ActuatorKind::target, .joint = {0}};
  const Model model = cart({aim}, servo());
  Simulator simulator(model, {.dt = kStep});
  State state = initial_state(model);
  simulator.set_motor_target({0}, 0, 0.25);
  simulator.set_control(ActuatorId{0}, 5.0);
  speed_after(simulator, state, 1000);
  CHECK(coordinate(model, state, {0}, 0) == relative(0.25, 1e-9));
  CHECK(simulator.derivatives(state).by_control.isZero(0));
  simulator.clear_held();
  simulator.set_control(ActuatorId{0}, 0.5);
  speed_after(simulator, state, 1000);
  CHECK(coordinate(model, state, {0}, 0) == relative(0.5, 1e-9));
}

TEST_CASE("the derivative by a control is that of its force") {
  const Model model = cart({force("push", 3.0)});
  Simulator simulator(model, {.dt = kStep});
  State state = initial_state(model);
  simulator.set_control(ActuatorId{0}, 2.0);
  speed_after(simulator, state, 1);
  const StepDerivatives d = simulator.derivatives(state);
  REQUIRE(d.status == DerivativeStatus::regular);
  // The velocity changes by h gain / m per unit of the control.
  CHECK(d.by_control(3, 0) == relative(kStep * 3.0 / kMass, 1e-9));
  CHECK(d.by_control.rows() == 6);
  speed_after(simulator, state, 1);
  CHECK(d.after.v == state.v);
}

// Far from its target a motor has the force at the end of its range; near it that of its gains.
TEST_CASE("a range of forces may differ in both directions") {
  Draw draw(5);
  for (int i = 0; i < 12; ++i) {
    CoordinateDef motor = servo();
    if (i % 3 == 1) motor = {.motor = MotorKind::velocity, .motor_damping = 30};
    if (i % 3 == 2) motor = {.motor = MotorKind::velocity};
    const double lo = draw(-5, 2), hi = lo + draw(1, 6);
    const Actuator aim{
        .name = "aim", .kind = ActuatorKind::target, .joint = {0}, .force_lo = lo, .force_hi = hi};
    const Model model = cart({aim}, motor);
    for (const bool up : {false, true}) {
      Simulator simulator(model, {.dt = kStep});
      State state = initial_state(model);
      simulator.set_control(ActuatorId{0}, up ? 90.0 : -90.0);
      const double force = up ? hi : lo;
      CHECK(speed_after(simulator, state, 4) == relative(4 * kStep * force / kMass, 1e-10));
    }
  }
  Actuator aim{.name = "aim", .kind = ActuatorKind::target, .joint = {0}};
  const Model free = cart({aim}, servo());
  aim.force_lo = -60;
  aim.force_hi = 300;
  const Model limited = cart({aim}, servo());
  State a = initial_state(free), b = initial_state(limited);
  Simulator one(free, {.dt = kStep}), other(limited, {.dt = kStep});
  one.set_control(ActuatorId{0}, 0.8);
  other.set_control(ActuatorId{0}, 0.8);
  CHECK(speed_after(one, a, 20) == relative(speed_after(other, b, 20), 1e-9));
}

TEST_CASE("targets of several actuators of a motor add up") {
  Actuator first{.name = "first", .kind = ActuatorKind::target, .joint = {0}, .gain = 2.0};
  Actuator second{.name = "second", .kind = ActuatorKind::target, .joint = {0}, .offset = 0.1};
  const Model model = cart({first, second}, servo());
  Simulator simulator(model, {.dt = kStep});
  State state = initial_state(model);
  simulator.set_control(Eigen::Vector2d(0.2, 0.3));
  speed_after(simulator, state, 2000);
  CHECK(coordinate(model, state, {0}, 0) == relative(0.8, 1e-9));
}

TEST_CASE("a joint that has broken follows no actuator") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const BodyId body = builder.add_body({.name = "door", .pose = {{1, 0}}, .mass = 1, .inertia = 1});
  const JointId hinge = builder.add_joint({.name = "hinge", .a = body, .break_force = 5.0});
  builder.add_actuator({.name = "turn", .joint = hinge});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = kStep});
  State state = initial_state(model);
  simulator.set_control(ActuatorId{0}, 40.0);
  for (int k = 0; k < 60 && !state.is_broken(hinge); ++k) simulator.step(state);
  REQUIRE(state.is_broken(hinge));
  const VectorXd v = state.v;
  CHECK(speed_after(simulator, state, 10) == relative(v[0], 1e-12));
  CHECK((state.v - v).norm() < 1e-12);
}

TEST_CASE("controls of actuators of one name stay after an exchange of the model") {
  const Model from = cart({force("a", 1.0), force("b", 1.0)});
  Actuator fresh = force("c", 1.0);
  fresh.control = 7.0;
  const Model to = cart({fresh, force("b", 1.0)});
  Simulator simulator(from, {.dt = kStep});
  State state = initial_state(from);
  simulator.set_control(Eigen::Vector2d(1, 2));
  simulator.exchange(to, state);
  CHECK(simulator.control() == Eigen::Vector2d(7, 2));
  CHECK(speed_after(simulator, state, 1) == relative(kStep * 9 / kMass, 1e-12));
}

TEST_CASE("actuators that a model gets take over motors whose targets were set") {
  const Actuator aim{.name = "aim", .kind = ActuatorKind::target, .joint = {0}, .control = 0.4};
  const Model from = cart({}, servo()), to = cart({aim}, servo());
  Simulator simulator(from, {.dt = kStep});
  State state = initial_state(from);
  simulator.set_motor_target({0}, 0, -2.0);
  simulator.exchange(to, state);
  speed_after(simulator, state, 2000);
  CHECK(coordinate(to, state, {0}, 0) == relative(0.4, 1e-9));
}

TEST_CASE("levels without inputs refuse models with actuators that act") {
  const Model model = cart({force("push", 1.0)});
  CHECK_THROWS_AS(AccelerationSimulator{model}, InvalidArgument);
  CHECK_THROWS_AS(FirstOrderStepper{model}, InvalidArgument);
  const Model spare = cart({{.name = "spare", .kind = ActuatorKind::none}});
  CHECK_NOTHROW(AccelerationSimulator{spare});
}

TEST_CASE("a body at rest stays at rest until its control changes") {
  const Actuator aim{.name = "aim", .kind = ActuatorKind::target, .joint = {0}};
  const Model model = cart({force("push", 1.0), aim}, servo());
  for (const int index : {0, 1}) {
    Simulator simulator(model, {.dt = kStep});
    State state = initial_state(model);
    CHECK(speed_after(simulator, state, 5) == 0);
    simulator.set_control(ActuatorId{index}, 4.0);
    CHECK(speed_after(simulator, state, 1) > 0.01);
    State left = initial_state(model);
    simulator.set_control(ActuatorId{index}, 0.0);
    CHECK(speed_after(simulator, left, 5) == 0);
  }
}

}  // namespace perpend
