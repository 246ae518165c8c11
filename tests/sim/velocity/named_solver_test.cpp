// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

// Six boxes of 1 g to 1 t, turned at random, thrown onto the ground above each other.
Model thrown_boxes(Draw& draw) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = 1.7, .mu_k = 1.7}});
  BodyDef ground{.kind = BodyKind::spatial_fixed};
  ground.spatial.shapes = {{.shape = spatial::HalfSpace{}}};
  builder.add_body(ground);
  for (int i = 0; i < 6; ++i) {
    BodyDef box{.kind = BodyKind::spatial, .mass = std::pow(10.0, draw(-3, 3))};
    const Eigen::Quaterniond turn(1, draw(-1, 1), draw(-1, 1), draw(-1, 1));
    box.spatial.pose = {{draw(-0.1, 0.1), draw(-0.1, 0.1), 0.5 + 0.8 * i}, turn.normalized()};
    box.spatial.velocity = {draw(-3, 3), draw(-3, 3), -3};
    box.spatial.shapes = {{.shape = spatial::box(draw(0.2, 0.5), draw(0.2, 0.5), 0.4)}};
    builder.add_body(box);
  }
  return builder.build().value();
}

}  // namespace

// Under phantom friction Dantzig's method diverges in some of these, and so does Gauss-Seidel.
// Bodies that no impulse stops fall, so that their energy stays, but for overlap that is pushed
// out.
TEST_CASE("a named solver that fails adds no energy without bound, and is named") {
  int failed = 0, named = 0;
  for (const lcp::Method method : {lcp::Method::dantzig, lcp::Method::pgs, lcp::Method::murty}) {
    Draw draw(8);
    for (int pile = 0; pile < 8; ++pile) {
      CAPTURE(lcp::to_string(method));
      CAPTURE(pile);
      const Model model = thrown_boxes(draw);
      ContactLaw law = ContactLaw::phantom;
      Simulator simulator(model, {.dt = 0.01, .law = law, .solver = method});
      State state = initial_state(model);
      double start = 0;
      for (int k = 0; k < 60; ++k) {
        const StepReport report = simulator.step(state);
        REQUIRE(report.status == StepStatus::ok);
        if (k == 0) start = report.certificate.energy_before;
        CHECK(report.certificate.energy_after < report.certificate.energy_before + start);
        if (report.unsolved == 0) continue;
        ++failed;
        CHECK(report.uncertified);
        CHECK_FALSE(report.message.empty());
        named += report.message.find("found no solution; try auto") != std::string::npos;
      }
    }
  }
  MESSAGE(failed, " steps without a solution");
  CHECK(named > 0.9 * failed);
  CHECK(failed > 500);
}

}  // namespace perpend
