// SPDX-License-Identifier: Apache-2.0
// The totals of a step say where its energy went: what was there before and all of them is what is
// there after, to rounding.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "perpend/dynamics/energy.hpp"
#include "perpend/dynamics/measure.hpp"
#include "relative.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Quaterniond, Eigen::Vector3d;

void draw_surface(Draw& draw, ModelBuilder& builder) {
  const double mu = draw(0, 1.5);
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = draw(0, 1)}});
}

// Bodies that spin and fall on each other, on a floor and against a paddle that swings.
Model heap_in_space(Draw& draw) {
  ModelBuilder builder;
  draw_surface(draw, builder);
  builder.set_gravity({0, 0, -9.81});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  builder.add_body({.kind = BodyKind::spatial_kinematic,
                    .motion = {.velocity = {0.5, 0, 0}},
                    .spatial = {.pose = {.p = {-0.5, 0, 0.3}},
                                .shapes = {{.shape = spatial::box(0.2, 1, 0.6)}}}});
  for (int i = 0; i < 5; ++i) {
    BodyDef def{.kind = BodyKind::spatial, .mass = std::exp(draw(-1, 3))};
    def.spatial.pose = {.p = {draw(-0.05, 0.05), draw(-0.05, 0.05), 0.3 + 0.45 * i},
                        .r = Quaterniond(1, draw(-1, 1), draw(-1, 1), draw(-1, 1)).normalized()};
    def.spatial.velocity = {draw(-3, 3), draw(-3, 3), 0};
    def.spatial.omega = {draw(-20, 20), draw(-20, 20), draw(-20, 20)};
    if (draw.coin())
      def.spatial.shapes = {{.shape = spatial::box(0.25, draw(0.1, 0.25), draw(0.1, 0.25))}};
    else
      def.spatial.shapes = {{.shape = spatial::Sphere{draw(0.1, 0.2)}}};
    builder.add_body(def);
  }
  return builder.build().value();
}

Model heap_in_the_plane(Draw& draw) {
  ModelBuilder builder;
  draw_surface(draw, builder);
  builder.add_body(scenes::ground());
  builder.add_body({.kind = BodyKind::kinematic,
                    .pose = {{-0.5, 0.3}},
                    .shapes = {{planar::box(0.2, 0.6)}},
                    .motion = {.velocity = {0.5, 0, 0}}});
  for (int i = 0; i < 5; ++i)
    builder.add_body({.pose = {{draw(-0.05, 0.05), 0.3 + 0.45 * i}, draw(-2, 2)},
                      .velocity = {draw(-3, 3), 0, draw(-20, 20)},
                      .shapes = {{planar::box(0.25, draw(0.1, 0.25))}},
                      .mass = std::exp(draw(-1, 3))});
  return builder.build().value();
}

CoordinateDef draw_coordinate(Draw& draw) {
  CoordinateDef coordinate;
  if (draw.coin()) coordinate.stiffness = draw(0, 200);
  if (draw.coin()) coordinate.damping = draw(0, 2);
  if (draw.coin()) coordinate.friction = draw(0, 2);
  if (draw.coin()) {
    coordinate.lo = draw(-1, -0.2);
    coordinate.hi = draw(0.2, 1);
    coordinate.e = draw(0, 1);
  }
  if (draw.coin()) {
    coordinate.motor = MotorKind::velocity;
    coordinate.target = draw(-3, 3);
    // Without a bound it would contradict the limits.
    if (draw.coin() || std::isfinite(coordinate.hi)) coordinate.max_force = draw(0, 20);
  }
  return coordinate;
}

// Links on a carrier that swings up and down and by an angle, with whatever acts along their
// angles, over a floor.
Model driven_chain(Draw& draw, double angle) {
  ModelBuilder builder;
  draw_surface(draw, builder);
  builder.add_body(
      {.kind = BodyKind::fixed, .pose = {{0, -0.8}}, .shapes = {{.shape = planar::HalfPlane{}}}});
  BodyId last = builder.add_body({.kind = BodyKind::kinematic,
                                  .motion = {.harmonics = {{.amplitude = {0.1, draw(0, 0.1), angle},
                                                            .frequency = draw(0, 3)}}}});
  for (int i = 0; i < 4; ++i) {
    const BodyId link = builder.add_body({.pose = {{0.3 * i + 0.15, 0}},
                                          .shapes = {{planar::capsule(0.2, 0.03)}},
                                          .mass = std::exp(draw(-1, 3))});
    builder.add_joint({.kind = JointKind::pin,
                       .a = link,
                       .b = last,
                       .anchor = {0.3 * i, 0, 0},
                       .coordinates = {draw_coordinate(draw)}});
    last = link;
  }
  return builder.build().value();
}

