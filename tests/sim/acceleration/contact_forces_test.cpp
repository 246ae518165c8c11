// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "perpend/core/error.hpp"
#include "perpend/dynamics/joint_reaction.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/acceleration.hpp"
#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

constexpr double kG = 9.81;

// A rod that leans by atan 2 with its lower tip ahead of it, pushed along.
Model painleve_rod(double mu) {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  builder.add_body(scenes::ground());
  builder.add_body({.pose = {{0, std::sin(std::atan(2.0))}, -std::atan(2.0)},
                    .velocity = {3, 0, 0},
                    .shapes = {{.shape = planar::capsule(2, 0)}},
                    .mass = 1,
                    .inertia = 1.0 / 3});
  return builder.build().value();
}

Eigen::Vector3d total_force(const ContactForces& forces) {
  Eigen::Vector3d sum(0, 0, 0);
  for (const TouchForce& touch : forces.touches) sum += touch.force;
  return sum;
}

TEST_CASE("a box below the friction angle stands still and the slope bears it") {
  const Model model = scenes::box_on_slope(0.3, 0.5);
  const ContactForces forces = contact_forces(model, initial_state(model));
  CHECK(forces.status == InstantStatus::solved);
  CHECK(forces.touches.size() == 2);
  CHECK(forces.acceleration.norm() < 1e-12);
  const Eigen::Vector3d weight(0, kG * model.bodies[1].mass, 0);
  CHECK((total_force(forces) - weight).norm() < 1e-9);
  CHECK(forces.cone_excess <= 1e-12);
  CHECK(forces.work_rate < 1e-9);
  for (const TouchForce& touch : forces.touches) CHECK(!touch.slides);
}

TEST_CASE("a box above the friction angle starts to slip at g (sin - mu cos)") {
  const Model model = scenes::box_on_slope(0.5, 0.2);
  const ContactForces forces = contact_forces(model, initial_state(model));
  const double expected = kG * (std::sin(0.5) - 0.2 * std::cos(0.5));
  CHECK(forces.acceleration.segment<2>(3).norm() == relative(expected, 1e-12));
  for (const TouchForce& touch : forces.touches) CHECK(touch.slides);
}

TEST_CASE("what only lies beside a wall that it is pulled along has no friction to break") {
  ModelBuilder builder;
  builder.set_gravity({kG, 0, 0});
  builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.5}});
  builder.add_body(scenes::ground());
  builder.add_body({.kind = BodyKind::particle,
                    .pose = {{0, 0.1}},
                    .shapes = {{planar::Disc{0.1}}},
                    .mass = 2.0});
  const Model model = builder.build().value();
  const ContactForces forces = contact_forces(model, initial_state(model));
  REQUIRE(forces.touches.size() == 1);
  CHECK(forces.acceleration[model.bodies[1].v_offset] == relative(kG, 1e-12));
  CHECK(forces.touches[0].force.norm() < 1e-12);
  CHECK(!forces.touches[0].slides);
}

TEST_CASE("friction of what slides is against the slip whatever the slope would do") {
  const Model model = scenes::box_on_slope(0.1, 0.5, {-2, 0});
  const ContactForces forces = contact_forces(model, initial_state(model));
  const Eigen::Vector2d down(-std::cos(0.1), -std::sin(0.1));
  const double along = forces.acceleration.segment<2>(3).dot(down);
  CHECK(along == relative(kG * (std::sin(0.1) - 0.5 * std::cos(0.1)), 1e-12));
}

// At the end of its swing a table stands still and has the acceleration -A w².
TEST_CASE("a table that swings carries what sticks to it along with its acceleration") {
  const double frequency = 1.5, omega = 2 * M_PI * frequency, amplitude = 0.03;
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0.8, .mu_k = 0.8}});
  builder.add_body({.kind = BodyKind::kinematic,
                    .shapes = {{.shape = planar::HalfPlane{}}},
                    .motion = {.harmonics = {{.amplitude = {amplitude, 0, 0},
                                              .frequency = frequency,
                                              .phase = M_PI / 2}}}});
  builder.add_body({.pose = {{0, 0.1}}, .shapes = {{.shape = planar::box(1, 0.2)}}, .mass = 2.0});
  const Model model = builder.build().value();
  const ContactForces forces = contact_forces(model, initial_state(model));
  REQUIRE(forces.status == InstantStatus::solved);
  const double a = -amplitude * omega * omega;
  CHECK(forces.acceleration[3] == relative(a, 1e-9));
  CHECK((total_force(forces) - Eigen::Vector3d(2 * a, 2 * kG, 0)).norm() < 1e-8);
}

