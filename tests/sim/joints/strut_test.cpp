// SPDX-License-Identifier: Apache-2.0
// Struts: springs, dampers and ropes between two points.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "dynamics/mass_system/joint_response.hpp"
#include "perpend/dynamics/energy.hpp"
#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kRest = 0.5;  // m

// Masses of 2 and 3 kg on a line, `stretch` beyond the strut's rest length, without gravity.
Model oscillator(const CoordinateDef& along, double stretch, bool in_space) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const double length = kRest + stretch;
  const auto mass = [&](double kg, double x) {
    BodyDef def{.kind = in_space ? BodyKind::spatial_particle : BodyKind::particle, .mass = kg};
    def.pose.p.x() = def.spatial.pose.p.x() = x;
    return builder.add_body(def);
  };
  const BodyId a = mass(2, length), b = mass(3, 0);
  builder.add_joint({.kind = JointKind::strut,
                     .a = a,
                     .b = b,
                     .anchor = {length, 0, 0},
                     .anchor_b = Vector3d(0, 0, 0),
                     .coordinates = {along}});
  return builder.build().value();
}

constexpr double kReduced = 2.0 * 3.0 / 5.0;  // kg

}  // namespace

TEST_CASE(
    "a spring between two bodies swings at the trapezoidal rule's frequency and keeps its energy") {
  for (const bool in_space : {false, true})
    for (const double stiffness : {10.0, 1e3, 1e4}) {
      CAPTURE(stiffness);
      const Model model = oscillator({.stiffness = stiffness, .rest = kRest}, 0.1, in_space);
      const double h = 0.01;
      Simulator simulator(model, {.dt = h});
      State state = initial_state(model);
      // From rest at the stretch c: c_n = c cos(n theta), tan(theta / 2) = h sqrt(k / m) / 2.
      const double theta = 2 * std::atan(0.5 * h * std::sqrt(stiffness / kReduced));
      for (int n = 1; n <= 200; ++n) {
        REQUIRE(simulator.step(state).status == StepStatus::ok);
        const double c = coordinate(model, state, {0}, 0) - kRest;
        CHECK(std::abs(c - 0.1 * std::cos(n * theta)) < 1e-8);
        const double rate = coordinate_rate(model, state, {0}, 0);
        const double energy = 0.5 * (stiffness * c * c + kReduced * rate * rate);
        CHECK(energy == relative(0.5 * stiffness * 0.01, 1e-7));
      }
    }
}

TEST_CASE("a spring that no step resolves comes to rest without a gain, up to 1e15 N/m") {
  for (const double stiffness : {3e4, 1e6, 1e9, 1e15}) {
    CAPTURE(stiffness);
    const Model model = oscillator({.stiffness = stiffness, .rest = kRest}, 0.1, false);
    Simulator simulator(model, {.dt = 0.01});
    State state = initial_state(model);
    const double start = 0.5 * stiffness * 0.01;
    for (int n = 0; n < 400; ++n) {
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      const double c = coordinate(model, state, {0}, 0) - kRest;
      const double rate = coordinate_rate(model, state, {0}, 0);
      const double now = 0.5 * (stiffness * c * c + kReduced * rate * rate);
      CHECK(now <= start * (1 + 1e-9));
    }
    CHECK(std::abs(coordinate(model, state, {0}, 0) - kRest) < 1e-9);
  }
}

// Two springs of 1 m along x, stretched from `rest`, hold a body of `mass` between them at points
// `arm` off its centre. Across them it swings with ω² = 2 T / (l m).
Model string(BodyKind kind, double mass, double stiffness, double rest, double arm) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  BodyDef def{.kind = kind, .mass = mass, .inertia = mass * 0.01};
  if (kind == BodyKind::spatial) {
    def.inertia.reset();
    def.spatial.inertia = mass * 0.01 * Eigen::Matrix3d::Identity();
    def.spatial.center_of_mass = Vector3d::Zero();
  }
  const BodyId body = builder.add_body(def);
  for (const double side : {-1.0, 1.0})
    builder.add_joint({.kind = JointKind::strut,
                       .a = body,
                       .anchor = {side * arm, 0, 0},
                       .anchor_b = Vector3d(side * (1 + arm), 0, 0),
                       .coordinates = {{.stiffness = stiffness, .rest = rest}}});
  return builder.build().value();
}