Model driven_chain(Draw& draw) {
  return driven_chain(draw, 0);
}

Model chain_on_a_rocker(Draw& draw) {
  return driven_chain(draw, 0.3);
}

// Towers of boxes on struts, of any stiffness, that fall on a floor with a disc behind them.
// Impacts of stiff ones are solved in parts, of lengths that differ.
Model tower_on_struts(Draw& draw) {
  ModelBuilder builder;
  draw_surface(draw, builder);
  builder.set_gravity({0, -9.81, 0});
  builder.add_body(scenes::ground());
  BodyId below = kWorld;
  const int boxes = static_cast<int>(draw(2, 6));
  for (int i = 0; i < boxes; ++i) {
    const BodyId box = builder.add_body({.pose = {{draw(-0.05, 0.05), 0.5 + 0.6 * i}},
                                         .shapes = {{planar::box(0.2, 0.2)}},
                                         .mass = std::exp(draw(-2, 2))});
    CoordinateDef spring{.stiffness = std::pow(10, draw(1, 6))};
    if (draw.coin()) spring.damping = draw(0, 30);
    builder.add_joint({.kind = JointKind::strut,
                       .a = box,
                       .b = below,
                       .anchor = {0, 0.4 + 0.6 * i, 0},
                       .anchor_b = Vector3d(0, std::max(0.6 * i, 0.0), 0),
                       .coordinates = {spring}});
    below = box;
  }
  builder.add_body({.pose = {{0, 0.6 * boxes + 0.6}},
                    .shapes = {{planar::Disc{0.15}}},
                    .mass = std::exp(draw(-2, 2))});
  return builder.build().value();
}

// Largest error of the balance of a step beside the energies in it.
double worst_balance(const Model& model, SimulationOptions options, double duration) {
  Simulator simulator(model, options);
  State state = initial_state(model);
  double worst = 0;
  while (state.time < duration) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    const StepCertificate& c = report.certificate;
    CHECK(c.energy_after == relative(energy_parts(model, state, options.dt).total(), 1e-9));
    const double totals[] = {c.work,          c.joint_work, c.spring_work,
                             c.push_out_work, c.drift_work, c.projection_work};
    double sum = c.energy_before - c.energy_after;
    double size = std::abs(c.energy_before) + std::abs(c.energy_after);
    for (const double total : totals) {
      sum += total;
      size += std::abs(total);
    }
    worst = std::max(worst, std::abs(sum) / size);
  }
  return worst;
}

void check_balance(Model (*scene)(Draw&), unsigned first_seed, SimulationOptions options) {
  for (unsigned seed = first_seed; seed < first_seed + 12; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double steps[] = {1.0 / 60, 0.005, 0.001};
    options.dt = steps[seed % 3];
    CHECK(worst_balance(scene(draw), options, 0.6) < 1e-9);
  }
}

}  // namespace

TEST_CASE("energy is balanced: heaps in space and in the plane that a paddle pushes") {
  check_balance(heap_in_space, 1, {});
  check_balance(heap_in_the_plane, 20, {});
}

TEST_CASE("energy is balanced: semi-implicit steps, Poisson impacts") {
  check_balance(heap_in_the_plane, 40, {.stepper = Stepper::semi_implicit});
  check_balance(heap_in_the_plane, 60, {.impact = ImpactLaw::poisson});
}

TEST_CASE("energy is balanced: chains with springs, motors, limits and friction on a carrier") {
  check_balance(driven_chain, 80, {});
  check_balance(driven_chain, 100, {.drift = DriftControl::projection});
  check_balance(driven_chain, 120, {.joints = {.stiffness = 1e6, .damping = 1e3}});
  check_balance(chain_on_a_rocker, 140, {});
}

