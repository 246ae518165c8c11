// SPDX-License-Identifier: Apache-2.0
// What has no solution gets the nearest thing that has, and is named.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "dynamics/bodies/kinetics.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "relative.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

// A disc that falls into a groove of half angle `half`, or starts within its walls by `overlap`.
ModelBuilder groove_builder(double half, double mu, double e, double drop, double overlap) {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = e}});
  builder.allow_start_overlap();
  const double c = std::cos(half), s = std::sin(half);
  builder.add_body(
      {.name = "groove",
       .kind = BodyKind::fixed,
       .shapes = {{.shape = planar::HalfPlane{{c, s}}}, {.shape = planar::HalfPlane{{-c, s}}}}});
  builder.add_body({.name = "disc",
                    .pose = {{0, (0.1 - overlap) / s + drop}},
                    .shapes = {{.shape = planar::Disc{0.1}}}});
  return builder;
}

Model groove(double half, double mu, double e, double drop, double overlap) {
  return groove_builder(half, mu, e, drop, overlap).build().value();
}

// A disc on the ground between jaws that close at `speed` each, and whose surfaces run at `belt`.
Model jaws(double mu, double speed, double gap, double belt = 0) {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  builder.add_body(scenes::ground());
  for (const double side : {-1.0, 1.0})
    builder.add_body({.name = side < 0 ? "left" : "right",
                      .kind = BodyKind::kinematic,
                      .pose = {{side * (0.2 + gap), 0.6}},
                      .shapes = {{.shape = planar::box(0.2, 1.0), .surface_velocity = belt}},
                      .motion = {.velocity = {-side * speed, 0, 0}}});
  builder.add_body({.name = "disc", .pose = {{0, 0.1}}, .shapes = {{.shape = planar::Disc{0.1}}}});
  return builder.build().value();
}

// Boxes one on the other, and pads that close on them until they overlap.
Model pads(Draw& draw, double speed) {
  ModelBuilder builder;
  const double mu = draw(0.0, 1.5);
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = draw(0.0, 1.0)}});
  builder.set_gravity({0, 0, -9.81});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  for (const double side : {-1.0, 1.0})
    builder.add_body({.kind = BodyKind::spatial_kinematic,
                      .motion = {.velocity = {side < 0 ? speed : 0, 0, 0}},
                      .spatial = {.pose = {.p = {side * 0.16, 0, 0.55}},
                                  .shapes = {{.shape = spatial::box(0.1, 0.6, 1.0)}}}});
  const int boxes = 1 + static_cast<int>(draw(0, 3));
  for (int i = 0; i < boxes; ++i)
    builder.add_body({.kind = BodyKind::spatial,
                      .mass = std::exp(draw(0, 3)),
                      .spatial = {.pose = {.p = {0, 0, 0.1 + 0.2 * i}},
                                  .shapes = {{.shape = spatial::box(0.2, 0.2, 0.2)}}}});
  return builder.build().value();
}

// A box with `play` in a clamp of three slabs, which swings about y and along x.
Model clamp(Draw& draw, double play) {
  ModelBuilder builder;
  const double mu = draw(0.8, 2.0), size = draw(0.05, 0.5), slab = 0.25 * size;
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  builder.set_gravity({0, 0, -9.81});
  const double off = 0.5 * (size + slab) + play;
  const auto side = [&](double sign) {
    return SpatialShapeDef{.shape = spatial::box(slab, 1.5 * size, 1.5 * size),
                           .pose = {.p = {sign * off, 0, 0}}};
  };
  builder.add_body(
      {.kind = BodyKind::spatial_kinematic,
       .motion = {.harmonics = {{.amplitude = {draw(0.0, 0.1), 0, 0},
                                 .rotation = {0, draw(0.3, 0.8), 0},
                                 .frequency = draw(0.5, 1.5)}}},
       .spatial = {.shapes = {side(-1),
                              side(1),
                              {.shape = spatial::box(size + 2 * play, 1.5 * size, slab),
                               .pose = {.p = {0, 0, -off}}}}}});
  builder.add_body({.kind = BodyKind::spatial,
                    .mass = std::exp(draw(-3, 3)),
                    .spatial = {.shapes = {{.shape = spatial::box(size, size, size)}}}});
  return builder.build().value();
}

