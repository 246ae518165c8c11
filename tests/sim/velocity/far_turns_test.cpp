// SPDX-License-Identifier: Apache-2.0
// Gyroscopes that turn by radians within a step.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "perpend/dynamics/energy.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

double uniform(std::mt19937_64& engine, double lo, double hi) {
  return lo + (hi - lo) * static_cast<double>(engine() >> 11) * 0x1p-53;
}

// A wheel on a rod along its axis, held at the rod's end, that turns by `turn` in a step.
void add_gyroscope(ModelBuilder& builder, std::mt19937_64& engine, const std::string& name,
                   double turn, double dt, bool is_second = false) {
  const double radius = uniform(engine, 0.1, 0.5), rod = radius * uniform(engine, 0.5, 2);
  BodyDef def{.name = name, .kind = BodyKind::spatial, .mass = uniform(engine, 1, 10)};
  def.collides.mask = 0;
  const Vector3d axis = Vector3d(1, uniform(engine, -1, 1), uniform(engine, -1, 1)).normalized();
  def.spatial.pose.p = {uniform(engine, -3, 3), uniform(engine, -3, 3), 1};
  def.spatial.pose.r = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis);
  def.spatial.omega = turn / dt * axis;
  def.spatial.shapes = {{.shape = spatial::cylinder(0.1 * radius, radius)}};
  const BodyId wheel = builder.add_body(def);
  JointDef ball{.kind = JointKind::spherical, .anchor = def.spatial.pose.p - rod * axis};
  ball.a = is_second ? builder.add_body({.kind = BodyKind::spatial_fixed}) : wheel;
  ball.b = is_second ? wheel : kWorld;
  builder.add_joint(ball);
}

Model gyroscope(std::mt19937_64& engine, double turn, double dt, bool is_second = false) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  add_gyroscope(builder, engine, "wheel", turn, dt, is_second);
  return builder.build().value();
}

struct Spin {
  double lost = 0;  // largest change of energy, of its start
  int parts = 0, uncertified = 0;
  std::string message;
};

Spin spin(const Model& model, double dt, double duration, int halvings = 3) {
  Simulator simulator(model, {.dt = dt, .halvings = halvings});
  State state = initial_state(model);
  Spin spin;
  double start = 0;
  for (int k = 0; k < std::lround(duration / dt); ++k) {
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    if (k == 0) start = report.certificate.energy_before;
    spin.lost = std::max(spin.lost, std::abs(report.certificate.energy_after / start - 1));
    spin.parts += report.halvings > 0;
    spin.uncertified += report.uncertified;
    if (!report.message.empty()) spin.message = report.message;
  }
  return spin;
}

}  // namespace

TEST_CASE("gyroscopes that turn far within a step keep their energy, in parts of steps") {
  std::mt19937_64 engine(200);
  for (int n = 0; n < 10; ++n) {
    const double dt = uniform(engine, 2e-3, 2e-2), turn = uniform(engine, 0.1, 3.5);
    CAPTURE(turn);
    CAPTURE(dt);
    const Spin at = spin(gyroscope(engine, turn, dt), dt, 5);
    CHECK(at.lost < 5e-3);
    CHECK(at.uncertified == 0);
    CHECK((at.parts > 0) == (turn > 0.5));
  }
}

TEST_CASE("what turns too far for any part of a step is named") {
  std::mt19937_64 engine(201);
  const Model fast = gyroscope(engine, 10, 0.01);
  const Spin at = spin(fast, 0.01, 0.1);
  CHECK(at.uncertified == 10);
  CHECK(at.message.find("wheel turns by") != std::string::npos);
  CHECK(spin(gyroscope(engine, 1, 0.01), 0.01, 0.1, 0).uncertified == 10);
}

TEST_CASE("gyroscopes are told at either end of their joint") {
  std::mt19937_64 engine(202);
  for (const double turn : {0.4, 0.7, 1.5}) {
    CAPTURE(turn);
    const Spin at = spin(gyroscope(engine, turn, 0.01, true), 0.01, 2);
    CHECK(at.lost < 5e-3);
    CHECK((at.parts > 0) == (turn > 0.5));
  }
  CHECK(spin(gyroscope(engine, 10, 0.01, true), 0.01, 0.1).uncertified == 10);
}

