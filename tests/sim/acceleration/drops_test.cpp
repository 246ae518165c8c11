// SPDX-License-Identifier: Apache-2.0
// Bodies with corners and rims that fall on a plane, tumble, roll, slip and come to lie, at the
// level of accelerations: no contact point, slip or last bounce may end the motion.
#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <random>

#include "perpend/dynamics/energy.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/acceleration_simulator.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kG = 9.81;

class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}
  double operator()(double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(engine_);
  }
  Eigen::Quaterniond rotation() {
    std::normal_distribution<double> normal;
    const double w = normal(engine_), x = normal(engine_), y = normal(engine_);
    return Eigen::Quaterniond(w, x, y, normal(engine_)).normalized();
  }

 private:
  std::mt19937_64 engine_;
};

BodyId add_ground(ModelBuilder& builder) {
  return builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
}

struct Drop {
  Model model;
  double mu;
};

Drop drop(unsigned seed, const spatial::Shape& shape) {
  Draw draw(seed);
  const double mu = seed % 2 ? draw(0.2, 0.8) : 0, e = seed % 4 < 2 ? 0 : draw(0.2, 0.6);
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kG});
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = e}});
  add_ground(builder);
  builder.add_body({.kind = BodyKind::spatial,
                    .spatial = {.pose = {{0, 0, 0.8}, draw.rotation()},
                                .velocity = {0, 0, draw(-1, 0)},
                                .shapes = {{.shape = shape}}}});
  return {builder.build().value(), mu};
}

// Falls for a second. Energy must not grow from one sample to the next; without friction nothing
// pushes the body aside, nor turns it about the vertical.
void check_drop(unsigned seed, const spatial::Shape& shape) {
  CAPTURE(seed);
  const Drop drawn = drop(seed, shape);
  AccelerationSimulator simulator(drawn.model);
  State state = initial_state(drawn.model);
  double before = energy(drawn.model, state);
  const double rounding = 1e-9 * std::abs(before);
  for (int i = 0; i < 20; ++i) {
    const AdvanceReport report = simulator.advance(state, 0.05);
    REQUIRE(report.message == "");
    CHECK(report.residual <= report.residual_bound);
    const double now = energy(drawn.model, state);
    CHECK(now <= before + rounding);
    before = now;
    for (const TouchForce& touch : simulator.touches()) CHECK(std::abs(touch.gap) < 2e-7);
    if (drawn.mu == 0) CHECK(body_twist(drawn.model, state, {1}).velocity.head<2>().norm() < 1e-9);
  }
}

void check_drops(unsigned seed, const spatial::Shape& shape) {
  for (unsigned k = 0; k < 12; ++k) check_drop(seed + k, shape);
}

}  // namespace

TEST_CASE("boxes that are dropped at random come to lie") {
  check_drops(100, spatial::box(0.6, 0.4, 0.3));
}

TEST_CASE("capsules that are dropped at random come to lie") {
  check_drops(200, spatial::Capsule{0.3, 0.2});
}

TEST_CASE("cylinders that are dropped at random go on moving or come to lie") {
  check_drops(300, spatial::Cylinder{0.3, 0.3});
}

TEST_CASE("cones that are dropped at random go on moving or come to lie") {
  check_drops(400, spatial::Cone{0.3, 0.3});
}

// With s(t) = r sin t + h cos t the height of the centre over the lowest point of the rim at tilt
// t, m s(t)'' = f - m g and I t'' = -f ds/dt, where a rim without friction tips in its plane: f (1
// + m (ds/dt)²/I) = m (g - s t'²). A rim that is nearly level must know that its lowest point leaps
// to the other side within a rotation by 2 t.
TEST_CASE("the force on a rim that tips onto its cap has a closed form at any tilt") {
  Draw draw(7);
  for (int n = 0; n < 40; ++n) {
    const double tilt = std::pow(10.0, draw(-6, -0.5)), rate = -draw(0.1, 3);
    const double radius = draw(0.1, 0.5), half = draw(0.05, 0.5);
    CAPTURE(tilt);
    CAPTURE(radius);
    CAPTURE(half);
    ModelBuilder builder;
    builder.set_gravity({0, 0, -kG});
    builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0}});
    add_ground(builder);
    const double s = radius * std::sin(tilt) + half * std::cos(tilt);
    const double slope = radius * std::cos(tilt) - half * std::sin(tilt);
    const double heading = draw(-3, 3);
    const Vector3d axis(-std::sin(heading), std::cos(heading), 0);
    const BodyId body = builder.add_body(
        {.kind = BodyKind::spatial,
         .spatial = {.pose = {{0, 0, s}, Eigen::Quaterniond(Eigen::AngleAxisd(tilt, axis))},
                     .velocity = {0, 0, slope * rate},
                     .omega = rate * axis,
                     .shapes = {{.shape = spatial::Cylinder{half, radius}}}}});
    const Model model = builder.build().value();
    const double m = model.bodies[body.index].mass;
    const double inertia = m * (3 * radius * radius + 4 * half * half) / 12;
    const ContactForces forces = contact_forces(model, initial_state(model));
    REQUIRE(forces.touches.size() == 1);
    const double expected =
        std::max(0.0, m * (kG - s * rate * rate) / (1 + m * slope * slope / inertia));
    CHECK(std::abs(forces.touches[0].force.z() - expected) < 1e-6 * m * kG);
  }
}

