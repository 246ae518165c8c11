// SPDX-License-Identifier: Apache-2.0
//
// Where things rest, what the last step left is the answer.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

constexpr double kSteps[] = {1.0 / 60, 1.0 / 240, 1e-3};

// Bricks over the joints of those below, one less in each row, `gap` apart, on the ground. Rows of
// one length would end in bricks whose centres are over an edge, which topple.
Model wall(int columns, int rows, const Eigen::Vector3d& half, double gap) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_body({.name = "ground",
                    .kind = BodyKind::spatial_fixed,
                    .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns - row; ++column) {
      const double x = (2 * column + row) * (half.x() + gap);
      const double z = gap + half.z() + row * (2 * half.z() + gap);
      builder.add_body(
          {.kind = BodyKind::spatial,
           .spatial = {.pose = {.p = {x, 0, z}}, .shapes = {{.shape = spatial::Box{half}}}}});
    }
  return builder.build().value();
}

// Boxes of any size, one on the other, in the plane.
Model planar_stack(std::mt19937& random, int boxes, double gap) {
  std::uniform_real_distribution<double> size(0.2, 1.0);
  ModelBuilder builder;
  builder.add_body(
      {.name = "ground", .kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
  double y = 0;
  for (int i = 0; i < boxes; ++i) {
    const double height = size(random);
    builder.add_body({.pose = {{0.02 * size(random), y += gap + 0.5 * height}, 0},
                      .shapes = {{.shape = planar::box(1 + size(random), height)}}});
    y += 0.5 * height;
  }
  return builder.build().value();
}

// Boxes on a slope, each turned at random about its normal.
Model on_slope(std::mt19937& random) {
  const double angle = std::uniform_real_distribution<double>(0.1, 0.4)(random);
  std::uniform_real_distribution<double> turn(-0.2, 0.2);
  ModelBuilder builder;
  const Eigen::Vector2d downhill = 9.81 * std::sin(angle) * Eigen::Vector2d(0.6, 0.8);
  builder.set_gravity({downhill.x(), downhill.y(), -9.81 * std::cos(angle)});
  builder.add_material({.name = "default", .self = {.mu_s = 0.8, .mu_k = 0.8}});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  for (int i = 0; i < 3; ++i) {
    const Eigen::Quaterniond turned(Eigen::AngleAxisd(turn(random), Eigen::Vector3d::UnitZ()));
    builder.add_body({.kind = BodyKind::spatial,
                      .spatial = {.pose = {.p = {0, 0, 0.1 + 0.2 * i}, .r = turned},
                                  .shapes = {{.shape = spatial::Box{{0.3, 0.3, 0.1}}}}}});
  }
  return builder.build().value();
}

struct RestEffort {
  int factorisations = 0, pivots = 0, contacts = 0;
};

// Of the last steps of a run.
RestEffort at_rest(const Model& model, double dt, double settled, int steps) {
  State state = initial_state(model);
  Simulator simulator(model, {.dt = dt});
  while (state.time < settled) REQUIRE(simulator.step(state).status == StepStatus::ok);
  RestEffort effort;
  const Eigen::VectorXd settled_at = state.q;
  const std::vector<ContactMemory> bore = state.contacts;
  for (int i = 0; i < steps; ++i) {
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    CHECK(report.certificate.residual <= report.certificate.residual_bound);
    effort.factorisations += report.factorisations;
    effort.pivots += report.pivots;
    effort.contacts = report.contacts;
  }
  CHECK(state.v.isZero(0));
  CHECK(state.q == settled_at);
  CHECK(state.contacts == bore);
  return effort;
}

// A ball and a box on a plane that is tilted against gravity by `angle`.
Model on_plane(double mu, double angle, const Eigen::Vector3d& v, const Eigen::Vector3d& w) {
  ModelBuilder builder;
  builder.set_gravity({9.81 * std::sin(angle), 0, -9.81 * std::cos(angle)});
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  builder.add_body({.kind = BodyKind::spatial,
                    .spatial = {.pose = {.p = {0, 0, 0.1}},
                                .velocity = v,
                                .shapes = {{.shape = spatial::Box{{0.1, 0.1, 0.1}}}}}});
  builder.add_body({.kind = BodyKind::spatial,
                    .spatial = {.pose = {.p = {5, 0, 0.1}},
                                .velocity = v,
                                .omega = w,
                                .shapes = {{.shape = spatial::Sphere{0.1}}}}});
  return builder.build().value();
}

State after(const Model& model, double duration) {
  State state = initial_state(model);
  Simulator simulator(model, {.dt = 1.0 / 240});
  while (state.time < duration) REQUIRE(simulator.step(state).status == StepStatus::ok);
  return state;
}

}  // namespace

TEST_CASE("what moves slowly is not taken for what rests") {
  const double kMu = 0.5, kOver = 1e-7, kTime = 1;
  for (const double speed : {1e-6, 1e-9, 1e-10}) {
    CAPTURE(speed);
    const State slides = after(on_plane(0, 0, {speed, 0, 0}, {0, 0, 3 * speed}), kTime);
    CHECK(slides.v[6] == relative(speed, 1e-6));
    CHECK(slides.v[12] == relative(speed, 1e-6));
    CHECK(slides.v[17] == relative(3 * speed, 1e-6));
    const State rolls = after(on_plane(kMu, 0, {speed, 0, 0}, {0, 10 * speed, 0}), kTime);
    CHECK(rolls.v[12] == relative(speed, 1e-6));
    CHECK(rolls.v[16] == relative(10 * speed, 1e-6));
  }
  // Less than answers are certified to, 1e-10 of the largest motion for each of a few contacts.
  const State stops = after(on_plane(0, 0, {4e-11, 0, 0}, {0, 0, 0}), 0.1);
  CHECK(stops.v.isZero(0));
  const double angle = std::atan(kMu) + kOver;
  const State starts = after(on_plane(kMu, angle, {0, 0, 0}, {0, 0, 0}), kTime);
  const double gained = 9.81 * (std::sin(angle) - kMu * std::cos(angle)) * starts.time;
  CHECK(starts.v[6] == relative(gained, 1e-3));
}

TEST_CASE("walls rest without a factorisation, whether their bricks touch or have settled") {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> count(2, 5);
  std::uniform_real_distribution<double> size(0.05, 0.4);
  for (const double dt : kSteps)
    for (const double gap : {0.0, 1e-3})
      for (int k = 0; k < 4; ++k) {
        const int columns = count(random), rows = std::min(columns, count(random));
        const Eigen::Vector3d half(size(random), size(random), size(random));
        CAPTURE(dt);
        CAPTURE(gap);
        CAPTURE(k);
        const RestEffort effort =
            at_rest(wall(columns, rows, half, gap), dt, gap > 0 ? 0.5 : 10 * dt, 100);
        CHECK(effort.contacts >= 4);
        CHECK(effort.factorisations == 0);
        CHECK(effort.pivots == 0);
      }
}

TEST_CASE("what lies askew bears the same in every step, to the last bit") {
  std::mt19937 random(17);
  for (const double dt : kSteps)
    for (int k = 0; k < 4; ++k) {
      CAPTURE(dt);
      CAPTURE(k);
      at_rest(on_slope(random), dt, 1, 100);
    }
}

TEST_CASE("stacks in the plane rest without a factorisation") {
  std::mt19937 random(13);
  for (const double dt : kSteps)
    for (const double gap : {0.0, 1e-3})
      for (int k = 0; k < 3; ++k) {
        CAPTURE(dt);
        CAPTURE(gap);
        const RestEffort effort = at_rest(planar_stack(random, 6, gap), dt, 0.5, 100);
        CHECK(effort.contacts >= 12);
        CHECK(effort.factorisations == 0);
        CHECK(effort.pivots == 0);
      }
}

// Bricks that each stand on two others rest on more points than hold them: what asks every one of
// them for a motion of its own is no motion that impulses give.
TEST_CASE("walls at rest stay where they are, out of touch by less than a billionth as they are") {
  std::mt19937 random(31);
  std::uniform_real_distribution<double> off(-1e-10, 1e-10);
  for (const double dt : kSteps)
    for (const int columns : {3, 6, 10}) {
      CAPTURE(dt);
      CAPTURE(columns);
      const Model model = wall(columns, 3, {0.2, 0.1, 0.1}, 0);
      State state = initial_state(model);
      for (const Body& body : model.bodies)
        if (body.is_dynamic()) state.q[body.q_offset + 2] += off(random);
      const State start = state;
      Simulator simulator(model, {.dt = dt});
      int factorisations = 0;
      for (int k = 0; k < 20; ++k) {
        const StepReport report = simulator.step(state);
        REQUIRE(report.status == StepStatus::ok);
        CHECK(report.inexact == 0);
        CHECK(state.v.isZero(0));
        factorisations += report.factorisations;
      }
      CHECK(state.q == start.q);
      CHECK(factorisations <= 60);  // of the first steps: impulses are not known yet
    }
}

TEST_CASE("what slides closes a gap that it would keep at rest") {
  std::mt19937 random(32);
  std::uniform_real_distribution<double> gap(2e-11, 1e-10), speed(0.1, 2);
  for (int k = 0; k < 6; ++k) {
    Model model = wall(1, 1, {0.2, 0.1, 0.1}, 0);
    State state = initial_state(model);
    const Body& brick = model.bodies.back();
    const double off = gap(random);
    state.q[brick.q_offset + 2] += off;
    Simulator simulator(model, {.dt = 1.0 / 240});
    State moving = state;
    moving.v[brick.v_offset] = speed(random);
    simulator.step(state);
    simulator.step(moving);
    CHECK(state.q[brick.q_offset + 2] - 0.1 == doctest::Approx(off).epsilon(1e-5));
    CHECK(std::abs(moving.q[brick.q_offset + 2] - 0.1) < 0.6 * off);
  }
}

}  // namespace perpend
