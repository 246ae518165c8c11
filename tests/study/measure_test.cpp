// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <array>
#include <random>

#include "perpend/core/error.hpp"
#include "perpend/dynamics/energy.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "perpend/study/expectation.hpp"
#include "relative.hpp"

using namespace perpend;
using study::Measurand;
using study::Quantity;

namespace {

// One body in space with its frame off the centre of mass, thrown and spinning, no gravity.
struct Thrown {
  Eigen::Vector3d velocity, omega, point;
  Model model;

  explicit Thrown(std::mt19937& random) {
    std::uniform_real_distribution<double> draw(-1, 1);
    const auto vector = [&] { return Eigen::Vector3d(draw(random), draw(random), draw(random)); };
    velocity = vector();
    omega = vector();
    point = vector();
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    BodyDef body{.name = "stone", .kind = BodyKind::spatial};
    body.spatial.pose = {vector(), Eigen::Quaterniond::UnitRandom()};
    body.spatial.velocity = velocity;
    body.spatial.omega = omega;
    body.spatial.shapes = {{spatial::Box{{0.1, 0.2, 0.3}}, {.p = vector()}}};
    builder.add_body(body);
    model = builder.build().value();
  }

  double value(Quantity quantity, const State& state, bool at_point = true) const {
    Measurand what{.quantity = quantity, .body = {0}};
    if (at_point) what.point = point;
    return measure(model, state, what);
  }
  Eigen::Vector3d position(const State& state) const {
    return {value(Quantity::x, state), value(Quantity::y, state), value(Quantity::z, state)};
  }
  Eigen::Vector3d speed(const State& state) const {
    return {value(Quantity::vx, state), value(Quantity::vy, state), value(Quantity::vz, state)};
  }
};

// The second of two bodies, in the plane, with its frame off the centre of mass and turned.
struct Slid {
  planar::Pose frame;
  Eigen::Vector3d velocity, point;
  Model model;

  explicit Slid(std::mt19937& random) {
    std::uniform_real_distribution<double> draw(-1, 1);
    const auto pair = [&] { return Eigen::Vector2d(draw(random), draw(random)); };
    frame = {pair(), 3 * draw(random)};
    velocity << pair(), 2 * draw(random);
    point << pair(), 0;
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_body({.name = "dot", .kind = BodyKind::particle, .mass = 1});
    builder.add_body({.name = "plate",
                      .pose = frame,
                      .velocity = velocity,
                      .shapes = {{.shape = planar::box(0.2, 0.4), .pose = {pair(), 0.7}}}});
    model = builder.build().value();
  }
  double value(Quantity quantity, const State& state, bool at_point) const {
    Measurand what{.quantity = quantity, .body = {1}};
    if (at_point) what.point = point;
    return measure(model, state, what);
  }
  Eigen::Vector2d place(const State& state, bool at_point) const {
    return {value(Quantity::x, state, at_point), value(Quantity::y, state, at_point)};
  }
};

}  // namespace

TEST_CASE("the velocity of a point is the derivative of its position") {
  std::mt19937 random(11);
  const double h = 1e-4;
  for (int i = 0; i < 20; ++i) {
    const Thrown thrown(random);
    State state = initial_state(thrown.model);
    Simulator simulator(thrown.model, {.dt = h});
    std::array<Eigen::Vector3d, 3> places;
    Eigen::Vector3d between;
    for (Eigen::Vector3d& place : places) {
      place = thrown.position(state);
      if (&place == &places[1]) between = thrown.speed(state);
      REQUIRE(simulator.step(state).status == StepStatus::ok);
    }
    const Eigen::Vector3d difference = (places[2] - places[0]) / (2 * h);
    CHECK((difference - between).norm() < 1e-6);
    CHECK(thrown.value(Quantity::speed, state) == thrown.speed(state).norm());
  }
}

TEST_CASE("without a point it is the frame that has a place, the centre of mass a velocity") {
  std::mt19937 random(12);
  const Thrown thrown(random);
  const State start = initial_state(thrown.model);
  CHECK(thrown.value(Quantity::vx, start, false) == relative(thrown.velocity.x()));
  CHECK(thrown.value(Quantity::vy, start, false) == relative(thrown.velocity.y()));
  CHECK(thrown.value(Quantity::vz, start, false) == relative(thrown.velocity.z()));
  CHECK(thrown.value(Quantity::wx, start) == relative(thrown.omega.x()));
  CHECK(thrown.value(Quantity::wy, start) == relative(thrown.omega.y()));
  CHECK(thrown.value(Quantity::wz, start) == relative(thrown.omega.z()));
  CHECK(thrown.value(Quantity::displacement, start) == 0.0);
}

