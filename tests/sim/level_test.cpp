// SPDX-License-Identifier: Apache-2.0
//
// What the levels beside that of velocities tell of contacts.
#include "perpend/sim/level.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "dynamics/joints/joint_rows.hpp"
#include "perpend/core/error.hpp"
#include "perpend/dynamics/joint_reaction.hpp"
#include "perpend/dynamics/measure.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

constexpr double kGravity = 9.81, kStep = 0.01;

// A box of 2 kg that moves along the ground at `speed`.
Model on_ground(double mu_s, double mu_k, double speed) {
  ModelBuilder builder;
  builder.set_gravity({0, -kGravity, 0});
  builder.add_material({.name = "default", .self = {.mu_s = mu_s, .mu_k = mu_k}});
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{}}}});
  builder.add_body({.pose = {{0, 0.1}, 0},
                    .velocity = {speed, 0, 0},
                    .shapes = {{planar::box(1, 0.2)}},
                    .mass = 2});
  return builder.build().value();
}

}  // namespace

TEST_CASE("contacts at the level of accelerations: the friction that holds, impulses of a step") {
  const double mu_s = 0.6, mu_k = 0.4;
  for (const double speed : {0.0, 3.0, -3.0}) {
    CAPTURE(speed);
    const Model model = on_ground(mu_s, mu_k, speed);
    LevelSimulator simulator(model, {.dt = kStep});
    State state = initial_state(model);
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    REQUIRE(simulator.contacts().size() == 2);
    Eigen::Vector3d impulse(0, 0, 0);
    for (const ContactRecord& contact : simulator.contacts()) {
      CHECK(contact.mu == (speed == 0 ? mu_s : mu_k));
      CHECK(contact.status == (speed == 0 ? ContactStatus::stick : ContactStatus::slide));
      CHECK(std::abs(contact.normal.y()) == relative(1));
      impulse += contact.normal.y() > 0 ? contact.impulse : Eigen::Vector3d(-contact.impulse);
    }
    const double weight = 2 * kGravity * kStep;
    CHECK(std::abs(impulse.y()) == relative(weight, 1e-9));
    CHECK(std::abs(impulse.x()) <= (speed == 0 ? 1e-9 : mu_k * (1 + 1e-9)) * weight);
    if (speed == 0) continue;
    CHECK(std::abs(impulse.x()) == relative(mu_k * weight, 1e-9));
    CHECK(state.v[3] == relative(speed - std::copysign(mu_k * kGravity * kStep, speed), 1e-9));
  }
}

// A cube of 2 kg that slides over the ground of space in a direction of no axis.
TEST_CASE("contacts at the level of accelerations: where they are and which way they slip") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  builder.add_material({.name = "default", .self = {.mu_s = 0.2, .mu_k = 0.2}});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{spatial::HalfSpace{}}}}});
  const BodyId cube = builder.add_body(
      {.kind = BodyKind::spatial,
       .mass = 2,
       .spatial = {
           .pose = {{3, -5, 0.5}}, .velocity = {2, -1, 0}, .shapes = {{spatial::box(1, 1, 1)}}}});
  const Model model = builder.build().value();
  LevelSimulator simulator(model, {.dt = kStep});
  State state = initial_state(model);
  REQUIRE(simulator.step(state).status == StepStatus::ok);
  REQUIRE(simulator.contacts().size() == 4);
  const Eigen::Vector3d velocity = body_twist(model, state, cube).velocity;
  Eigen::Vector3d middle(0, 0, 0);
  for (const ContactRecord& contact : simulator.contacts()) {
    const Eigen::Vector3d slip = contact.b == cube ? contact.slip : Eigen::Vector3d(-contact.slip);
    CHECK((slip - velocity).norm() < 1e-8);
    middle += 0.25 * contact.point;
  }
  const Eigen::Vector3d below = spatial_pose(model, state, cube).p - Eigen::Vector3d(0, 0, 0.5);
  CHECK((middle - below).norm() < 1e-8);
}

// A box of 2 kg creeps down a slope by g (sin - mu_k cos) times a second, or stays where friction
// holds it: at this level friction is the dynamic one in both.
TEST_CASE("contacts of the first-order world: they slide while a body creeps, by its velocity") {
  for (const double angle : {0.4, 0.1}) {
    CAPTURE(angle);
    const double mu_s = 0.3, mu_k = 0.2;
    ModelBuilder builder;
    builder.set_gravity({kGravity * std::sin(angle), -kGravity * std::cos(angle), 0});
    builder.add_material({.name = "default", .self = {.mu_s = mu_s, .mu_k = mu_k}});
    builder.add_body({.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{}}}});
    const BodyId box =
        builder.add_body({.pose = {{0, 0.1}, 0}, .shapes = {{planar::box(1, 0.2)}}, .mass = 2});
    const Model model = builder.build().value();
    LevelSimulator simulator(model, {.level = Level::first_order, .dt = kStep});
    State state = initial_state(model);
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    const double speed = std::max(0.0, kGravity * (std::sin(angle) - mu_k * std::cos(angle)));
    CHECK(std::abs(state.v[3] - speed) < 1e-9);
    REQUIRE(simulator.contacts().size() == 2);
    for (const ContactRecord& contact : simulator.contacts()) {
      CHECK(contact.mu == mu_k);
      CHECK(contact.status == (speed > 0 ? ContactStatus::slide : ContactStatus::stick));
      const double side = contact.b == box ? 1 : -1;
      CHECK((side * contact.slip - Eigen::Vector3d(speed, 0, 0)).norm() < 1e-9);
    }
  }
}

