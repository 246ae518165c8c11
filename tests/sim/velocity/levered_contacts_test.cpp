// SPDX-License-Identifier: Apache-2.0
// Arms whose links lie in the ground beside their hinges, which lift them by short arms only.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "perpend/dynamics/energy.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

struct Arm {
  Model model;
  double lift = 0.0;  // J, by half of a link's thickness
};

// One to four boxes in a row along x, half in the ground, on hinges at its surface.
Arm any_arm(Draw& draw) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  const double mu = std::max(0.0, draw(-0.3, 1));
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  builder.allow_start_overlap();
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  const int links = 1 + static_cast<int>(draw(0, 4));
  const double thick = std::pow(10, draw(-2, -1));
  Arm arm;
  BodyId last = kWorld;
  double x = 0;
  for (int i = 0; i < links; ++i) {
    const double length = thick * draw(2, 10), mass = std::pow(10, draw(-1.5, 1));
    BodyDef link{.kind = BodyKind::spatial, .mass = mass};
    link.spatial.pose.p = {x + 0.5 * length, 0, 0};
    link.spatial.shapes = {{.shape = spatial::box(length, thick, thick)}};
    const BodyId body = builder.add_body(link);
    const Eigen::Vector3d axis = draw.coin() ? Eigen::Vector3d(0, 1, 0) : Eigen::Vector3d(0, 0, 1);
    builder.add_joint(
        {.kind = JointKind::pin, .a = body, .b = last, .anchor = {x, 0, 0}, .axis = axis});
    last = body;
    x += length;
    arm.lift += 9.81 * mass * 0.5 * thick;
  }
  arm.model = builder.build().value();
  return arm;
}

}  // namespace

// With impulses as large as a short arm asks for, these were pushed by 1e14 J.
TEST_CASE(
    "arms that lie in the ground beside their hinges are lifted by little more than it takes") {
  constexpr int kArms = 80, kSteps = 60;
  int calm = 0, uncertified = 0;
  for (unsigned seed = 0; seed < kArms; ++seed) {
    CAPTURE(seed);
    Draw draw(9100 + seed);
    const Arm arm = any_arm(draw);
    Simulator simulator(arm.model, {.dt = std::pow(10, draw(-3, -1.8))});
    State state = initial_state(arm.model);
    double highest = 0;
    for (int step = 0; step < kSteps; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      uncertified += report.uncertified;
      highest = std::max(highest, energy(arm.model, state));
    }
    calm += highest < 10 * arm.lift;
  }
  MESSAGE("of ", kArms, " arms ", calm, " gain less than ten times the lift; ", uncertified,
          " steps are not certified");
  CHECK(calm >= 0.8 * kArms);
  CHECK(uncertified < 0.005 * kArms * kSteps);
}

}  // namespace perpend
