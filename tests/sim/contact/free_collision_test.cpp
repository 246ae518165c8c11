// SPDX-License-Identifier: Apache-2.0
// Bodies that meet where nothing else acts on them keep both momenta, however far a step takes
// them.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "perpend/dynamics/energy.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

spatial::Shape solid_of(Draw& draw) {
  const double a = draw(0.2, 0.6), b = draw(0.2, 0.6), c = draw(0.2, 0.6);
  if (draw.coin()) return spatial::box(a, b, c);
  if (draw.coin()) return spatial::Sphere{0.5 * a};
  if (draw.coin()) return spatial::capsule(b, 0.3 * a);
  return spatial::cylinder(b, 0.5 * a);
}

planar::Shape outline_of(Draw& draw) {
  const double a = draw(0.2, 0.6), b = draw(0.2, 0.6);
  return draw.coin() ? planar::Shape(planar::box(a, b)) : planar::Shape(planar::Disc{0.5 * a});
}

// On a ring, each towards the middle past some place of its own.
BodyDef flyer(Draw& draw, int k, int count, bool in_space) {
  const double angle = 2 * std::numbers::pi * k / count, speed = draw(1, 8);
  const Vector3d out(std::cos(angle), std::sin(angle), 0);
  const Vector3d aim(draw(-0.3, 0.3), draw(-0.3, 0.3), in_space ? draw(-0.3, 0.3) : 0.0);
  const Vector3d way = speed * (aim - 1.5 * out).normalized();
  BodyDef def{.mass = draw(0.5, 20)};
  if (in_space) {
    def.kind = BodyKind::spatial;
    def.spatial.pose.p = 1.5 * out;
    def.spatial.pose.r =
        Eigen::Quaterniond(draw(0.2, 1), draw(-1, 1), draw(-1, 1), draw(-1, 1)).normalized();
    def.spatial.velocity = way;
    def.spatial.omega = {draw(-5, 5), draw(-5, 5), draw(-5, 5)};
    def.spatial.shapes = {{.shape = solid_of(draw)}};
  } else {
    def.pose = {1.5 * out.head<2>(), draw(0, 6)};
    def.velocity = {way.x(), way.y(), draw(-5, 5)};
    def.shapes = {{.shape = outline_of(draw)}};
  }
  return def;
}

struct Swarm {
  Model model;
  double dt;
};

Swarm draw_swarm(Draw& draw, bool in_space) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const double mu = draw(0, 1);
  builder.add_material(
      {.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = draw.coin() ? 0.0 : draw(0, 1)}});
  const int count = 2 + static_cast<int>(draw(0, 4));
  for (int k = 0; k < count; ++k) builder.add_body(flyer(draw, k, count, in_space));
  return {builder.build().value(), draw(1.0 / 240, 1.0 / 20)};
}

// What the momenta of its bodies add up to, however they point.
double size_of(const Model& model, const State& state) {
  double size = 0;
  for (const Body& body : model.bodies) {
    const auto v = state.v.segment(body.v_offset, body.is_planar() ? 2 : 3);
    size += body.mass * v.norm();
  }
  return size;
}

}  // namespace

TEST_CASE("what meets in free flight keeps momentum and angular momentum at any step") {
  int met = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const Swarm swarm = draw_swarm(draw, seed % 2 == 0);
    Simulator simulator(swarm.model, {.dt = swarm.dt});
    State state = initial_state(swarm.model);
    const Momentum before = total_momentum(swarm.model, state);
    const double size = size_of(swarm.model, state);
    for (double t = 0; t < 2; t += swarm.dt) met += simulator.step(state).contacts > 0;
    const Momentum after = total_momentum(swarm.model, state);
    CHECK((after.linear - before.linear).norm() < 1e-12 * size);
    CHECK((after.angular - before.angular).norm() < 1e-11 * size);
  }
  CHECK(met > 400);
}

}  // namespace perpend