// A rotor at the centre of a frame, that turns by `turn` in a step about an axis of the frame,
// which is free or in a gimbal, and is hit across.
Model wobbling_rotor(Draw& draw, double turn, double dt, bool in_gimbal) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const Vector3d axis = Vector3d(draw(-1, 1), draw(-1, 1), 1).normalized();
  const auto add = [&](const Vector3d& omega) {
    BodyDef def{.kind = BodyKind::spatial, .mass = draw(0.5, 5)};
    const double across = draw(0.05, 0.3);
    def.spatial.pose.r = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis);
    def.spatial.inertia = Vector3d(across, across, across * draw(0.3, 1.9)).asDiagonal();
    def.spatial.omega = omega;
    return builder.add_body(def);
  };
  const Vector3d across = axis.unitOrthogonal();
  const Vector3d wobble = 0.3 * turn / dt * across;
  const BodyId frame = add(wobble), rotor = add(wobble + turn / dt * axis);
  builder.add_joint(
      {.name = "bearing", .kind = JointKind::pin, .a = rotor, .b = frame, .axis = axis});
  if (in_gimbal)
    builder.add_joint({.name = "gimbal",
                       .kind = JointKind::universal,
                       .a = frame,
                       .axis = across,
                       .axis_b = axis.cross(across)});
  return builder.build().value();
}

TEST_CASE("bearings of rotors that wobble hold them however far they turn within a step") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double turn = draw(0.2, 8), dt = draw(2e-3, 2e-2);
    CAPTURE(turn);
    const bool in_gimbal = seed % 2 == 1;
    const Model model = wobbling_rotor(draw, turn, dt, in_gimbal);
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    double start = 0, highest = 0;
    for (int step = 0; step < 200; ++step) {
      const StepReport report = simulator.step(state);
      if (step == 0) start = highest = report.certificate.energy_before;
      highest = std::max(highest, report.certificate.energy_after);
      // A gimbal has dead points, which are named.
      if (!in_gimbal) REQUIRE(report.uncertified == 0);
      if (report.uncertified == 0) REQUIRE(report.certificate.joint_angle < 0.011);
    }
    if (in_gimbal) continue;
    CHECK(highest < 1.001 * start);
    CHECK(energy(model, state) > 0.85 * start);
  }
}

TEST_CASE("bearings that rotors leave are named where no part of a step may be taken") {
  Draw draw(207);
  for (const double turn : {1.5, 3.0, 5.0}) {
    CAPTURE(turn);
    const Model model = wobbling_rotor(draw, turn, 0.01, false);
    Simulator whole(model, {.dt = 0.01, .halvings = 0});
    State state = initial_state(model);
    int opened = 0;
    for (int step = 0; step < 100; ++step) {
      const StepReport report = whole.step(state);
      const bool is_opened = report.certificate.joint_angle > 0.01;
      opened += is_opened;
      CHECK(report.uncertified == (is_opened ? 1 : 0));
      if (is_opened) CHECK(report.message.starts_with("joint bearing is open by "));
    }
    CHECK(opened > 5);
  }
}