TEST_CASE("energy is balanced: stiff struts, whose steps may be taken in parts of any length") {
  int parts = 0;
  for (unsigned seed = 160; seed < 460; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const Model model = tower_on_struts(draw);
    Simulator simulator(model, {.dt = 1.0 / 60});
    State state = initial_state(model);
    double last = energy_parts(model, state, 1.0 / 60).total();
    while (state.time < 2) {
      const StepReport report = simulator.step(state);
      REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
      const StepCertificate& c = report.certificate;
      const double totals = c.work + c.joint_work + c.spring_work + c.push_out_work + c.drift_work;
      const double size = std::abs(c.energy_before) + std::abs(c.energy_after);
      CHECK(std::abs(c.energy_before + totals - c.energy_after) < 1e-9 * size);
      CHECK(std::abs(c.energy_before - last) < 1e-9 * size);
      last = energy_parts(model, state, 1.0 / 60).total();
      CHECK(std::abs(c.energy_after - last) < 1e-9 * size);
      parts += report.halvings > 1;
    }
  }
  CHECK(parts > 0);
}

// Free of gravity all the energy of a body that is pushed out of another is push-out. It slides far
// enough in a step that this may have led it in.
TEST_CASE("what pushes a sliding body out of overlap does the work that the body has") {
  for (unsigned seed = 1; seed < 10; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double deep = draw(1e-4, 1e-2);
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.allow_start_overlap();
    builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0}});
    builder.add_body({.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{}}}});
    const double dt = draw(0.001, 0.02);
    builder.add_body({.pose = {{0, 0.5 - deep}, 0},
                      .velocity = {3 * deep / dt, 0, 0},
                      .shapes = {{planar::box(draw(1, 2), 1)}}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    const StepCertificate c = simulator.step(state).certificate;
    REQUIRE(state.v[4] > 0);
    CHECK(c.push_out_work == relative(0.5 * model.bodies[1].mass * state.v[4] * state.v[4], 1e-9));
    CHECK(std::abs(c.work) < 1e-9 * c.push_out_work);
  }
}

TEST_CASE("what parts a body at rest from another lifts it and gives it no speed") {
  for (unsigned seed = 1; seed < 10; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double deep = draw(1e-3, 1e-2), dt = draw(0.005, 0.01);
    ModelBuilder builder;
    builder.allow_start_overlap();
    builder.add_body(scenes::ground());
    builder.add_body({.pose = {{0, 0.5 - deep}, 0}, .shapes = {{planar::box(draw(1, 2), 1)}}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    const StepCertificate c = simulator.step(state).certificate;
    const double weight = model.bodies[1].mass * model.gravity.norm();
    CHECK(state.v.norm() < 1e-12);
    CHECK(c.push_out_work == relative(weight * deep, 1e-9));
    CHECK(c.energy_after - c.energy_before == relative(c.push_out_work, 1e-9));
  }
}

TEST_CASE("a push of what slides does all the work in several steps, of what opens already too") {
  for (unsigned seed = 1; seed < 20; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double speed = draw(0.1, 0.5), dt = draw(0.001, 0.01);
    ModelBuilder builder;
    builder.allow_start_overlap();
    builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0}});
    builder.add_body(scenes::ground());
    builder.add_body({.pose = {{0, 0.5 - 4.5 * speed * dt}, 0},
                      .velocity = {10 * speed, 0, 0},
                      .shapes = {{planar::box(draw(1, 2), 1)}},
                      .mass = draw(0.5, 5)});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = dt, .recovery_speed = speed});
    State state = initial_state(model);
    for (int k = 0; k < 4; ++k) {
      const StepCertificate c = simulator.step(state).certificate;
      CHECK(c.push_out_work > 0);
      CHECK(std::abs(c.work) < 1e-9 * c.push_out_work);
    }
  }
}

