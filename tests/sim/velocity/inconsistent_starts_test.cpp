// SPDX-License-Identifier: Apache-2.0
// Velocities that are given to one bar of a closed loop alone fit no motion of it.
#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <string>

#include "perpend/dynamics/set_motion.hpp"
#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Two uprights and a bar on top of them, about the y axis; all bars turn alike by `omega` rad/s, or
// the first one alone.
Model four_bars(double height, double width, double omega, bool fits) {
  ModelBuilder builder;
  builder.set_gravity({3, 0, -9.81});
  const auto bar = [&](const std::string& name, const Vector3d& at, const Vector3d& size,
                       const Vector3d& v, double turn) {
    BodyDef def{.name = name, .kind = BodyKind::spatial, .mass = 1};
    def.spatial.pose.p = at;
    def.spatial.velocity = v;
    def.spatial.omega = {0, turn, 0};
    const Vector3d square = size.cwiseAbs2();
    def.spatial.inertia = Vector3d((Vector3d::Constant(square.sum()) - square) / 12).asDiagonal();
    return builder.add_body(def);
  };
  const Vector3d swing(0.5 * omega * height, 0, 0), upright(0.03, 0.03, height);
  const BodyId a =
      bar("left", {0, 0, 0.5 * height}, upright, fits ? swing : Vector3d(0, 0, 0), omega);
  const BodyId b = bar("top", {0.5 * width, 0, height}, {width, 0.03, 0.03},
                       fits ? Vector3d(2 * swing) : Vector3d(0, 0, 0), 0);
  const BodyId c = bar("right", {width, 0, 0.5 * height}, upright, fits ? swing : Vector3d(0, 0, 0),
                       fits ? omega : 0.0);
  const auto pin = [&](const std::string& name, BodyId one, BodyId other, const Vector3d& at,
                       JointKind kind = JointKind::pin) {
    builder.add_joint({.name = name,
                       .kind = kind,
                       .a = one,
                       .b = other,
                       .anchor = at,
                       .axis = Vector3d::UnitY()});
  };
  pin("left foot", a, kWorld, {0, 0, 0});
  pin("left corner", b, a, {0, 0, height});
  pin("right corner", c, b, {width, 0, height}, JointKind::spherical);
  pin("right foot", c, kWorld, {width, 0, 0});
  return builder.build().value();
}

bool names_start(const StepReport& report) {
  return report.message.starts_with("velocities given to left") &&
         report.message.find(" do not fit joint left ") != std::string::npos;
}

TEST_CASE("velocities that fit no closed loop are named with the joint, at any step") {
  std::mt19937_64 engine(5);
  const auto drawn = [&](double lo, double hi) {
    return lo + (hi - lo) * static_cast<double>(engine() >> 11) * 0x1p-53;
  };
  for (int trial = 0; trial < 8; ++trial) {
    const double height = drawn(0.2, 0.6), width = drawn(0.5, 1.5), omega = drawn(3, 9);
    double taken = 0;
    for (const double dt : {1e-2, 2e-3, 1e-4, 2e-5}) {
      CAPTURE(dt);
      const Model model = four_bars(height, width, omega, false);
      Simulator simulator(model, {.dt = dt});
      State state = initial_state(model);
      const StepReport first = simulator.step(state), second = simulator.step(state);
      CHECK(first.uncertified == 1);
      CHECK(names_start(first));
      CHECK(second.uncertified == 0);
      CHECK(second.message.empty());
      if (dt < 1e-3 && taken != 0) CHECK(first.certificate.joint_work == relative(taken, 1e-2));
      taken = first.certificate.joint_work;
      CHECK(taken < 0);
    }
  }
}

// What takes steps in parts names them; so have to steps that nothing takes in parts.
TEST_CASE("velocities that fit no closed loop are named without halvings too") {
  std::mt19937_64 engine(8);
  const auto drawn = [&](double lo, double hi) {
    return lo + (hi - lo) * static_cast<double>(engine() >> 11) * 0x1p-53;
  };
  for (int trial = 0; trial < 40; ++trial) {
    CAPTURE(trial);
    const bool fits = trial % 4 == 0;
    const Model model = four_bars(drawn(0.2, 0.6), drawn(0.5, 1.5), drawn(3, 9), fits);
    Simulator simulator(model, {.dt = std::pow(10, drawn(-5, -2)), .halvings = 0});
    State state = initial_state(model);
    const StepReport first = simulator.step(state);
    CHECK(first.uncertified == !fits);
    CHECK(names_start(first) == !fits);
    CHECK(simulator.step(state).uncertified == 0);
  }
}