TEST_CASE("what a joint swings in the plane is taken in parts where it turns far") {
  std::mt19937_64 engine(206);
  for (int n = 0; n < 20; ++n) {
    const double arm = uniform(engine, 0.02, 0.8), dt = uniform(engine, 2e-3, 2e-2);
    const double turn = uniform(engine, 0.2, 3.5);
    CAPTURE(turn);
    CAPTURE(arm);
    ModelBuilder builder;
    const BodyId body = builder.add_body({.pose = {{arm, 0}, 0},
                                          .velocity = Vector3d(0, arm, 1) * turn / dt,
                                          .mass = uniform(engine, 0.5, 5),
                                          .inertia = uniform(engine, 0.02, 0.5)});
    builder.add_joint({.kind = JointKind::pin, .a = body, .anchor = {0, 0, 0}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    for (int step = 0; step < 50; ++step) {
      const StepReport report = simulator.step(state);
      const double now = std::abs(state.v[2]) * dt;
      REQUIRE(report.uncertified == 0);
      if (now > 0.51) CHECK(report.halvings > 0);
      if (turn < 0.49) CHECK(report.halvings == 0);
      CHECK(report.certificate.joint_gap < 0.12 * arm);
    }
  }
}

// A particle or a ball that goes round the end of a rod, a rope or a spring by `turn` in a step.
TEST_CASE("what goes far round the end of a rod or a rope is taken in parts of steps") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double length = draw(0.1, 1), dt = draw(2e-3, 2e-2), turn = draw(0.2, 3.5);
    const bool in_space = draw.coin(), is_point = draw.coin(), is_rod = draw.coin();
    const bool is_slack = !is_rod && seed % 3 == 0;
    BodyDef body{.mass = draw(0.5, 5), .inertia = draw(0.02, 0.5)};
    const BodyKind kinds[] = {BodyKind::rigid, BodyKind::particle, BodyKind::spatial,
                              BodyKind::spatial_particle};
    body.kind = kinds[2 * in_space + is_point];
    body.velocity = {0, length * turn / dt, 0};
    body.spatial.velocity = body.velocity;
    body.pose.p = {length, 0};
    body.spatial.pose.p = {length, 0, 0};
    body.spatial.inertia = 0.1 * Eigen::Matrix3d::Identity();
    ModelBuilder builder;
    JointDef rod{.name = "rod", .kind = is_rod ? JointKind::distance : JointKind::strut};
    rod.a = builder.add_body(body);
    rod.anchor = {length, 0, 0};
    rod.anchor_b = Vector3d::Zero();
    if (!is_rod) rod.coordinates = {{.hi = is_slack ? 1e3 : length}};
    builder.add_joint(rod);
    const Model model = builder.build().value();
    State state = initial_state(model);
    Simulator simulator(model, {.dt = dt});
    for (int step = 0; step < 30; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.uncertified == 0);
      const Vector3d end = spatial_pose(model, state, {0}).p;
      if (turn < 0.49 || is_slack) CHECK(report.halvings == 0);
      if (is_slack) continue;
      CHECK(end.norm() < 1.13 * length);
      if (turn > 0.6 && step == 0) CHECK(report.halvings > 0);
    }
    Simulator whole(model, {.dt = dt, .halvings = 0});
    state = initial_state(model);
    const StepReport report = whole.step(state);
    if (std::abs(turn - 0.5) > 0.1) CHECK(report.uncertified == (turn > 0.5 && !is_slack));
    if (report.uncertified > 0) CHECK(report.message.starts_with("rod turns by "));
  }
}

TEST_CASE("what broke off a joint may turn as far as it likes in a step") {
  for (const JointKind kind : {JointKind::pin, JointKind::distance}) {
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    const BodyId body = builder.add_body(
        {.pose = {{1, 0}, 0}, .velocity = {0, 200, 200}, .mass = 1, .inertia = 0.1});
    builder.add_joint({.kind = kind,
                       .a = body,
                       .anchor = {kind == JointKind::pin ? 0.0 : 1.0, 0, 0},
                       .anchor_b = kind == JointKind::pin
                                       ? std::nullopt
                                       : std::optional<Vector3d>(Vector3d::Zero()),
                       .break_force = 10});
    const Model model = builder.build().value();
    State state = initial_state(model);
    Simulator simulator(model, {.dt = 0.01});
    CHECK(simulator.step(state).halvings > 0);
    REQUIRE(state.is_broken({0}));
    CHECK(simulator.step(state).halvings == 0);
  }
}

TEST_CASE("of several gyroscopes the one that turns too far is named") {
  for (const int which : {0, 1, 2}) {
    CAPTURE(which);
    std::mt19937_64 engine(203);
    ModelBuilder builder;
    for (int i = 0; i < 3; ++i)
      add_gyroscope(builder, engine, i == which ? "fast" : "slow " + std::to_string(i),
                    i == which ? 10 : 0.05, 0.01);
    const Spin at = spin(builder.build().value(), 0.01, 0.1);
    CHECK(at.uncertified == 10);
    CHECK(at.message.find("fast turns by") != std::string::npos);
  }
}

}  // namespace perpend