// The rows of its rim are told how far it turns up until the end of the step: no overlap.
TEST_CASE("a tilted disc that rolls is pushed out of nothing") {
  for (unsigned seed = 1; seed < 20; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    ModelBuilder builder;
    builder.set_gravity({0, 0, -9.81});
    builder.add_body({.kind = BodyKind::spatial_fixed,
                      .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
    const double radius = draw(0.1, 0.3), tilt = draw(0.2, 0.6), thick = draw(0.005, 0.02);
    const double height = radius * std::cos(tilt) + 0.5 * thick * std::sin(tilt);
    const Eigen::Quaterniond turned(
        Eigen::AngleAxisd(0.5 * std::numbers::pi - tilt, Eigen::Vector3d::UnitX()));
    builder.add_body({.kind = BodyKind::spatial,
                      .spatial = {.pose = {{0, 0, height}, turned},
                                  .velocity = {draw(1, 3), 0, 0},
                                  .omega = {0, draw(5, 20), 0},
                                  .shapes = {{.shape = spatial::cylinder(thick, radius)}}}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = 1.0 / 240});
    State state = initial_state(model);
    const double start = energy(model, state);
    double pushed = 0;
    for (int k = 0; k < 120; ++k) pushed += simulator.step(state).certificate.push_out_work;
    CHECK(std::abs(pushed) < 1e-4 * start);
  }
}

TEST_CASE("what a bounce takes is work of its contact or limit, and no push-out") {
  for (unsigned seed = 1; seed < 20; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double e = draw(0.1, 0.9), mass = draw(0.5, 5), speed = draw(1, 4);
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0, .e = e}});
    const bool at_limit = seed % 2 == 0;
    if (!at_limit) builder.add_body(scenes::ground());
    const BodyId disc = builder.add_body({.pose = {{0, 0.6}, 0},
                                          .velocity = {0, -speed, 0},
                                          .shapes = {{planar::Disc{0.5}}},
                                          .mass = mass});
    if (at_limit)
      builder.add_joint({.kind = JointKind::prismatic,
                         .a = disc,
                         .anchor = {0, 0.6, 0},
                         .axis = {0, 1, 0},
                         .coordinates = {{.lo = -0.1, .e = e}}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = draw(0.001, 0.01)});
    State state = initial_state(model);
    double work = 0;
    while (body_velocity(model, state, disc).y() < 0) {
      const StepCertificate c = simulator.step(state).certificate;
      work += c.work;
      CHECK(c.push_out_work == 0);
    }
    CHECK(work == relative(0.5 * mass * (e * e - 1) * speed * speed, 1e-9));
  }
}

// Overlap alone is pushed out: a motor that is behind its target does its work as a motor, and the
// ground stops what lands on it.
TEST_CASE("motors and what lands push nothing out") {
  for (unsigned seed = 1; seed < 20; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double mass = draw(0.5, 5), speed = draw(1, 4);
    const bool driven = seed % 2 == 0;
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    if (driven) {
      const BodyId wheel = builder.add_body({.mass = mass, .inertia = draw(0.1, 1)});
      builder.add_joint(
          {.kind = JointKind::pin,
           .a = wheel,
           .coordinates = {
               {.motor = MotorKind::velocity, .target = speed, .max_force = draw(0.5, 2)}}});
    } else {
      builder.add_body({.pose = {{0, 0.52}, 0},
                        .velocity = {0, -speed, 0},
                        .shapes = {{planar::Disc{0.5}}},
                        .mass = mass});
      builder.add_body(scenes::ground());
    }
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = draw(0.001, 0.01)});
    State state = initial_state(model);
    const double before = energy(model, state);
    double work = 0;
    for (int i = 0; i < 50; ++i) {
      const StepCertificate c = simulator.step(state).certificate;
      CHECK(c.push_out_work == 0);
      work += c.work;
    }
    const double after = energy(model, state);
    CHECK(std::max(before, after) > 0);
    CHECK(work == relative(after - before, 1e-9));
  }
}

// What a step does that is not physics has a sign and a size of its own.
TEST_CASE("bodies that nothing pushes apart have no other work than that of their contacts") {
  for (unsigned seed = 1; seed < 10; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    ModelBuilder builder;
    builder.add_body({.velocity = {draw(-3, 3), 3, draw(-9, 9)}, .shapes = {{planar::box(1, 1)}}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = draw(0.001, 0.02)});
    State state = initial_state(model);
    for (int i = 0; i < 20; ++i) {
      const StepCertificate c = simulator.step(state).certificate;
      CHECK(c.work == 0);
      CHECK(c.push_out_work == 0);
      CHECK(std::abs(c.drift_work) < 1e-12 * (c.energy_before + 1e4));
    }
  }
}

}  // namespace perpend
