// SPDX-License-Identifier: Apache-2.0
// Derivatives of a step in space, beside differences.
#include <random>

#include "sim/derivatives/finite_differences.hpp"

namespace perpend {
namespace {

using differences::after, differences::check_all, differences::Step;
using Eigen::Vector3d, Eigen::VectorXd;

constexpr double kStep = 0.004;

struct Random {
  std::mt19937 bits;
  double operator()(double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(bits);
  }
  Vector3d vector(double size) {
    return {(*this)(-size, size), (*this)(-size, size), (*this)(-size, size)};
  }
};

struct Scene {
  ModelBuilder builder;

  explicit Scene(double mu, double rolling = 0, double spinning = 0) {
    builder.set_gravity({0, 0, -9.81});
    builder.add_material(
        {.name = "default",
         .self = {.mu_s = mu, .mu_k = mu, .e = 0, .rolling = rolling, .spinning = spinning}});
  }
  void ground() {
    builder.add_body({.name = "ground",
                      .kind = BodyKind::spatial_fixed,
                      .spatial = {.shapes = {{spatial::HalfSpace{}}}}});
  }
  BodyId solid(const std::string& name, const spatial::Shape& shape, const Vector3d& at,
               const Vector3d& velocity = Vector3d::Zero(),
               const Vector3d& omega = Vector3d::Zero()) {
    return builder.add_body(
        {.name = name,
         .kind = BodyKind::spatial,
         .spatial = {
             .pose = {.p = at}, .velocity = velocity, .omega = omega, .shapes = {{shape}}}});
  }
  Step start(SimulationOptions options = {.dt = kStep}) {
    Model model = builder.build().value();
    State state = initial_state(model);
    return {std::move(model), options, std::move(state)};
  }
};

}  // namespace

TEST_CASE("free rotation, beside differences") {
  Random random{std::mt19937(1)};
  Scene scene(0.5);
  scene.solid("brick", spatial::box(0.1, 0.3, 0.5), {0, 0, 2}, random.vector(2), random.vector(8));
  const StepDerivatives d = check_all(scene.start());
  CHECK(d.status == DerivativeStatus::regular);
}

// How four corners share the load is free; while all slip alike nothing depends on it but what a
// turn about the normal makes of the friction.
TEST_CASE("boxes in space that slide and stick, beside differences") {
  for (int seed = 0; seed < 8; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(seed)};
    const bool slides = seed % 2 == 0;
    Scene scene(slides ? 0.2 : 0.8);
    scene.ground();
    const Vector3d speed = slides ? Vector3d(random(1, 3), random(1, 3), 0) : Vector3d::Zero();
    scene.solid("box", spatial::box(random(0.2, 0.6), random(0.2, 0.6), 0.3), {0, 0, 0.15}, speed);
    Step step = scene.start();
    step.options.stepper = seed % 3 == 2 ? Stepper::semi_implicit : Stepper::midpoint;
    step = after(step, 6);
    if (!slides) {
      step.held.force = VectorXd::Zero(step.model.dof());
      step.held.force.segment<3>(6) << 5, 3, 0;
    }
    if (slides) step.skip = {6 + 5};
    const StepDerivatives d = check_all(step, 2e-5);
    CHECK(d.status == (slides ? DerivativeStatus::degenerate : DerivativeStatus::regular));
    for (const DegenerateRow& row : d.degenerate) CHECK(row.kind == DegenerateRow::Kind::ambiguous);
    CHECK(d.redundant > 0);
    CHECK((slides ? d.sliding : d.sticking) >= 3);
  }
}

