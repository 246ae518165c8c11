// SPDX-License-Identifier: Apache-2.0
// Derivatives of a step in the plane: closed forms, then random scenes beside differences.
#include <random>

#include "relative.hpp"
#include "sim/derivatives/finite_differences.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using differences::after, differences::check_all, differences::Step, differences::taken;
using Eigen::Vector3d, Eigen::VectorXd;

constexpr double kStep = 0.004;

Step start(Model model, SimulationOptions options = {.dt = kStep}) {
  State state = initial_state(model);
  return {std::move(model), options, std::move(state)};
}

struct Random {
  std::mt19937 bits;
  double operator()(double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(bits);
  }
};

}  // namespace

// Theory: v⁺ = v - h (mu g cos + g sin), whatever the mass.
TEST_CASE("a sliding box by its friction coefficient") {
  const double slope = 0.3, mu = 0.4;
  const Step step = after(start(scenes::box_on_slope(slope, mu, {-3, 0})), 5);
  const StepDerivatives d = differences::derivatives(step);
  REQUIRE(d.status == DerivativeStatus::regular);
  CHECK(d.sliding == 2);
  CHECK(d.sticking == 0);
  const VectorXd expected =
      kStep * 9.81 * std::cos(slope) * Vector3d(std::cos(slope), std::sin(slope), 0);
  REQUIRE(d.by_friction.cols() == 1);
  CHECK((d.by_friction.col(0).tail(3) - expected).norm() < 1e-9);
  CHECK(d.by_mass.col(1).norm() < 1e-9);
}

// Theory: nothing but what is pressed on it moves a box that sticks; what displaces it is where it
// stays, along the ground.
TEST_CASE("a box that sticks keeps where it is put and loses its velocity") {
  const Step step = after(start(scenes::box_on_slope(0.2, 0.6)), 20);
  const StepDerivatives d = differences::derivatives(step);
  REQUIRE(d.status == DerivativeStatus::regular);
  CHECK(d.sticking == 2);
  CHECK(d.redundant == 1);  // tangents of two points of one face
  CHECK(d.by_force.norm() < 1e-10);
  CHECK(d.by_friction.norm() < 1e-10);
  const Vector3d along(std::cos(0.2), std::sin(0.2), 0);
  const VectorXd moved = d.by_state.middleCols(3, 3) * along;
  CHECK((moved.segment(3, 3) - along).norm() < 1e-7);
  CHECK(moved.tail(3).norm() < 1e-6);
}

TEST_CASE("boxes that slide and stick on slopes, beside differences") {
  for (int seed = 0; seed < 12; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(seed)};
    const bool slides = seed % 2 == 0;
    const double slope = random(-0.4, 0.4), mu = slides ? random(0.1, 0.3) : random(0.6, 0.9);
    Step step = start(scenes::box_on_slope(slope, mu, {slides ? random(2, 4) : 0.0, 0}));
    step.options.stepper = seed % 3 == 2 ? Stepper::semi_implicit : Stepper::midpoint;
    step.options.law = seed % 4 == 3 ? ContactLaw::box : ContactLaw::cone;
    step = after(step, 8);
    const StepDerivatives d = check_all(step);
    CHECK(d.status == DerivativeStatus::regular);
    CHECK((slides ? d.sliding : d.sticking) == 2);
  }
}

// Theory: what overlaps by more than the recovery speed takes back in a step is parted by that
// speed, however deep it is, and keeps none of it.
TEST_CASE("a box that is pushed out at the recovery speed is left at rest wherever it lies") {
  Step step = start(scenes::box_on_slope(0, 0.5));
  step.options.recovery_speed = 0.5;
  step.state.q[4] -= 10 * step.options.recovery_speed * kStep;
  const StepDerivatives d = check_all(step);
  CHECK(d.status != DerivativeStatus::failed);
  const State end = taken(step);
  CHECK(std::abs(end.v[4]) < 1e-12);
  CHECK(end.q[4] - step.state.q[4] == relative(step.options.recovery_speed * kStep, 1e-9));
  CHECK(std::abs(d.by_state(6 + 4, 4)) < 1e-9);
}