TEST_CASE("a touch that approaches is told apart and bears no force yet") {
  const Model model = scenes::box_on_slope(0.0, 0.5, {0, -1});
  const ContactForces forces = contact_forces(model, initial_state(model));
  REQUIRE(forces.touches.size() == 2);
  for (const TouchForce& touch : forces.touches) {
    CHECK(touch.impacts);
    CHECK(touch.force.norm() == 0);
  }
  CHECK(forces.acceleration[4] == relative(-kG));
}

TEST_CASE("the ray is where theory puts it: from mu = 4/3 on") {
  for (const double mu : {0.5, 1.0, 1.3, 1.3333, 1.33334, 1.4, 1.8, 3.0}) {
    const Model model = painleve_rod(mu);
    const ContactForces forces = contact_forces(model, initial_state(model));
    CAPTURE(mu);
    CHECK((forces.status == InstantStatus::ray) == (mu > 4.0 / 3));
    if (mu > 4.0 / 3) continue;
    CHECK(forces.status == InstantStatus::solved);
    const double inverse_mass = (8 - 6 * mu) / 5;
    CHECK(forces.touches.at(0).force.y() == relative(kG / inverse_mass, 1e-9));
  }
}

TEST_CASE("the impulse of the ray stops the slip and presses the tip down") {
  const Model model = painleve_rod(1.8);
  const ContactForces forces = contact_forces(model, initial_state(model));
  REQUIRE(forces.ray.size() == model.dof());
  CHECK(forces.ray[3] < 0);
  CHECK(forces.ray[4] > 0);
}

TEST_CASE("a wheel on an arm presses the ground with what the pin does not bear") {
  ModelBuilder builder;
  builder.add_body(scenes::ground());
  const auto wheel = builder.add_body(
      {.pose = {{1, 0.1}, 0}, .shapes = {{.shape = planar::Disc{0.1}}}, .mass = 2});
  const auto arm = builder.add_body({.pose = {{0.5, 0.1}, 0}, .mass = 3, .inertia = 0.2});
  builder.add_joint({.name = "root", .kind = JointKind::pin, .a = arm, .anchor = {0, 0.1, 0}});
  builder.add_joint(
      {.name = "axle", .kind = JointKind::pin, .a = wheel, .b = arm, .anchor = {1, 0.1, 0}});
  const Model model = builder.build().value();
  const ContactForces forces = contact_forces(model, initial_state(model));
  CHECK(forces.acceleration.norm() < 1e-12);
  REQUIRE(forces.touches.size() == 1);
  CHECK(forces.touches[0].force.y() == relative((2 + 1.5) * kG, 1e-12));
}

TEST_CASE("a limit holds, a motor with a limit gives what it has, dry friction sticks") {
  const auto pendulum = [](CoordinateDef def) {
    ModelBuilder builder;
    const auto bob = builder.add_body({.pose = {{1, 0}, 0}, .mass = 1, .inertia = 0.1});
    builder.add_joint({.kind = JointKind::pin, .a = bob, .coordinates = {def}});
    return builder.build().value();
  };
  const Model stopped = pendulum({.lo = 0, .hi = 1});
  const ContactForces held = contact_forces(stopped, initial_state(stopped));
  CHECK(held.acceleration.norm() < 1e-12);
  REQUIRE(held.touches.size() == 1);
  CHECK(held.touches[0].force.x() == relative(kG, 1e-12));

  const Model driven = pendulum({.motor = MotorKind::velocity, .target = 5, .max_force = 20});
  const ContactForces pushed = contact_forces(driven, initial_state(driven));
  CHECK(pushed.acceleration[2] == relative((20 - kG) / 1.1, 1e-12));

  const Model rubbing = pendulum({.friction = 12});
  const ContactForces stuck = contact_forces(rubbing, initial_state(rubbing));
  CHECK(stuck.acceleration.norm() < 1e-12);
  CHECK(stuck.touches.at(0).force.x() == relative(kG, 1e-12));
}

