// SPDX-License-Identifier: Apache-2.0
// Stacks whose bodies are heavier the higher they stand: rounding of the lowest contacts is above
// what the highest are granted.
#include <doctest/doctest.h>

#include <cmath>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

Model growing_stack(Draw& draw, bool in_space) {
  ModelBuilder builder;
  BodyDef ground{.kind = in_space ? BodyKind::spatial_fixed : BodyKind::fixed};
  if (in_space)
    ground.spatial.shapes = {{.shape = spatial::HalfSpace{}}};
  else
    ground.shapes = {{.shape = planar::HalfPlane{}}};
  builder.add_body(ground);
  const int boxes = static_cast<int>(draw(3, 12));
  const double ratio = std::pow(10.0, draw(3, 6)), width = draw(0.2, 0.5);
  double top = 0;
  for (int i = 0; i < boxes; ++i) {
    const double height = draw(0.1, 0.3), middle = top + 0.5 * height;
    top += height;
    BodyDef box{.kind = in_space ? BodyKind::spatial : BodyKind::rigid};
    box.mass = std::pow(ratio, i / (boxes - 1.0));
    box.pose.p = {0, middle};
    box.spatial.pose.p = {0, 0, middle};
    if (in_space)
      box.spatial.shapes = {{.shape = spatial::Box{{width / 2, width / 2, height / 2}}}};
    else
      box.shapes = {{.shape = planar::box(width, height)}};
    builder.add_body(box);
  }
  return builder.build().value();
}

}  // namespace

TEST_CASE("what heavy bodies press on light ones is found by few factorisations") {
  constexpr int kSteps = 100;
  constexpr double kLengths[] = {1.0 / 60, 1.0 / 240, 2e-3, 1e-3};
  for (unsigned seed = 0; seed < 80; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const Model model = growing_stack(draw, draw.coin());
    const ContactLaw law = draw.coin() ? ContactLaw::cone : ContactLaw::box;
    Simulator simulator(model, {.dt = kLengths[seed % 4], .law = law});
    State state = initial_state(model);
    int factorisations = 0, most = 0;
    for (int step = 0; step < kSteps; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.inexact == 0);
      CHECK(report.uncertified == 0);
      factorisations += report.factorisations;
      most = std::max(most, report.factorisations);
    }
    CHECK(most <= 100);
    CHECK(factorisations <= 3 * kSteps);
  }
}

}  // namespace perpend