// The added mass h T / 2 per spring makes ω of the string ω' below, and half a drift before and
// after the kick let it swing by v sqrt(1 - h² ω'² / 4) / ω', v at most.
TEST_CASE("across stretched springs a body swings and does not fly off, however taut they are") {
  std::mt19937_64 random(12);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int round = 0; round < 60; ++round) {
    const BodyKind kind = std::array{BodyKind::particle, BodyKind::rigid,
                                     BodyKind::spatial_particle, BodyKind::spatial}[round % 4];
    const double mass = std::pow(10, -2 + 3 * unit(random)), rest = 0.5 + 0.45 * unit(random);
    const double h = std::pow(10, -3 + 1.5 * unit(random));
    const double taut = std::pow(10, -1 + 4 * unit(random));  // h² ω²
    const double stiffness = taut * mass / (2 * h * h * (1 - rest));
    CAPTURE(round);
    CAPTURE(taut);
    const Model model = string(kind, mass, stiffness, rest, 0);
    Simulator simulator(model, {.dt = h});
    State state = initial_state(model);
    const double speed = 1e-4 / h * std::min(1.0, std::sqrt(taut));
    state.v[1] = speed;
    const double swing2 = taut / (h * h) / (1 + 0.5 * taut);
    const double width = speed * std::sqrt((1 - 0.25 * h * h * swing2) / swing2);
    double farthest = 0, fastest = 0;
    for (int n = 0; n < 500; ++n) {
      const StepReport report = simulator.step(state);
      REQUIRE(!report.uncertified);
      const StepCertificate& c = report.certificate;
      const double totals = c.energy_before + c.work + c.joint_work + c.spring_work +
                            c.push_out_work + c.drift_work + c.projection_work;
      CHECK(std::abs(c.energy_after - totals) < 1e-10 * c.energy_before);
      farthest = std::max(farthest, std::abs(state.q[1]));
      fastest = std::max(fastest, std::abs(state.v[1]));
    }
    CHECK(farthest == relative(width, 0.06));
    CHECK(fastest == relative(speed, 0.02));
  }
}

TEST_CASE("a body between stretched springs off its centre turns and swings with what it had") {
  for (const BodyKind kind : {BodyKind::rigid, BodyKind::spatial})
    for (const double h : {1e-3, 4e-3, 1.0 / 60}) {
      CAPTURE(h);
      const Model model = string(kind, 1, 1e6, 0.9, 0.2);
      Simulator simulator(model, {.dt = h});
      State state = initial_state(model);
      state.v[1] = 1e-3;
      state.v[kind == BodyKind::rigid ? 2 : 5] = 0.01;
      const double start = energy(model, state);
      for (int n = 0; n < 2000; ++n) {
        REQUIRE(!simulator.step(state).uncertified);
        REQUIRE(energy(model, state) <= 1.2 * start);
      }
    }
}

// Light beads on a rope of three pieces with a load at its end, pulled taut by gravity and pushed
// sideways: what limits pull is known once they are solved.
TEST_CASE("beads on a loaded rope swing and do not fly off, however heavy the load is") {
  std::mt19937_64 random(13);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int round = 0; round < 24; ++round) {
    CAPTURE(round);
    const bool in_space = round % 2 == 1;
    const double h = std::pow(10, -3 + 1.5 * unit(random));
    ModelBuilder builder;
    builder.set_gravity({0, -9.81, 0});
    BodyId above = kWorld;
    for (int i = 1; i <= 3; ++i) {
      const double mass = i == 3 ? 100 : std::pow(10, -3 + 2 * unit(random));
      BodyDef def{.kind = in_space ? BodyKind::spatial_particle : BodyKind::particle, .mass = mass};
      def.pose.p.y() = def.spatial.pose.p.y() = -i;
      const BodyId below = builder.add_body(def);
      builder.add_joint({.kind = JointKind::strut,
                         .a = below,
                         .b = above,
                         .anchor = {0.0, -1.0 * i, 0.0},
                         .anchor_b = Vector3d(0, 1 - i, 0),
                         .coordinates = {{.hi = 1.0}}});
      above = below;
    }
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = h});
    State state = initial_state(model);
    for (int i = 0; i < 3; ++i) state.v[(in_space ? 3 : 2) * i] = 0.02 * unit(random);
    const double start = energy(model, state);
    for (int n = 0; n < 400; ++n) {
      REQUIRE(!simulator.step(state).uncertified);
      REQUIRE(energy(model, state) <= start + 0.03);
    }
  }
}

