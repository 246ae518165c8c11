// SPDX-License-Identifier: Apache-2.0
//
// Round bodies whose weight is off their centre, and ellipses, roll on a floor without slip:
// friction does no work, so that they rock and roll with the energy that they began with.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "perpend/dynamics/measure.hpp"
#include "perpend/geometry/planar/shape.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kGravity = 9.81;

ModelBuilder floor_in_plane() {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 5, .mu_k = 5}});
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
  return builder;
}

// A disc with a heavy weight in it, let go at an angle.
Model off_centre_disc(Draw& draw) {
  const double radius = draw(0.05, 1), offset = draw(0.1, 0.7) * radius, angle = draw(0.3, 1.5);
  const double mass = draw(0.1, 10);
  ModelBuilder builder = floor_in_plane();
  const Eigen::Vector2d weight(offset * std::sin(angle), -offset * std::cos(angle));
  builder.add_body(
      {.pose = {{0, radius}},
       .shapes = {{.shape = planar::Disc{radius}, .density = 1},
                  {.shape = planar::Disc{0.1 * radius}, .pose = {weight}, .density = 1e4}},
       .mass = mass,
       .inertia = mass * radius * radius * draw(0.1, 0.5)});
  return builder.build().value();
}

// An ellipse on one of its long sides' points, rolling slowly enough not to leave the floor.
Model rolling_ellipse(Draw& draw) {
  const double a = draw(0.1, 1), b = draw(0.6, 0.95) * a, mass = draw(0.1, 10);
  ModelBuilder builder = floor_in_plane();
  const double omega = draw(0.8, 1.2) * 2.2 * std::sqrt(kGravity * (a - b)) / a;
  builder.add_body({.pose = {{0, b}},
                    .velocity = {omega * b, 0, -omega},
                    .shapes = {{.shape = planar::Ellipse{a, b}}},
                    .mass = mass,
                    .inertia = 0.25 * mass * (a * a + b * b)});
  return builder.build().value();
}

// A ball on a floor, its centre of mass off its centre.
Model off_centre_ball(Draw& draw) {
  const double radius = draw(0.05, 1), mass = draw(0.1, 10);
  const Vector3d offset =
      draw(0.1, 0.6) * radius * Vector3d(draw(-1, 1), draw(-1, 1), draw(-1, 1)).normalized();
  ModelBuilder builder;
  builder.set_gravity(Vector3d(0, 0, -kGravity));
  builder.add_material({.name = "default", .self = {.mu_s = 5, .mu_k = 5}});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  const Vector3d inertia(draw(0.3, 0.4), draw(0.3, 0.4), draw(0.3, 0.4));
  builder.add_body(
      {.kind = BodyKind::spatial,
       .mass = mass,
       .spatial = {.pose = {.p = {0, 0, radius}},
                   .center_of_mass = offset,
                   .inertia = Eigen::Matrix3d((mass * radius * radius * inertia).asDiagonal()),
                   .shapes = {{.shape = spatial::Sphere{radius}}}}});
  return builder.build().value();
}

// Energy above that of rest at the lowest place, J, which only compares with itself.
double moving_energy(const Model& model, const State& state) {
  return energy_parts(model, state).total();
}

struct Range {
  double least = 0.0, most = 0.0;  // of the change of energy over the whole run, J
  double scale = 0.0;              // kinetic energy at most, J
};

Range change_of_energy(const Model& model, double dt, double duration) {
  State state = initial_state(model);
  Simulator simulator(model, {.dt = dt});
  const double start = moving_energy(model, state);
  Range range;
  while (state.time < duration) {
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    CHECK(report.uncertified == 0);
    const double change = moving_energy(model, state) - start;
    range.least = std::min(range.least, change);
    range.most = std::max(range.most, change);
    range.scale = std::max(range.scale, energy_parts(model, state).kinetic);
  }
  return range;
}

// Neither gains in a long time, and the loss is of second order.
void keeps_energy(const Model& model, double dt, double duration, double gain, double loss) {
  const Range coarse = change_of_energy(model, 2 * dt, duration);
  const Range fine = change_of_energy(model, dt, duration);
  CHECK(coarse.most < 4 * gain * coarse.scale);
  CHECK(fine.most < gain * fine.scale);
  CHECK(-fine.least < loss * fine.scale);
  CHECK(-fine.least < 0.4 * -coarse.least + 1e-6 * fine.scale);
}

}  // namespace

TEST_CASE("discs off their centre keep their energy to second order and gain none in a minute") {
  Draw draw(71);
  for (int n = 0; n < 8; ++n) {
    CAPTURE(n);
    keeps_energy(off_centre_disc(draw), 2e-3, 60, 1e-3, 0.02);
  }
}

TEST_CASE("ellipses in the plane keep their energy to second order and gain none in a minute") {
  Draw draw(72);
  for (int n = 0; n < 8; ++n) {
    CAPTURE(n);
    keeps_energy(rolling_ellipse(draw), 2e-3, 60, 1e-3, 0.02);
  }
}

TEST_CASE("balls off their centre keep their energy to second order and gain none") {
  Draw draw(73);
  for (int n = 0; n < 8; ++n) {
    CAPTURE(n);
    keeps_energy(off_centre_ball(draw), 2e-3, 20, 1e-3, 0.02);
  }
}

}  // namespace perpend
