// SPDX-License-Identifier: Apache-2.0
// Where a step has no derivative its report says so, and names the place.
#include "perpend/core/error.hpp"
#include "relative.hpp"
#include "sim/derivatives/finite_differences.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using differences::after, differences::Step;
using Eigen::VectorXd;

constexpr double kStep = 0.004;

Step start(Model model, SimulationOptions options = {.dt = kStep}) {
  State state = initial_state(model);
  return {std::move(model), options, std::move(state)};
}

bool names(const StepDerivatives& d, DegenerateRow::Kind kind, const std::string& name) {
  for (const DegenerateRow& row : d.degenerate)
    if (row.kind == kind && row.name.find(name) != std::string::npos) return true;
  return false;
}

// A box on level ground without gravity: it touches, and nothing presses.
Model weightless_box() {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_body(scenes::ground());
  builder.add_body(
      {.name = "box", .pose = {{0, 0.25}}, .shapes = {{.shape = planar::box(1, 0.5)}}});
  return builder.build().value();
}

}  // namespace

TEST_CASE("what touches without a force is degenerate, and named") {
  Step step = start(weightless_box());
  step.state.contacts.clear();
  const StepDerivatives d = differences::derivatives(step);
  CHECK(d.status == DerivativeStatus::degenerate);
  CHECK(names(d, DegenerateRow::Kind::unloaded, "box on ground"));
  CHECK(d.degenerate.size() == 2);
  // The derivative is that of the side on which the contact opens.
  CHECK(d.by_force(6 + 4, 4) == relative(kStep / step.model.bodies[1].mass));
}

TEST_CASE("rolling friction at its bound without rolling is degenerate, and named") {
  const double arm = 0.01, radius = 0.2;
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.5, .rolling = arm}});
  builder.add_body(scenes::ground());
  builder.add_body(
      {.name = "disc", .pose = {{0, radius}}, .shapes = {{.shape = planar::Disc{radius}}}});
  Step step = after(start(builder.build().value()), 20);
  step.held.force = VectorXd::Zero(step.model.dof());
  step.held.force[5] = arm * step.model.bodies[1].mass * 9.81;
  const StepDerivatives d = differences::derivatives(step);
  CHECK(d.status == DerivativeStatus::degenerate);
  CHECK(names(d, DegenerateRow::Kind::cone_edge, "roll of disc on ground"));
  for (const double share : {0.99, 1.01}) {
    Step other = step;
    other.held.force[5] *= share;
    CHECK(differences::derivatives(other).status == DerivativeStatus::regular);
  }
}

TEST_CASE("friction at its bound without slip is degenerate, and named") {
  Step step = after(start(scenes::box_on_slope(0, 0.5)), 20);
  const double weight = step.model.bodies[1].mass * 9.81;
  step.held.force = VectorXd::Zero(step.model.dof());
  step.held.force[3] = 0.5 * weight;
  const StepDerivatives d = differences::derivatives(step);
  CHECK(d.status == DerivativeStatus::degenerate);
  CHECK(names(d, DegenerateRow::Kind::cone_edge, "box on ground"));
  step.held.force[3] *= 0.99;
  CHECK(differences::derivatives(step).status == DerivativeStatus::regular);
  step.held.force[3] *= 1.02;
  CHECK(differences::derivatives(step).status == DerivativeStatus::regular);
}

TEST_CASE("dry friction at its bound without motion is degenerate, and named") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const BodyId rod = builder.add_body({.mass = 1.0, .inertia = 0.1});
  builder.add_joint(
      {.name = "hinge", .kind = JointKind::pin, .a = rod, .coordinates = {{.friction = 2.0}}});
  Step step = start(builder.build().value());
  step.held.joint_forces = {{{0}, 0, 2.0}};
  const StepDerivatives d = differences::derivatives(step);
  CHECK(d.status == DerivativeStatus::degenerate);
  CHECK(names(d, DegenerateRow::Kind::at_bound, "friction of hinge"));
  step.held.joint_forces[0].force = 1.9;
  CHECK(differences::derivatives(step).status == DerivativeStatus::regular);
}

// The second of two hinges, so that neither joint nor body is the first.
Step two_hinges(const CoordinateDef& coordinate, double torque) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  for (const char* name : {"gate", "hinge"}) {
    const BodyId rod = builder.add_body({.mass = 1.0, .inertia = 0.1});
    builder.add_joint({.name = name, .kind = JointKind::pin, .a = rod, .coordinates = {{}}});
  }
  Model model = builder.build().value();
  model.joints[1].coordinates = {coordinate};
  model.joints[1].coordinates[0].rest = 0;
  Step step = start(std::move(model));
  step.held.joint_forces = {{{1}, 0, torque}};
  return step;
}

TEST_CASE("motors and limits at their bound without motion are degenerate, told with their joint") {
  const std::pair<CoordinateDef, std::string> cases[] = {
      {{.motor = MotorKind::velocity, .max_force = 2}, "motor of hinge"},
      {{.friction = 2}, "friction of hinge"}};
  for (const auto& [coordinate, name] : cases)
    for (const double torque : {2.0, -2.0}) {
      CAPTURE(name);
      const StepDerivatives d = differences::derivatives(two_hinges(coordinate, torque));
      CHECK(d.status == DerivativeStatus::degenerate);
      REQUIRE(d.degenerate.size() == 1);
      CHECK(d.degenerate[0].kind == DegenerateRow::Kind::at_bound);
      CHECK(d.degenerate[0].name == name);
      CHECK(d.degenerate[0].joint.index == 1);
      CHECK(differences::derivatives(two_hinges(coordinate, 0.9 * torque)).degenerate.empty());
    }
  for (const bool upper : {false, true}) {
    CoordinateDef coordinate;
    (upper ? coordinate.hi : coordinate.lo) = 0;
    const StepDerivatives d = differences::derivatives(two_hinges(coordinate, 0));
    REQUIRE(d.degenerate.size() == 1);
    CHECK(d.degenerate[0].kind == DegenerateRow::Kind::at_bound);
    CHECK(d.degenerate[0].name == "limit of hinge");
    const double onto = upper ? 1.0 : -1.0;
    CHECK(differences::derivatives(two_hinges(coordinate, onto)).degenerate.empty());
    CHECK(differences::derivatives(two_hinges(coordinate, -onto)).degenerate.empty());
  }
}