TEST_CASE("a damped strut loses energy as its damping ratio says") {
  for (const double zeta : {0.05, 0.2, 0.5}) {
    CAPTURE(zeta);
    const double stiffness = 1000, w = std::sqrt(stiffness / kReduced);
    const Model model = oscillator(
        {.stiffness = stiffness, .rest = kRest, .damping = 2 * zeta * w * kReduced}, 0.1, false);
    Simulator simulator(model, {.dt = 1e-4});
    State state = initial_state(model);
    // Passages through rest are half a damped period apart; the speeds there fall by the decrement.
    double times[2] = {}, speeds[2] = {};
    for (int found = 0; found < 2;) {
      const double before = coordinate(model, state, {0}, 0) - kRest, t = state.time;
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      const double after = coordinate(model, state, {0}, 0) - kRest;
      if (before * after >= 0) continue;
      times[found] = t + 1e-4 * before / (before - after);
      speeds[found++] = std::abs(coordinate_rate(model, state, {0}, 0));
    }
    const double root = std::sqrt(1 - zeta * zeta), half = std::acos(-1.0);
    CHECK(times[1] - times[0] == relative(half / (w * root), 2e-3));
    CHECK(std::log(speeds[0] / speeds[1]) == relative(half * zeta / root, 0.01));
  }
}

TEST_CASE("struts off the centres keep linear and angular momentum") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  BodyId bodies[2];
  for (int i = 0; i < 2; ++i) {
    BodyDef def{.kind = BodyKind::spatial, .mass = 1.0 + i};
    def.spatial.pose.p = {1.0 * i, 0.2 * i, 0};
    def.spatial.center_of_mass = Vector3d::Zero();
    def.spatial.inertia = Vector3d(0.02, 0.03, 0.04).asDiagonal();
    def.spatial.omega = {0, 1.0 - 2 * i, 3};
    bodies[i] = builder.add_body(def);
  }
  builder.add_joint({.kind = JointKind::strut,
                     .a = bodies[0],
                     .b = bodies[1],
                     .anchor = {0.1, 0.2, 0},
                     .anchor_b = Vector3d(0.9, 0, 0.3),
                     .coordinates = {{.stiffness = 500, .rest = 0.3, .damping = 2}}});
  const Model model = builder.build().value();
  const auto momenta = [&](const State& state) {
    Eigen::VectorXd p;
    momentum(model, state.q, state.v, p);
    Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
    for (const Body& body : model.bodies) {
      const Vector3d at = state.q.segment<3>(body.q_offset), line = p.segment<3>(body.v_offset);
      sum.head<3>() += line;
      sum.tail<3>() += at.cross(line) + p.segment<3>(body.v_offset + 3);
    }
    return sum;
  };
  State state = initial_state(model);
  const Eigen::Matrix<double, 6, 1> start = momenta(state);
  Simulator simulator(model, {.dt = 1e-3});
  REQUIRE(scenes::simulate(simulator, state, 2).status == StepStatus::ok);
  CHECK((momenta(state) - start).lpNorm<Eigen::Infinity>() < 1e-11);
}

TEST_CASE("a strut as stiff as a rod swings as a pendulum at 1/60 s") {
  ModelBuilder builder;
  const BodyId bob =
      builder.add_body({.kind = BodyKind::particle, .pose = {{0.6, -0.8}}, .mass = 2});
  builder.add_joint({.kind = JointKind::strut,
                     .a = bob,
                     .anchor = {0.6, -0.8, 0},
                     .anchor_b = Vector3d(0, 0, 0),
                     .coordinates = {{.stiffness = 1e9}}});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 1.0 / 60});
  State state = initial_state(model);
  const double start = energy(model, state);
  double lowest = 0, worst = 0;
  while (state.time < 20) {
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    worst = std::max(worst, std::abs(coordinate(model, state, {0}, 0) - 1));
    lowest = std::min(lowest, state.q[0]);
    CHECK(energy(model, state) - start < 0.02);  // of 3.9 J
  }
  CHECK(worst < 1e-2);
  CHECK(lowest < -0.55);
}

