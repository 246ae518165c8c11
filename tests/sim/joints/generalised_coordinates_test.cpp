// SPDX-License-Identifier: Apache-2.0
// Contact and friction on a body in joint angles, against the same arm in maximal coordinates.
#include <doctest/doctest.h>

#include <cmath>

#include "../../../examples/arm_pushes_block/arm_systems.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

struct End {
  Eigen::Vector3d block;  // x, y, angle
  Eigen::Vector2d tip;
  int contacts = 0;  // most that bore load at once
};

End push(const Model& model, double dt, bool in_joints) {
  Simulator simulator(model, {.dt = dt});
  if (!in_joints) {
    simulator.set_force({2}, {0, 0, -kTorque[1]});
    simulator.set_force({3}, {0, 0, kTorque[1]});
  }
  State state = initial_state(model);
  End end;
  while (state.time < 0.5 - dt / 2) {
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    end.contacts = std::max(end.contacts, report.contacts);
    CHECK(report.uncertified == 0);
    CHECK(report.certificate.velocity_residual < 1e-8);
    CHECK(report.certificate.velocity_ratio < 0.1);
  }
  const spatial::Pose bar = spatial_pose(model, state, {in_joints ? 2 : 3});
  end.tip = transform_point(bar, {kLength / 2, 0, 0}).head<2>();
  end.block = state.q.segment<3>(3);
  return end;
}

}  // namespace

TEST_CASE("an arm in joint angles pushes a block as its bars and pins do") {
  const Model joints = generalised_arm(), bodies = maximal_arm();
  for (const double dt : {4e-3, 2e-3, 1e-3}) {
    const End q = push(joints, dt, true), x = push(bodies, dt, false);
    CHECK(q.contacts >= 3);
    CHECK(q.block.x() > 1.35);
    const double apart = (q.block - x.block).norm() + (q.tip - x.tip).norm();
    CAPTURE(dt);
    CHECK(apart < 0.2 * dt);
  }
}

// Velocity terms of a BodyType are taken at the start of the step.
TEST_CASE("a free arm in joint angles converges with the first order") {
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::custom,
                    .type = std::make_shared<Arm>(kLength, kMass, Eigen::Vector2d::Zero()),
                    .custom_q = Eigen::Vector2d(0.3, 0.4),
                    .custom_v = Eigen::Vector2d(1, -2)});
  const Model arm = builder.build().value();
  const auto end = [&](double dt) {
    Simulator simulator(arm, {.dt = dt});
    State state = initial_state(arm);
    while (state.time < 0.6 - dt / 2) REQUIRE(simulator.step(state).status == StepStatus::ok);
    return Eigen::Vector2d(state.q);
  };
  const Eigen::Vector2d fine = end(5e-5);
  const double coarse = (end(4e-3) - fine).norm(), half = (end(2e-3) - fine).norm();
  CHECK(half / coarse == relative(0.5, 0.05));
}

}  // namespace perpend