TEST_CASE("a motor without a limit and loops take part through the joints' factor") {
  ModelBuilder builder;
  const auto bar = [&](Eigen::Vector2d at, double angle) {
    return builder.add_body({.pose = {at, angle}, .mass = 1, .inertia = 0.1});
  };
  const auto left = bar({0, 0.5}, 0), top = bar({0.5, 1}, 0), right = bar({1, 0.5}, 0);
  builder.add_joint({.kind = JointKind::pin,
                     .a = left,
                     .coordinates = {{.motor = MotorKind::velocity, .target = 2}}});
  builder.add_joint({.kind = JointKind::pin, .a = top, .b = left, .anchor = {0, 1, 0}});
  builder.add_joint({.kind = JointKind::pin, .a = right, .b = top, .anchor = {1, 1, 0}});
  builder.add_joint({.kind = JointKind::pin, .a = right, .anchor = {1, 0, 0}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  // The parallelogram turns at 2 rad/s: its corners accelerate towards their pins.
  state.v << -1, 0, 2, -2, 0, 0, -1, 0, 2;
  const ContactForces forces = contact_forces(model, state);
  const Eigen::VectorXd expected = (Eigen::VectorXd(9) << 0, -2, 0, 0, -4, 0, 0, -2, 0).finished();
  CHECK((forces.acceleration - expected).norm() < 1e-9);
  CHECK(forces.joint_residual < 1e-12);
}

TEST_CASE("four corners in space bear a box that sticks, and brake one that slides") {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0.4, .mu_k = 0.3}});
  builder.set_gravity({0, 0, -kG});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  builder.add_body(
      {.kind = BodyKind::spatial,
       .spatial = {.pose = {{0, 0, 0.5}}, .shapes = {{.shape = spatial::box(1, 1, 1)}}}});
  const Model model = builder.build().value();
  State state = initial_state(model);
  const ContactForces rest = contact_forces(model, state);
  CHECK(rest.status == InstantStatus::solved);
  CHECK(rest.touches.size() == 4);
  CHECK(rest.acceleration.norm() < 1e-10);
  state.v.segment<3>(6) = Eigen::Vector3d(3, 4, 0);
  const ContactForces slides = contact_forces(model, state);
  CHECK(slides.status == InstantStatus::solved);
  CHECK((slides.acceleration.segment<3>(6) - Eigen::Vector3d(-0.18, -0.24, 0) * kG).norm() < 1e-9);
}

// The ground bears the wheel and half of the arm, the axle hands that half on, the root the other.
TEST_CASE("forces of joints are those with the contacts, not those without") {
  ModelBuilder builder;
  builder.add_body(scenes::ground());
  const auto wheel = builder.add_body(
      {.pose = {{1, 0.1}, 0}, .shapes = {{.shape = planar::Disc{0.1}}}, .mass = 2});
  const auto arm = builder.add_body({.pose = {{0.5, 0.1}, 0}, .mass = 3, .inertia = 0.2});
  const JointId root = builder.add_joint({.kind = JointKind::pin, .a = arm, .anchor = {0, 0.1, 0}});
  const JointId axle =
      builder.add_joint({.kind = JointKind::pin, .a = wheel, .b = arm, .anchor = {1, 0.1, 0}});
  const Model model = builder.build().value();
  const State state = initial_state(model);
  const ContactForces forces = contact_forces(model, state);
  const auto on_a = [&](JointId joint) {
    return joint_reaction(model, state, joint, forces.joint_forces, 1.0).force;
  };
  CHECK(on_a(root).y() == relative(1.5 * kG, 1e-9));
  CHECK(on_a(axle).y() == relative(-1.5 * kG, 1e-9));
}

TEST_CASE("springs, dampers and servos pull by their gains at an instant") {
  constexpr double kInertia = 0.5, kStart = 0.3, kRate = -2;
  const auto pull = [&](CoordinateDef def) {
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    const auto wheel = builder.add_body(
        {.pose = {{0, 0}, kStart}, .velocity = {0, 0, kRate}, .mass = 1, .inertia = kInertia});
    def.start = kStart;
    builder.add_joint({.kind = JointKind::pin, .a = wheel, .coordinates = {def}});
    const Model model = builder.build().value();
    return kInertia * contact_forces(model, initial_state(model)).acceleration[2];
  };
  CHECK(pull({.stiffness = 40, .rest = 0.1}) == relative(-40 * (kStart - 0.1), 1e-9));
  CHECK(pull({.damping = 3}) == relative(-3 * kRate, 1e-9));
  CoordinateDef servo{.motor = MotorKind::velocity, .target = 5, .motor_damping = 3};
  CHECK(pull(servo) == relative(3 * (5 - kRate), 1e-9));
  servo.max_force = 4;
  CHECK(pull(servo) == relative(4, 1e-9));
  servo.target = -5;
  CHECK(pull(servo) == relative(-4, 1e-9));
  servo = {.motor = MotorKind::position, .target = -1, .motor_stiffness = 7, .motor_damping = 3};
  CHECK(pull(servo) == relative(7 * (-1 - kStart) - 3 * kRate, 1e-9));
}