// Theory: lambda = -h (k gap⁺ + b u⁺) with b = k h and next to no inertia, so u⁺ = -gap/(2h). The
// contact sinks in by less than the length of the differences, and an open gap closes at gap/h.
TEST_CASE("a box on soft contacts answers as one that is pressed in") {
  Step step = start(scenes::box_on_slope(0, 0.5));
  step.options.normal = {.stiffness = 1e11, .damping = 1e11 * kStep};
  const StepDerivatives d = differences::derivatives(after(step, 20));
  CHECK(d.status == DerivativeStatus::regular);
  CHECK(d.by_state(6 + 4, 4) == relative(-0.5 / kStep, 0.01));
}

TEST_CASE("a box that swings on springs of its surfaces, beside differences") {
  for (const double damping : {0.0, 200.0}) {
    CAPTURE(damping);
    Model model = scenes::box_on_slope(0.1, 0.5);
    model.surface_pairs[0].normal = {.stiffness = 2e6, .damping = damping};
    Step step = start(model);
    for (const int steps : {5, 25, 45}) {
      const StepDerivatives d = check_all(after(step, steps));
      CHECK(d.status == DerivativeStatus::regular);
      CHECK(d.constant.empty());
    }
  }
}

TEST_CASE("stacks that are pushed, beside differences") {
  for (int seed = 0; seed < 6; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(100 + seed)};
    Step step = start(scenes::stack({random(1, 3), random(1, 3), random(0.5, 2)}));
    step = after(step, 10);
    step.held.force = VectorXd::Zero(step.model.dof());
    step.held.force[step.model.bodies[2].v_offset] = random(2, 4);
    const StepDerivatives d = check_all(step, 2e-5);
    CHECK(d.status == DerivativeStatus::regular);
    CHECK(d.sticking == 6);
  }
}

TEST_CASE("discs with rolling friction, beside differences") {
  for (int seed = 0; seed < 6; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(250 + seed)};
    const double speed = seed % 3 == 2 ? 0.0 : random(0.5, 2), radius = random(0.1, 0.4);
    const double turn = seed % 3 == 1 ? 0.0 : -speed / radius;
    ModelBuilder builder;
    builder.add_material({.name = "default", .self = {.mu_s = 0.4, .mu_k = 0.4, .rolling = 0.01}});
    builder.add_body(scenes::ground());
    builder.add_body({.name = "disc",
                      .pose = {{0, radius}},
                      .velocity = {speed, 0, turn},
                      .shapes = {{.shape = planar::Disc{radius}}}});
    const Step step = after(start(builder.build().value()), 5);
    const StepDerivatives d = check_all(step, 2e-5);
    CHECK(d.status == DerivativeStatus::regular);
    CHECK((seed % 3 == 1 ? d.sliding : d.sticking) == 1);
  }
}

// A rod that is pulled this hard has added mass that turns both ends together.
TEST_CASE("two bodies that a taut rod swings about each other, beside differences") {
  for (int seed = 0; seed < 4; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(220 + seed)};
    const double speed = random(5, 10);
    ModelBuilder builder;
    BodyDef body{.pose = {{-0.5, 0}},
                 .velocity = {0, -speed, 0},
                 .mass = random(0.5, 2),
                 .inertia = random(0.02, 0.1)};
    const BodyId a = builder.add_body(body);
    body.pose.p.x() = 0.5;
    body.velocity.y() = speed;
    const BodyId b = builder.add_body(body);
    builder.add_joint({.kind = JointKind::distance,
                       .a = a,
                       .b = b,
                       .anchor = {-0.4, 0.1, 0},
                       .anchor_b = Eigen::Vector3d(0.4, -0.1, 0)});
    const Step step = after(start(builder.build().value()), 6);
    const StepDerivatives d = check_all(step, 2e-5);
    CHECK(d.status == DerivativeStatus::regular);
  }
}

