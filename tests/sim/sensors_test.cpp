// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/sensors.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "perpend/core/error.hpp"
#include "relative.hpp"
#include "scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kStep = 0.001;

Vector3d vector_of(std::span<const double> values) {
  return {values[0], values[1], values[2]};
}

// Steps with its sensors read after each.
void run(Simulator& simulator, Sensors& sensors, State& state, int steps) {
  for (int k = 0; k < steps; ++k) {
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    sensors.update(simulator, state);
  }
}

BodyDef top(double spin) {
  BodyDef def{.kind = BodyKind::spatial, .mass = 2.0};
  def.spatial.inertia = Vector3d(1, 1, 2).asDiagonal();
  def.spatial.omega = {0, 0, spin};
  return def;
}

}  // namespace

TEST_CASE("a box at rest feels its weight") {
  const Model model = scenes::box_on_slope(0, 0.5);
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  const Eigen::Quaterniond tilt(Eigen::AngleAxisd(0.4, Vector3d::UnitZ()));
  Sensors sensors(model,
                  {{.name = "push", .kind = SensorKind::contact_force, .body = {1}},
                   {.name = "imu",
                    .kind = SensorKind::accelerometer,
                    .body = {1},
                    .mount = {{0.1, 0.2, 0}, tilt}},
                   {.name = "gyro", .kind = SensorKind::gyro, .body = {1}}},
                  state);
  run(simulator, sensors, state, 10);
  const Vector3d up(0, 9.81, 0);
  CHECK((vector_of(sensors.values("push")) - model.bodies[1].mass * up).norm() < 1e-6);
  CHECK((vector_of(sensors.values("imu")) - tilt.conjugate() * up).norm() < 1e-8);
  CHECK(vector_of(sensors.values("gyro")).norm() < 1e-10);
  CHECK(sensors.values().size() == 9);
  CHECK(sensors.channels()[1].name == "imu");
  CHECK(sensors.channels()[1].unit == "m/s^2");
}

TEST_CASE("a falling top feels its centripetal acceleration alone") {
  ModelBuilder builder;
  builder.add_body(top(8));
  const Model model = builder.build().value();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  Sensors sensors(
      model,
      {{.name = "rim", .kind = SensorKind::accelerometer, .body = {0}, .mount = {{0.5, 0, 0}}},
       {.name = "gyro", .kind = SensorKind::gyro, .body = {0}}},
      state);
  run(simulator, sensors, state, 100);
  CHECK((vector_of(sensors.values("rim")) - Vector3d(-64 * 0.5, 0, 0)).norm() < 1e-3);
  CHECK((vector_of(sensors.values("gyro")) - Vector3d(0, 0, 8)).norm() < 1e-12);
}

// It turns about its centre of mass, of which the frame that mounts are given in knows nothing.
TEST_CASE("an accelerometer beside the frame of its body feels how far the centre of mass is") {
  ModelBuilder builder;
  BodyDef def = top(8);
  def.spatial.center_of_mass = Vector3d(0.2, 0.1, 0);
  builder.add_body(def);
  const Model model = builder.build().value();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  Sensors sensors(
      model,
      {{.name = "rim", .kind = SensorKind::accelerometer, .body = {0}, .mount = {{0.5, 0, 0}}}},
      state);
  run(simulator, sensors, state, 100);
  CHECK((vector_of(sensors.values("rim")) - 64 * Vector3d(-0.3, 0.1, 0)).norm() < 1e-3);
}

// About z by a quarter: what turns about the world's x and y turns about y and -x of the sensor.
TEST_CASE("a gyroscope measures in its own frame") {
  ModelBuilder builder;
  BodyDef def = top(0);
  def.spatial.omega = {1, 2, 3};
  def.spatial.inertia = Eigen::Matrix3d::Identity();
  builder.add_body(def);
  const Model model = builder.build().value();
  const Eigen::Quaterniond quarter(Eigen::AngleAxisd(0.5 * M_PI, Vector3d::UnitZ()));
  const Sensors sensors(
      model,
      {{.name = "gyro", .kind = SensorKind::gyro, .body = {0}, .mount = {{1, 0, 0}, quarter}}},
      initial_state(model));
  CHECK((vector_of(sensors.values("gyro")) - Vector3d(2, -1, 3)).norm() < 1e-14);
}

TEST_CASE("a sensor in a weld bears the weight and the moment of what hangs there") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -10});
  BodyDef def = top(0);
  def.spatial.pose.p = {3, 0, 0};
  const BodyId arm = builder.add_body(def);
  const JointId root = builder.add_joint({.kind = JointKind::weld, .a = arm});
  const Model model = builder.build().value();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  Sensors sensors(model, {{.name = "root", .kind = SensorKind::joint_force_torque, .joint = root}},
                  state);
  CHECK(sensors.values("root")[2] == 0);
  run(simulator, sensors, state, 3);
  const auto values = sensors.values("root");
  REQUIRE(values.size() == 6);
  CHECK((vector_of(values) - Vector3d(0, 0, 20)).norm() < 1e-7);
  CHECK((vector_of(values.subspan(3)) - Vector3d(0, -60, 0)).norm() < 1e-7);
}

