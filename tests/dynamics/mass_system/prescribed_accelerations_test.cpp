// SPDX-License-Identifier: Apache-2.0
// What bodies of prescribed motion that varies carry along: accelerations and the forces for them.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "perpend/dynamics/inverse_dynamics.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kFrequency = 1.5, kOmega = 2 * std::numbers::pi * kFrequency, kPhase = 0.4;
constexpr double kMass = 2.0;

// Harmonics started whole cycles ago: what starts just now has no smooth past.

// 2 kg welded to a body at `base` whose motion is given, `arm` from it.
Model carried(const Motion& motion, const Vector3d& base, const Vector3d& arm) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const BodyId carrier = builder.add_body(
      {.kind = BodyKind::spatial_kinematic, .motion = motion, .spatial = {.pose = {.p = base}}});
  const BodyId load = builder.add_body(
      {.kind = BodyKind::spatial,
       .mass = kMass,
       .spatial = {.pose = {.p = base + arm},
                   .velocity = motion.velocity + turn_rate(motion, 0).cross(arm),
                   .omega = turn_rate(motion, 0),
                   .inertia = Eigen::Matrix3d(Vector3d(0.2, 0.3, 0.4).asDiagonal())}});
  builder.add_joint({.kind = JointKind::weld, .a = load, .b = carrier, .anchor = base + arm});
  return builder.build().value();
}

}  // namespace

// a = alpha × r + omega × (omega × r), alpha the rate of the angular velocity.
TEST_CASE("what a base in space rocks is accelerated along and across its arm") {
  const Vector3d base(5, -3, 2), arm(0.3, 0.7, -0.4);
  for (int axis = 0; axis < 3; ++axis) {
    CAPTURE(axis);
    const Vector3d along = Vector3d::Unit(axis);
    const Motion motion{
        .omega = 0.5 * along,
        .harmonics = {
            {.rotation = 0.2 * along, .frequency = kFrequency, .phase = kPhase, .start = -2},
            {.rotation = -0.1 * along, .frequency = 2 * kFrequency, .start = -2}}};
    const Model model = carried(motion, base, arm);
    const State state = initial_state(model);
    const double rate = 0.5 + 0.2 * kOmega * std::cos(kPhase) - 0.1 * 2 * kOmega;
    const Vector3d omega = rate * along;
    const Vector3d alpha = -0.2 * kOmega * kOmega * std::sin(kPhase) * along;
    const Vector3d a = alpha.cross(arm) + omega.cross(omega.cross(arm));
    const InstantDynamics answer = InverseDynamics(model, state, {}).solve({});
    CHECK((answer.acceleration.segment<3>(6) - a).norm() < 1e-8 * a.norm());
    CHECK((answer.acceleration.segment<3>(9) - alpha).norm() < 1e-8 * alpha.norm());
    CHECK((answer.joint_force.head<3>() - kMass * a).norm() < 1e-8 * kMass * a.norm());
  }
}

TEST_CASE("a harmonic is the same with all its signs turned round") {
  for (const double frequency : {2.0, 100.0, 2000.0}) {
    const Vector3d axis(0, 0, 0.001), arm(0.3, 0.7, -0.4);
    const auto accelerations = [&](double sign) {
      const Motion motion{.harmonics = {{.rotation = sign * axis,
                                         .frequency = sign * frequency,
                                         .phase = sign * 0.3,
                                         .start = -2}}};
      const Model model = carried(motion, {0, 0, 0}, arm);
      return InverseDynamics(model, initial_state(model), {}).solve({}).acceleration;
    };
    const Eigen::VectorXd a = accelerations(1), b = accelerations(-1);
    CHECK((a - b).norm() < 1e-9 * a.norm());
  }
}

// About changing axes the angular acceleration is that of the rate itself.
TEST_CASE("what a base rocks about several axes turns as the rate of its motion changes") {
  const Motion motion{
      .omega = {0, 0, 0.7},
      .harmonics = {{.rotation = {0.3, 0, 0}, .frequency = 0.8, .phase = 0.2, .start = -10},
                    {.rotation = {0, -0.2, 0.1}, .frequency = 1.3, .phase = 1, .start = -10}}};
  const Vector3d arm(0.3, 0.7, -0.4);
  const Model model = carried(motion, {0, 0, 0}, arm);
  constexpr double h = 1e-4;
  const Vector3d omega = turn_rate(motion, 0);
  const Vector3d alpha = (turn_rate(motion, h) - turn_rate(motion, -h)) / (2 * h);
  const Vector3d a = alpha.cross(arm) + omega.cross(omega.cross(arm));
  const auto motion_at = InverseDynamics(model, initial_state(model), {}).solve({}).acceleration;
  CHECK((motion_at.segment<3>(6) - a).norm() < 1e-6 * a.norm());
  CHECK((motion_at.segment<3>(9) - alpha).norm() < 1e-6 * alpha.norm());
}

