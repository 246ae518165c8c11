// SPDX-License-Identifier: Apache-2.0
// Stacks with a body so light that the last digit of the impulses which pass through it moves it:
// certified as far as double can hold it, else named, and in either case at little cost.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

BodyDef ground(bool in_space) {
  BodyDef ground{.kind = in_space ? BodyKind::spatial_fixed : BodyKind::fixed};
  if (in_space)
    ground.spatial.shapes = {{.shape = spatial::HalfSpace{}}};
  else
    ground.shapes = {{.shape = planar::HalfPlane{}}};
  return ground;
}

// Boxes of `mass`, one of which has `share` of it, or of its inertia about one axis.
Model stack_with_light(Draw& draw, bool in_space, double share) {
  ModelBuilder builder;
  builder.add_body(ground(in_space));
  const int boxes = static_cast<int>(draw(3, 7));
  const int light = static_cast<int>(draw(0, boxes - 1));
  const double mass = std::pow(10.0, draw(-2, 4)), side = draw(0.1, 0.4);
  const bool turns_light = in_space && draw.coin();
  for (int i = 0; i < boxes; ++i) {
    BodyDef box{.kind = in_space ? BodyKind::spatial : BodyKind::rigid, .mass = mass};
    const double across = draw(-0.01, 0.01) * side, up = (i + 0.5) * side;
    box.pose.p = {across, up};
    box.spatial.pose.p = {across, 0, up};
    box.shapes = {{.shape = planar::box(side, side)}};
    box.spatial.shapes = {{.shape = spatial::box(side, side, side)}};
    if (in_space)
      box.shapes.clear();
    else
      box.spatial.shapes.clear();
    if (i == light && !turns_light) box.mass = share * mass;
    if (i == light && turns_light)
      box.spatial.inertia = (mass * side * side / 6) * Eigen::Vector3d(share, 1, 1).asDiagonal();
    builder.add_body(box);
  }
  return builder.build().value();
}

struct Cost {
  int uncertified = 0, unnamed = 0, most = 0, penetrating = 0;
};

Cost run(const Model& model, double dt, double size) {
  Simulator simulator(model, {.dt = dt});
  State state = initial_state(model);
  Cost cost;
  for (int step = 0; step < 20; ++step) {
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    cost.uncertified += report.uncertified > 0 || report.inexact > 0;
    cost.unnamed += report.uncertified > 0 && report.message.empty();
    cost.most = std::max(cost.most, static_cast<int>(report.factorisations));
    cost.penetrating += report.certificate.penetration > 1e-3 * size;
  }
  return cost;
}

}  // namespace

TEST_CASE("a body that is light beside those above it is held as well as double can") {
  for (unsigned seed = 0; seed < 80; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const bool in_space = draw.coin();
    const double share = std::pow(10.0, draw(-10, -4));
    CAPTURE(share);
    const double dt = std::pow(10.0, draw(-3, -1.8));
    const Cost cost = run(stack_with_light(draw, in_space, share), dt, 0.1);
    CHECK(cost.uncertified == 0);
    CHECK(cost.penetrating == 0);
    CHECK(cost.most < 1000);
  }
}

TEST_CASE("a body too light for double beside those above it is named, and costs no more") {
  int named = 0;
  for (unsigned seed = 0; seed < 30; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const bool in_space = draw.coin();
    const double share = std::pow(10.0, draw(-30, -12)), dt = std::pow(10.0, draw(-3, -1.8));
    CAPTURE(share);
    const Cost cost = run(stack_with_light(draw, in_space, share), dt, 0.1);
    CHECK(cost.unnamed == 0);
    CHECK(cost.most < 20000);
    named += cost.uncertified > 0;
  }
  CHECK(named > 5);
}

}  // namespace perpend
