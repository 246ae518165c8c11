// SPDX-License-Identifier: Apache-2.0
// Springs of surfaces: each pair of materials has its own, or else those of the simulation.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "perpend/core/error.hpp"
#include "perpend/sim/acceleration_simulator.hpp"
#include "perpend/sim/first_order.hpp"
#include "relative.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

constexpr double kGravity = 9.81, kRadius = 0.1;

// Stiffness that sinks a mass of 1 kg by 0.1 to 10 mm, with its critical damping.
SpringDamper drawn_spring(Draw& draw) {
  const double stiffness = kGravity / (1e-4 * std::pow(10, draw(0, 2)));
  return {.stiffness = stiffness, .damping = 2 * std::sqrt(stiffness)};
}

// What a ball of 1 kg stands on.
struct Ball {
  SurfacePair self = {}, pair = {};
  bool has_pair = false;
  double stiffness = 0;  // that counts, N/m; 0: hard
};

Ball drawn_ball(Draw& draw, const SpringDamper& ground, const SpringDamper& simulation) {
  Ball ball;
  if (draw.coin()) ball.self.normal = drawn_spring(draw);
  ball.has_pair = draw.coin();
  if (ball.has_pair && draw.coin()) ball.pair.normal = drawn_spring(draw);
  const double own = ball.self.normal.stiffness, theirs = ground.stiffness;
  ball.stiffness = own == 0 || theirs == 0 ? std::max(own, theirs) : std::min(own, theirs);
  if (ball.has_pair) ball.stiffness = ball.pair.normal.stiffness;
  if (ball.stiffness == 0) ball.stiffness = simulation.stiffness;
  return ball;
}

// The ground has the material 0, ball i the material i + 1.
Model balls_on_ground(const std::vector<Ball>& balls, const SpringDamper& ground, bool in_space) {
  ModelBuilder builder;
  builder.add_material({.name = "ground", .self = {.normal = ground}});
  BodyDef floor = scenes::ground();
  floor.material = "ground";
  if (in_space)
    floor = {.kind = BodyKind::spatial_fixed,
             .material = "ground",
             .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}};
  builder.add_body(floor);
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const std::string name = "m" + std::to_string(i);
    builder.add_material({.name = name, .self = balls[i].self});
    if (balls[i].has_pair) builder.set_surface_pair(name, "ground", balls[i].pair);
    BodyDef ball{.mass = 1.0, .material = name};
    const double x = static_cast<double>(i);
    if (in_space) {
      ball.kind = BodyKind::spatial;
      ball.spatial = {.pose = {{x, 0, kRadius}}, .shapes = {{.shape = spatial::Sphere{kRadius}}}};
    } else {
      ball.pose = {{x, kRadius}, 0};
      ball.shapes = {{.shape = planar::Disc{kRadius}}};
    }
    builder.add_body(ball);
  }
  return builder.build().value();
}

Model soft_disc() {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.normal = {.stiffness = 1e4}}});
  builder.add_body(scenes::ground());
  builder.add_body(
      {.pose = {{0, kRadius}, 0}, .shapes = {{.shape = planar::Disc{kRadius}}}, .mass = 1.0});
  return builder.build().value();
}

// Speed at which a ball of 1 kg leaves a spring of 100 rad/s that it met at 1 m/s, `way` m off.
double speed_after_bounce(double ratio, double dt, double way) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_material(
      {.name = "default", .self = {.normal = {.stiffness = 1e4, .damping = 200 * ratio}}});
  builder.add_body(scenes::ground());
  builder.add_body({.pose = {{0, kRadius + way}, 0},
                    .velocity = {0, -1, 0},
                    .shapes = {{.shape = planar::Disc{kRadius}}},
                    .mass = 1.0});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = dt});
  State state = initial_state(model);
  REQUIRE(scenes::simulate(simulator, state, 0.2).status == StepStatus::ok);
  return state.v[model.bodies[1].v_offset + 1];
}

// It leaves when spring and damper no longer push: m x'' = 0.
double exact_speed(double ratio) {
  const double beta = 100 * ratio, omega = 100 * std::sqrt(1 - ratio * ratio);
  const double phase = std::atan2(2 * beta * omega, beta * beta - omega * omega);
  return -std::exp(-beta * phase / omega) * (std::cos(phase) - beta / omega * std::sin(phase));
}