// A bar of 2 kg, pinned at its left end, rests with its right end on a post: each bears half of
// its weight.
TEST_CASE("joints of the first-order world have the impulse of a step, beside contacts too") {
  ModelBuilder builder;
  builder.set_gravity({0, -kGravity, 0});
  builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0}});
  builder.add_body(
      {.kind = BodyKind::fixed, .pose = {{1, -0.2}, 0}, .shapes = {{.shape = planar::Disc{0.1}}}});
  const BodyId bar = builder.add_body({.shapes = {{planar::box(2, 0.2)}}, .mass = 2});
  const JointId pin = builder.add_joint({.kind = JointKind::pin, .a = bar, .anchor = {-1, 0, 0}});
  const Model model = builder.build().value();
  LevelSimulator simulator(model, {.level = Level::first_order, .dt = kStep});
  State state = initial_state(model);
  REQUIRE(simulator.step(state).status == StepStatus::ok);
  const Eigen::Vector3d force =
      joint_reaction(model, state, pin, state.joint_impulses, kStep).force;
  CHECK((force - Eigen::Vector3d(0, kGravity, 0)).norm() < 1e-8);
}

// A bob of 2 kg on an oblique rail, pulled from rest by a spring that is 0.2 m too long: energy
// goes from one to the other.
TEST_CASE("at the level of accelerations springs have energy, and joints the impulse of a step") {
  constexpr double kStiffness = 50, kStretch = 0.2;
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const BodyId bob = builder.add_body({.kind = BodyKind::particle, .pose = {{1, 0}}, .mass = 2});
  builder.add_joint({.kind = JointKind::strut,
                     .a = bob,
                     .anchor = {1, 0, 0},
                     .anchor_b = Eigen::Vector3d(0, 0, 0),
                     .coordinates = {{.stiffness = kStiffness, .rest = 1 - kStretch}}});
  const JointId rail = builder.add_joint(
      {.kind = JointKind::point_on_line, .a = bob, .anchor = {1, 0, 0}, .axis = {1, 1, 0}});
  const Model model = builder.build().value();
  LevelSimulator simulator(model, {.dt = kStep});
  State state = initial_state(model);
  const StepCertificate certificate = simulator.step(state).certificate;
  const double energy = 0.5 * kStiffness * kStretch * kStretch;
  CHECK(certificate.energy_before == relative(energy, 1e-12));
  CHECK(certificate.energy_after == relative(energy, 1e-8));
  // Along the rail's normal (1, -1)/sqrt(2) nothing accelerates: the rail bears that part of the
  // pull, k times what the spring is too long, along the spring.
  const Eigen::Vector3d at(state.q[0], state.q[1], 0);
  const Eigen::Vector3d normal = Eigen::Vector3d(1, -1, 0).normalized();
  const Eigen::Vector3d pull = -kStiffness * (at.norm() - 1 + kStretch) * at.normalized();
  const Eigen::Vector3d force =
      joint_reaction(model, state, rail, state.joint_impulses, kStep).force;
  CHECK((force + pull.dot(normal) * normal).norm() < 1e-6);
}

// A parallelogram of three bars that falls.
TEST_CASE("levels tell how well the equations of joints are solved, and what it took") {
  ModelBuilder builder;
  builder.set_gravity({0, -kGravity, 0});
  const auto bar = [&](double x, double y) {
    return builder.add_body({.pose = {{x, y}, 0}, .mass = 1.1, .inertia = 0.13});
  };
  const BodyId left = bar(0.3, 0.5), top = bar(1.1, 1), right = bar(1.3, 0.5);
  builder.add_joint({.kind = JointKind::pin, .a = left});
  builder.add_joint({.kind = JointKind::pin, .a = top, .b = left, .anchor = {0.6, 1, 0}});
  builder.add_joint({.kind = JointKind::pin, .a = right, .b = top, .anchor = {1.6, 1, 0}});
  builder.add_joint({.kind = JointKind::pin, .a = right, .anchor = {1, 0, 0}});
  const Model model = builder.build().value();
  for (const Level level : {Level::acceleration, Level::first_order}) {
    LevelSimulator simulator(model, {.level = level, .dt = kStep});
    State state = initial_state(model);
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    CHECK(report.certificate.joint_residual > 0);
    CHECK(report.certificate.joint_residual < 1e-12);
    CHECK((report.factorisations > 1) == (level == Level::acceleration));
    CHECK(report.certificate.joint_gap < 1e-9 + (level == Level::acceleration ? 0 : 0.1));
  }
}