// A bob of 1 kg out on the arm's left pulls the angle up, on its right down.
TEST_CASE("an upper limit pushes down, and lets go with the acceleration of its coordinate") {
  const auto bob_at = [](double x) {
    ModelBuilder builder;
    const auto bob = builder.add_body({.pose = {{x, 0}, 0}, .mass = 1, .inertia = 0.1});
    builder.add_joint({.kind = JointKind::pin, .a = bob, .coordinates = {{.lo = -1, .hi = 0}}});
    return builder.build().value();
  };
  const Model held = bob_at(-1), freed = bob_at(1);
  const ContactForces rests = contact_forces(held, initial_state(held));
  REQUIRE(rests.touches.size() == 1);
  CHECK(rests.touches[0].force.x() == relative(-kG, 1e-12));
  const ContactForces falls = contact_forces(freed, initial_state(freed));
  REQUIRE(falls.touches.size() == 1);
  CHECK(falls.touches[0].force.norm() == 0);
  CHECK(falls.touches[0].acceleration.x() == relative(-kG / 1.1, 1e-12));
}

// The tip of a rod that turns runs on a circle: f (1/m + c²/I) = g - omega² s, or it lifts off.
TEST_CASE("the tip of a rod that turns presses by what its circle leaves of gravity") {
  std::mt19937_64 engine(41);
  const auto uniform = [&](double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(engine);
  };
  int lifts = 0;
  for (int n = 0; n < 40; ++n) {
    const double lean = uniform(0.3, 1.4), omega = uniform(-5, 5), inertia = uniform(0.1, 1);
    const double c = std::cos(lean), s = std::sin(lean);
    CAPTURE(omega);
    ModelBuilder builder;
    builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0}});
    builder.add_body(scenes::ground());
    builder.add_body({.pose = {{0, s}, -lean},
                      .velocity = {uniform(-3, 3), -omega * c, omega},
                      .shapes = {{.shape = planar::capsule(2, 0)}},
                      .mass = 2,
                      .inertia = inertia});
    const Model model = builder.build().value();
    const ContactForces forces = contact_forces(model, initial_state(model));
    REQUIRE(forces.touches.size() == 1);
    const double left = kG - omega * omega * s;
    if (left < 0) {
      ++lifts;
      CHECK(forces.touches[0].force.norm() == 0);
      CHECK(forces.touches[0].acceleration.y() == relative(-left, 1e-9));
    } else {
      CHECK(forces.touches[0].force.y() == relative(left / (0.5 + c * c / inertia), 1e-9));
    }
  }
  CHECK(lifts > 5);
}

// Coriolis: what sticks to a belt on a turntable has v = omega x r + v_belt, which turns with both.
TEST_CASE("what sticks to a belt that turns with its table accelerates by both") {
  for (const double omega : {1.5, -0.7}) {
    const Eigen::Vector3d turn(0, 0, omega), belt(0.4, -0.3, 0), arm(0.8, 0.2, 0);
    ModelBuilder builder;
    builder.add_material({.name = "default", .self = {.mu_s = 2, .mu_k = 2}});
    builder.set_gravity({0, 0, -kG});
    builder.add_body(
        {.kind = BodyKind::spatial_kinematic,
         .motion = {.omega = turn},
         .spatial = {.shapes = {{.shape = spatial::HalfSpace{}, .surface_velocity = belt}}}});
    builder.add_body({.kind = BodyKind::spatial_particle,
                      .mass = 1,
                      .spatial = {.pose = {arm + Eigen::Vector3d(0, 0, 0.1)},
                                  .velocity = turn.cross(arm) + belt,
                                  .shapes = {{.shape = spatial::Sphere{0.1}}}}});
    const Model model = builder.build().value();
    const ContactForces forces = contact_forces(model, initial_state(model));
    REQUIRE(forces.touches.size() == 1);
    CHECK(!forces.touches[0].slides);
    const Eigen::Vector3d expected = turn.cross(turn.cross(arm)) + 2 * turn.cross(belt);
    CHECK((forces.acceleration.tail<3>() - expected).norm() < 1e-9);
  }
}

