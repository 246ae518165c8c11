// SPDX-License-Identifier: Apache-2.0
// Contacts that stick on bristles: springs and dampers along the tangents, (40) and (42).
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "relative.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

constexpr double kStep = 1e-5, kPush = 1.0, kStiffness = 5e3;

// A box that two contacts bear, from rest under a push along the ground: its farthest way until the
// time of its first turn, and its way at that time.
struct Swing {
  double farthest = 0, last = 0;
};

Swing pushed(const Model& model, double damping, double duration) {
  SimulationOptions options{.dt = kStep};
  options.tangential = {.stiffness = kStiffness, .damping = damping};
  Simulator simulator(model, options);
  simulator.set_force({1}, {kPush, 0, 0});
  State state = initial_state(model);
  const double start = state.q[3];
  Swing swing;
  while (state.time < duration - 0.5 * kStep) {
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    swing.last = state.q[3] - start;
    swing.farthest = std::max(swing.farthest, swing.last);
  }
  return swing;
}

}  // namespace

// m x'' + 2 b x' + 2 k x = F from rest: it turns first at pi/w_d, beyond F/2k by exp(-zeta pi/...)
// of that.
TEST_CASE("a box that is pushed swings on its bristles and is damped by them") {
  const Model model = scenes::box_on_slope(0, 0.8);
  const double mass = model.bodies[1].mass, natural = std::sqrt(2 * kStiffness / mass);
  const double rest = kPush / (2 * kStiffness);
  for (const double zeta : {0.1, 0.4}) {
    CAPTURE(zeta);
    const double damping = zeta * natural * mass;  // of each: 2 b = 2 zeta w m
    const double root = std::sqrt(1 - zeta * zeta), turns = std::numbers::pi / (natural * root);
    const Swing swing = pushed(model, damping, turns);
    const double expected = rest * (1 + std::exp(-zeta * std::numbers::pi / root));
    CHECK(swing.last == relative(expected, 0.01));
    CHECK(swing.farthest == relative(expected, 0.01));
  }
}

// m x'' = -2 k x; the rear bristle, which bears less, gives way at four fifths of mu m g, and then
// the box slides on.
TEST_CASE("a box swings on its bristles as far as friction bears, and slides beyond") {
  const double mu = 0.5, stiffness = 2e4;
  const Model resting = scenes::box_on_slope(0, mu);
  const double mass = resting.bodies[1].mass, natural = std::sqrt(2 * stiffness / mass);
  const double limit = mu * 9.81 / natural;  // m/s, of the swing that friction just bears
  for (const double share : {0.3, 0.75, 1.5}) {
    CAPTURE(share);
    const Model model = scenes::box_on_slope(0, mu, {share * limit, 0});
    SimulationOptions options{.dt = 2e-4 / natural};
    options.tangential = {.stiffness = stiffness};
    Simulator simulator(model, options);
    State state = initial_state(model);
    const double start = state.q[3];
    double farthest = 0;
    int slides = 0;
    while (state.time < 2.5 / natural) {
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      farthest = std::max(farthest, state.q[3] - start);
      for (const ContactRecord& record : simulator.contacts())
        slides += record.status == ContactStatus::slide;
    }
    // Work of friction beyond the reach of the bristles.
    const double reach = limit / natural;
    const double expected = share < 1 ? share * reach : reach * (1 + 0.5 * (share * share - 1));
    CHECK(farthest == relative(expected, 0.02));
    CHECK((slides > 0) == (share > 1));
  }
}

