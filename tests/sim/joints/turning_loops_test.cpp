// SPDX-License-Identifier: Apache-2.0
// Closed chains of links on parallel pins, whose plane turns in space: half a drift turns their
// axes apart, which makes rows independent that repeat each other.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "perpend/dynamics/energy.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kPi = std::numbers::pi;

// A regular polygon of links in a plane through the y axis; `spin` is that of all as one body.
void add_links(ModelBuilder& builder, Draw& draw, int links, const Vector3d& spin, BodyId base) {
  const double radius = 0.03 * links;
  const auto corner = [&](int k) {
    return Vector3d(radius * std::cos(2 * kPi * k / links), 0,
                    radius * std::sin(2 * kPi * k / links));
  };
  BodyId first = base, before = base;
  const int moving = base == kWorld ? links : links - 1;
  for (int k = 0; k < moving; ++k) {
    const Vector3d along = corner(k + 1) - corner(k), centre = 0.5 * (corner(k) + corner(k + 1));
    BodyDef link{.kind = BodyKind::spatial, .mass = draw(0.3, 3)};
    link.spatial.pose = {centre, Eigen::Quaterniond(Eigen::AngleAxisd(
                                     -std::atan2(along.z(), along.x()), Vector3d::UnitY()))};
    link.spatial.velocity = spin.cross(centre);
    link.spatial.omega = spin;
    link.spatial.shapes = {{spatial::box(0.8 * along.norm(), 0.1, 0.05)}};
    link.collides.mask = 0;
    const BodyId body = builder.add_body(link);
    if (before != kWorld)
      builder.add_joint({.kind = JointKind::pin,
                         .a = body,
                         .b = before,
                         .anchor = corner(k),
                         .axis = Vector3d::UnitY()});
    if (first == kWorld) first = body;
    before = body;
  }
  builder.add_joint({.kind = JointKind::pin,
                     .a = first,
                     .b = before,
                     .anchor = corner(moving),
                     .axis = Vector3d::UnitY()});
}

Vector3d any_spin(Draw& draw) {
  return {draw(-3, 3), draw(-3, 3), draw(-3, 3)};
}

State after(const Model& model, double dt, double duration) {
  Simulator simulator(model, {.dt = dt});
  State state = initial_state(model);
  while (state.time < duration - 0.5 * dt) {
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    CHECK(report.uncertified == 0);
  }
  return state;
}

double farthest(const Model& model, const State& a, const State& b) {
  double most = 0;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
    most = std::max(most, (spatial_pose(model, a, {i}).p - spatial_pose(model, b, {i}).p).norm());
  return most;
}

}  // namespace

TEST_CASE("a closed chain that tumbles freely keeps energy and momentum, to second order") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    add_links(builder, draw, 4 + static_cast<int>(draw(0, 9)), any_spin(draw), kWorld);
    const Model model = builder.build().value();
    const State start = initial_state(model);
    const double spin = energy(model, start);
    const Momentum had = total_momentum(model, start);
    State ends[3];
    for (int k = 0; k < 3; ++k) {
      const double dt = 0.004 / (1 << k);
      ends[k] = after(model, dt, 1);
      CHECK(std::abs(energy(model, ends[k]) - spin) < 1000 * dt * dt * spin);
      const Momentum has = total_momentum(model, ends[k]);
      CHECK((has.linear - had.linear).norm() < 1e-9 * had.angular.norm());
      CHECK((has.angular - had.angular).norm() < 500 * dt * dt * had.angular.norm());
    }
    const double error = farthest(model, ends[0], ends[1]);
    CHECK(error < 5e-3);
    CHECK(error > 3 * farthest(model, ends[1], ends[2]));
  }
}

TEST_CASE("a linkage on a base that turns as it is told follows it") {
  for (unsigned seed = 0; seed < 8; ++seed) {
    CAPTURE(seed);
    Draw draw(50 + seed);
    ModelBuilder builder;
    builder.set_gravity({0, 0, -9.81});
    BodyDef def{.kind = BodyKind::spatial_kinematic};
    def.motion.omega = any_spin(draw);
    const BodyId base = builder.add_body(def);
    add_links(builder, draw, 4 + static_cast<int>(draw(0, 4)), def.motion.omega, base);
    const Model model = builder.build().value();
    const State coarse = after(model, 0.004, 0.5), fine = after(model, 0.0005, 0.5);
    CHECK(farthest(model, coarse, fine) < 1e-2);
  }
}

}  // namespace perpend
