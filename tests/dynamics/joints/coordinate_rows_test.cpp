// SPDX-License-Identifier: Apache-2.0
// Rows of motors, limits and dry friction along joint coordinates.
#include "dynamics/joints/coordinate_rows.hpp"

#include <doctest/doctest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <vector>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joint_models.hpp"
#include "dynamics/joints/coordinate_cases.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;
using Kind = CoordinateRow::Kind;
using coordinate_cases::kMass;
using coordinate_cases::kStep;
using coordinate_cases::Rows;
using coordinate_cases::slider;
using coordinate_cases::slider_at;
using coordinate_cases::step;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("motors drive to their speed within their force") {
  const Model strong = slider({.motor = MotorKind::velocity, .target = 0.7});
  const Rows row(strong, slider_at(strong, 0, 0.1));
  REQUIRE(row.rows.size() == 1);
  CHECK(row.rows[0].kind == Kind::motor);
  CHECK(row.rows[0].bias == -0.7);
  CHECK(row.rows[0].lo == -kInfinity);
  CHECK(row.rows[0].hi == kInfinity);

  const Model servo = slider(
      {.motor = MotorKind::position, .target = 0.5, .max_force = 30.0, .time_constant = 0.2});
  const Rows limited(servo, slider_at(servo, 0.1, 0.0));
  REQUIRE(limited.rows.size() == 1);
  CHECK(limited.rows[0].bias == relative(-0.4 / 0.2));
  CHECK(limited.rows[0].lo == relative(-0.3));
  CHECK(limited.rows[0].hi == relative(0.3));
  const Model quick = slider({.motor = MotorKind::position, .target = 0.5});
  CHECK(Rows(quick, slider_at(quick, 0.1, 0)).rows[0].bias == relative(-0.4 / kStep));
}

TEST_CASE("a servo is a spring and a damper towards its target, within its force") {
  const Model sprung = slider({.stiffness = 200.0, .rest = 0.5, .damping = 7.0});
  CoordinateDef def{.motor = MotorKind::position,
                    .target = 0.5,
                    .max_force = 30.0,
                    .motor_stiffness = 200.0,
                    .motor_damping = 7.0};
  const Model servo = slider(def);
  const State state = slider_at(servo, 0.1, 2.0);
  const Rows spring(sprung, state), bounded(servo, state);
  REQUIRE(bounded.rows.size() == 1);
  CHECK(bounded.rows[0].kind == Kind::motor);
  CHECK(bounded.rows[0].bias == relative(spring.rows[0].bias, 1e-14));
  CHECK(bounded.rows[0].compliance == relative(spring.rows[0].compliance, 1e-14));
  CHECK(bounded.rows[0].hi == relative(30 * kStep));
  def.target += 1e-3;
  CHECK(bounded.rows[0].bias - Rows(slider(def), state).rows[0].bias ==
        relative(1e-3 * bounded.rows[0].by_target));

  const Model speed =
      slider({.motor = MotorKind::velocity, .target = 3.0, .motor_damping = 7.0, .friction = 1.0});
  const Rows two(speed, state);
  REQUIRE(two.rows.size() == 2);  // it does not do all that it is told: dry friction counts
  CHECK(two.rows[0].by_target == relative(2));
  CHECK(two.rows[0].bias == relative(2 - 2 * 3));  // the mean of both rates is to be 3
  CHECK(two.rows[0].compliance == relative(2 / (kStep * 7)));
}

TEST_CASE("a rotor is a mass on the coordinate") {
  const Model model = slider({.stiffness = 400.0, .armature = 2.7});
  State state = slider_at(model, 1.0, 0.0);
  for (int k = 0; k < 137; ++k) step(model, state);
  const double omega_0 = std::sqrt(400.0 / (kMass + 2.7));
  CHECK(state.q[0] == relative(std::cos(2 * std::atan(0.5 * omega_0 * kStep) * 137), 1e-11));
  state.v[0] = 3.0;
  CHECK(rotor_energy(model, state) == relative(0.5 * 2.7 * 9));
  CHECK(has_rotors(model));
}

// A slide r from the centre of an arm that turns at w: as it drifts on straight its rate grows by
// w² r, half a step of which the drift after the kick takes from what the kick starts with.
TEST_CASE("a rotor starts a kick with its rate less what the drift after it changes") {
  const double r = 0.5, turn = 2.0, along = 0.3;
  ModelBuilder builder;
  const BodyId arm = builder.add_body({.velocity = {0, 0, turn}, .mass = 1, .inertia = 1});
  const BodyId slider = builder.add_body(
      {.pose = {{r, 0}}, .velocity = {along, turn * r, turn}, .mass = 0.5, .inertia = 0.01});
  builder.add_joint(
      {.kind = JointKind::prismatic, .a = slider, .b = arm, .coordinates = {{.armature = 1.5}}});
  // One along which nothing turns the rate, beside it.
  const BodyId weight = builder.add_body({.velocity = {0, 3, 0}, .mass = 1, .inertia = 1});
  builder.add_joint({.kind = JointKind::prismatic,
                     .a = weight,
                     .axis = {0, 1, 0},
                     .coordinates = {{.armature = 0.5}}});
  const Model model = builder.build().value();
  const State start = initial_state(model);
  const auto error = [&](double dt) {
    State pose = start;
    drift(model, 0.5 * dt, pose);
    RowPool pool;
    std::vector<CoordinateRow> rows;
    append_coordinate_rows(model, joints_with_coordinates(model), pose, dt, motor_commands(model),
                           pool, rows, &start);
    REQUIRE(rows.size() == 2);
    CHECK(rows[1].rate_before == relative(3, 1e-12));
    return std::abs(rows[0].rate_before - (along - 0.5 * dt * turn * turn * r));
  };
  CHECK(error(2e-3) < 1e-5);
  CHECK(error(1e-3) < 0.3 * error(2e-3));
}

