// SPDX-License-Identifier: Apache-2.0
// Laws with corners in place of the friction disc, on islands large enough to be solved in the
// velocities of their bodies.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <variant>

#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/solve.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend {
namespace {

constexpr double kMu = 0.3, kGravity = 10, kStep = 1e-3;

// A low table on so many balls for feet, wide enough not to tip.
Model sliding_table(int across, double heading) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  builder.add_material({.name = "default", .self = {.mu_s = kMu, .mu_k = kMu, .e = 0}});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  BodyDef table{.kind = BodyKind::spatial};
  table.spatial.pose.p = {0, 0, 0.05};
  table.spatial.velocity = {std::cos(heading), std::sin(heading), 0};
  for (int i = 0; i < across; ++i)
    for (int j = 0; j < across; ++j) {
      const Eigen::Vector3d at(i - 0.5 * (across - 1), j - 0.5 * (across - 1), 0);
      table.spatial.shapes.push_back({.shape = spatial::Sphere{0.05}, .pose = {.p = at}});
    }
  builder.add_body(table);
  return builder.build().value();
}

// Friction over weight in one step.
Eigen::Vector2d friction(const ContactLaw& law, int across, double heading, int& rows) {
  const Model model = sliding_table(across, heading);
  Simulator simulator(model, {.dt = kStep, .law = law});
  State state = initial_state(model);
  const Eigen::Vector2d before(std::cos(heading), std::sin(heading));
  const StepReport report = simulator.step(state);
  REQUIRE(report.status == StepStatus::ok);
  CHECK(report.inexact == 0);
  CHECK(report.unsolved == 0);
  rows = 3 * report.contacts;
  return (state.v.segment<2>(model.bodies[1].v_offset) - before) / (kStep * kGravity);
}

Eigen::Vector2d unit(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

// Of equally spaced directions from 0 the one that the slip is opposed by most.
Eigen::Vector2d opposing_corner(double heading, int corners) {
  const double sector = 2 * std::numbers::pi / corners;
  return -unit(sector * std::round(heading / sector));
}

}  // namespace

TEST_CASE(
    "what slides under a law with corners is held back from the corner that opposes it most") {
  for (const int across : {3, 7})
    for (int k = 0; k < 12; ++k) {
      const double heading = 0.1 + 0.5 * k;
      CAPTURE(across);
      CAPTURE(heading);
      int rows = 0;
      const auto off = [&](const char* law, const Eigen::Vector2d& expected) {
        const Eigen::Vector2d f = friction(*law_from_name(law), across, heading, rows);
        return (f - kMu * expected).norm();
      };
      CHECK(off("cone", -unit(heading)) < 1e-6);
      CHECK(off("polyhedral(4)", opposing_corner(heading, 4)) < 1e-6);
      CHECK(off("polyhedral(6)", opposing_corner(heading, 6)) < 1e-6);
      CHECK(off("polyhedral(8,rotated)", -unit(heading)) < 1e-6);
      const Eigen::Vector2d signs = unit(heading).array().sign();
      CHECK(off("box", -signs) < 1e-6);
      CHECK((across == 7) == (rows >= 100));  // the velocities of the bodies are the unknowns
    }
}

namespace {

std::unique_ptr<Simulator> stepped_table(int across, const char* law) {
  const Model model = sliding_table(across, 0.4);
  auto simulator = std::make_unique<Simulator>(
      model, SimulationOptions{.dt = kStep, .law = *law_from_name(law)});
  State state = initial_state(model);
  REQUIRE(simulator->step(state).status == StepStatus::ok);
  REQUIRE(simulator->islands().size() == 1);
  return simulator;
}

}  // namespace

TEST_CASE("large islands under law box are data with their law") {
  const auto box = stepped_table(7, "box");
  const Island::Problem problem = box->islands()[0].problem();
  REQUIRE(std::holds_alternative<lcp::ContactProblem>(problem));
  const auto& contacts = std::get<lcp::ContactProblem>(problem);
  CHECK(contacts.law == lcp::FrictionLaw::box);
  const Eigen::VectorXd f = box->islands()[0].solution().f;
  Eigen::VectorXd a;
  CHECK(lcp::certify(contacts, f, a).holds());
}

TEST_CASE("islands that are solved with polygons have their law as an LCP") {
  for (const int across : {3, 7}) {
    CAPTURE(across);
    const auto polygons = stepped_table(across, "polyhedral(4)");
    const std::optional<lcp::BoxedLcp> law = polygons->islands()[0].discretised();
    REQUIRE(law);
    CHECK(law->size() == across * across * (1 + 4 + 1));
    CHECK(lcp::solve(*law).status == lcp::Status::solved);
  }
}

}  // namespace perpend