// Three feet bear what they must: nothing is free.
TEST_CASE("a tripod that slides and turns, beside differences") {
  for (int seed = 0; seed < 4; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(30 + seed)};
    Scene scene(0.3);
    scene.ground();
    SpatialDef tripod{.pose = {.p = {0, 0, 0.1}},
                      .velocity = {random(1, 2), random(-1, 1), 0},
                      .omega = {0, 0, random(1, 4)}};
    for (int k = 0; k < 3; ++k)
      tripod.shapes.push_back(
          {spatial::Sphere{0.1}, {.p = {0.4 * std::cos(2.1 * k), 0.3 * std::sin(2.1 * k), 0}}});
    scene.builder.add_body({.name = "tripod", .kind = BodyKind::spatial, .spatial = tripod});
    Step step = scene.start();
    step.options.law = seed == 3 ? ContactLaw::box : ContactLaw::cone;
    const StepDerivatives d = check_all(after(step, 5), 2e-5);
    CHECK(d.status == DerivativeStatus::regular);
    CHECK(d.sliding == 3);
    CHECK(d.redundant == 0);
  }
}

TEST_CASE("a ball that rolls and one that slips, beside differences") {
  for (const bool slips : {false, true}) {
    CAPTURE(slips);
    Scene scene(0.3);
    scene.ground();
    const double spin = slips ? 0.0 : 2.0 / 0.2;
    scene.solid("ball", spatial::Sphere{0.2}, {0, 0, 0.2}, {2, 1, 0}, {-0.5 * spin, spin, 0});
    const Step step = after(scene.start(), 4);
    const StepDerivatives d = check_all(step, 2e-5);
    CHECK(d.status == DerivativeStatus::regular);
    CHECK((slips ? d.sliding : d.sticking) == 1);
  }
}

// Moments against turning slide as friction does, one about the tangents and one about the normal.
TEST_CASE("balls with rolling and spinning friction, beside differences") {
  for (int seed = 0; seed < 10; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(100 + seed)};
    enum { kRolls, kSlips, kTurns, kRests, kRollsAndTurns };
    const int motion = seed % 5;
    const double radius = random(0.1, 0.3), arm = random(0.002, 0.01);
    Vector3d velocity(0, 0, 0), omega(0, 0, 0);
    if (motion != kTurns && motion != kRests) velocity << random(1, 2), random(-2, 2), 0;
    if (motion == kRolls || motion == kRollsAndTurns)
      omega << -velocity.y() / radius, velocity.x() / radius, 0;
    if (motion == kTurns || motion == kRollsAndTurns) omega.z() = random(2, 6);
    if (motion == kSlips) omega << random(-1, 1), random(-1, 1), random(1, 2);
    Scene scene(0.4, arm, random(0.002, 0.01));
    scene.ground();
    scene.solid("ball", spatial::Sphere{radius}, {0, 0, radius}, velocity, omega);
    Step step = scene.start();
    if (seed >= 5) step.options.law = ContactLaw::box;
    step = after(step, 4);
    const double weight = step.model.bodies[1].mass * 9.81;
    step.held.force = VectorXd::Zero(step.model.dof());
    step.held.force.segment<3>(6 + 3) = 0.2 * weight * arm * random.vector(1);
    const StepDerivatives d = check_all(step, 2e-5);
    CHECK(d.status == DerivativeStatus::regular);
    CHECK((motion == kSlips ? d.sliding : d.sticking) == 1);
    // Where it rests no force moves it, where it turns or rolls one does.
    CHECK((d.by_force.bottomRows(12).cwiseAbs().maxCoeff() * weight < 1e-9) == (motion == kRests));
  }
}

TEST_CASE("a board on rollers with rolling friction, beside differences") {
  for (int seed = 0; seed < 4; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(120 + seed)};
    const double radius = 0.1, speed = random(0.4, 1);
    Scene scene(0.6, 0.004, seed % 2 == 0 ? 0.003 : 0.0);
    scene.ground();
    for (int k = 0; k < 3; ++k)
      scene.solid("ball" + std::to_string(k), spatial::Sphere{radius},
                  {0.3 * std::cos(2.1 * k), 0.25 * std::sin(2.1 * k), radius}, {speed, 0, 0},
                  {0, speed / radius, 0});
    scene.solid("board", spatial::box(0.8, 0.8, 0.02), {random(-0.04, 0.04), 0, 2 * radius + 0.01},
                {2 * speed, 0, 0});
    Step step = after(scene.start(), 4);
    step.length = 1e-5;  // bounds of moments are settled to 1e-11
    const StepDerivatives d = check_all(step, 5e-5);
    CHECK(d.status == DerivativeStatus::regular);
    CHECK(d.sticking == 6);
  }
}