// An ellipsoid that turns within the walls of a groove in space by `overlap`.
Model turning_in_groove(Draw& draw, double half, double mu, double overlap) {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  builder.allow_start_overlap();
  const Eigen::Vector3d axes(draw(0.1, 0.3), draw(0.1, 0.3), draw(0.1, 0.3));
  const auto one = [&] { return draw(-1, 1); };
  const Eigen::Quaterniond turned = Eigen::Quaterniond(one(), one(), one(), one()).normalized();
  const double c = std::cos(half), s = std::sin(half);
  Eigen::Vector2d reach;  // of the ellipsoid along the normals of the walls
  for (int k = 0; k < 2; ++k) {
    const Eigen::Vector3d normal(k ? -c : c, 0, s);
    builder.add_body({.name = k ? "right" : "left",
                      .kind = BodyKind::spatial_fixed,
                      .spatial = {.pose = spatial::facing(normal),
                                  .shapes = {{.shape = spatial::HalfSpace{}}}}});
    reach[k] = (0.5 * axes.cwiseProduct(turned.conjugate() * normal)).norm() - overlap;
  }
  const Eigen::Vector3d place((reach[0] - reach[1]) / (2 * c), 0, reach.sum() / (2 * s));
  builder.add_body(
      {.kind = BodyKind::spatial,
       .spatial = {.pose = {place, turned},
                   .omega = 5 * Eigen::Vector3d(one(), one(), one()),
                   .shapes = {{.shape = spatial::ellipsoid(axes.x(), axes.y(), axes.z())}}}});
  return builder.build().value();
}

// A light cone that falls, turned at random, on a heavy ball between two walls.
Model tumbling_into_wedge(Draw& draw) {
  ModelBuilder builder;
  const double half = draw(0.4, 0.9), mu = std::tan(half) * draw(0.8, 1.5);
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  builder.set_gravity({0, 0, -9.81});
  for (const double side : {-1.0, 1.0})
    builder.add_body(
        {.kind = BodyKind::spatial_fixed,
         .spatial = {.pose = spatial::facing({-side * std::cos(half), 0, std::sin(half)}),
                     .shapes = {{.shape = spatial::HalfSpace{}}}}});
  const double radius = 0.15, height = radius / std::sin(half);
  builder.add_body({.kind = BodyKind::spatial,
                    .mass = 50,
                    .spatial = {.pose = {.p = {0, 0, height + 0.2}},
                                .shapes = {{.shape = spatial::Sphere{radius}}}}});
  const auto one = [&] { return draw(-1, 1); };
  const Eigen::Quaterniond turned = Eigen::Quaterniond(one(), one(), one(), one()).normalized();
  builder.add_body(
      {.kind = BodyKind::spatial,
       .mass = draw(0.05, 0.5),
       .spatial = {.pose = {{0.05 * one(), 0.05 * one(), height + 0.55}, turned},
                   .shapes = {{.shape = spatial::cone(draw(0.07, 0.1), draw(0.07, 0.1))}}}});
  return builder.build().value();
}

struct Told {
  int steps = 0, factorisations = 0;
  int no_restitution = 0, no_push_out = 0, squeezed = 0, unsolved = 0, uncertified = 0;
  int halved = 0;
  double gain = 0.0, pushed = 0.0;  // J: most over the start, push-out
  double late_overlap = 0.0;        // m, in the second half
  std::string first;
};

Told run(const Model& model, State& state, double dt, double duration,
         SimulationOptions options = {}) {
  options.dt = dt;
  Simulator simulator(model, options);
  const double start = energy(model, state);
  Told told;
  while (state.time < duration - 0.5 * dt) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    told.halved += report.halvings > 0;
    ++told.steps;
    told.factorisations += report.factorisations;
    told.no_restitution += report.no_restitution;
    told.no_push_out += report.no_push_out;
    told.squeezed += report.squeezed;
    told.unsolved += report.unsolved;
    told.uncertified += report.uncertified;
    told.gain = std::max(told.gain, report.certificate.energy_after - start);
    told.pushed += report.certificate.push_out_work;
    if (state.time > 0.5 * duration)
      told.late_overlap = std::max(told.late_overlap, report.certificate.penetration);
    if (told.first.empty()) told.first = report.message;
  }
  return told;
}

}  // namespace

TEST_CASE("a disc that falls into a groove it sticks in gives up its bounce, and rests") {
  int jammed = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double half = draw(0.2, 0.9);
    const double mu = std::tan(half) * draw(1.02, 2.0), e = draw(0.05, 0.9);
    const Model model = groove(half, mu, e, draw(0.05, 1.0), 0);
    State state = initial_state(model);
    const Told told = run(model, state, draw(0.002, 1.0 / 60), 1.0);
    CHECK(told.unsolved + told.halved == 0);
    CHECK(told.uncertified == 0);
    CHECK(told.gain < 1e-9);
    CHECK(state.v.norm() < 1e-6);
    jammed += told.no_restitution;
    if (told.no_restitution == 0) continue;
    CHECK(told.first.find("groove, disc") != std::string::npos);
    CHECK(told.first.find("restitution given up") != std::string::npos);
  }
  CHECK(jammed >= 30);
}

