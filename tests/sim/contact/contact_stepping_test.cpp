// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "perpend/core/error.hpp"
#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

constexpr double kGravity = 9.81;

double slope_position(const State& state, double slope) {
  return state.q[3] * std::cos(slope) + state.q[4] * std::sin(slope);
}

}  // namespace

TEST_CASE("a box sticks on a slope below the friction angle, exactly") {
  const double slope = 20 * 3.14159265358979323846 / 180;
  for (const ContactLaw law : {ContactLaw::polyhedral, ContactLaw::relaxed}) {
    CAPTURE(to_string(law));
    const Model model = scenes::box_on_slope(slope, 0.5);
    Simulator simulator(model, {.dt = 0.01, .law = law});
    State state = initial_state(model);
    const double start = slope_position(state, slope);
    const scenes::Run run = scenes::simulate(simulator, state, 60);
    CHECK(run.status == StepStatus::ok);
    CHECK(std::abs(slope_position(state, slope) - start) < 1e-11);
    // What the last step left is taken where it holds to the checker's bound: 1e-11 was seen.
    CHECK(run.velocity_residual < 1e-10);
    CHECK(run.cone_excess < 1e-10);
  }
}

TEST_CASE("above the friction angle it slides with g (sin - mu cos)") {
  const double slope = 0.5, mu = 0.3;
  const Model model = scenes::box_on_slope(slope, mu);
  Simulator simulator(model, {.dt = 0.001});
  State state = initial_state(model);
  REQUIRE(scenes::simulate(simulator, state, 1.0).status == StepStatus::ok);
  const double expected = kGravity * (std::sin(slope) - mu * std::cos(slope));
  CHECK(-Eigen::Vector2d(state.v[3], state.v[4]).norm() == relative(-expected, 1e-10));
}

TEST_CASE("a sliding box stops after v^2 / (2 mu g) up to the recurrence of the scheme") {
  const double dt = 0.002, mu = 0.6, v0 = 2;
  const Model model = scenes::box_on_slope(0, mu, {v0, 0});
  Simulator simulator(model, {.dt = dt, .stepper = Stepper::semi_implicit});
  State state = initial_state(model);
  REQUIRE(scenes::simulate(simulator, state, 1.0).status == StepStatus::ok);
  double v = v0, x = 0;
  while (v > 0) {
    v = std::max(0.0, v - mu * kGravity * dt);
    x += dt * v;
  }
  CHECK(state.q[3] == relative(x, 1e-12));
  CHECK(std::abs(state.v[3]) < 1e-11);
  const double theory = v0 * v0 / (2 * mu * kGravity);
  CHECK(x == relative(theory, 0.01));
  // The midpoint misses only where within its last step the box comes to rest.
  Simulator midpoint(model, {.dt = dt});
  state = initial_state(model);
  REQUIRE(scenes::simulate(midpoint, state, 1.0).status == StepStatus::ok);
  CHECK(state.q[3] == relative(theory, 1e-4));
}

TEST_CASE("static friction holds until mu_s, kinetic friction brakes with mu_k") {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0.6, .mu_k = 0.2, .e = 0}});
  builder.add_body(scenes::ground());
  const BodyId box =
      builder.add_body({.pose = {{0, 0.25}, 0}, .shapes = {{.shape = planar::box(1, 0.5)}}});
  const Model model = builder.build().value();
  const double weight = model.bodies[1].mass * kGravity;
  Simulator simulator(model, {.dt = 0.002});
  State state = initial_state(model);
  simulator.set_force(box, {0.59 * weight, 0, 0});
  CHECK(scenes::simulate(simulator, state, 1).status == StepStatus::ok);
  CHECK(std::abs(state.q[3]) < 1e-12);
  simulator.set_force(box, {0.61 * weight, 0, 0});
  const int steps = scenes::simulate(simulator, state, 1).steps;
  const double first = (0.61 - 0.6) * kGravity * 0.002;  // breaks loose against mu_s
  const double rest = (0.61 - 0.2) * kGravity * 0.002 * (steps - 1);
  CHECK(state.v[3] == relative(first + rest, 1e-9));
}