TEST_CASE("a pendulum with dry friction, beside differences") {
  for (int seed = 0; seed < 6; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(200 + seed)};
    const bool stuck = seed % 2 == 1;
    ModelBuilder builder;
    const BodyId rod = builder.add_body(
        {.pose = {{0.4, -0.3}}, .mass = random(1, 2), .inertia = random(0.05, 0.2)});
    const BodyId tip =
        builder.add_body({.pose = {{0.9, -0.6}}, .mass = random(0.5, 1), .inertia = 0.05});
    builder.add_joint({.kind = JointKind::pin,
                       .a = rod,
                       .coordinates = {{.friction = stuck ? 50.0 : random(0.1, 0.5)}}});
    builder.add_joint({.kind = JointKind::pin,
                       .a = tip,
                       .b = rod,
                       .anchor = {0.7, -0.4, 0},
                       .coordinates = {{.stiffness = random(1, 4), .damping = random(0.1, 1)}}});
    const Step step = after(start(builder.build().value()), 12);
    const StepDerivatives d = check_all(step, 2e-5);
    CHECK(d.status == DerivativeStatus::regular);
  }
}

TEST_CASE("a cart with a pole and a motor, beside differences") {
  for (int seed = 0; seed < 6; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(300 + seed)};
    const bool saturated = seed % 2 == 0;
    ModelBuilder builder;
    const BodyId cart = builder.add_body({.mass = random(1, 2), .inertia = 0.1});
    const BodyId pole = builder.add_body(
        {.pose = {{random(-0.2, 0.2), 0.5}}, .mass = random(0.1, 0.4), .inertia = 0.02});
    builder.add_joint(
        {.kind = JointKind::prismatic,
         .a = cart,
         .coordinates = {{.motor = seed % 3 == 0 ? MotorKind::position : MotorKind::velocity,
                          .target = seed < 3 ? 0.5 : -0.5,
                          .max_force = saturated ? 2.0 : 4000.0,
                          .time_constant = 0.05}}});
    builder.add_joint({.kind = JointKind::pin, .a = pole, .b = cart});
    const Step step = after(start(builder.build().value()), saturated ? 3 : 12);
    const StepDerivatives d = check_all(step, 2e-5);
    CHECK(d.status == DerivativeStatus::regular);
    CHECK((d.by_motor_limit.norm() > 0) == saturated);
  }
}

TEST_CASE("servos with rotors, beside differences") {
  for (int seed = 0; seed < 4; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(400 + seed)};
    ModelBuilder builder;
    const BodyId rod = builder.add_body(
        {.pose = {{0.4, -0.3}}, .mass = random(1, 2), .inertia = random(0.05, 0.2)});
    const BodyId tip =
        builder.add_body({.pose = {{0.9, -0.6}}, .mass = random(0.5, 1), .inertia = 0.05});
    builder.add_joint({.kind = JointKind::pin,
                       .a = rod,
                       .coordinates = {{.motor = MotorKind::position,
                                        .target = 0.4,
                                        .max_force = seed % 2 == 0 ? 1.0 : HUGE_VAL,
                                        .motor_stiffness = 20,
                                        .motor_damping = 2,
                                        .armature = 0.3}}});
    builder.add_joint({.kind = JointKind::pin,
                       .a = tip,
                       .b = rod,
                       .anchor = {0.7, -0.4, 0},
                       .coordinates = {{.motor = MotorKind::velocity,
                                        .target = 1.0,
                                        .max_force = 50.0,
                                        .motor_damping = 1.5,
                                        .armature = 0.1}}});
    const Step step = after(start(builder.build().value()), 12);
    CHECK(check_all(step, 2e-5).status == DerivativeStatus::regular);
  }
}

// Newton's law: thrown back by e times the approach, whatever the gap is.
TEST_CASE("balls and limits that bounce, beside differences") {
  for (int seed = 0; seed < 8; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(500 + seed)};
    const double e = random(0.3, 0.9), fall = random(1, 3), gap = random(0.6, 0.9) * kStep * fall;
    ModelBuilder builder;
    builder.add_material({.name = "default", .self = {.mu_s = 0.3, .mu_k = 0.3, .e = e}});
    if (seed % 2 == 0) {
      builder.add_body(scenes::ground());
      builder.add_body({.pose = {{0, 0.2 + gap}},
                        .velocity = {random(1, 2), -fall, random(-1, 1)},
                        .shapes = {{.shape = planar::Disc{0.2}}}});
    } else {
      const BodyId arm = builder.add_body(
          {.velocity = {0, 0, -fall}, .mass = random(1, 2), .inertia = random(0.1, 0.3)});
      builder.add_joint(
          {.kind = JointKind::pin, .a = arm, .coordinates = {{.lo = -gap, .hi = 1, .e = e}}});
    }
    const Step step = start(builder.build().value());
    const StepDerivatives d = check_all(step, 2e-5);
    CHECK(d.status == DerivativeStatus::regular);
    const int at = seed % 2 == 0 ? 3 + 1 : 2, n = step.model.dof();
    CHECK(d.after.v[at] > 0.2);
    CHECK(d.by_state(n + at, n + at) == relative(-e, 1e-6));
  }
}

