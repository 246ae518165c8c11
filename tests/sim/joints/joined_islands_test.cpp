// SPDX-License-Identifier: Apache-2.0
//
// Large islands whose bodies are joined, in the velocities of the bodies and the impulses of the
// joints.
#include <doctest/doctest.h>

#include <variant>

#include "perpend/lcp/certificate.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

BodyDef fixed(const spatial::Shape& shape, const Vector3d& at = Vector3d::Zero()) {
  return {.kind = BodyKind::spatial_fixed,
          .spatial = {.pose = {.p = at}, .shapes = {{.shape = shape}}}};
}

BodyDef solid(const spatial::Shape& shape, const Vector3d& at, const Vector3d& velocity) {
  return {.kind = BodyKind::spatial,
          .mass = 1.0,
          .spatial = {.pose = {.p = at}, .velocity = velocity, .shapes = {{.shape = shape}}}};
}

// Boxes in a row on the ground, joined by balls and sliding across.
Model chain_on_ground(int links) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_body(fixed(spatial::HalfSpace{}));
  BodyId last;
  for (int i = 0; i < links; ++i) {
    const BodyId link = builder.add_body(
        solid(spatial::Box{{0.04, 0.02, 0.02}}, {0.1 * i, 0, 0.02}, {0, 0.5 + 0.01 * i, 0}));
    if (i > 0)
      builder.add_joint({.kind = JointKind::spherical,
                         .a = last,
                         .b = link,
                         .anchor = {0.1 * i - 0.05, 0, 0.02}});
    last = link;
  }
  return builder.build().value();
}

// Whether the answers of the islands hold for the problem with W stored.
void check_stored(const Simulator& simulator, Eigen::Index least_rows) {
  for (const Island& island : simulator.islands()) {
    REQUIRE(island.size() >= least_rows);
    const auto problem = island.problem();
    REQUIRE(std::holds_alternative<lcp::ContactProblem>(problem));
    const auto& stored = std::get<lcp::ContactProblem>(problem);
    Eigen::VectorXd a;
    const lcp::Certificate certificate = lcp::certify(stored, island.solution().f, a);
    CHECK(certificate.residual <= 2 * certificate.bound());
    CHECK((a - island.solution().a).norm() <= 1e-10 * (stored.b.norm() + a.norm()));
  }
}

}  // namespace

TEST_CASE("a chain that slides on the ground is one island of bodies and joints") {
  const Model model = chain_on_ground(24);
  Simulator simulator(model, {.dt = 1.0 / 240});
  State state = initial_state(model);
  for (int i = 0; i < 20; ++i) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    CHECK(report.certificate.joint_gap < 1e-4);
    CHECK(report.certificate.momentum_error < 1e-11);
    CHECK(report.certificate.residual <= report.certificate.residual_bound);
    check_stored(simulator, 150);
  }
}

}  // namespace perpend