double worst_bounce(double ratio, double dt) {
  double worst = 0;
  for (int k = 0; k < 10; ++k) {
    const double speed = speed_after_bounce(ratio, dt, 0.02 + 0.1 * k * dt);
    worst = std::max(worst, std::abs(speed - exact_speed(ratio)));
  }
  return worst;
}

}  // namespace

TEST_CASE("what rests sinks by its weight over the spring of its pair of surfaces") {
  int soft = 0, hard = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const bool in_space = draw.coin();
    const SpringDamper none;
    const SpringDamper ground = draw.coin() ? drawn_spring(draw) : none;
    const SpringDamper simulation = draw.coin() ? drawn_spring(draw) : none;
    std::vector<Ball> balls;
    for (int i = 0; i < 6; ++i) balls.push_back(drawn_ball(draw, ground, simulation));
    const Model model = balls_on_ground(balls, ground, in_space);
    Simulator simulator(model, {.dt = draw(0.0005, 0.004), .normal = simulation});
    State state = initial_state(model);
    while (state.time < 1) REQUIRE(simulator.step(state).status == StepStatus::ok);
    for (std::size_t i = 0; i < balls.size(); ++i) {
      CAPTURE(i);
      const double height = state.q[model.bodies[i + 1].q_offset + (in_space ? 2 : 1)];
      if (balls[i].stiffness == 0)
        CHECK(std::abs(kRadius - height) < 1e-12);
      else
        CHECK(kRadius - height == relative(kGravity / balls[i].stiffness, 1e-6));
      (balls[i].stiffness == 0 ? hard : soft) += 1;
    }
  }
  CHECK(soft > 100);
  CHECK(hard > 20);
}

TEST_CASE("what is hard keeps its bits beside surfaces with springs") {
  for (unsigned seed = 0; seed < 10; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const bool in_space = draw.coin();
    const Ball hard;
    Ball soft;
    soft.self.normal = drawn_spring(draw);
    const Model beside_hard = balls_on_ground({hard, hard}, {}, in_space);
    const Model beside_soft = balls_on_ground({hard, soft}, {}, in_space);
    const auto run = [&](const Model& model) {
      Simulator simulator(model, {.dt = 0.01});
      State state = initial_state(model);
      const Body& ball = model.bodies[1];
      state.v[ball.v_offset] = 1;
      state.q[ball.q_offset + (in_space ? 2 : 1)] += 0.05;
      for (int k = 0; k < 60; ++k) simulator.step(state);
      return Eigen::VectorXd(state.q.segment(ball.q_offset, ball.q_size));
    };
    CHECK((run(beside_hard).array() == run(beside_soft).array()).all());
  }
}

TEST_CASE("a box on a slope leans on the bristles of its surfaces by its share of the weight") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double slope = draw(0.05, 0.4);
    Model model = scenes::box_on_slope(slope, 0.9);
    const double mass = model.bodies[1].mass;
    const double stiffness = mass * kGravity / (1e-4 * std::pow(10, draw(0, 2)));
    model.surface_pairs[0].tangential = {.stiffness = stiffness,
                                         .damping = 2 * std::sqrt(2 * stiffness * mass)};
    Simulator simulator(model, {.dt = 0.001, .tangential = {.stiffness = 7 * stiffness}});
    State state = initial_state(model);
    const Eigen::Vector2d start = state.q.segment<2>(model.bodies[1].q_offset);
    REQUIRE(scenes::simulate(simulator, state, 2).status == StepStatus::ok);
    const double way = (state.q.segment<2>(model.bodies[1].q_offset) - start).norm();
    CHECK(way == relative(mass * kGravity * std::sin(slope) / (2 * stiffness), 1e-3));
  }
}

TEST_CASE("springs of surfaces throw off what they caught, dampers keep their share") {
  CHECK(exact_speed(0) == relative(1, 1e-12));
  for (const double ratio : {0.0, 0.1, 0.5, 0.9}) {
    CAPTURE(ratio);
    CHECK(worst_bounce(ratio, 1e-3) < 8e-3);
    CHECK(worst_bounce(ratio, 1e-3 / 4) < (ratio == 0 ? 3e-4 : 1.5e-3));
  }
}