TEST_CASE("a box on a belt, beside differences") {
  for (int seed = 0; seed < 4; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(600 + seed)};
    const bool carried = seed % 2 == 1;
    ModelBuilder builder;
    builder.add_material({.name = "default", .self = {.mu_s = 0.3, .mu_k = 0.3}});
    const double belt = random(1, 2);
    BodyDef ground = scenes::ground();
    ground.shapes[0].surface_velocity = belt;
    builder.add_body(ground);
    builder.add_body({.name = "box",
                      .pose = {{0, 0.25}},
                      .velocity = {carried ? belt : 0, 0, 0},
                      .shapes = {{.shape = planar::box(1, 0.5)}}});
    const Step step = after(start(builder.build().value()), 3);
    const StepDerivatives d = check_all(step, 2e-5);
    CHECK(d.status == DerivativeStatus::regular);
    CHECK((carried ? d.sticking : d.sliding) == 2);
  }
}

// The tether is taut: what its pull adds to the inertia of the body turns with both.
TEST_CASE("a body that swings about the world on a taut tether, beside differences") {
  for (int seed = 0; seed < 6; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(700 + seed)};
    ModelBuilder builder;
    const BodyId body = builder.add_body({.pose = {{0.5, 0}},
                                          .velocity = {0, random(5, 10), random(-3, 3)},
                                          .mass = random(0.5, 2),
                                          .inertia = random(0.02, 0.1)});
    builder.add_joint({.kind = JointKind::distance,
                       .a = body,
                       .anchor = {0.4, 0.1, 0},
                       .anchor_b = Eigen::Vector3d(0, 0, 0)});
    Step step = start(builder.build().value());
    step.options.stepper = seed % 3 == 2 ? Stepper::semi_implicit : Stepper::midpoint;
    CHECK(check_all(after(step, 6), 2e-5).status == DerivativeStatus::regular);
  }
}

TEST_CASE("arms that lie on a limit of a narrow range, beside differences") {
  for (int seed = 0; seed < 4; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(850 + seed)};
    const double side = seed % 2 == 0 ? 1.0 : -1.0;
    ModelBuilder builder;
    const BodyId arm = builder.add_body(
        {.pose = {{0.4 * side, 0.1}, 0}, .mass = random(1, 2), .inertia = random(0.05, 0.2)});
    const BodyId tip = builder.add_body({.pose = {{0.9 * side, 0.2}},
                                         .velocity = {0, random(-1, 1), 0},
                                         .mass = random(0.5, 1),
                                         .inertia = 0.05});
    builder.add_joint(
        {.kind = JointKind::pin, .a = arm, .coordinates = {{.lo = -1e-4, .hi = 1e-4}}});
    builder.add_joint({.kind = JointKind::pin, .a = tip, .b = arm, .anchor = {0.7 * side, 0.1, 0}});
    const Step step = after(start(builder.build().value()), 10);
    CHECK(check_all(step, 2e-5).status == DerivativeStatus::regular);
  }
}

TEST_CASE("an arm that whirls about a pin beside its centre, beside differences") {
  for (int seed = 0; seed < 4; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(870 + seed)};
    const double turn = random(10, 20);
    ModelBuilder builder;
    const BodyId arm = builder.add_body({.pose = {{0.5, 0}},
                                         .velocity = {0, 0.5 * turn, turn},
                                         .mass = random(0.5, 2),
                                         .inertia = random(0.001, 0.01)});
    const BodyId tip = builder.add_body({.pose = {{1.2, 0.1}},
                                         .velocity = {-0.1 * turn, 1.2 * turn, turn},
                                         .mass = 1,
                                         .inertia = 0.002});
    builder.add_joint({.kind = JointKind::pin, .a = arm});
    builder.add_joint({.kind = JointKind::pin, .a = tip, .b = arm, .anchor = {0.9, 0, 0}});
    const Step step = after(start(builder.build().value()), 6);
    CHECK(check_all(step, 3e-5).status == DerivativeStatus::regular);
  }
}