TEST_CASE("levels tell which methods answered their instants with contacts") {
  const Model model = on_ground(0.5, 0.5, 1);
  LevelSimulator simulator(model, {.level = Level::acceleration, .dt = kStep});
  State state = initial_state(model);
  const StepReport report = simulator.step(state);
  REQUIRE(report.status == StepStatus::ok);
  int answered = 0;
  for (const int count : report.answered_by) answered += count;
  CHECK(answered > 0);
  CHECK(answered <= report.factorisations);
}

TEST_CASE("a state that is none is refused by the name of its body, and stays") {
  const Model model = on_ground(0.5, 0.5, 1);
  for (const Level level : {Level::acceleration, Level::first_order})
    for (const bool position : {true, false}) {
      CAPTURE(position);
      LevelSimulator simulator(model, {.level = level, .dt = kStep});
      State state = initial_state(model);
      (position ? state.q : state.v)[4] = std::nan("");
      const StepReport report = simulator.step(state);
      CHECK(report.status == StepStatus::diverged);
      CHECK(report.message == (position ? "the position" : "the velocity") +
                                  std::string(" of body `body_1` is not finite"));
      CHECK(report.factorisations == 0);
      CHECK(state.step == 0);
      CHECK(state.time == 0);
    }
}

// Two links on a strut, whose joints open in the first-order world, and a ball that was set a
// little into the floor, which the first-order world takes out at once.
TEST_CASE("steps of levels tell time, number, energies, joint errors and overlap as they are") {
  ModelBuilder builder;
  builder.set_gravity({1, -kGravity, 0});
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{}}}});
  builder.add_body({.pose = {{5, 0.2}}, .velocity = {1, 0, 0}, .shapes = {{planar::Disc{0.2}}}});
  const BodyId arm = builder.add_body({.pose = {{0.5, 2}, 0.3}, .mass = 2, .inertia = 0.3});
  const BodyId tip = builder.add_body({.pose = {{1.5, 2}, 0}, .mass = 1, .inertia = 0.1});
  builder.add_joint({.kind = JointKind::pin, .a = arm, .anchor = {0, 2, 0}});
  builder.add_joint({.kind = JointKind::pin, .a = tip, .b = arm, .anchor = {1, 2, 0}});
  builder.add_joint({.kind = JointKind::strut,
                     .a = tip,
                     .anchor = {2, 2, 0},
                     .anchor_b = Eigen::Vector3d(0, 4, 0),
                     .coordinates = {{.stiffness = 30, .rest = 1.0}}});
  const Model model = builder.build().value();
  for (const Level level : {Level::acceleration, Level::first_order}) {
    LevelSimulator simulator(model, {.level = level, .dt = kStep});
    State state = initial_state(model);
    state.time = 0.3;
    state.q[4] -= 1e-3;
    for (int k = 1; k <= 3; ++k) {
      const EnergyParts before = energy_parts(model, state);
      const StepReport report = simulator.step(state);
      REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
      const StepCertificate& certificate = report.certificate;
      CHECK(report.step == k);
      CHECK(state.step == k);
      CHECK(report.time == relative(0.3 + k * kStep));
      CHECK(state.time == relative(report.time));
      CHECK(report.contacts == 1);
      CHECK(certificate.energy_before == relative(before.total()));
      CHECK(certificate.energy_after == relative(energy_parts(model, state).total()));
      CHECK(certificate.joint_gap == joint_error(model, state).gap);
      CHECK((certificate.joint_gap > 1e-6) == (level == Level::first_order));
      const double overlap = std::max(0.0, 0.2 - state.q[4]);
      CHECK(certificate.penetration - overlap == near_zero(1e-15));
      CHECK((overlap > 5e-4) == (level == Level::acceleration));
    }
    CHECK(simulator.contacts()[0].a.index == 0);
    CHECK(simulator.contacts()[0].b.index == 1);
    CHECK(simulator.events().empty());
  }
}

TEST_CASE("a simulator of a level that was moved from is the caller's mistake") {
  const Model model = scenes::box_on_slope(0, 0.5);
  LevelSimulator simulator(model, {.level = Level::first_order, .dt = 1e-3});
  LevelSimulator other = std::move(simulator);
  State state = initial_state(model);
  CHECK(other.step(state).status == StepStatus::ok);
  CHECK_THROWS_AS(simulator.step(state), InvalidArgument);
  CHECK_THROWS_AS(simulator.contacts(), InvalidArgument);
  CHECK_THROWS_AS(simulator.events(), InvalidArgument);
}

}  // namespace perpend