// Between two facets a polygon bears less than mu N: there a box slides at less.
TEST_CASE("a box that slides between the facets of its law is told to slide, bristles or not") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = 0.4, .mu_k = 0.4}});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  const double heading = std::numbers::pi / 8;
  builder.add_body({.kind = BodyKind::spatial,
                    .mass = 1.0,
                    .spatial = {.pose = {.p = {0, 0, 0.1}},
                                .velocity = {2 * std::cos(heading), 2 * std::sin(heading), 0},
                                .shapes = {{.shape = spatial::Box{{0.3, 0.3, 0.1}}}}}});
  const Model model = builder.build().value();
  for (const char* law : {"cone", "polyhedral(8)", "relaxed(8)"}) {
    CAPTURE(law);
    SimulationOptions options{.dt = 0.005, .law = law_from_name(law).value()};
    options.tangential = {.stiffness = 1e4, .damping = 10};
    Simulator simulator(model, options);
    State state = initial_state(model);
    while (state.time < 0.3) {
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      for (const ContactRecord& record : simulator.contacts())
        CHECK(record.status != ContactStatus::stick);
    }
  }
}

namespace {

struct Ride {
  Model model;
  BodyId table, body;
  double old_creep;  // m/s
};

// A body of 1 kg on three feet with bristles, of which each bears what it has to, on a table that
// turns about the vertical, and leans so that its normal turns with it.
Ride three_feet(Draw& draw) {
  const double omega = draw(0.8, 1.8) * (draw.coin() ? 1 : -1), radius = draw(0.2, 0.4);
  const double stiffness = std::pow(10, draw(3.3, 4.3));
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  SurfacePair rubber{.mu_s = 1, .mu_k = 1};
  rubber.tangential = {.stiffness = stiffness, .damping = draw(4, 8)};
  builder.add_material({.name = "default", .self = rubber});
  const double angle = draw(0, 0.15);
  const Eigen::Vector3d axis(draw(-1, 1), draw(-1, 1), 0);
  const Eigen::Quaterniond lean(Eigen::AngleAxisd(angle, axis.normalized()));
  BodyDef table{.kind = BodyKind::spatial_kinematic, .motion = {.omega = {0, 0, omega}}};
  table.spatial.pose.r = lean;
  table.spatial.shapes = {{.shape = spatial::HalfSpace{}}};
  BodyDef def{.kind = BodyKind::spatial, .mass = 1};
  for (const double turn : {0.0, 2.1, 4.2})
    def.spatial.shapes.push_back(
        {.shape = spatial::Sphere{0.05},
         .pose = {.p = {0.15 * std::cos(turn), 0.15 * std::sin(turn), 0}}});
  def.spatial.pose = {.p = lean * Eigen::Vector3d(radius, 0, 0.05), .r = lean};
  def.spatial.omega = {0, 0, omega};
  def.spatial.velocity = def.spatial.omega.cross(def.spatial.pose.p);
  const BodyId a = builder.add_body(table), b = builder.add_body(def);
  const double force = omega * omega * radius + 9.81 * std::sin(angle);
  return {builder.build().value(), a, b, std::abs(omega) * force / (3 * stiffness)};
}

// Seen from the table.
Eigen::Vector3d place_on(const Ride& ride, const State& state) {
  const spatial::Pose table = spatial_pose(ride.model, state, ride.table);
  return table.r.conjugate() * (spatial_pose(ride.model, state, ride.body).p - table.p);
}

}  // namespace

// Bristles that kept their direction in the world had to creep to turn with the table, by the sum
// of what they bear times omega / 3k: of the weight along a table that leans, and of m omega² r.
TEST_CASE("what rides on bristles on a table that turns does not creep") {
  for (unsigned seed = 1; seed <= 16; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const Ride ride = three_feet(draw);
    const Stepper stepper = draw.coin() ? Stepper::midpoint : Stepper::semi_implicit;
    Simulator simulator(ride.model, {.dt = draw(0.0002, 0.0005), .stepper = stepper});
    State state = initial_state(ride.model);
    const auto run_to = [&](double end) {
      while (state.time < end) REQUIRE(simulator.step(state).status == StepStatus::ok);
    };
    run_to(1.5);
    const Eigen::Vector3d settled = place_on(ride, state);
    run_to(3.5);
    CHECK((place_on(ride, state) - settled).norm() < 0.15 * 2 * ride.old_creep);
  }
}

}  // namespace perpend
