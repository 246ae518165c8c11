// SPDX-License-Identifier: Apache-2.0
// Events at the level of accelerations: which there are, their words, and what a report counts.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/acceleration.hpp"
#include "perpend/sim/acceleration_simulator.hpp"
#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

std::vector<EventKind> kinds_of(const AccelerationSimulator& simulator) {
  std::vector<EventKind> kinds;
  for (const MotionEvent& event : simulator.events()) kinds.push_back(event.kind);
  return kinds;
}

TEST_CASE("events in words: what they have and nothing else") {
  ModelBuilder builder;
  builder.add_body(scenes::ground());
  const BodyId ball = builder.add_body({.name = "ball", .mass = 1, .inertia = 1});
  builder.add_joint({.name = "hub", .a = ball, .coordinates = {{.lo = -1, .hi = 1}}});
  const Model model = builder.build().value();
  MotionEvent event{.time = 0.25, .a = ball, .b = {0}, .speed = 1.5, .impulse = 2.5, .ends = 4};
  const auto words = [&](EventKind kind) {
    event.kind = kind;
    return to_string(event, model);
  };
  CHECK(words(EventKind::impact) == "t = 0.25 s: impact of ball and ground, 1.5 m/s, 2.5 N s");
  CHECK(words(EventKind::jam) ==
        "t = 0.25 s: jam of ball and ground, 1.5 m/s, 2.5 N s: no force exists (Painlevé)");
  CHECK(words(EventKind::rest) ==
        "t = 0.25 s: rest of ball and ground: infinitely many bounces end at 4 s");
  for (const EventKind kind :
       {EventKind::contact, EventKind::separation, EventKind::slip, EventKind::stick})
    CHECK(words(kind) == "t = 0.25 s: " + std::string(to_string(kind)) + " of ball and ground");
  event.touch = TouchKind::limit;
  event.joint = {0};
  CHECK(words(EventKind::contact) == "t = 0.25 s: contact of coordinate 0 of joint hub");
}

// The second disc comes to the ground while the first one lies there, and leaves no other trace.
TEST_CASE("each body that lands has its own impact and contact") {
  std::mt19937_64 engine(5);
  std::uniform_real_distribution<double> height(0.1, 1);
  for (int n = 0; n < 10; ++n) {
    const double fall[] = {height(engine), height(engine)};
    CAPTURE(fall[0]);
    CAPTURE(fall[1]);
    ModelBuilder builder;
    const BodyId floor = builder.add_body(scenes::ground());
    BodyId discs[2];
    for (int i = 0; i < 2; ++i)
      discs[i] = builder.add_body(
          {.pose = {{2.0 * i, 0.2 + fall[i]}, 0}, .shapes = {{.shape = planar::Disc{0.2}}}});
    const Model model = builder.build().value();
    AccelerationSimulator simulator(model);
    State state = initial_state(model);
    REQUIRE(simulator.advance(state, 1.0).message == "");
    const int sooner = fall[0] < fall[1] ? 0 : 1;
    const auto events = simulator.events();
    REQUIRE(events.size() == 4);
    for (int k = 0; k < 4; ++k) {
      const int disc = k < 2 ? sooner : 1 - sooner;
      CHECK(events[k].kind == (k % 2 == 0 ? EventKind::impact : EventKind::contact));
      CHECK(events[k].a.index + events[k].b.index == discs[disc].index + floor.index);
      CHECK(events[k].time == relative(std::sqrt(2 * fall[disc] / 9.81), 1e-9));
    }
  }
}

// Two that rest side by side and do not turn.
std::array<BodyId, 2> add_discs(ModelBuilder& builder) {
  std::array<BodyId, 2> discs;
  for (std::size_t i = 0; i < 2; ++i)
    discs[i] = builder.add_body({.kind = BodyKind::particle,
                                 .pose = {{2.0 * static_cast<double>(i), 0.2}, 0},
                                 .shapes = {{.shape = planar::Disc{0.2}}},
                                 .mass = 1.0});
  return discs;
}

// Lifted one after the other, by forces that begin when nothing else happens.
TEST_CASE("each body that is lifted off has a separation of its own") {
  for (const int sooner : {0, 1}) {
    CAPTURE(sooner);
    ModelBuilder builder;
    const BodyId floor = builder.add_body(scenes::ground());
    const std::array<BodyId, 2> discs = add_discs(builder);
    const Model model = builder.build().value();
    AccelerationSimulator simulator(model);
    State state = initial_state(model);
    REQUIRE(simulator.advance(state, 0.1).message == "");
    Eigen::VectorXd force = Eigen::VectorXd::Zero(model.dof());
    for (const int disc : {sooner, 1 - sooner}) {
      force[model.bodies[discs[disc].index].v_offset + 1] = 20;
      simulator.set_force(force);
      REQUIRE(simulator.advance(state, 0.1).message == "");
    }
    const auto events = simulator.events();
    REQUIRE(events.size() == 2);
    for (int k = 0; k < 2; ++k) {
      const int disc = k == 0 ? sooner : 1 - sooner;
      CHECK(events[k].kind == EventKind::separation);
      CHECK(events[k].a.index + events[k].b.index == discs[disc].index + floor.index);
      CHECK(events[k].time == relative(0.1 * (k + 1), 1e-9));
    }
  }
}