namespace {

// Links of 0.5 m that hang from the world by pins or balls, each with a velocity of its own.
Model open_chain(std::mt19937_64& engine, bool moves) {
  const auto drawn = [&](double lo, double hi) {
    return lo + (hi - lo) * static_cast<double>(engine() >> 11) * 0x1p-53;
  };
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  const bool pins = drawn(0, 1) < 0.5;
  BodyId above = kWorld;
  const int links = 1 + static_cast<int>(drawn(0, 4));
  for (int i = 0; i < links; ++i) {
    BodyDef def{.name = "link " + std::to_string(i), .kind = BodyKind::spatial, .mass = 1};
    def.spatial.pose.p = {0.25 + 0.5 * i, 0, 0};
    if (moves) def.spatial.velocity = {drawn(-3, 3), drawn(-3, 3), drawn(-3, 3)};
    def.spatial.inertia = Vector3d(0.01, 0.02, 0.02).asDiagonal();
    const BodyId link = builder.add_body(def);
    builder.add_joint({.name = "joint " + std::to_string(i),
                       .kind = pins ? JointKind::pin : JointKind::spherical,
                       .a = link,
                       .b = above,
                       .anchor = {0.5 * i, 0, 0},
                       .axis = Vector3d::UnitY()});
    above = link;
  }
  return builder.build().value();
}

}  // namespace

TEST_CASE("velocities that fit no open chain are named, and its steps certified") {
  std::mt19937_64 engine(3);
  for (int trial = 0; trial < 60; ++trial) {
    CAPTURE(trial);
    const bool moves = trial % 4 != 0;
    const Model model = open_chain(engine, moves);
    const double dt = std::pow(10, -2 - static_cast<double>(engine() >> 11) * 0x1p-53 * 2);
    Simulator simulator(model, {.dt = dt, .halvings = trial % 2 == 0 ? 6 : 0});
    State state = initial_state(model);
    const StepReport first = simulator.step(state);
    CHECK(first.uncertified == 0);
    CHECK(first.message.starts_with("velocities given to link ") == moves);
    if (moves) CHECK(first.certificate.joint_work < 0);
    // The rest of it, which half a drift with them had opened.
    const StepReport second = simulator.step(state);
    CHECK((second.message.empty() || second.message.starts_with("velocities given to link ")));
    for (int k = 0; k < 3; ++k) CHECK(simulator.step(state).message.empty());
  }
}

TEST_CASE("velocities that fit are no fault, and those that are set later are named too") {
  for (const double dt : {1e-2, 1e-3}) {
    const Model model = four_bars(0.3, 1, 3, true);
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    for (int k = 0; k < 5; ++k) {
      const StepReport report = simulator.step(state);
      CHECK(report.uncertified == 0);
      CHECK(report.message.empty());
    }
    set_velocity(model, {0}, Twist{.velocity = {0, 0, 0}, .omega = {0, 9, 0}}, state);
    CHECK(names_start(simulator.step(state)));
    // The rest of it, which half a drift with them had opened.
    const StepReport second = simulator.step(state);
    CHECK((second.message.empty() || names_start(second)));
    CHECK(simulator.step(state).message.empty());
  }
}

// Steps that change nothing are repeated, and not taken.
TEST_CASE("velocities that are set where all stood still are named too") {
  Model model = four_bars(0.3, 1, 0, true);
  model.gravity.setZero();
  Simulator simulator(model, {.dt = 1e-3});
  State state = initial_state(model);
  for (int k = 0; k < 5; ++k) REQUIRE(simulator.step(state).message.empty());
  set_velocity(model, {0}, Twist{.velocity = {0, 0, 0}, .omega = {0, 9, 0}}, state);
  CHECK(names_start(simulator.step(state)));
}

// Two rods of 1 kg and `light` kg whose angles are coupled start with angular velocities that the
// coupler does not allow. Two wheels at rest are coupled too.
TEST_CASE("velocities that fit no coupler are named with it") {
  for (const double light : {0.02, 0.05}) {
    ModelBuilder builder;
    BodyId above = kWorld;
    for (const double mass : {1.0, light}) {
      const double x = above == kWorld ? 0.0 : 1.0;
      const BodyId rod = builder.add_body({.name = x == 0 ? "upper" : "lower",
                                           .pose = {{x + 0.5, 0}},
                                           .velocity = {0, 10 * (x + 0.5), 10},
                                           .mass = mass,
                                           .inertia = mass / 12});
      builder.add_joint(
          {.name = x == 0 ? "hip" : "knee", .a = rod, .b = above, .anchor = {x, 0, 0}});
      above = rod;
    }
    for (const double x : {5.0, 7.0}) {
      const BodyId wheel = builder.add_body({.pose = {{x, 0}}, .mass = 1, .inertia = 1});
      builder.add_joint({.a = wheel, .anchor = {x, 0, 0}});
    }
    builder.add_coupler({.name = "gear", .terms = {{.joint = {2}}, {.joint = {3}}}});
    builder.add_coupler({.name = "belt", .terms = {{.joint = {0}}, {.joint = {1}, .factor = -1}}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = 1e-3});
    State state = initial_state(model);
    const StepReport report = simulator.step(state);
    CHECK(report.certificate.joint_work < 0);
    CHECK(
        report.message.starts_with("velocities given to upper and lower do not fit coupler belt"));
  }
}

}  // namespace
}  // namespace perpend
