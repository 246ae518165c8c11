// SPDX-License-Identifier: Apache-2.0
// Rows of springs, dampers and struts along joint coordinates.
#include <doctest/doctest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joint_models.hpp"
#include "dynamics/joints/coordinate_cases.hpp"
#include "dynamics/joints/coordinate_rows.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/dynamics/measure.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using coordinate_cases::kMass;
using coordinate_cases::kStep;
using coordinate_cases::Rows;
using coordinate_cases::slider;
using coordinate_cases::slider_at;
using coordinate_cases::step;

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

}  // namespace perpend
