// SPDX-License-Identifier: Apache-2.0
//
// The problems of a step as data: Simulator::islands() and Island::problem().
#include <doctest/doctest.h>

#include "perpend/lcp/certificate.hpp"
#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

// A box that presses on the ground, held by a pin with a motor and near a limit.
Model pinned_box() {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0.4, .mu_k = 0.4, .e = 0}});
  builder.add_body(scenes::ground());
  const BodyId box =
      builder.add_body({.pose = {{2, 0.5}, 0}, .shapes = {{.shape = planar::box(1, 1)}}});
  builder.add_joint(
      {.a = box,
       .anchor = {0, 1, 0},
       .coordinates = {
           {.lo = -1e-6, .hi = 1, .motor = MotorKind::velocity, .target = -1, .max_force = 7}}});
  return builder.build().value();
}

lcp::ContactProblem friction_problem(const Model& model, const SimulationOptions& options) {
  Simulator simulator(model, options);
  State state = initial_state(model);
  REQUIRE(simulator.step(state).status == StepStatus::ok);
  REQUIRE(simulator.islands().size() == 1);
  return std::get<lcp::ContactProblem>(simulator.islands()[0].problem());
}

lcp::Certificate judge(const auto& problem, const Eigen::VectorXd& f) {
  Eigen::VectorXd v, a;
  return std::visit(
      [&](const auto& p) {
        if constexpr (requires { p.M; })
          return certify(p, f, v, a);
        else
          return certify(p, f, a);
      },
      problem);
}

}  // namespace

TEST_CASE("the problems of a step are those its impulses solve") {
  const Model model = scenes::stack({1, 5, 2});
  for (const ContactLaw& law : all_laws()) {
    if (law == ContactLaw::phantom || law == ContactLaw::frozen_box || law == ContactLaw::hybrid)
      continue;  // their answers are not the cone's
    Simulator simulator(model, {.dt = 0.01, .law = law});
    State state = initial_state(model);
    CHECK(simulator.islands().empty());
    const StepReport report = simulator.step(state);
    CAPTURE(to_string(law));
    REQUIRE(report.status == StepStatus::ok);
    REQUIRE(static_cast<int>(simulator.islands().size()) == report.islands);
    const Island& island = simulator.islands()[0];
    CHECK(judge(island.problem(), island.solution().f).holds());
  }
}

TEST_CASE("every law hands out one friction problem, motors and limits among its contacts") {
  const Model model = pinned_box();
  const lcp::ContactProblem cone = friction_problem(model, {.dt = 0.01});
  // A limit, a motor with its slack row, two contacts of the face.
  CHECK(cone.contacts.size() == 4);
  CHECK(cone.size() == 1 + 2 + 2 * 2);
  CHECK_NOTHROW(lcp::validate(cone));
  for (const ContactLaw law : {ContactLaw::relaxed, ContactLaw::phantom, ContactLaw::hybrid}) {
    CAPTURE(to_string(law));
    const lcp::ContactProblem same = friction_problem(model, {.dt = 0.01, .law = law});
    CHECK(same.A == cone.A);
    CHECK(same.b == cone.b);
    REQUIRE(same.contacts.size() == cone.contacts.size());
    for (std::size_t i = 0; i < cone.contacts.size(); ++i) {
      CHECK(same.contacts[i].row == cone.contacts[i].row);
      CHECK(same.contacts[i].tangents == cone.contacts[i].tangents);
      CHECK(same.contacts[i].mu_s == cone.contacts[i].mu_s);
    }
  }
}

TEST_CASE("a large island hands out its problem in the velocities of the bodies") {
  ModelBuilder builder;
  builder.add_body(scenes::ground());
  for (int i = 0; i < 40; ++i)
    builder.add_body({.pose = {{0, 0.5 + i}, 0}, .shapes = {{.shape = planar::box(1, 1)}}});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 0.01});
  State state = initial_state(model);
  REQUIRE(simulator.step(state).status == StepStatus::ok);
  const Island& island = simulator.islands()[0];
  const auto problem = island.problem();
  REQUIRE(std::holds_alternative<lcp::GlobalContactProblem>(problem));
  CHECK(judge(problem, island.solution().f).holds());
}

TEST_CASE("what stands on one moving body falls apart into islands") {
  for (const BodyKind kind : {BodyKind::fixed, BodyKind::kinematic}) {
    ModelBuilder builder;
    BodyDef table = scenes::ground();
    table.kind = kind;
    if (kind == BodyKind::kinematic) table.motion = {.velocity = {1, 0, 0}};
    builder.add_body(table);
    for (int i = 0; i < 3; ++i)
      builder.add_body({.pose = {{2.0 * i, 0.5}}, .shapes = {{.shape = planar::Disc{0.5}}}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = 0.01});
    State state = initial_state(model);
    CHECK(simulator.step(state).islands == 3);
    for (const Island& island : simulator.islands()) CHECK(island.size() == 2);
  }
}

TEST_CASE("a step counts the efforts of the method that was asked for") {
  const Model model = scenes::stack({1, 5, 2});
  for (const lcp::Method method : {lcp::Method::keller, lcp::Method::dantzig}) {
    Simulator simulator(model, {.dt = 0.01, .law = ContactLaw::cone, .solver = method});
    State state = initial_state(model);
    const StepReport report = simulator.step(state);
    CHECK(report.drives == simulator.islands()[0].solution().drives);
    CHECK(report.drives > 0);
    CHECK(report.pivots == simulator.islands()[0].solution().pivots);
    CHECK(report.answered_by[static_cast<std::size_t>(method)] == 1);
  }
}

// A plate on balls that do not move: more rows than suit the methods of contact space best.
TEST_CASE("a large island has the method that was asked for") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  for (int i = 0; i < 36; ++i)
    builder.add_body({.kind = BodyKind::spatial_fixed,
                      .spatial = {.pose = {.p = {0.3 * (i % 6), 0.3 * (i / 6), 0.1}},
                                  .shapes = {{.shape = spatial::Sphere{0.1}}}}});
  builder.add_body({.kind = BodyKind::spatial,
                    .mass = 2,
                    .spatial = {.pose = {.p = {0.75, 0.75, 0.25}},
                                .velocity = {0.1, 0, 0},
                                .shapes = {{.shape = spatial::box(2, 2, 0.1)}}}});
  const Model model = builder.build().value();
  for (const lcp::Method method : {lcp::Method::automatic, lcp::Method::keller}) {
    Simulator simulator(model, {.dt = 0.01, .solver = method});
    State state = initial_state(model);
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    CHECK(report.rows == 3 * 36);
    CHECK(state.v[state.v.size() - 4] == near_zero(1e-9));
    if (method == lcp::Method::automatic) continue;
    CHECK(report.answered_by[static_cast<std::size_t>(method)] == 1);
    CHECK(simulator.islands()[0].representation() == lcp::Representation::dense);
  }
}

TEST_CASE("a smaller step leaves no island of the one before") {
  ModelBuilder builder;
  builder.add_body(scenes::ground());
  for (const double x : {0.0, 3.0})
    builder.add_body({.pose = {{x, 0.5}, 0},
                      .velocity = {0, x > 0 ? 5.0 : 0.0, 0},
                      .shapes = {{.shape = planar::box(1, 1)}}});
  const Model model = builder.build().value();
  Simulator simulator(model, {.dt = 0.01, .stepper = Stepper::semi_implicit});
  State state = initial_state(model);
  simulator.step(state);
  CHECK(simulator.islands().size() == 2);
  simulator.step(state);
  CHECK(simulator.islands().size() == 1);
}

}  // namespace perpend