TEST_CASE("a planar body turns, and moves its distance") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_body({.name = "plate",
                    .pose = {{1, 2}, 0.5},
                    .velocity = {3, -4, 2},
                    .shapes = {{planar::box(0.2, 0.4)}}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = 0.01});
  for (int i = 0; i < 400; ++i) simulator.step(state);
  const auto value = [&](Quantity quantity) {
    return measure(model, state, Measurand{quantity, {0}});
  };
  CHECK(value(Quantity::angle) == relative(0.5 + 2 * 4.0));  // more than a turn
  CHECK(value(Quantity::omega) == 2.0);
  CHECK(value(Quantity::speed) == relative(5.0));
  CHECK(value(Quantity::displacement) == relative(20.0));
  CHECK(value(Quantity::x) == relative(13.0));
  CHECK(value(Quantity::y) == relative(-14.0));
}

TEST_CASE("what is measured has a name") {
  ModelBuilder builder;
  const BodyId arm = builder.add_body({.name = "arm", .mass = 1, .inertia = 1});
  const JointId hinge = builder.add_joint({.name = "hinge", .a = arm});
  const Model model = builder.build().value();
  CHECK(to_string(model, Measurand{Quantity::speed, arm}) == "arm.speed");
  CHECK(to_string(model, Measurand{Quantity::x, arm, Eigen::Vector3d(1, 0, -0.5)}) ==
        "arm.x at (1, 0, -0.5)");
  CHECK(to_string(model, Measurand{.quantity = Quantity::coordinate, .joint = hinge}) ==
        "hinge.coordinate[0]");
  CHECK(to_string(model, Measurand{.quantity = Quantity::energy}) == "energy");
}