namespace {

// A disc or a ball that cannot rotate on a slope steeper than its friction, with a slip below the
// slip speed that points anywhere.
Model on_slope(Draw& draw, bool in_space, double slope, double mu) {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  const double down = kG * std::sin(slope), into = kG * std::cos(slope);
  const double heading = draw(-3, 3), speed = draw(1e-10, 9e-9);
  if (in_space) {
    builder.set_gravity({down, 0, -into});
    add_ground(builder);
    builder.add_body(
        {.kind = BodyKind::spatial_particle,
         .mass = 1,
         .spatial = {.pose = {{0, 0, 0.1}},
                     .velocity = {speed * std::cos(heading), speed * std::sin(heading), 0},
                     .shapes = {{.shape = spatial::Sphere{0.1}}}}});
  } else {
    builder.set_gravity({down, -into, 0});
    builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
    builder.add_body({.kind = BodyKind::particle,
                      .pose = {{0, 0.1}, 0},
                      .velocity = {heading < 0 ? -speed : speed, 0, 0},
                      .shapes = {{.shape = planar::Disc{0.1}}},
                      .mass = 1});
  }
  return builder.build().value();
}

}  // namespace

TEST_CASE("what is left of a slip does not keep a body from starting to slide the other way") {
  Draw draw(8);
  for (int n = 0; n < 20; ++n) {
    CAPTURE(n);
    const double mu = draw(0.1, 0.9), slope = std::atan(mu) + std::pow(10.0, draw(-4, -1));
    const Model model = on_slope(draw, n % 2 == 1, slope, mu);
    AccelerationSimulator simulator(model);
    State state = initial_state(model);
    const AdvanceReport report = simulator.advance(state, 0.5);
    REQUIRE(report.message == "");
    CHECK(report.events == 0);
    const double a = kG * (std::sin(slope) - mu * std::cos(slope));
    const Vector3d v = body_twist(model, state, {1}).velocity;
    CHECK(std::abs(v.x() - 0.5 * a) < 2e-8);
    CHECK(std::abs(v.z()) + std::abs(v.y()) < 2e-8);
  }
}

// A spring whose other end moves away with v pulls a puck: from t0 = mu m g/(k v) on
// x = v (s - sin(w s)/w), s = t - t0, w² = k/m. The slip starts with no acceleration.
TEST_CASE("a slip in space that starts slowly follows the spring that pulls it") {
  Draw draw(9);
  for (int n = 0; n < 8; ++n) {
    CAPTURE(n);
    const double mu = draw(0.2, 0.6), k = draw(50, 200), v = draw(0.1, 0.4);
    const Vector3d along = Vector3d(draw(-1, 1), draw(-1, 1), 0).normalized();
    ModelBuilder builder;
    builder.set_gravity({0, 0, -kG});
    builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
    add_ground(builder);
    const BodyId puck = builder.add_body(
        {.kind = BodyKind::spatial_particle,
         .mass = 1,
         .spatial = {.pose = {{0, 0, 0.1}}, .shapes = {{.shape = spatial::Sphere{0.1}}}}});
    const BodyId hand = builder.add_body({.kind = BodyKind::spatial_kinematic,
                                          .motion = {.velocity = v * along},
                                          .spatial = {.pose = {3 * along + Vector3d(0, 0, 0.1)}}});
    builder.add_joint({.kind = JointKind::strut,
                       .a = puck,
                       .b = hand,
                       .anchor = {0, 0, 0.1},
                       .anchor_b = Vector3d(3 * along + Vector3d(0, 0, 0.1)),
                       .coordinates = {{.stiffness = k}}});
    const Model model = builder.build().value();
    AccelerationSimulator simulator(model);
    State state = initial_state(model);
    const double start = mu * kG / (k * v), w = std::sqrt(k), s = 0.25;
    REQUIRE(simulator.advance(state, start + s).message == "");
    const Vector3d x = spatial_pose(model, state, puck).p - Vector3d(0, 0, 0.1);
    CHECK((x - v * (s - std::sin(w * s) / w) * along).norm() < 1e-8);
  }
}

}  // namespace perpend
