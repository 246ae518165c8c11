// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/coordinate_rows.hpp"

#include <doctest/doctest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joint_models.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/dynamics/measure.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;
using Kind = CoordinateRow::Kind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMass = 1.3, kStep = 0.01;

// A slider along x of the world with one coordinate; v is its velocity.
Model slider(const CoordinateDef& def) {
  ModelBuilder builder;
  const BodyId a = builder.add_body({.mass = kMass, .inertia = 0.4});
  builder.add_joint({.kind = JointKind::prismatic, .a = a, .coordinates = {def}});
  return builder.build().value();
}

struct Rows {
  RowPool pool;
  std::vector<CoordinateRow> rows;
  Rows(const Model& model, const State& state) {
    append_coordinate_rows(model, state, kStep, pool, rows);
  }
};

State slider_at(const Model& model, double x, double v) {
  State state = initial_state(model);
  state.q[0] = x;
  state.v[0] = v;
  return state;
}

// Half a drift, the kick of the only row without bounds, the other half.
void step(const Model& model, State& state) {
  state.q[0] += 0.5 * kStep * state.v[0];
  const Rows at(model, state);
  REQUIRE(at.rows.size() == 1);
  const CoordinateRow& row = at.rows[0];
  const double lambda = -(state.v[0] + row.bias) / (1 / kMass + row.compliance);
  state.v[0] += lambda / kMass;
  state.q[0] += 0.5 * kStep * state.v[0];
}

}  // namespace

TEST_CASE("an undamped spring keeps its energy at any stiffness") {
  for (const double stiffness : {10.0, 1e4, 1e8}) {
    const Model model = slider({.stiffness = stiffness, .rest = 0.2});
    State state = slider_at(model, 0.5, 1.0);
    const auto energy = [&] {
      return 0.5 * kMass * state.v[0] * state.v[0] + spring_energy(model, state, kStep);
    };
    const double start = energy();
    CHECK(start == relative(0.5 * kMass + 0.5 * stiffness * 0.3 * 0.3));
    for (int k = 0; k < 10000; ++k) step(model, state);
    CHECK(energy() == relative(start, 1e-9));
  }
}

TEST_CASE("the energy of a strut is that of its stretch, but for the share that is a rod") {
  ModelBuilder builder;
  const BodyId bob = builder.add_body({.kind = BodyKind::particle, .pose = {{3, 4}}, .mass = 2});
  builder.add_joint({.kind = JointKind::strut,
                     .a = bob,
                     .anchor = {3, 4, 0},
                     .anchor_b = Eigen::Vector3d(0, 0, 0),
                     .coordinates = {{.stiffness = 800, .rest = 4.5}}});
  const Model model = builder.build().value();
  const State state = initial_state(model);
  // A swing of 20 rad/s.
  CHECK(spring_energy(model, state, 0.01) == relative(0.5 * 800 * 0.25));
  CHECK(spring_energy(model, state, 0.1) == relative(0.5 * 800 * 0.25 / 4));
}

TEST_CASE("a damper is the trapezoidal rule while x = h d / m is small, and never rings") {
  for (const double x : {0.01, 0.385, 0.5, 0.6, 3.0, 1e6}) {
    CAPTURE(x);
    const Model model = slider({.damping = x * kMass / kStep});
    State state = slider_at(model, 0, 2.0);
    step(model, state);
    const double before = 0.5 * std::min(x, 0.5);
    CHECK(state.v[0] == relative(2 * (1 - before) / (1 + x - before), 1e-9));
    CHECK(state.v[0] > 0);
    if (x <= 0.5) CHECK(state.v[0] == relative(2 * std::exp(-x), x * x * x / 10));
  }
}

TEST_CASE("the damper of a hinge counts the inertia that its bodies have about its axis") {
  // Of two bodies of 0.4 and 1.2 kg m²: 1 / 0.3.
  for (const double x : {0.3, 2.0}) {
    ModelBuilder builder;
    const BodyId a = builder.add_body({.mass = 1, .inertia = 0.4});
    const BodyId b = builder.add_body({.mass = 1, .inertia = 1.2});
    builder.add_joint({.a = a, .b = b, .coordinates = {{.damping = x * 0.3 / kStep}}});
    const Model model = builder.build().value();
    State state = initial_state(model);
    state.v[2] = 2;
    const Rows at(model, state);
    REQUIRE(at.rows.size() == 1);
    const double before = 0.5 * std::min(x, 0.5);
    CHECK(at.rows[0].compliance == relative(1 / (0.3 * (x - before))));
    CHECK(at.rows[0].bias == relative(2 * before / (x - before)));
  }
}

TEST_CASE("a spring oscillates with the period of the trapezoidal rule") {
  // tan(omega h / 2) = omega_0 h / 2.
  const double stiffness = 400.0, omega_0 = std::sqrt(stiffness / kMass);
  const Model model = slider({.stiffness = stiffness});
  State state = slider_at(model, 1.0, 0.0);
  const int steps = 137;
  for (int k = 0; k < steps; ++k) step(model, state);
  const double phase = 2 * std::atan(0.5 * omega_0 * kStep) * steps;
  CHECK(state.q[0] == relative(std::cos(phase), 1e-11));
}

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