TEST_CASE(
    "a disc that overlaps a groove it sticks in is moved out of it without speed, and named") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Draw draw(100 + seed);
    const double half = draw(0.2, 0.9), overlap = draw(1e-4, 0.0045);
    const Model model = groove(half, std::tan(half) * draw(1.05, 2.0), 0, 0, overlap);
    State state = initial_state(model);
    const Told told = run(model, state, draw(0.002, 1.0 / 60), 0.3);
    CHECK(told.no_push_out > 0);
    CHECK(told.unsolved + told.halved == 0);
    CHECK(told.uncertified == 0);
    CHECK(told.gain == relative(told.pushed, 1e-9));
    CHECK(told.pushed ==
          relative(model.bodies.back().mass * 9.81 * overlap / std::sin(half), 1e-6));
    CHECK(told.first.find("push-out by impulses given up") != std::string::npos);
    CHECK(state.q[model.bodies.back().q_offset + 1] == relative(0.1 / std::sin(half), 1e-9));
    CHECK(state.v.norm() < 1e-9);
  }
}

// Both walls are of one body, so the way out is along the groove's middle, which no wall holds.
// Where the walls lead there by themselves, friction may hold it as before.
TEST_CASE("a disc that is deep in both walls of a groove is pushed up until it hardly overlaps") {
  int out = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Draw draw(600 + seed);
    const double half = draw(0.2, 0.9), overlap = draw(0.006, 0.05);
    const Model model = groove(half, std::tan(half) * draw(1.05, 2.0), 0, 0, overlap);
    State state = initial_state(model);
    const Told told = run(model, state, draw(0.002, 1.0 / 60), 0.3);
    CHECK(told.unsolved + told.uncertified + told.halved == 0);
    CHECK(std::abs(state.q[model.bodies.back().q_offset]) < 1e-9);
    const bool is_out = state.q[model.bodies.back().q_offset + 1] > (0.1 - 0.0051) / std::sin(half);
    CHECK((is_out || told.no_push_out > 0));
    out += is_out;
  }
  CHECK(out >= 30);
}

// Its rotation leads it in further in every step, which no impulse parts.
TEST_CASE("what tumbles into a wedge it sticks in overlaps by less than 1/500 of its size") {
  int jammed = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Draw draw(800 + seed);
    const Model model = tumbling_into_wedge(draw);
    State state = initial_state(model);
    const Told told = run(model, state, draw(0.002, 1.0 / 60), 1.5);
    CHECK(told.unsolved + told.uncertified == 0);
    CHECK(told.late_overlap < 0.002 * 0.1);
    jammed += told.no_push_out > 0;
  }
  CHECK(jammed >= 1);
}

TEST_CASE("an ellipsoid that jams as it turns gives up its push-out, and no step is left") {
  int jammed = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    Draw draw(200 + seed);
    const double half = draw(0.3, 0.9), overlap = draw(1e-4, 2e-3);
    const double kept = 3e-4;  // m, of what rolls: 0.3 % of the inner radius, and what a step adds
    const Model model = turning_in_groove(draw, half, std::tan(half) * draw(1.05, 2.0), overlap);
    State state = initial_state(model);
    const Told told = run(model, state, draw(0.001, 0.01), 0.3);
    CHECK(told.unsolved == 0);
    CHECK(told.uncertified == 0);
    CHECK(told.late_overlap < std::max(0.1 * overlap, kept));
    jammed += told.no_push_out;
  }
  CHECK(jammed >= 60);
}

// On the disc that the groove holds: a wheel with a motor. Nothing else is given up with the push.
TEST_CASE("a box with little play in a clamp that swings stays in it") {
  Draw draw(41);
  for (int run = 0; run < 5; ++run) {
    const double play = std::pow(10, draw(-6, -4.3));
    const Model model = clamp(draw, play);
    CAPTURE(run);
    CAPTURE(play);
    State state = initial_state(model);
    Simulator simulator(model, {.dt = draw(0.001, 0.004)});
    double farthest = 0;
    while (state.time < 0.25) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.squeezed == 0);
      const spatial::Pose swings = spatial_pose(model, state, {0});
      const spatial::Pose box = spatial_pose(model, state, {1});
      farthest = std::max(farthest, (box.p - swings.p).norm());
    }
    CHECK(farthest < 1.5 * play + 1e-6);
  }
}