TEST_CASE("a bounce on springs without dampers adds no energy, whatever the step") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double dt = 1e-4 * std::pow(10, draw(0, 2.5));  // to three rad within a step
    CHECK(speed_after_bounce(0, dt, draw(0.001, 0.02)) < 1 + 1e-9);
  }
}

TEST_CASE("what stands on springs far too stiff for the step comes to rest") {
  for (const double stiffness : {1e6, 1e8, 1e10}) {
    CAPTURE(stiffness);
    Model model = scenes::stack({1, 2, 3});
    for (SurfacePair& pair : model.surface_pairs) pair.normal = {.stiffness = stiffness};
    Simulator simulator(model, {.dt = 0.01});
    State state = initial_state(model);
    REQUIRE(scenes::simulate(simulator, state, 2).status == StepStatus::ok);
    CHECK(state.v.norm() < 1e-6);
  }
}

// A spring gives back what it took: restitution is for what is hard.
TEST_CASE("what meets springs keeps its bits whatever its restitution") {
  for (const ImpactLaw impact : {ImpactLaw::newton, ImpactLaw::poisson})
    for (const double e : {0.3, 1.0}) {
      CAPTURE(e);
      const auto run = [&](double restitution) {
        Model model = soft_disc();
        for (SurfacePair& pair : model.surface_pairs) pair.e = restitution;
        Simulator simulator(model, {.dt = 0.001, .impact = impact});
        State state = initial_state(model);
        state.q[model.bodies[1].q_offset + 1] += 0.2;
        for (int k = 0; k < 600; ++k) REQUIRE(simulator.step(state).uncertified == 0);
        return state.q;
      };
      CHECK(run(e) == run(0));
    }
}

// Joints of what lands and stands on springs give it nothing, and the guard takes nothing off.
TEST_CASE("bodies with joints stand on springs as they would without") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const double mass = draw(1, 10), load = draw(1, 10), total = mass + load;
    const double stiffness = total * kGravity / (1e-4 * std::pow(10, draw(0, 2)));
    ModelBuilder builder;
    builder.add_material(
        {.name = "default",
         .self = {.normal = {.stiffness = stiffness,
                             .damping = draw(0.5, 2) * std::sqrt(stiffness * total)}}});
    builder.add_body(scenes::ground());
    const BodyId ball = builder.add_body(
        {.pose = {{0, draw(0.1, 0.2)}}, .shapes = {{planar::Disc{0.1}}}, .mass = mass});
    const BodyId top = builder.add_body({.pose = {{0, 0.5}}, .mass = load, .inertia = 0.02});
    builder.add_joint({.kind = JointKind::weld, .a = top, .b = ball, .anchor = {0, 0.5, 0}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = 0.002});
    State state = initial_state(model);
    while (state.time < 2) CHECK(simulator.step(state).braked == 0);
    const double height = state.q[model.bodies[1].q_offset + 1];
    CHECK(0.1 - height == relative(total * kGravity / stiffness, 1e-6));
  }
}

TEST_CASE("what springs of surfaces give back is no push-out of overlap") {
  const Model model = soft_disc();
  Simulator simulator(model, {.dt = 0.002});
  State state = initial_state(model);
  state.q[model.bodies[1].q_offset + 1] -= 0.02;
  double work = 0;
  for (int k = 0; k < 20; ++k) {
    const StepCertificate c = simulator.step(state).certificate;
    CHECK(c.push_out_work == 0);
    work += c.work;
  }
  CHECK(work > 0.5 * 0.5 * 1e4 * 0.02 * 0.02);
}

TEST_CASE("forces at instants and first-order motion refuse springs of surfaces") {
  const Model model = soft_disc();
  const std::string expected = "without compliance of surfaces, which level velocity has";
  const auto names_it = [&](const InvalidArgument& fault) {
    return fault.argument() == "model" &&
           std::string(fault.what()).find(expected) != std::string::npos;
  };
  try {
    AccelerationSimulator simulator(model, {});
    FAIL("accepted");
  } catch (const InvalidArgument& fault) {
    CHECK(names_it(fault));
  }
  try {
    FirstOrderStepper stepper(model);
    FAIL("accepted");
  } catch (const InvalidArgument& fault) {
    CHECK(names_it(fault));
  }
}

}  // namespace perpend