TEST_CASE("a stack with a million to one mass ratio stands") {
  const Model model = scenes::stack({1e-3, 1e-1, 1, 1e2, 1e3});
  Simulator simulator(model, {.dt = 0.01});
  State state = initial_state(model);
  const scenes::Run run = scenes::simulate(simulator, state, 10);
  CHECK(run.status == StepStatus::ok);
  CHECK(run.penetration < 1e-9);
  CHECK((state.q - model.start_q).lpNorm<Eigen::Infinity>() < 1e-9);
}

TEST_CASE("every law and solver that belong together agree on a sticking stack") {
  const Model model = scenes::stack({1, 2, 3});
  for (const ContactLaw law : all_laws())
    for (const lcp::Method method : lcp::all_methods()) {
      if (!methods_of(law).contains(method) || method == lcp::Method::pgs) continue;
      CAPTURE(to_string(law));
      CAPTURE(lcp::to_string(method));
      Simulator simulator(model, {.dt = 0.01, .law = law, .solver = method});
      State state = initial_state(model);
      const StepReport report = simulator.step(state);
      // Methods for positive definite matrices may refuse a rank-deficient pile, but honestly.
      if (method == lcp::Method::murty || method == lcp::Method::block) {
        CHECK((report.status == StepStatus::ok && report.unsolved == 0) ==
              (report.certificate.residual <= report.certificate.residual_bound));
        continue;
      }
      CHECK(report.status == StepStatus::ok);
      CHECK(report.certificate.velocity_residual < 1e-10);
    }
}

// Islands without contacts are no contact problems, which some methods alone take.
TEST_CASE("every law and solver that belong together agree on a motor and a limit") {
  ModelBuilder builder;
  const BodyId arm = builder.add_body({.mass = 1.0, .inertia = 0.1});
  builder.add_joint(
      {.kind = JointKind::pin, .a = arm, .anchor = {-0.5, 0, 0}, .coordinates = {{.lo = 0.0}}});
  const BodyId wheel = builder.add_body({.pose = {.p = {3, 0}}, .mass = 1.0, .inertia = 0.1});
  builder.add_joint(
      {.kind = JointKind::pin,
       .a = wheel,
       .anchor = {3, 0, 0},
       .coordinates = {{.motor = MotorKind::velocity, .target = 9.0, .max_force = 2.0}}});
  const Model model = builder.build().value();
  for (const ContactLaw law : all_laws())
    for (const lcp::Method method : lcp::all_methods()) {
      if (!methods_of(law).contains(method)) continue;
      CAPTURE(to_string(law));
      CAPTURE(lcp::to_string(method));
      Simulator simulator(model, {.dt = 0.01, .law = law, .solver = method});
      State state = initial_state(model);
      CHECK(simulator.step(state).status == StepStatus::ok);
      CHECK(state.v.head<3>().norm() < 1e-8);
      CHECK(state.v[5] == doctest::Approx(0.01 * 2.0 / 0.1));
    }
}

TEST_CASE("a law and a solver that do not belong together are refused by name") {
  const Model model = scenes::stack({1});
  CHECK_THROWS_AS(Simulator(model, {.law = ContactLaw::cone, .solver = lcp::Method::murty}),
                  InvalidArgument);
  CHECK_THROWS_WITH_AS(Simulator(model, {.dt = 0}), "dt must be positive and finite, got 0",
                       InvalidArgument);
}

TEST_CASE("overlap is pushed apart no faster than the recovery speed") {
  ModelBuilder builder;
  builder.allow_start_overlap();
  builder.add_body(scenes::ground());
  builder.add_body({.pose = {{0, 0.3}, 0}, .shapes = {{.shape = planar::Disc{0.5}}}});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 0.01, .recovery_speed = 0.5});
  State state = initial_state(model);
  for (int i = 0; i < 60; ++i) {
    simulator.step(state);
    CHECK(state.v[4] <= 0.5 + 1e-12);
  }
  CHECK(state.q[4] == relative(0.5));
  scenes::simulate(simulator, state, 1);
  CHECK(state.q[4] == relative(0.5));
}