TEST_CASE("what slips when another is lifted off slips by its own name") {
  for (const int lifted : {0, 1}) {
    CAPTURE(lifted);
    ModelBuilder builder;
    builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.5}});
    const BodyId floor = builder.add_body(scenes::ground());
    const std::array<BodyId, 2> discs = add_discs(builder);
    const Model model = builder.build().value();
    AccelerationSimulator simulator(model);
    State state = initial_state(model);
    REQUIRE(simulator.advance(state, 0.1).message == "");
    Eigen::VectorXd force = Eigen::VectorXd::Zero(model.dof());
    force[model.bodies[discs[lifted].index].v_offset + 1] = 20;
    force[model.bodies[discs[1 - lifted].index].v_offset] = 20;
    simulator.set_force(force);
    REQUIRE(simulator.advance(state, 0.1).message == "");
    REQUIRE(simulator.events().size() == 2);
    for (const MotionEvent& event : simulator.events()) {
      CHECK((event.kind == EventKind::slip || event.kind == EventKind::separation));
      const int disc = event.kind == EventKind::slip ? 1 - lifted : lifted;
      CHECK(event.a.index + event.b.index == discs[disc].index + floor.index);
      CHECK(event.time == relative(0.1, 1e-9));
    }
  }
}

TEST_CASE("a block held by a spring on a belt slips, sticks and slips, without impacts") {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.3}});
  builder.add_body({.kind = BodyKind::kinematic,
                    .shapes = {{.shape = planar::HalfPlane{}}},
                    .motion = {.velocity = {0.2, 0, 0}}});
  const BodyId block = builder.add_body({.kind = BodyKind::particle,
                                         .pose = {{0, 0.1}, 0},
                                         .velocity = {0.2, 0, 0},
                                         .shapes = {{.shape = planar::Disc{0.1}}},
                                         .mass = 1});
  builder.add_joint({.kind = JointKind::strut,
                     .a = block,
                     .anchor = {0, 0.1, 0},
                     .anchor_b = Eigen::Vector3d(-2, 0.1, 0),
                     .coordinates = {{.stiffness = 100}}});
  const Model model = builder.build().value();
  AccelerationSimulator simulator(model);
  State state = initial_state(model);
  const AdvanceReport report = simulator.advance(state, 1.2);
  REQUIRE(report.message == "");
  CHECK(kinds_of(simulator) == std::vector{EventKind::slip, EventKind::stick, EventKind::slip});
  CHECK(report.events == 3);
}

// A puck on a slope whose tangent is mu turns downhill by more than a right angle: one arc, since
// friction knows its way from step to step.
TEST_CASE("a slip that turns ends no arc") {
  const double slope = 0.4, mu = std::tan(slope);
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  builder.set_gravity({9.81 * std::sin(slope), 0, -9.81 * std::cos(slope)});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  builder.add_body({.kind = BodyKind::spatial_particle,
                    .mass = 1,
                    .spatial = {.pose = {{0, 0, 0.1}},
                                .velocity = {2 * std::cos(2.6), 2 * std::sin(2.6), 0},
                                .shapes = {{.shape = spatial::Sphere{0.1}}}}});
  const Model model = builder.build().value();
  AccelerationSimulator simulator(model);
  State state = initial_state(model);
  const AdvanceReport report = simulator.advance(state, 2.0);
  REQUIRE(report.message == "");
  CHECK(report.events == 0);
  CHECK(std::atan2(state.v[4], state.v[3]) < 2.6 - 2);
}

TEST_CASE("options of an advance that are none are refused by name and value") {
  const Model model = scenes::stack({1});
  const auto fault = [&](const AccelerationOptions& options) -> std::string {
    try {
      AccelerationSimulator simulator(model, options);
    } catch (const InvalidArgument& refused) {
      return refused.what();
    }
    return "";
  };
  CHECK(fault({.tolerance = 0}) == "tolerance must be positive and finite, got 0");
  CHECK(fault({.tolerance = HUGE_VAL}) == "tolerance must be positive and finite, got inf");
  CHECK(fault({.stabilisation = -1}) == "stabilisation must be finite and >= 0, got -1");
  CHECK(fault({.stabilisation = HUGE_VAL}) == "stabilisation must be finite and >= 0, got inf");
  CHECK(fault({.rest_bounce = 0}) == "rest_bounce must be positive and finite, got 0");
  CHECK(fault({.largest_step = -2}) == "largest_step must be positive and finite, got -2");
  CHECK(fault({.most_events = 0}) == "most_events must be positive, got 0");
  CHECK(fault({.stabilisation = 0, .most_events = 1}) == "");
}