TEST_CASE("a body on a pin accelerates to it by the square of its turn, however fast") {
  for (const double omega : {3.0, 30.0, 300.0}) {
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    const auto bob = builder.add_body(
        {.pose = {{0.8, 0}, 0}, .velocity = {0, 0.8 * omega, omega}, .mass = 1, .inertia = 0.1});
    builder.add_joint({.kind = JointKind::pin, .a = bob});
    const Model model = builder.build().value();
    const ContactForces forces = contact_forces(model, initial_state(model));
    CHECK(forces.acceleration[0] == relative(-0.8 * omega * omega, 1e-9));
    CHECK(std::abs(forces.acceleration[1]) < 1e-9 * omega * omega);
  }
}

// A motor that spares no force bears the dry friction beside it, which then says nothing.
TEST_CASE("coordinates have a touch for each of their limits, motors and friction, no others") {
  const auto touches_of = [](CoordinateDef def) {
    ModelBuilder builder;
    const auto bob = builder.add_body({.pose = {{1, 0}, 0}, .mass = 1, .inertia = 0.1});
    builder.add_joint({.kind = JointKind::pin, .a = bob, .coordinates = {def}});
    const Model model = builder.build().value();
    return contact_forces(model, initial_state(model)).touches.size();
  };
  CHECK(touches_of({.stiffness = 1}) == 0);
  CHECK(touches_of({.friction = 1}) == 1);
  CHECK(touches_of({.motor = MotorKind::velocity, .target = 0, .max_force = 2}) == 1);
  CHECK(touches_of({.motor = MotorKind::velocity, .max_force = 2, .friction = 1}) == 2);
  CHECK(touches_of({.motor = MotorKind::velocity, .friction = 1}) == 0);
  CHECK(touches_of({.motor = MotorKind::velocity, .motor_damping = 1, .friction = 1}) == 1);
  CHECK(touches_of({.lo = 0, .hi = 1, .friction = 1}) == 2);
}

TEST_CASE("the certificate has the residual of the solution, and its bound") {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0.3, .mu_k = 0.3}});
  builder.set_gravity({3, 2, -kG});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  for (int i = 0; i < 3; ++i) {
    const Eigen::Quaterniond turned(Eigen::AngleAxisd(0.3 * i, Eigen::Vector3d::UnitZ()));
    builder.add_body({.kind = BodyKind::spatial,
                      .spatial = {.pose = {{0.1 * i, 0.07 * i, 0.5 + i}, turned},
                                  .shapes = {{.shape = spatial::box(1, 1, 1)}}}});
  }
  const Model model = builder.build().value();
  const ContactForces forces = contact_forces(model, initial_state(model));
  CHECK(forces.status == InstantStatus::solved);
  CHECK(forces.residual > 0);
  CHECK(forces.residual <= forces.residual_bound);
  CHECK(forces.residual_bound <= 1e-8);
}

TEST_CASE("where velocities are no numbers no forces are found") {
  const Model model = scenes::box_on_slope(0.3, 0.5);
  State state = initial_state(model);
  state.v[5] = std::nan("");
  CHECK(contact_forces(model, state).status == InstantStatus::unsolved);
}

TEST_CASE("a state of another size is a caller's mistake") {
  const Model model = scenes::box_on_slope(0.3, 0.5);
  State state = initial_state(model);
  state.v.resize(1);
  CHECK_THROWS_AS(contact_forces(model, state), InvalidArgument);
  CHECK_THROWS_AS(contact_forces(model, State{}), InvalidArgument);
}

TEST_CASE("forces that level velocity alone has are refused, not left out") {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.rolling = 0.01}});
  builder.add_body(scenes::ground());
  builder.add_body({.pose = {{0, 0.5}}, .shapes = {{planar::Disc{0.5}}}});
  const Model model = builder.build().value();
  CHECK_THROWS_AS(contact_forces(model, initial_state(model)), InvalidArgument);
}

}  // namespace
}  // namespace perpend
