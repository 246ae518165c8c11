// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "perpend/core/error.hpp"
#include "scenes.hpp"

namespace perpend {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

static_assert(std::is_constructible_v<Simulator, const Model&, const SimulationOptions&>);
static_assert(std::is_constructible_v<Simulator, Model&>);
static_assert(!std::is_constructible_v<Simulator, Model>);
static_assert(!std::is_constructible_v<Simulator, Model, SimulationOptions>);
static_assert(!std::is_constructible_v<Simulator, const Model>);

// A pendulum over a box in space that rests on the ground: contacts, a joint and its coordinate.
Model mixed_model() {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_body({.name = "ground",
                    .kind = BodyKind::spatial_fixed,
                    .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  builder.add_body(
      {.name = "box",
       .kind = BodyKind::spatial,
       .spatial = {.pose = {{0, 0, 0.5}}, .shapes = {{.shape = spatial::Box{{0.5, 0.5, 0.5}}}}}});
  const BodyId bob = builder.add_body(
      {.name = "bob",
       .kind = BodyKind::spatial,
       .spatial = {.pose = {{3, 0, 2}}, .shapes = {{.shape = spatial::Sphere{0.2}}}}});
  builder.add_joint({.name = "hinge",
                     .kind = JointKind::pin,
                     .a = bob,
                     .b = kWorld,
                     .anchor = {2, 0, 2},
                     .axis = {0, 1, 0}});
  return builder.build().value();
}

// State, as one step from the start left it.
State stepped(const Model& model) {
  State state = initial_state(model);
  Simulator simulator(model);
  REQUIRE(simulator.step(state).status == StepStatus::ok);
  return state;
}

// Every way `spoil` puts a bad number into the state ends as diverged, with the state untouched.
template <typename Spoil>
std::string refusal(const Model& model, const State& good, Spoil spoil) {
  Simulator simulator(model);
  State bad = good;
  spoil(bad);
  const State before = bad;
  const StepReport report = simulator.step(bad);
  CHECK(report.status == StepStatus::diverged);
  CHECK(bad.step == before.step);
  CHECK(bad.contacts.size() == before.contacts.size());
  for (const auto vector : {&State::q, &State::v, &State::joint_impulses, &State::coordinates})
    for (Eigen::Index i = 0; i < (bad.*vector).size(); ++i)
      CHECK(((bad.*vector)[i] == (before.*vector)[i] || std::isnan((before.*vector)[i])));
  State again = good;
  CHECK(simulator.step(again).status == StepStatus::ok);  // nothing of it is left behind
  return report.message;
}

}  // namespace

TEST_CASE("a state that is not finite is refused with the name of the body, and stays") {
  const Model model = mixed_model();
  const State good = stepped(model);
  REQUIRE(!good.contacts.empty());
  REQUIRE(good.joint_impulses.size() > 0);
  for (const double value : {kNan, kInfinity, -kInfinity}) {
    for (const Body& body : model.bodies) {
      for (int i = 0; i < body.q_size; ++i)
        CHECK(refusal(model, good, [&](State& s) { s.q[body.q_offset + i] = value; }) ==
              "the position of body `" + body.details->name + "` is not finite");
      for (int i = 0; i < body.dof; ++i)
        CHECK(refusal(model, good, [&](State& s) { s.v[body.v_offset + i] = value; }) ==
              "the velocity of body `" + body.details->name + "` is not finite");
    }
    CHECK(refusal(model, good, [&](State& s) { s.contacts[0].impulse[0] = value; }) ==
          "the last impulse of a contact is not finite");
    CHECK(refusal(model, good, [&](State& s) { s.joint_impulses[0] = value; }) ==
          "the last impulse of joint `hinge` is not finite");
    CHECK(refusal(model, good, [&](State& s) { s.coordinates[0] = value; }) ==
          "a coordinate of joint `hinge` is not finite");
  }
  for (const Body& body : model.bodies)
    CHECK(refusal(model, good, [&](State& s) { s.q.segment<4>(body.q_offset + 3).setZero(); }) ==
          "the rotation of body `" + body.details->name + "` is the zero quaternion");
}

TEST_CASE("an impulse of a coupler that is not finite is refused as such") {
  ModelBuilder builder;
  JointId joints[2];
  for (JointId& joint : joints)
    joint = builder.add_joint({.a = builder.add_body({.mass = 1.0, .inertia = 1.0})});
  builder.add_coupler({.terms = {{joints[0], 0, 1.0}, {joints[1], 0, -2.0}}});
  const Model model = builder.build().value();
  for (const double value : {kNan, kInfinity, -kInfinity})
    CHECK(refusal(model, stepped(model), [&](State& s) {
            s.joint_impulses[model.couplers[0].row] = value;
          }) == "the last impulse of a coupler is not finite");
}

// Nothing but the time changes where everything stands, which is no reason to take it as it is.
TEST_CASE("a time that is none is refused where everything stands as elsewhere") {
  ModelBuilder builder;
  builder.set_gravity({0, -9.81, 0});
  builder.add_body(scenes::ground());
  builder.add_body({.pose = {{0, 0.5}}, .shapes = {{planar::box(1, 1)}}, .mass = 1.0});
  const Model model = builder.build().value();
  for (const double value : {kNan, kInfinity, -kInfinity}) {
    Simulator simulator(model);
    State state = initial_state(model);
    for (int k = 0; k < 50; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
    state.time = value;
    CHECK(simulator.step(state).status == StepStatus::diverged);
    CHECK(state.step == 50);
  }
}

// What a lost body touches is lost with it, and may come first.
TEST_CASE("of several bodies with a velocity that is not finite one that forces move is named") {
  const Motion drives{.velocity = {1, 0, 0}};
  for (const bool in_space : {false, true})
    for (const bool lost_first : {false, true}) {
      CAPTURE(in_space);
      CAPTURE(lost_first);
      ModelBuilder builder;
      const auto pad = [&](const char* name, double y) {
        builder.add_body({.name = name,
                          .kind = in_space ? BodyKind::spatial_kinematic : BodyKind::kinematic,
                          .pose = {{0, y}},
                          .motion = drives});
      };
      const auto body = [&](const char* name) {
        BodyDef def{.name = name, .mass = 1.0};
        def.kind = in_space ? BodyKind::spatial : BodyKind::rigid;
        if (in_space) def.spatial.inertia = Eigen::Matrix3d::Identity();
        if (!in_space) def.inertia = 1.0;
        builder.add_body(def);
      };
      if (lost_first) body("lost");
      pad("pad", 1);
      body("sound");
      if (!lost_first) body("lost");
      pad("other pad", 2);
      const Model model = builder.build().value();
      const State good = initial_state(model);
      const auto message = [&](std::initializer_list<const char*> names) {
        return refusal(model, good, [&](State& s) {
          for (const Body& each : model.bodies)
            for (const char* name : names)
              if (each.details->name == name)
                s.v.segment(each.v_offset, each.dof).setConstant(kNan);
        });
      };
      CHECK(message({"pad", "lost", "other pad"}) == "the velocity of body `lost` is not finite");
      CHECK(message({"pad", "other pad"}) == "the velocity of body `pad` is not finite");
      CHECK(message({"other pad"}) == "the velocity of body `other pad` is not finite");
    }
}

TEST_CASE("of two joints the one with a number that is not finite is named") {
  ModelBuilder builder;
  const BodyId a = builder.add_body({.name = "upper", .mass = 1.0, .inertia = 1.0});
  const BodyId b =
      builder.add_body({.name = "lower", .pose = {{1, 0}}, .mass = 1.0, .inertia = 1.0});
  builder.add_joint({.name = "shoulder", .kind = JointKind::pin, .a = a});
  builder.add_joint({.name = "elbow", .kind = JointKind::pin, .a = b, .b = a, .anchor = {1, 0, 0}});
  const Model model = builder.build().value();
  const State good = initial_state(model);
  REQUIRE(good.joint_impulses.size() == 4);
  for (const auto& [joint, name] : {std::pair(0, "shoulder"), {1, "elbow"}}) {
    for (int row = 0; row < 2; ++row)
      CHECK(refusal(model, good, [&](State& s) { s.joint_impulses[2 * joint + row] = kNan; }) ==
            "the last impulse of joint `" + std::string(name) + "` is not finite");
    CHECK(refusal(model, good, [&](State& s) { s.coordinates[joint] = kNan; }) ==
          "a coordinate of joint `" + std::string(name) + "` is not finite");
  }
}

TEST_CASE("where places are rounded to more than a micrometre no step is certified") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_body({.name = "near", .mass = 1.0, .inertia = 1.0});
  builder.add_body({.name = "far", .mass = 1.0, .inertia = 1.0});
  const Model model = builder.build().value();
  for (const double place : {4e9, -4e9, 5e9, -5e9}) {
    CAPTURE(place);
    State state = initial_state(model);
    state.q[4] = place;
    const StepReport report = Simulator(model).step(state);
    CHECK(report.status == StepStatus::ok);
    CHECK(report.uncertified == (std::abs(place) > 4.5e9));
    CHECK((report.message.find("far is 5.0e+09 m away") == 0) == (std::abs(place) > 4.5e9));
  }
}

TEST_CASE("velocities of any size end in a status") {
  const Model model = mixed_model();
  const State good = stepped(model);
  for (const double size : {1e100, 1e160, 1e300, -1e300, 1e308})
    for (Eigen::Index i = 0; i < good.v.size(); ++i) {
      CAPTURE(size);
      CAPTURE(i);
      State state = good;
      state.v[i] = size;
      Simulator simulator(model);
      const StepReport report = simulator.step(state);
      CHECK((report.status != StepStatus::ok || (state.q.allFinite() && state.v.allFinite())));
      CHECK((report.status == StepStatus::ok || state.v[i] == size));
    }
}

// A ball at 1e160 m/s would be at a finite place with a finite velocity after the step.
TEST_CASE("an energy beyond the range of double ends the run with the name of the fastest body") {
  ModelBuilder builder;
  builder.add_body(
      {.name = "belt", .kind = BodyKind::spatial_kinematic, .motion = {.velocity = {1e161, 0, 0}}});
  for (const auto& [name, speed] : {std::pair("slow", 1.0), {"lost", 1e160}, {"last", 2.0}})
    builder.add_body({.name = name,
                      .kind = BodyKind::spatial_particle,
                      .mass = 1.0,
                      .spatial = {.velocity = {speed, 0, 0}}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  Simulator simulator(model);
  const StepReport report = simulator.step(state);
  CHECK(report.status == StepStatus::diverged);
  CHECK(report.message == "the energy of body `lost` is not finite");
  CHECK(state.step == 0);
}

TEST_CASE("forces beyond the range of double end in a status and not as a caller's mistake") {
  for (const double gravity : {1e160, 1e300, 1e308})
    for (const double dt : {0.01, 1.0}) {
      CAPTURE(gravity);
      CAPTURE(dt);
      ModelBuilder builder;
      builder.set_gravity({0, -gravity, 0});
      builder.add_body(scenes::ground());
      builder.add_body(
          {.name = "box", .pose = {{0, 0.6}, 0}, .shapes = {{.shape = planar::box(1, 1)}}});
      const Model model = builder.build().value();
      State state = initial_state(model);
      Simulator simulator(model, {.dt = dt});
      StepReport report;
      for (int k = 0; k < 100 && report.status == StepStatus::ok; ++k)
        report = simulator.step(state);
      if (report.status == StepStatus::ok)
        CHECK((state.q.allFinite() && state.v.allFinite()));
      else
        CHECK(report.message.find("box") != std::string::npos);
    }
}

TEST_CASE("a state of another model is refused by the name of its vector") {
  const Model model = mixed_model();
  const State good = stepped(model);
  Simulator simulator(model);
  for (const auto vector : {&State::q, &State::v, &State::joint_impulses, &State::coordinates}) {
    State state = good;
    (state.*vector).conservativeResize((state.*vector).size() + 1);
    CHECK_THROWS_AS(simulator.step(state), InvalidArgument);
  }
  State broken = good;
  broken.broken.assign(model.joints.size() + 1, 0);
  CHECK_THROWS_AS(simulator.step(broken), InvalidArgument);
  broken.broken.assign(model.joints.size(), 0);
  CHECK(simulator.step(broken).status == StepStatus::ok);
}

TEST_CASE("a simulator that was moved from says so") {
  const Model model = scenes::stack({1});
  State state = initial_state(model);
  Simulator first(model);
  Simulator second = std::move(first);
  CHECK(second.step(state).status == StepStatus::ok);
  CHECK_THROWS_AS(first.step(state), InvalidArgument);
  CHECK_THROWS_AS(first.contacts(), InvalidArgument);
  CHECK_THROWS_AS(first.islands(), InvalidArgument);
  CHECK_THROWS_AS(first.options(), InvalidArgument);
  CHECK_THROWS_AS(first.model(), InvalidArgument);
  CHECK_THROWS_AS(first.set_force({1}, {0, 0, 0}), InvalidArgument);
  CHECK_THROWS_AS(first.joint_reaction({0}), InvalidArgument);
}

TEST_CASE("quaternions of any norm are the rotations they stand for") {
  const Model model = mixed_model();
  Simulator simulator(model, {.dt = 0.01});
  State expected = initial_state(model);
  REQUIRE(simulator.step(expected).status == StepStatus::ok);
  for (const double norm : {1e-200, 1e-3, 0.9, 1.8, 3.0, 1e3, 1e200}) {
    CAPTURE(norm);
    State state = initial_state(model);
    for (const Body& body : model.bodies) state.q.segment<4>(body.q_offset + 3) *= norm;
    REQUIRE(Simulator(model, {.dt = 0.01}).step(state).status == StepStatus::ok);
    CHECK((state.q - expected.q).norm() < 1e-14);
    CHECK((state.v - expected.v).norm() < 1e-13);
  }
}

}  // namespace perpend