TEST_CASE("a strut with an upper limit alone is a rope: slack, taut, and it bounces with e") {
  for (const double e : {0.0, 0.5}) {
    CAPTURE(e);
    ModelBuilder builder;
    const BodyId weight =
        builder.add_body({.kind = BodyKind::particle, .pose = {{0, -0.2}}, .mass = 5});
    builder.add_joint({.kind = JointKind::strut,
                       .a = weight,
                       .anchor = {0, -0.2, 0},
                       .anchor_b = Vector3d(0, 0, 0),
                       .coordinates = {{.hi = 1.0, .e = e}}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = 1e-3});
    State state = initial_state(model);
    REQUIRE(scenes::simulate(simulator, state, 0.2).status == StepStatus::ok);
    CHECK(state.v[1] == relative(-9.81 * 0.2, 1e-9));  // it falls freely
    double rebound = -1;
    while (state.time < 1) {
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      CHECK(coordinate(model, state, {0}, 0) < 1 + 1e-3);
      rebound = std::max(rebound, state.v[1]);
    }
    CHECK(rebound == relative(e * std::sqrt(2 * 9.81 * 0.8), 0.01));
    REQUIRE(scenes::simulate(simulator, state, 8).status == StepStatus::ok);
    CHECK(coordinate(model, state, {0}, 0) == relative(1.0, 1e-6));
  }
}

TEST_CASE("bodies of a strut collide, and its force answers in accelerations") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const auto disc = [&](double x) {
    return builder.add_body({.pose = {{x, 0}}, .shapes = {{planar::Disc{0.1}}}, .mass = 1});
  };
  const BodyId a = disc(0.5), b = disc(0);
  builder.add_joint({.kind = JointKind::strut,
                     .a = a,
                     .b = b,
                     .anchor = {0.5, 0, 0},
                     .anchor_b = Vector3d(0, 0, 0),
                     .coordinates = {{.stiffness = 100, .rest = 0.1}}});
  const Model model = builder.build().value();
  JointResponder responder(model);
  const JointResponse response = responder.accelerations(initial_state(model), {});
  CHECK(response.motion[0] == relative(-40, 1e-12));
  CHECK(response.motion[3] == relative(40, 1e-12));
  Simulator simulator(model, {.dt = 1e-3});
  State state = initial_state(model);
  REQUIRE(scenes::simulate(simulator, state, 1).status == StepStatus::ok);
  CHECK(coordinate(model, state, {0}, 0) == relative(0.2, 1e-6));
  REQUIRE(simulator.contacts().size() == 1);
  CHECK(simulator.contacts()[0].impulse.norm() == relative(100 * 0.1 * 1e-3, 1e-6));
}

TEST_CASE("a strut has no part in what rates of joints may be off by") {
  const auto worst_ratio = [](int struts) {
    ModelBuilder builder;
    const BodyId link =
        builder.add_body({.pose = {{0.6, 0}}, .velocity = {0, 3, 5}, .mass = 2, .inertia = 0.3});
    builder.add_joint({.kind = JointKind::pin, .a = link, .anchor = {0, 0, 0}});
    for (int k = 0; k < struts; ++k)
      builder.add_joint({.kind = JointKind::strut,
                         .a = link,
                         .anchor = {0.9, 0, 0},
                         .anchor_b = Vector3d(0, 1.0 + k, 0),
                         .coordinates = {{.damping = 1e-9}}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = 0.01});
    State state = initial_state(model);
    double worst = 0;
    for (int n = 0; n < 100; ++n)
      worst = std::max(worst, simulator.step(state).certificate.velocity_ratio);
    return worst;
  };
  const double without = worst_ratio(0);
  CHECK(without > 0);
  for (const int struts : {1, 2, 5}) {
    CAPTURE(struts);
    CHECK(worst_ratio(struts) < 10 * without);
    CHECK(worst_ratio(struts) > 0.1 * without);
  }
}

}  // namespace perpend
