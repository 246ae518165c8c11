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

namespace {

// Two discs or balls of one radius without friction, one of which flies past the other's middle by
// `offset` at `speed`.
struct Billiard {
  double radius, offset, speed, mass, e, dt;
  Model model;
};

Billiard draw_billiard(Draw& draw, bool in_space) {
  const double radius = draw(0.02, 0.3);
  Billiard two{.radius = radius,
               .offset = radius * draw(-1.9, 1.9),
               .speed = draw(0.5, 6),
               .mass = std::pow(10.0, draw(-1, 1)),
               .e = draw.coin()   ? draw(0, 1)
                    : draw.coin() ? 0.0
                                  : 1.0,
               .dt = radius / 6 * std::pow(10.0, draw(-1.5, 0.5)),
               .model = {}};
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0, .e = two.e}});
  for (const bool hits : {true, false}) {
    const Vector3d place(hits ? -radius * draw(5, 8) : 0, hits ? two.offset : 0, 0);
    BodyDef def{.mass = hits ? 1.0 : two.mass};
    if (in_space) {
      def.kind = BodyKind::spatial;
      def.spatial.pose.p = place;
      def.spatial.velocity = {hits ? two.speed : 0, 0, 0};
      def.spatial.shapes = {{.shape = spatial::Sphere{radius}}};
    } else {
      def.pose = {place.head<2>(), 0};
      def.velocity = {hits ? two.speed : 0, 0, 0};
      def.shapes = {{.shape = planar::Disc{radius}}};
    }
    builder.add_body(def);
  }
  two.model = builder.build().value();
  return two;
}

}  // namespace

// The impulse (1 + e) m u · n between them acts along the line of centres n when they touch.
TEST_CASE("two discs or balls part as the theory of impact says, without spin, at any step") {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const bool in_space = seed % 2 == 0;
    const Billiard two = draw_billiard(draw, in_space);
    Simulator simulator(two.model, {.dt = two.dt});
    State state = initial_state(two.model);
    for (double t = 0; t < 20 * two.radius / two.speed + 2 * two.dt; t += two.dt)
      simulator.step(state);
    const Eigen::Vector2d n =
        Eigen::Vector2d(std::sqrt(4 * two.radius * two.radius - two.offset * two.offset),
                        -two.offset) /
        (2 * two.radius);
    const Eigen::Vector2d impulse = (1 + two.e) * two.speed * n.x() / (1 + 1 / two.mass) * n;
    Eigen::VectorXd expected = Eigen::VectorXd::Zero(two.model.dof());
    expected[0] = two.speed;
    expected.head<2>() -= impulse;
    expected.segment<2>(two.model.dof() / 2) += impulse / two.mass;
    CHECK((state.v - expected).norm() < 1e-6 * two.speed);
    const int spin = in_space ? 3 : 2;
    CHECK(state.v.segment(spin, two.model.dof() / 2 - spin).isZero(1e-12));
  }
}

namespace {

// A ball or disc of radius `radius` and 1 kg that flies along x against the upper of the two equal
// ones of a dumbbell at rest, past its middle by `offset`.
struct Dumbbell {
  double radius, half_length, offset, speed, mass, inertia, e, dt;
  Model model;
};

Dumbbell draw_dumbbell(Draw& draw, bool in_space) {
  const double radius = draw(0.02, 0.3), mass = std::pow(10.0, draw(0, 1));
  const double half_length = radius * draw(1, 2);
  Dumbbell two{.radius = radius,
               .half_length = half_length,
               .offset = radius * draw(0.2, 1.9),
               .speed = draw(0.5, 6),
               .mass = mass,
               .inertia = mass * half_length * half_length,
               .e = draw.coin() ? 0.0 : draw(0, 0.5),
               .dt = 0,
               .model = {}};
  two.dt = radius / two.speed * std::pow(10.0, draw(-1, 0.5));
  const bool upper_is_first = draw.coin(), hitting_is_first = draw.coin();
  BodyDef hitting{.mass = 1.0}, hit{.mass = mass, .inertia = two.inertia};
  const Vector3d place(-radius * draw(5, 8), half_length + two.offset, 0);
  const double first = upper_is_first ? half_length : -half_length;
  if (in_space) {
    hitting.kind = hit.kind = BodyKind::spatial;
    hitting.spatial.pose.p = place;
    hitting.spatial.velocity = {two.speed, 0, 0};
    hitting.spatial.shapes = {{.shape = spatial::Sphere{radius}}};
    hit.spatial.inertia = two.inertia * Eigen::Matrix3d::Identity();
    for (const double y : {first, -first})
      hit.spatial.shapes.push_back({.shape = spatial::Sphere{radius}, .pose = {.p = {0, y, 0}}});
  } else {
    hitting.pose = {place.head<2>(), 0};
    hitting.velocity = {two.speed, 0, 0};
    hitting.shapes = {{.shape = planar::Disc{radius}}};
    for (const double y : {first, -first})
      hit.shapes.push_back({.shape = planar::Disc{radius}, .pose = {{0, y}, 0}});
  }
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0, .e = two.e}});
  builder.add_body(hitting_is_first ? hitting : hit);
  builder.add_body(hitting_is_first ? hit : hitting);
  two.model = builder.build().value();
  return two;
}

}  // namespace