// Light links under a heavy load have added damping between them.
TEST_CASE("light links that a heavy load pulls taut, beside differences") {
  for (int seed = 0; seed < 4; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(890 + seed)};
    ModelBuilder builder;
    BodyId before = kWorld;
    for (int i = 0; i < 4; ++i) {
      const double mass = i == 3 ? random(50, 100) : random(0.05, 0.1);
      const BodyId link = builder.add_body({.pose = {{0.05 + 0.1 * i, -0.1 * i}, 0},
                                            .velocity = {random(-0.1, 0.1), 0, random(-1, 1)},
                                            .mass = mass,
                                            .inertia = 1e-4 * mass});
      builder.add_joint(
          {.kind = JointKind::pin, .a = link, .b = before, .anchor = {0.1 * i, -0.1 * i, 0}});
      before = link;
    }
    const Step step = after(start(builder.build().value()), 8);
    CHECK(check_all(step, 3e-5).status == DerivativeStatus::regular);
  }
}

TEST_CASE("a particle before a body that turns, beside differences") {
  ModelBuilder builder;
  builder.add_body(
      {.name = "particle", .kind = BodyKind::particle, .velocity = {1, 2, 0}, .mass = 1});
  builder.add_body({.name = "body", .velocity = {-1, 2, 3}, .mass = 1, .inertia = 2});
  builder.add_body({.name = "last", .kind = BodyKind::particle, .velocity = {2, 1, 0}, .mass = 1});
  const Step step = start(builder.build().value());
  const StepDerivatives d = check_all(step);
  CHECK(d.status == DerivativeStatus::regular);
  CHECK((d.by_state.topLeftCorner(7, 7) - Eigen::MatrixXd::Identity(7, 7)).norm() < 1e-9);
  CHECK((d.by_state.topRightCorner(7, 7) - kStep * Eigen::MatrixXd::Identity(7, 7)).norm() < 1e-9);
}

// Ground of two pieces gives four points in a line: two bear the box, the others move with it.
TEST_CASE("points that bear nothing count as pressing where others hold them") {
  for (int seed = 0; seed < 6; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(800 + seed)};
    const bool slides = seed % 2 == 0;
    const double mu = slides ? random(0.1, 0.3) : random(0.5, 0.9);
    ModelBuilder builder;
    builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
    builder.add_body({.kind = BodyKind::fixed,
                      .shapes = {{.shape = planar::box(2, 1), .pose = {{-1, -0.5}}},
                                 {.shape = planar::box(2, 1), .pose = {{1, -0.5}}}}});
    builder.add_body({.pose = {{random(-0.2, 0.2), 0.25}},
                      .velocity = {slides ? random(1, 2) : 0.0, 0, 0},
                      .shapes = {{.shape = planar::box(1, 0.5)}}});
    Step step = start(builder.build().value());
    step.options.solver = lcp::Method::dantzig;
    step = after(step, 5);
    const StepDerivatives d = check_all(step, 2e-5);
    CHECK(d.status == DerivativeStatus::regular);
    CHECK(d.redundant > 0);
    CHECK((slides ? d.sliding : d.sticking) == 4);
    CHECK(d.open == 0);
  }
}

TEST_CASE("what a coordinate has not has no derivative") {
  const double bound = 0.5;
  ModelBuilder builder;
  const BodyId rod = builder.add_body({.pose = {{0.5, 0}}, .mass = 1, .inertia = 0.1});
  builder.add_joint({.kind = JointKind::pin, .a = rod, .coordinates = {{.friction = bound}}});
  const Step rubbing = after(start(builder.build().value()), 5);
  const StepDerivatives d = check_all(rubbing, 2e-5);
  CHECK(d.by_dry_friction.norm() > 0);
  CHECK(d.by_motor_limit.norm() == 0);
  CHECK(d.by_motor_target.norm() == 0);
}

}  // namespace perpend