// (h w)² = h² k f M⁻¹ fᵀ, by the mass matrix and the row of the coordinate.
TEST_CASE("a strut is a rod from the step on in which it would swing by a radian") {
  testing::Random random(41);
  const CoordinateDef def{.stiffness = 300, .rest = 0.1};
  for (const testing::Space space : {testing::Space::plane, testing::Space::space})
    for (const bool to_world : {false, true})
      for (int trial = 0; trial < 5; ++trial) {
        const Model model = testing::one_joint(random, JointKind::strut, space, to_world, &def);
        const State state = initial_state(model);
        const Eigen::RowVectorXd f = coordinate_jacobian(model, state, {0}, 0);
        const double response = f * mass_matrix(model, state).inverse() * f.transpose();
        const double step = 1 / std::sqrt(def.stiffness * response);
        const double stretch = coordinate(model, state, {0}, 0) - *def.rest;
        const double held = 0.5 * def.stiffness * stretch * stretch;
        CHECK(spring_energy(model, state, 0.5 * step) == relative(held));
        CHECK(spring_energy(model, state, step) == relative(held));
        CHECK(spring_energy(model, state, 1.5 * step) == relative(held / 2.25));
        CHECK(spring_energy(model, state, 100 * step) == relative(held / 1e4));
      }
}

TEST_CASE("along a broken joint nothing acts, and nothing is stored") {
  const Model model = slider({.lo = -1,
                              .hi = 1,
                              .motor = MotorKind::velocity,
                              .max_force = 3,
                              .stiffness = 10,
                              .damping = 2,
                              .friction = 1,
                              .armature = 0.5});
  State state = slider_at(model, 1, 2);
  REQUIRE(Rows(model, state).rows.size() == 4);
  REQUIRE(spring_energy(model, state, kStep) > 0);
  REQUIRE(rotor_energy(model, state) > 0);
  state.broken = {1};
  CHECK(Rows(model, state).rows.empty());
  CHECK(spring_energy(model, state, kStep) == 0);
  CHECK(rotor_energy(model, state) == 0);
}

// With w² = k (1/m_a + r_a²/I_a + 1/m_b + r_b²/I_b), r the arms of the line, h w > 1 leaves the
// trapezoidal rule the share 1/(h w)² of the spring: alpha = h² k (s + (1 - s)/4).
TEST_CASE("how stiff a strut is to a step is told by both its ends") {
  testing::Random random(32);
  const auto draw = [&](double least, double most) {
    return least * std::pow(most / least, 0.5 * (1 + random.uniform()));
  };
  for (int trial = 0; trial < 50; ++trial) {
    CAPTURE(trial);
    ModelBuilder builder;
    JointDef strut{.kind = JointKind::strut, .anchor_b = Eigen::Vector3d(3, 0, 0)};
    double response = 0;
    for (BodyId* end : {&strut.a, &strut.b}) {
      const double mass = draw(0.1, 10), inertia = draw(0.1, 10), arm = random.uniform();
      *end = builder.add_body(
          {.pose = {{end == &strut.a ? 0.0 : 3.0, arm}}, .mass = mass, .inertia = inertia});
      response += 1 / mass + arm * arm / inertia;
    }
    const double phase = draw(0.2, 20), k = phase / response / (kStep * kStep);
    strut.coordinates = {{.stiffness = k}};
    builder.add_joint(strut);
    const Model model = builder.build().value();
    const Rows at(model, initial_state(model));
    REQUIRE(at.rows.size() == 1);
    const double s = std::max(0.0, 1 - 1 / phase);
    CHECK(1 / at.rows[0].compliance == relative(kStep * kStep * k * (s + 0.25 * (1 - s)), 1e-11));
  }
}

// In space a turned body answers by the moments of inertia of its own axes; what no force moves,
// and has a mass all the same, does not answer.
TEST_CASE("how stiff a strut is to a step is told by the bodies that forces move alone") {
  using Eigen::Vector3d;
  testing::Random random(33);
  for (int trial = 0; trial < 50; ++trial) {
    CAPTURE(trial);
    ModelBuilder builder;
    BodyDef def = testing::spatial_body(random);
    const Vector3d inertia(0.3, 0.9, 0.7);
    def.spatial.inertia = inertia.asDiagonal();
    JointDef strut{.kind = JointKind::strut,
                   .anchor = def.spatial.pose.p + random.vector(),
                   .anchor_b = Vector3d(5, 1, 0)};
    strut.a = builder.add_body(def);
    const BodyKind kinds[] = {BodyKind::spatial_kinematic, BodyKind::kinematic,
                              BodyKind::spatial_fixed};
    BodyDef other{.kind = kinds[trial % 3], .mass = 0.1, .motion = {.velocity = {0, 0.1, 0}}};
    if (other.kind == BodyKind::spatial_fixed) other.motion = {};
    if (other.kind == BodyKind::kinematic)
      other.inertia = 0.1;
    else
      other.spatial.inertia = Eigen::Matrix3d(0.1 * Eigen::Matrix3d::Identity());
    strut.b = builder.add_body(other);
    if (trial % 2 == 1) std::swap(strut.a, strut.b), std::swap(strut.anchor, *strut.anchor_b);
    const Vector3d at = trial % 2 == 1 ? *strut.anchor_b : strut.anchor;
    const Vector3d line = (*strut.anchor_b - strut.anchor).normalized();
    const Vector3d own =
        def.spatial.pose.r.conjugate() * Vector3d((at - def.spatial.pose.p).cross(line));
    const double response = 1 / 1.7 + own.cwiseAbs2().cwiseQuotient(inertia).sum();
    const double phase = 2 + 5 * std::abs(random.uniform()), k = phase / response / (kStep * kStep);
    strut.coordinates = {{.stiffness = k}};
    builder.add_joint(strut);
    const Model model = builder.build().value();
    const Rows rows(model, initial_state(model));
    REQUIRE(rows.rows.size() == 1);
    const double s = 1 - 1 / phase;
    CHECK(1 / rows.rows[0].compliance == relative(kStep * kStep * k * (s + 0.25 * (1 - s)), 1e-11));
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