TEST_CASE("the relaxed law lifts a sliding body by dt mu v, the exact law does not") {
  const double dt = 0.01, v = 4, mu = 0.5;
  for (const ContactLaw law : {ContactLaw::polyhedral, ContactLaw::relaxed}) {
    const Model model = scenes::box_on_slope(0, mu, {v, 0});
    Simulator simulator(model, {.dt = dt, .stepper = Stepper::semi_implicit, .law = law});
    State state = initial_state(model);
    simulator.step(state);
    const double lift = state.q[4] - 0.25;
    if (law == ContactLaw::relaxed) CHECK(lift > 0.5 * dt * mu * v);
    if (law == ContactLaw::polyhedral) CHECK(std::abs(lift) < 1e-14);
  }
}

TEST_CASE("the fixed point takes the relaxation back to the exact law") {
  const Model model = scenes::box_on_slope(0, 0.5, {4, 0});
  State exact = initial_state(model), recovered = exact;
  Simulator direct(model, {.dt = 0.01});
  Simulator passes(model, {.dt = 0.01, .law = ContactLaw::relaxed, .relaxation_passes = 100});
  for (int i = 0; i < 120; ++i) {
    REQUIRE(direct.step(exact).status == StepStatus::ok);
    const StepReport report = passes.step(recovered);
    REQUIRE(report.status == StepStatus::ok);
    CHECK(report.certificate.velocity_residual < 1e-9);
  }
  CHECK((exact.q - recovered.q).lpNorm<Eigen::Infinity>() < 1e-8);
  CHECK_THROWS_AS(Simulator(model, {.relaxation_passes = 5}), InvalidArgument);
}

TEST_CASE("what the fixed point has still to take back is certified") {
  const Model model = scenes::box_on_slope(0, 0.5, {4, 0});
  const auto left = [&](int passes) {
    State state = initial_state(model);
    Simulator simulator(model,
                        {.dt = 0.01, .law = ContactLaw::relaxed, .relaxation_passes = passes});
    return simulator.step(state).certificate.relaxation_error;
  };
  CHECK(left(0) == 0);
  CHECK(left(1) > 1e-3);
  CHECK(left(3) < 0.5 * left(1));
  CHECK(left(100) < 1e-9);
}

TEST_CASE("a box slides over the joints of a tiled floor in the plane as if it were one") {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0}});
  for (int i = 0; i < 12; ++i)
    builder.add_body(
        {.kind = BodyKind::fixed, .pose = {{1.0 * i, -0.5}, 0}, .shapes = {{planar::box(1, 1)}}});
  const BodyId box = builder.add_body(
      {.pose = {{0, 0.2}, 0}, .velocity = {3, 0, 0}, .shapes = {{planar::box(0.6, 0.4)}}});
  const Model model = builder.build().value();
  const int x = model.bodies[box.index].q_offset;
  for (const double dt : {0.015, 0.005, 0.001}) {
    CAPTURE(dt);
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    while (state.time < 3 - 0.5 * dt) REQUIRE(simulator.step(state).status == StepStatus::ok);
    CHECK(state.q[x] == relative(9, 1e-10));
    CHECK(state.q[x + 1] == relative(0.2, 1e-12));
  }
}

// The way that is left to a soft surface is no part of its spring or damper.
TEST_CASE("what only just arrives at a soft contact is not slowed down yet") {
  const double dt = 0.002, speed = 2, radius = 0.1;
  for (const double damping : {0.0, 1e2, 1e4}) {
    CAPTURE(damping);
    const auto speed_after = [&](double way) {  // in steps, from the start to the surface
      ModelBuilder builder;
      builder.set_gravity({0, 0, 0});
      builder.add_body(scenes::ground());
      builder.add_body({.kind = BodyKind::particle,
                        .pose = {{0, radius + way * speed * dt}},
                        .velocity = {0, -speed, 0},
                        .shapes = {{planar::Disc{radius}}},
                        .mass = 1.0});
      const Model model = builder.build().value();
      Simulator simulator(model, {.dt = dt, .normal = {.stiffness = 1e4, .damping = damping}});
      State state = initial_state(model);
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      return -state.v[model.bodies[1].v_offset + 1];
    };
    // What is soft against the step looks to its end, what is stiff to the middle of the next.
    const bool stiff = damping > 1e3;
    CHECK(speed_after(stiff ? 1.5 * (1 - 1e-9) : 1.1) == relative(speed, 1e-7));
    CHECK(speed_after(stiff ? 1.4 : 0.9) < speed * (1 - 1e-4));
  }
}

}  // namespace perpend