TEST_CASE("an advance ends where it has more events than it may, and says when") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_material({.name = "default", .self = {.e = 1}});
  for (const double x : {-1.1, 1.1})
    builder.add_body(
        {.kind = BodyKind::fixed, .pose = {{x, 0}, 0}, .shapes = {{.shape = planar::box(0.2, 1)}}});
  builder.add_body({.velocity = {2, 0, 0}, .shapes = {{.shape = planar::Disc{0.1}}}, .mass = 1});
  const Model model = builder.build().value();
  const State start = initial_state(model);
  std::size_t told = 0;
  const auto advance = [&](int most, State& state) {
    AccelerationSimulator simulator(model, {.most_events = most});
    const AdvanceReport report = simulator.advance(state, 4.0);
    told = simulator.events().size();
    return report;
  };
  // Walls 1.8 m apart, of which the first is met after 0.45 s: four times in 4 s.
  State state = start;
  CHECK(advance(4, state).message == "");
  CHECK(state.time == relative(4.0));
  CHECK(told == 4);
  state = start;
  const AdvanceReport report = advance(3, state);
  CHECK(told == 0);  // the motion did not come to these
  CHECK(report.status == InstantStatus::unsolved);
  CHECK(report.message == "too many events at t = 3.15 s");
  CHECK(report.events == 4);
  CHECK(state.time == 0);
  CHECK(state.q == start.q);
}

// A press at the end of its stroke stands still and accelerates into what a table holds.
TEST_CASE("forces that no table bears are not found, which is said, and the state stays") {
  ModelBuilder builder;
  builder.add_body(scenes::ground());
  builder.add_body({.pose = {{0, 0.5}, 0}, .shapes = {{.shape = planar::Disc{0.5}}}, .mass = 1});
  builder.add_body({.kind = BodyKind::kinematic,
                    .pose = {{0, 1.5}, 0},
                    .shapes = {{.shape = planar::box(1, 1)}},
                    .motion = {.harmonics = {{.amplitude = {0, 0.02, 0},
                                              .frequency = 1,
                                              .phase = std::numbers::pi / 2}}}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  const State start = state;
  CHECK(contact_forces(model, state).status == InstantStatus::unsolved);
  AccelerationSimulator simulator(model);
  const AdvanceReport report = simulator.advance(state, 0.1);
  CHECK(report.status == InstantStatus::unsolved);
  CHECK(report.message == "forces are not found at t = 0 s");
  CHECK(state.q == start.q);
  CHECK(state.time == 0);
}

// The parabola is exact at any step, so only the largest step limits them; each has six stages.
TEST_CASE("a long fall takes steps of the largest size, and tells how many") {
  ModelBuilder builder;
  builder.add_body({.mass = 1, .inertia = 1});
  const Model model = builder.build().value();
  for (const double largest : {0.05, 0.2}) {
    AccelerationSimulator simulator(model, {.largest_step = largest});
    State state = initial_state(model);
    const AdvanceReport report = simulator.advance(state, 20);
    CHECK(report.message == "");
    CHECK(report.rejected == 0);
    CHECK(report.steps >= static_cast<int>(20 / largest));
    CHECK(report.steps <= static_cast<int>(20 / largest) + 1);
    CHECK(report.evaluations >= 6 * report.steps);
    CHECK(state.q[1] == relative(-0.5 * 9.81 * 400, 1e-9));
    state = initial_state(model);
    CHECK(simulator.advance(state, 1.05 * largest).steps == 1);
  }
}

// A step of the fall is a hundred times as long as the balls are wide.
TEST_CASE("what flies through a hundred of its widths in a step meets what is in its way") {
  std::mt19937_64 engine(6);
  const auto uniform = [&](double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(engine);
  };
  for (int n = 0; n < 20; ++n) {
    CAPTURE(n);
    const bool in_space = n % 2 == 1;
    const double radius = uniform(0.05, 0.1), speed = uniform(15, 25), way = uniform(0.5, 3);
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_material({.name = "default", .self = {.e = 0.5}});
    for (const bool moves : {false, true}) {
      const double x = moves ? -way - 2 * radius : 0, v = moves ? speed : 0;
      BodyDef body{.kind = moves ? BodyKind::rigid : BodyKind::fixed,
                   .pose = {{x, 0}, 0},
                   .velocity = {v, 0, 0},
                   .shapes = {{.shape = planar::Disc{radius}}}};
      if (in_space) {
        body = {.kind = moves ? BodyKind::spatial : BodyKind::spatial_fixed};
        body.spatial = {.pose = {{x, 0, 0}},
                        .velocity = {v, 0, 0},
                        .shapes = {{.shape = spatial::Sphere{radius}}}};
      }
      builder.add_body(body);
    }
    const Model model = builder.build().value();
    AccelerationSimulator simulator(model);
    State state = initial_state(model);
    REQUIRE(simulator.advance(state, 0.3).message == "");
    REQUIRE(simulator.events().size() == 1);
    CHECK(simulator.events()[0].kind == EventKind::impact);
    CHECK(simulator.events()[0].time == relative(way / speed, 1e-9));
    CHECK(body_twist(model, state, {1}).velocity.x() == relative(-0.5 * speed, 1e-9));
  }
}

}  // namespace
}  // namespace perpend