// A torque about the normal that is all spinning friction bears, on a ball beside a lighter one.
TEST_CASE("spinning friction at its bound is degenerate, told with the bodies and their place") {
  const double arm = 0.01, radius = 0.2;
  ModelBuilder builder;
  builder.set_gravity({0, 0, -10});
  builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.5, .spinning = arm}});
  for (const double x : {-1.0, 3.0})
    builder.add_body(
        {.name = x > 0 ? "ball" : "other",
         .kind = BodyKind::spatial,
         .mass = x > 0 ? 2 : 1,
         .spatial = {.pose = {.p = {x, 0.5, radius}}, .shapes = {{spatial::Sphere{radius}}}}});
  builder.add_body({.name = "ground",
                    .kind = BodyKind::spatial_fixed,
                    .spatial = {.shapes = {{spatial::HalfSpace{}}}}});
  Step step = after(start(builder.build().value()), 20);
  step.held.force = VectorXd::Zero(step.model.dof());
  step.held.force[6 + 5] = arm * 2 * 10;
  const StepDerivatives d = differences::derivatives(step);
  CHECK(d.status == DerivativeStatus::degenerate);
  REQUIRE(d.degenerate.size() == 1);
  const DegenerateRow& row = d.degenerate[0];
  CHECK(row.kind == DegenerateRow::Kind::cone_edge);
  CHECK(row.name == "spin of ground on ball at (3, 0.5, 0)");
  CHECK(row.a.index == 1);
  CHECK(row.b.index == 2);
  CHECK((row.point - Eigen::Vector3d(3, 0.5, 0)).norm() < 1e-6);
}

// Four legs of which three bear all of it: the fourth has no force, but moves as the others let it.
TEST_CASE("a contact that others hold is not degenerate") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_body({.name = "ground",
                    .kind = BodyKind::spatial_fixed,
                    .spatial = {.shapes = {{spatial::HalfSpace{}}}}});
  builder.add_body(
      {.name = "box",
       .kind = BodyKind::spatial,
       .spatial = {.pose = {.p = {0, 0, 0.1}}, .shapes = {{spatial::box(0.4, 0.4, 0.2)}}}});
  const Step step = after(start(builder.build().value()), 10);
  const StepDerivatives d = differences::derivatives(step);
  CHECK(d.status == DerivativeStatus::regular);
  CHECK(d.redundant > 0);
  CHECK(d.degenerate.empty());
}

// Normal forces on four points are not unique; while the box turns, friction depends on them.
TEST_CASE("forces that are not unique and move something are named") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = 0.3, .mu_k = 0.3, .e = 0}});
  builder.add_body({.name = "ground",
                    .kind = BodyKind::spatial_fixed,
                    .spatial = {.shapes = {{spatial::HalfSpace{}}}}});
  builder.add_body({.name = "box",
                    .kind = BodyKind::spatial,
                    .spatial = {.pose = {.p = {0, 0, 0.1}},
                                .velocity = {0.8, 0.3, 0},
                                .omega = {0, 0, 5},
                                .shapes = {{spatial::box(0.4, 0.3, 0.2)}}}});
  Step step = start(builder.build().value());
  step.options.solver = lcp::Method::proximal;  // shares the load between all points
  const StepDerivatives d = differences::derivatives(after(step, 3));
  CHECK(d.status == DerivativeStatus::degenerate);
  CHECK(names(d, DegenerateRow::Kind::ambiguous, "box on ground"));
}

TEST_CASE("what has no derivatives says why") {
  Step step = start(scenes::box_on_slope(0.1, 0.5));
  step.options.law = ContactLaw::relaxed;
  const StepDerivatives relaxed = differences::derivatives(step);
  CHECK(relaxed.status == DerivativeStatus::failed);
  CHECK(relaxed.message.find("relaxed") != std::string::npos);
  CHECK(relaxed.by_state.size() == 0);
  step.options.law = ContactLaw::cone;
  step.options.drift = DriftControl::projection;
  CHECK(differences::derivatives(step).status == DerivativeStatus::failed);
  step.options.drift = DriftControl::stabilised;
  step.state.q[3] = std::nan("");
  CHECK(differences::derivatives(step).status == DerivativeStatus::failed);
  step.state.q.resize(2);
  CHECK_THROWS_AS(differences::derivatives(step), InvalidArgument);
}

TEST_CASE("asking for derivatives changes nothing") {
  const Step step = after(start(scenes::box_on_slope(0.3, 0.4, {2, 0})), 3);
  Simulator asked(step.model, step.options), other(step.model, step.options);
  State a = step.state, b = step.state;
  for (int k = 0; k < 5; ++k) {
    asked.apply_force_at({1}, {.force = {1, 0, 0}});
    other.apply_force_at({1}, {.force = {1, 0, 0}});
    const StepDerivatives d = asked.derivatives(a);
    asked.step(a);
    other.step(b);
    CHECK(hash(a) == hash(b));
    CHECK(hash(d.after) == hash(a));
  }
}

}  // namespace perpend