// A stone of 2 kg that climbs a vertical axle and turns about it, behind another joint.
TEST_CASE("coordinates are those of their joint and number, energy is kinetic and potential") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -10});
  BodyDef body{.name = "other", .kind = BodyKind::spatial, .mass = 1};
  body.spatial.inertia = Eigen::Matrix3d::Identity();
  body.spatial.pose.p = {4, 0, 0};
  const BodyId other = builder.add_body(body);
  builder.add_joint({.name = "first", .kind = JointKind::weld, .a = other, .anchor = {4, 0, 0}});
  body.name = "stone";
  body.mass = 2;
  body.spatial.pose.p = {0, 0, 3};
  body.spatial.velocity = {0, 0, 0.5};
  body.spatial.omega = {0, 0, 0.25};
  const BodyId stone = builder.add_body(body);
  const JointId axle = builder.add_joint(
      {.name = "axle", .kind = JointKind::cylindrical, .a = stone, .axis = {0, 0, 1}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  const auto value = [&](int k) {
    return measure(model, state,
                   Measurand{.quantity = Quantity::coordinate, .joint = axle, .coordinate = k});
  };
  const auto energy = [&] { return measure(model, state, Measurand{Quantity::energy}); };
  CHECK(energy() == relative(0.5 * 2 * 0.25 + 0.5 * 0.0625 + 2 * 10 * 3.0, 1e-12));
  Simulator simulator(model, {.dt = 0.001});
  const double start = energy();
  for (int i = 0; i < 40; ++i) REQUIRE(simulator.step(state).status == StepStatus::ok);
  CHECK(value(0) == relative(0.5 * 0.04 - 5 * 0.04 * 0.04, 1e-6));
  CHECK(value(1) == relative(0.25 * 0.04, 1e-6));
  CHECK(energy() == relative(start, 1e-9));
  const auto height = measure(model, state, Measurand{Quantity::z, stone});
  CHECK(measure(model, state, Measurand{Quantity::displacement, stone}) ==
        relative(height - 3, 1e-9));
}

TEST_CASE("the energy of what swings on a spring is kept, a stiff strut holds none") {
  const Measurand total{Quantity::energy};
  const auto swing = [](double stiffness) {
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_body({.name = "stone", .pose = {{1.2, 0}, 0}, .mass = 2, .inertia = 1});
    JointDef strut{.kind = JointKind::strut,
                   .a = {0},
                   .anchor = {1.2, 0, 0},
                   .anchor_b = Eigen::Vector3d(0, 0, 0)};
    strut.coordinates = {{.stiffness = stiffness, .rest = 1.0}};
    builder.add_joint(strut);
    return builder.build().value();
  };
  const Model model = swing(50);
  State state = initial_state(model);
  const auto energy = [&] { return measure(model, state, total, 0.001); };
  CHECK(energy() == relative(0.5 * 50 * 0.04, 1e-6));
  Simulator simulator(model, {.dt = 0.001});
  for (int i = 0; i < 150; ++i) REQUIRE(simulator.step(state).status == StepStatus::ok);
  CHECK(std::abs(state.q[0] - 1.2) > 0.05);
  CHECK(energy() == relative(1.0, 1e-4));
  const Model stiff = swing(1e9);
  CHECK(measure(stiff, initial_state(stiff), total) == relative(0.5e9 * 0.04, 1e-9));
  CHECK(measure(stiff, initial_state(stiff), total, 0.001) < 0.5e9 * 0.04 * 0.01);
}

TEST_CASE("a coordinate that the joint does not have is the caller's mistake") {
  ModelBuilder builder;
  const BodyId arm = builder.add_body({.name = "arm", .mass = 1, .inertia = 1});
  const JointId hinge = builder.add_joint({.name = "hinge", .a = arm});
  const Model model = builder.build().value();
  const State state = initial_state(model);
  const auto value = [&](JointId joint, int k) {
    return measure(model, state,
                   Measurand{.quantity = Quantity::coordinate, .joint = joint, .coordinate = k});
  };
  CHECK(value(hinge, 0) == 0.0);
  CHECK_THROWS_AS(value(hinge, 1), InvalidArgument);
  CHECK_THROWS_AS(value(hinge, -1), InvalidArgument);
  CHECK_THROWS_AS(value({7}, 0), InvalidArgument);
}

TEST_CASE("a planar body is measured in its frame, and a point of it moves as it turns") {
  std::mt19937 random(13);
  const double dt = 1e-4;
  for (int i = 0; i < 20; ++i) {
    const Slid slid(random);
    const State start = initial_state(slid.model);
    CHECK((slid.place(start, false) - slid.frame.p).norm() < 1e-12);
    const Eigen::Vector2d at = planar::transform_point(slid.frame, slid.point.head<2>());
    CHECK((slid.place(start, true) - at).norm() < 1e-12);
    CHECK(slid.value(Quantity::angle, start, true) == relative(slid.frame.angle));
    CHECK(slid.value(Quantity::omega, start, true) == relative(slid.velocity.z()));
    CHECK(slid.value(Quantity::vx, start, false) == relative(slid.velocity.x()));
    CHECK(slid.value(Quantity::vy, start, false) == relative(slid.velocity.y()));
    Simulator simulator(slid.model, {.dt = dt});
    State state = start;
    for (int k = 0; k < 2; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
    const Eigen::Vector2d moved = slid.place(state, true) - at;
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    const Eigen::Vector2d next = slid.place(state, true) - at;
    const Eigen::Vector2d speed(slid.value(Quantity::vx, state, true),
                                slid.value(Quantity::vy, state, true));
    CHECK(((next - moved) / dt - speed).norm() < 1e-3);
    CHECK(slid.value(Quantity::speed, state, true) == relative(speed.norm()));
    CHECK(slid.value(Quantity::displacement, state, true) == relative(next.norm(), 1e-6));
    const double own = (slid.place(state, false) - slid.frame.p).norm();
    CHECK(slid.value(Quantity::displacement, state, false) == relative(own, 1e-6));
  }
}

TEST_CASE("energy is that of all bodies in any gravity, and of springs between them") {
  ModelBuilder builder;
  builder.set_gravity({2, -5, 0});
  builder.add_body({.pose = {{1, 2}, 0.3}, .velocity = {3, -1, 2}, .mass = 4, .inertia = 0.5});
  builder.add_body(
      {.kind = BodyKind::particle, .pose = {{-2, 6}, 0}, .velocity = {1, 1, 0}, .mass = 3});
  JointDef strut{.kind = JointKind::strut,
                 .a = {1},
                 .b = {0},
                 .anchor = {-2, 6, 0},
                 .anchor_b = Eigen::Vector3d(1, 2, 0)};
  strut.coordinates = {{.stiffness = 10, .rest = 4.5}};
  builder.add_joint(strut);
  const Model model = builder.build().value();
  const double moving = 0.5 * 4 * 10 + 0.5 * 0.5 * 4 + 0.5 * 3 * 2;
  const double high = -4 * (2 * 1 - 5 * 2) - 3 * (2 * -2 - 5 * 6);
  CHECK(measure(model, initial_state(model), Measurand{Quantity::energy}) ==
        relative(moving + high + 0.5 * 10 * 0.25));
}

TEST_CASE("every quantity has its name, and no angle is measured where there is none") {
  const std::pair<Quantity, const char*> names[] = {{Quantity::x, "x"},
                                                    {Quantity::y, "y"},
                                                    {Quantity::z, "z"},
                                                    {Quantity::angle, "angle"},
                                                    {Quantity::vx, "vx"},
                                                    {Quantity::vy, "vy"},
                                                    {Quantity::vz, "vz"},
                                                    {Quantity::omega, "omega"},
                                                    {Quantity::wx, "wx"},
                                                    {Quantity::wy, "wy"},
                                                    {Quantity::wz, "wz"},
                                                    {Quantity::speed, "speed"},
                                                    {Quantity::displacement, "displacement"},
                                                    {Quantity::coordinate, "coordinate"},
                                                    {Quantity::energy, "energy"}};
  for (const auto& [quantity, name] : names) CHECK(study::to_string(quantity) == name);
  std::mt19937 random(14);
  const Thrown thrown(random);
  const State state = initial_state(thrown.model);
  for (const Quantity quantity : {Quantity::angle, Quantity::omega})
    CHECK_THROWS_AS(static_cast<void>(thrown.value(quantity, state, false)), InvalidArgument);
}