TEST_CASE("a can at rest, beside differences") {
  Scene scene(0.5);
  scene.ground();
  scene.solid("can", spatial::Cylinder{0.15, 0.1}, {0.3, 0.2, 0.15});
  const StepDerivatives d = check_all(after(scene.start(), 20), 2e-5);
  CHECK(d.status == DerivativeStatus::regular);
}

TEST_CASE("a stack in space that is pushed, beside differences") {
  for (int seed = 0; seed < 3; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(50 + seed)};
    Scene scene(0.6);
    scene.ground();
    scene.solid("lower", spatial::box(0.4, 0.4, 0.2), {0, 0, 0.1});
    scene.solid("upper", spatial::box(0.3, 0.25, 0.2),
                {random(-0.03, 0.03), random(-0.03, 0.03), 0.3});
    Step step = after(scene.start(), 10);
    step.held.force = VectorXd::Zero(step.model.dof());
    step.held.force[step.model.bodies[2].v_offset] = 8;
    const StepDerivatives d = check_all(step, 1e-4);
    CHECK(d.status == DerivativeStatus::regular);
  }
}

TEST_CASE("an arm that pushes a block in space, beside differences") {
  Scene scene(0.3);
  scene.ground();
  const BodyId arm = scene.solid("arm", spatial::box(0.5, 0.1, 0.1), {0.25, 0, 0.3}, {0, 0, 0});
  const BodyId hand = scene.solid("hand", spatial::Sphere{0.1}, {0.6, 0, 0.3});
  scene.solid("block", spatial::box(0.3, 0.3, 0.5), {0.65, 0.26, 0.25});
  scene.builder.add_joint(
      {.name = "shoulder",
       .kind = JointKind::pin,
       .a = arm,
       .axis = {0, 0, 1},
       .coordinates = {{.motor = MotorKind::velocity, .target = 0.5, .max_force = 60}}});
  scene.builder.add_joint({.name = "wrist",
                           .kind = JointKind::spherical,
                           .a = hand,
                           .b = arm,
                           .anchor = {0.5, 0, 0.3},
                           .coordinates = {{.stiffness = 200, .damping = 2}}});
  const Step step = after(scene.start(), 40);
  const StepDerivatives d = check_all(step, 1e-4);
  CHECK(d.status == DerivativeStatus::regular);
  CHECK(d.sliding + d.sticking > 3);
}

// Above each other the tangents of their frame would jump by a right angle, whatever way the normal
// leans.
TEST_CASE("a ball that slips on the top of another, beside differences") {
  for (int seed = 0; seed < 4; ++seed) {
    CAPTURE(seed);
    Random random{std::mt19937(900 + seed)};
    Scene scene(0.3);
    scene.ground();
    scene.solid("low", spatial::Sphere{0.2}, {0, 0, 0.2}, Vector3d::Zero(), random.vector(4));
    scene.solid("high", spatial::Sphere{0.15}, {0, 0, 0.55}, Vector3d::Zero(), random.vector(9));
    const StepDerivatives d = check_all(scene.start(), 2e-5);
    CHECK(d.sliding == 2);
  }
}

// Friction of the box law has a bound along each tangent; what slips along one of them slides.
TEST_CASE("a box that slips along one tangent alone slides under the box law") {
  for (const Vector3d& speed : {Vector3d(2, 0, 0), Vector3d(0, 2, 0), Vector3d(1, 2, 0)}) {
    Scene scene(0.3);
    scene.ground();
    scene.solid("box", spatial::box(0.4, 0.4, 0.2), {0, 0, 0.1}, speed);
    const StepDerivatives d =
        differences::derivatives(after(scene.start({.dt = kStep, .law = ContactLaw::box}), 3));
    CHECK(d.sliding == 4);
    CHECK(d.sticking == 0);
  }
}

}  // namespace perpend