// The impulse (1 + e) u · n / (1 + 1 / m + (h n_x)² / I): of several pairs the one that meets
// first.
TEST_CASE("a ball that hits one end of a dumbbell turns it as the theory of impact says") {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const bool in_space = seed % 2 == 0;
    const Dumbbell two = draw_dumbbell(draw, in_space);
    Simulator simulator(two.model, {.dt = two.dt});
    State state = initial_state(two.model);
    const Eigen::VectorXd before = state.v;
    for (double t = 0; t < 15 * two.radius / two.speed + two.dt && state.v == before; t += two.dt)
      simulator.step(state);
    const Eigen::Vector2d n =
        Eigen::Vector2d(std::sqrt(4 * two.radius * two.radius - two.offset * two.offset),
                        -two.offset) /
        (2 * two.radius);
    const double lever = -two.half_length * n.x();
    const double impulse =
        (1 + two.e) * two.speed * n.x() / (1 + 1 / two.mass + lever * lever / two.inertia);
    const int hits = before[0] > 0 ? 0 : two.model.dof() / 2, hit = two.model.dof() / 2 - hits;
    Eigen::VectorXd expected = before;
    expected.segment<2>(hits) -= impulse * n;
    expected.segment<2>(hit) += impulse / two.mass * n;
    expected[hit + (in_space ? 5 : 2)] = impulse * lever / two.inertia;
    CHECK((state.v - expected).norm() <
          1e-6 * (two.speed + std::abs(expected[hit + (in_space ? 5 : 2)])));
  }
}

// In free fall the two keep the parabola of their centre and the energy of what is elastic.
TEST_CASE("what meets in free fall keeps its energy and its parabola at any step") {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    ModelBuilder builder;
    builder.set_gravity({0, -9.81, 0});
    builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0, .e = 1}});
    const bool boxes = draw.coin();
    for (const double side : {-1.0, 1.0}) {
      BodyDef def{.mass = draw(0.5, 5)};
      def.pose = {{side * draw(0.5, 0.8), draw(-0.1, 0.1)}, draw(0, 6)};
      def.velocity = {-side * draw(2, 5), draw(-1, 4), draw(-4, 4)};
      def.shapes = {{boxes ? planar::Shape(planar::box(0.3, 0.2)) : planar::Disc{0.15}}};
      builder.add_body(def);
    }
    const Model model = builder.build().value();
    const double dt = draw(1.0 / 500, 1.0 / 40);
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    const double energy_before = energy(model, state);
    const double size = kinetic_energy(model, state.q, state.v);
    const double m0 = model.bodies[0].mass, m1 = model.bodies[1].mass;
    const auto of_both = [&](const Eigen::VectorXd& x) {
      return Eigen::Vector2d((m0 * x.head<2>() + m1 * x.segment<2>(3)) / (m0 + m1));
    };
    const Eigen::Vector2d start = of_both(state.q), v = of_both(state.v);
    while (state.time < 0.5) simulator.step(state);
    const double t = state.time;
    const Eigen::Vector2d fallen = start + t * v + Eigen::Vector2d(0, -0.5 * 9.81 * t * t);
    CHECK((of_both(state.q) - fallen).norm() < 1e-12 * (1 + t * v.norm()));
    if (!boxes) CHECK(std::abs(energy(model, state) - energy_before) < 1e-9 * size);
  }
}

// Nothing held the lower ones apart, as in free flight they do not meet.
TEST_CASE("a column of balls in free flight that is hit from above stays a column") {
  Draw draw(12);
  for (int i = 0; i < 100; ++i) {
    CAPTURE(i);
    const bool in_space = i % 2;
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_material({.name = "default", .self = {.e = draw(0, 1)}});
    const double dt = 1.0 / 120, radius = 0.1, speed = draw(2, 5);
    double y = 0;
    for (int k = 0; k < 4; ++k) {
      const bool hits = k == 3;
      BodyDef ball{.mass = hits ? draw(100, 10000) : std::pow(10, draw(0, 2))};
      const double v = hits ? -speed : k == 0 ? -draw(0.06, 0.12) : 0.0;
      if (in_space) {
        ball.kind = BodyKind::spatial;
        ball.spatial.pose.p = {0, y, 0};
        ball.spatial.velocity = {0, v, 0};
        ball.spatial.shapes = {{spatial::Sphere{radius}}};
      } else {
        ball.pose = {{0, y}, 0};
        ball.velocity = {0, v, 0};
        ball.shapes = {{planar::Disc{radius}}};
      }
      builder.add_body(ball);
      y += 2 * radius + (k == 0   ? draw(1e-4, 5e-4)
                         : k == 1 ? draw(1e-3, 4e-3)
                                  : draw(0.3, 0.9) * speed * dt);
    }
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    for (int k = 0; k < 6; ++k) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.certificate.penetration < 1e-3 * radius);
    }
  }
}

}  // namespace perpend