TEST_CASE("a motor on a body that jams in overlap drives either way with the force it has") {
  for (const bool slides : {false, true})
    for (const double target : {2.0, -2.0}) {
      CAPTURE(slides);
      CAPTURE(target);
      const double half = 0.4, inertia = 0.01, mass = 0.05, most = 0.02, dt = 0.01;
      const double height = (0.1 - 0.004) / std::sin(half);
      ModelBuilder builder = groove_builder(half, 2 * std::tan(half), 0, 0, 0.004);
      const BodyId wheel =
          builder.add_body({.pose = {{0, height}}, .mass = mass, .inertia = inertia});
      builder.add_joint(
          {.kind = slides ? JointKind::prismatic : JointKind::pin,
           .a = wheel,
           .b = {1},
           .anchor = {0, height, 0},
           .coordinates = {{.motor = MotorKind::velocity, .target = target, .max_force = most}}});
      const Model model = builder.build().value();
      State state = initial_state(model);
      const double load = slides ? mass : inertia;
      const SimulationOptions slowly{.recovery_speed = 1e-4};
      const Told free = run(model, state, dt, 0.2 * load * std::abs(target) / most, slowly);
      CHECK(free.no_push_out > 0);
      CHECK(coordinate_rate(model, state, {0}, 0) ==
            relative(most * state.time / load * (target > 0 ? 1 : -1), 1e-4));
      const Told told = run(model, state, dt, 2 * load * std::abs(target) / most, slowly);
      CHECK(told.no_push_out > 0);
      CHECK(told.unsolved + told.uncertified + told.halved == 0);
      CHECK(coordinate_rate(model, state, {0}, 0) == relative(target, 1e-9));
    }
}

TEST_CASE("a wedge with less friction than its angle bounces and is pushed out as ever") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    Draw draw(200 + seed);
    const double half = draw(0.4, 1.0), mu = std::tan(half) * draw(0.1, 0.8);
    const Model model = groove(half, mu, draw(0.1, 0.6), draw(0.05, 0.5), 0);
    State state = initial_state(model);
    const Told told = run(model, state, 0.005, 1.0);
    CHECK(told.no_restitution + told.no_push_out + told.squeezed + told.unsolved == 0);
    CHECK(told.first.empty());
  }
}

TEST_CASE("jaws that close squeeze a disc at their rate, and the run goes on") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    Draw draw(300 + seed);
    const double speed = draw(0.01, 0.3), gap = draw(0.001, 0.01), dt = draw(0.002, 1.0 / 60);
    const Model model = jaws(draw(0.0, 1.0), speed, gap);
    State state = initial_state(model);
    // Until half of the disc is taken from either side.
    const Told told = run(model, state, dt, (gap + 0.05) / speed);
    CHECK(told.squeezed > 0);
    CHECK(told.unsolved + told.halved == 0);
    CHECK(told.uncertified == 0);
    CHECK(told.first.find("squeezed by a prescribed body") != std::string::npos);
    CHECK(std::abs(state.q[model.bodies.back().q_offset]) < 1e-3);
    CHECK(state.v.tail<3>().norm() < 1e-6);
  }
}

// The relaxed law parts what slides, which what is squeezed cannot do.
TEST_CASE("belts on jaws that squeeze a disc let it go on under the relaxed law") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    CAPTURE(seed);
    Draw draw(500 + seed);
    const double speed = draw(0.05, 0.3), gap = draw(0.001, 0.01), dt = draw(0.002, 1.0 / 60);
    const Model model = jaws(draw(0.2, 1.0), speed, gap, draw(0.1, 1.0));
    State state = initial_state(model);
    const Told told = run(model, state, dt, (gap + 0.05) / speed, {.law = ContactLaw::relaxed});
    CHECK(told.squeezed > 0);
    CHECK(told.unsolved + told.halved == 0);
  }
}

// That nothing but overlap is left is proven from the normal rows, or not searched for long where a
// pad is inside already: whole searches took thousands of factorisations in each step.
TEST_CASE("what pads squeeze is not searched for long") {
  int squeezed = 0;
  for (unsigned seed = 0; seed < 12; ++seed) {
    CAPTURE(seed);
    Draw draw(400 + seed);
    const double speed = draw(0.05, 0.5), dt = draw(0.002, 1.0 / 60);
    const Model model = pads(draw, speed);
    State state = initial_state(model);
    const Told told = run(model, state, dt, 0.06 / speed);
    CHECK(told.unsolved + told.halved == 0);
    CHECK(told.uncertified == 0);
    CHECK(told.factorisations < 800 * told.steps);
    squeezed += told.squeezed > 0;
  }
  CHECK(squeezed >= 10);
}

}  // namespace perpend