TEST_CASE("a contact sensor against one body feels that one alone") {
  const Model model = scenes::stack({2, 3});
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  const auto on_lower = [](const char* name, BodyId against) {
    return SensorDef{
        .name = name, .kind = SensorKind::contact_force, .body = {1}, .against = against};
  };
  Sensors sensors(model, {on_lower("all", kWorld), on_lower("floor", {0}), on_lower("load", {2})},
                  state);
  run(simulator, sensors, state, 20);
  CHECK((vector_of(sensors.values("floor")) - Vector3d(0, 5 * 9.81, 0)).norm() < 1e-5);
  CHECK((vector_of(sensors.values("load")) - Vector3d(0, -3 * 9.81, 0)).norm() < 1e-5);
  CHECK((vector_of(sensors.values("all")) - Vector3d(0, 2 * 9.81, 0)).norm() < 1e-5);
}

// A motor holds an arm level on a pin along the world's y, which is the x of the joint's frame.
TEST_CASE("a sensor in a joint measures in the frame of the joint") {
  ModelBuilder builder;
  builder.set_gravity({0, -6, -8});
  BodyDef def = top(0);
  def.spatial.pose.p = {3, 0, 0};
  const BodyId arm = builder.add_body(def);
  const JointId root = builder.add_joint({.kind = JointKind::pin,
                                          .a = arm,
                                          .axis = {0, 1, 0},
                                          .coordinates = {{.motor = MotorKind::velocity}}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  Sensors sensors(model, {{.name = "root", .kind = SensorKind::joint_force_torque, .joint = root}},
                  state);
  run(simulator, sensors, state, 3);
  const auto values = sensors.values("root");
  CHECK(values[0] == relative(12, 1e-8));
  CHECK(std::hypot(values[1], values[2]) == relative(16, 1e-8));
  CHECK(values[3] == relative(-48, 1e-8));
  CHECK(std::hypot(values[4], values[5]) == relative(36, 1e-8));
}

TEST_CASE("each kind of sensor has its unit and as many numbers as it says") {
  ModelBuilder builder;
  const BodyId arm = builder.add_body(top(0));
  const JointId root = builder.add_joint({.kind = JointKind::weld, .a = arm});
  const Model model = builder.build().value();
  const Sensors sensors(model,
                        {{.name = "j", .kind = SensorKind::joint_force_torque, .joint = root},
                         {.name = "c", .kind = SensorKind::contact_force, .body = arm},
                         {.name = "a", .kind = SensorKind::accelerometer, .body = arm},
                         {.name = "g", .kind = SensorKind::gyro, .body = arm}},
                        initial_state(model));
  const char* const units[] = {"N, N m", "N", "m/s^2", "rad/s"};
  const std::vector<Channel> channels = sensors.channels();
  REQUIRE(channels.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(channels[i].unit == units[i]);
    CHECK(channels[i].width == static_cast<int>(sensors.values(channels[i].name).size()));
  }
}

TEST_CASE("sensors that measure nothing are the caller's mistake") {
  const Model model = scenes::box_on_slope(0, 0.5);
  const State state = initial_state(model);
  const auto make = [&](std::vector<SensorDef> defs) { Sensors(model, std::move(defs), state); };
  CHECK_THROWS_AS(make({{.name = "", .body = {1}}}), InvalidArgument);
  CHECK_THROWS_AS(make({{.name = "a", .body = {1}}, {.name = "a", .body = {1}}}), InvalidArgument);
  CHECK_THROWS_AS(make({{.name = "a", .body = {5}}}), InvalidArgument);
  CHECK_THROWS_AS(make({{.name = "a"}}), InvalidArgument);
  CHECK_THROWS_AS(
      make({{.name = "a", .kind = SensorKind::contact_force, .body = {1}, .against = {-2}}}),
      InvalidArgument);
  const State short_of_all;
  CHECK_THROWS_AS(Sensors(model, {{.name = "a", .body = {1}}}, short_of_all), InvalidArgument);
  CHECK_THROWS_AS(make({{.name = "a", .kind = SensorKind::joint_force_torque, .joint = {0}}}),
                  InvalidArgument);
  Sensors sensors(model, {{.name = "a", .body = {1}}}, state);
  CHECK_THROWS_AS(sensors.values("b"), InvalidArgument);
  Simulator simulator(model, {.dt = kStep});
  CHECK_THROWS_AS(sensors.update(simulator, state), InvalidArgument);  // no step since
  State later;
  later.time = 1;
  CHECK_THROWS_AS(sensors.update(simulator, later), InvalidArgument);
}

}  // namespace perpend
