// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "heap.hpp"
#include "scenes.hpp"

namespace perpend {
namespace {

// Links of 0.1 m with ball joints, hung in a zigzag, and a swing of planar rods beside them.
Model mechanisms() {
  ModelBuilder builder;
  builder.set_gravity({0, -9.81, 0});
  BodyId before = kWorld;
  for (int i = 0; i < 20; ++i) {
    BodyDef link{.kind = BodyKind::spatial, .mass = 1.0};
    link.spatial.pose.p = {0.1 * i + 0.05, 0, 0.01 * (i % 2)};
    link.spatial.inertia = Eigen::Vector3d(1e-4, 1e-3, 1e-3).asDiagonal();
    link.spatial.center_of_mass = Eigen::Vector3d::Zero();
    const BodyId body = builder.add_body(link);
    builder.add_joint(
        {.kind = JointKind::spherical, .a = body, .b = before, .anchor = {0.1 * i, 0, 0}});
    before = body;
  }
  BodyId above = kWorld;
  for (int i = 0; i < 5; ++i) {
    const BodyId rod =
        builder.add_body({.pose = {{i + 0.5, 5}, 0}, .mass = 1.0, .inertia = 1.0 / 12});
    builder.add_joint({.a = rod, .b = above, .anchor = {1.0 * i, 5, 0}});
    above = rod;
  }
  return builder.build().value();
}

}  // namespace

TEST_CASE("a warm step of mechanisms takes nothing from the heap" *
          doctest::skip(!PERPEND_COUNTS_HEAP)) {
  const Model model = mechanisms();
  for (const Stepper stepper : {Stepper::midpoint, Stepper::semi_implicit}) {
    Simulator simulator(model, {.dt = 1e-3, .stepper = stepper});
    State state = initial_state(model);
    for (int k = 0; k < 3; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
    const long before = heap_allocations();
    REQUIRE(before > 0);
    for (int k = 0; k < 10; ++k) simulator.step(state);
    CHECK(heap_allocations() - before == 0);
  }
}

}  // namespace perpend