TEST_CASE("what a base in the plane rocks is accelerated along and across its arm") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const double rate = 0.3 * kOmega * std::cos(kPhase);
  const BodyId still = builder.add_body(
      {.kind = BodyKind::kinematic, .pose = {{-4, 0}}, .motion = {.velocity = {0, 1, 0}}});
  const BodyId base = builder.add_body({.kind = BodyKind::kinematic,
                                        .pose = {{2, 1}},
                                        .motion = {.harmonics = {{.amplitude = {0, 0, 0.3},
                                                                  .frequency = kFrequency,
                                                                  .phase = kPhase,
                                                                  .start = -2}}}});
  const BodyId even =
      builder.add_body({.pose = {{-4, 1}}, .velocity = {0, 1, 0}, .mass = kMass, .inertia = 0.1});
  const BodyId load = builder.add_body(
      {.pose = {{2, 1.8}}, .velocity = {-0.8 * rate, 0, rate}, .mass = kMass, .inertia = 0.1});
  builder.add_joint({.kind = JointKind::weld, .a = even, .b = still});
  builder.add_joint({.kind = JointKind::weld, .a = load, .b = base, .anchor = {2, 1.8, 0}});
  const Model model = builder.build().value();
  const double alpha = -0.3 * kOmega * kOmega * std::sin(kPhase);
  const InstantDynamics answer = InverseDynamics(model, initial_state(model), {}).solve({});
  const auto on = [&](BodyId id) {
    return Vector3d(answer.acceleration.segment<3>(model.bodies[id.index].v_offset));
  };
  CHECK(on(load).x() == relative(-0.8 * alpha, 1e-8));
  CHECK(on(load).y() == relative(-0.8 * rate * rate, 1e-8));
  CHECK(on(load).z() == relative(alpha, 1e-8));
  CHECK(on(even).norm() == near_zero(1e-8));
  CHECK(answer.joint_force[3] == relative(-0.8 * kMass * alpha, 1e-8));
}

// Of the three the middle one alone moves the base at the start.
TEST_CASE("of several harmonics those accelerate that act now") {
  const Harmonic past{.amplitude = {0, 0.2, 0}, .frequency = kFrequency, .start = -4, .stop = -2};
  const Harmonic now{
      .amplitude = {0.1, 0, 0}, .frequency = kFrequency, .phase = kPhase, .start = -2};
  const Harmonic later{.amplitude = {0, 0, 0.3}, .frequency = kFrequency, .start = 2};
  const Vector3d arm(0.3, 0.7, -0.4);
  for (const std::vector<Harmonic>& order : {std::vector{past, now, later}, {later, past, now}}) {
    const Model model = carried({.velocity = {0, 0, 1}, .harmonics = order}, {1, 2, 3}, arm);
    State state = initial_state(model);
    state.v.segment<3>(model.bodies[1].v_offset).x() += 0.1 * kOmega * std::cos(kPhase);
    const Vector3d a(-0.1 * kOmega * kOmega * std::sin(kPhase), 0, 0);
    const auto found = InverseDynamics(model, state, {}).solve({}).acceleration;
    CHECK((found.segment<3>(6) - a).norm() < 1e-8 * a.norm());
    CHECK(found.segment<3>(9).norm() < 1e-8);
  }
}

// A load welded to a base that starts or stops to rock at this very moment, or did so before.
TEST_CASE("a base that starts to rock accelerates what it carries as from then on") {
  const double w = 2 * std::numbers::pi * kFrequency;
  for (const double start : {0.0, -1 / kFrequency})
    for (const double stop : {1e300, 0.0}) {
      CAPTURE(start);
      CAPTURE(stop);
      const bool moves = stop > 0;
      const Motion motion{.harmonics = {{.rotation = {0, 0, 0.2},
                                         .frequency = kFrequency,
                                         .phase = kPhase,
                                         .start = start,
                                         .stop = stop}}};
      const double rate = moves ? 0.2 * w * std::cos(kPhase) : 0.0;
      const double alpha = moves ? -0.2 * w * w * std::sin(kPhase) : 0.0;
      ModelBuilder builder;
      const BodyId base = builder.add_body({.kind = BodyKind::spatial_kinematic, .motion = motion});
      BodyDef def{.kind = BodyKind::spatial, .mass = kMass};
      def.spatial.pose.p = {2, 0, 0.5};
      def.spatial.inertia = Eigen::Matrix3d::Identity();
      def.spatial.center_of_mass = Vector3d::Zero();
      def.spatial.velocity = {0, 2 * rate, 0};
      def.spatial.omega = {0, 0, rate};
      const BodyId load = builder.add_body(def);
      builder.add_joint({.kind = JointKind::weld, .a = load, .b = base});
      const Model model = builder.build().value();
      const Eigen::VectorXd a =
          InverseDynamics(model, initial_state(model), {}).solve({}).acceleration;
      const Vector3d turning(0, 0, alpha);
      CHECK((a.segment<3>(model.bodies[base.index].v_offset + 3) - turning).norm() < 1e-6);
      CHECK((a.segment<3>(model.bodies[load.index].v_offset + 3) - turning).norm() < 1e-6);
      const Vector3d moving(-2 * rate * rate, 2 * alpha, 0);
      CHECK((a.segment<3>(model.bodies[load.index].v_offset) - moving).norm() < 1e-5);
    }
}

// m omega² l towards the pin, beside bodies that are moved and have nothing to do with it.
TEST_CASE("a pendulum in the plane is held to its circle, whatever is moved beside it") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const Motion motion{.velocity = {1, 2, 3}};
  builder.add_body({.kind = BodyKind::kinematic, .pose = {{4, 0}, 0}, .motion = motion});
  const BodyId bob = builder.add_body(
      {.pose = {{0.5, 0}, 0}, .velocity = {0, 2, 4}, .mass = kMass, .inertia = 0.1});
  builder.add_joint({.kind = JointKind::pin, .a = bob});
  const Model model = builder.build().value();
  const InstantDynamics answer = InverseDynamics(model, initial_state(model), {}).solve({});
  CHECK(answer.joint_force[0] == relative(-kMass * 4 * 4 * 0.5, 1e-8));
  CHECK(answer.joint_force[1] == near_zero(1e-8));
  CHECK(answer.acceleration[3] == relative(-4 * 4 * 0.5, 1e-8));
}

}  // namespace perpend