TEST_CASE("dry friction is bounded, and left out under a motor without a limit") {
  const Model model = slider({.friction = 5.0});
  const Rows at(model, slider_at(model, 0, 1));
  REQUIRE(at.rows.size() == 1);
  CHECK(at.rows[0].kind == Kind::friction);
  CHECK(at.rows[0].lo == relative(-5 * kStep));
  CHECK(at.rows[0].hi == relative(5 * kStep));
  CHECK(at.rows[0].bias == 0);
  const Model driven = slider({.motor = MotorKind::velocity, .target = 1.0, .friction = 5.0});
  CHECK(Rows(driven, slider_at(driven, 0, 1)).rows.size() == 1);
}

TEST_CASE("limits have rows where they can close, with their gap as bias") {
  const Model model = slider({.lo = -1.0, .hi = 2.0});
  CHECK(Rows(model, slider_at(model, 0.5, 10.0)).rows.empty());
  const auto only_row = [&](double x, double v) {
    const Rows at(model, slider_at(model, x, v));
    REQUIRE(at.rows.size() == 1);
    const double rate = testing::dense(at.pool, model).row(0).dot(VectorXd::Unit(3, 0));
    CHECK(rate == at.rows[0].sign);
    CHECK(at.rows[0].kind == Kind::limit);
    CHECK(at.rows[0].lo == 0);
    CHECK(at.rows[0].hi == kInfinity);
    return at.rows[0];
  };
  CHECK(only_row(-0.98, 0).bias == relative(0.02 / kStep));
  CHECK(only_row(-0.98, 0).sign == 1);
  CHECK(only_row(1.8, 10.0).bias == relative(0.2 / kStep));
  CHECK(only_row(2.1, 0).bias == relative(-0.1 / kStep));
  CHECK(only_row(2.1, 0).sign == -1);
}

TEST_CASE("equal limits are one bilateral row") {
  const Model model = slider({.start = 0.3, .lo = 0.3, .hi = 0.3});
  const Rows at(model, slider_at(model, 0.1, 0));
  REQUIRE(at.rows.size() == 1);
  CHECK(at.rows[0].lo == -kInfinity);
  CHECK(at.rows[0].hi == kInfinity);
  CHECK(at.rows[0].bias == relative(0.1 / kStep));
}

TEST_CASE("all parts of several coordinates, each with its own group") {
  testing::Random random(5);
  ModelBuilder builder;
  JointDef joint = testing::random_joint(random, JointKind::cylindrical, false);
  joint.a = builder.add_body(testing::spatial_body(random));
  joint.coordinates = {{.coordinate = 1, .stiffness = 3, .friction = 1},
                       {.coordinate = 0, .lo = 0, .motor = MotorKind::velocity, .max_force = 2}};
  builder.add_joint(joint);
  const Model model = builder.build().value();
  const Rows at(model, initial_state(model));
  REQUIRE(at.rows.size() == 4);
  const Kind kinds[] = {Kind::motor, Kind::limit, Kind::spring, Kind::friction};
  for (int k = 0; k < 4; ++k) {
    CHECK(at.rows[k].kind == kinds[k]);
    CHECK(at.rows[k].group == k);
    CHECK(at.rows[k].coordinate == k / 2);
  }
}

// What nothing can hold back dry friction does not slow.
TEST_CASE("beside every motor there is dry friction but for one that leads at any force") {
  const auto kinds = [](CoordinateDef def) {
    def.friction = 3;
    const Model model = slider(def);
    std::vector<Kind> found;
    for (const CoordinateRow& row : Rows(model, slider_at(model, 0.1, 0.2)).rows)
      found.push_back(row.kind);
    return found;
  };
  const auto motor = [](MotorKind kind, double most) {
    return CoordinateDef{.motor = kind, .target = 1, .max_force = most, .time_constant = 0.1};
  };
  using Kinds = std::vector<Kind>;
  CHECK(kinds({}) == Kinds{Kind::friction});
  for (const MotorKind kind : {MotorKind::velocity, MotorKind::position}) {
    CHECK(kinds(motor(kind, 5)) == Kinds{Kind::motor, Kind::friction});
    CHECK(kinds(motor(kind, 0)) == Kinds{Kind::friction});
    CHECK(kinds(motor(kind, kInfinity)) == Kinds{Kind::motor});
    CoordinateDef servo{.motor = kind, .target = 1, .max_force = kInfinity};
    servo.motor_stiffness = kind == MotorKind::position ? 10 : 0;
    servo.motor_damping = 2;
    CHECK(kinds(servo) == Kinds{Kind::motor, Kind::friction});
  }
}

}  // namespace perpend
