// SPDX-License-Identifier: Apache-2.0
// Derivatives of steps within which bodies touch surfaces with dampers, beside differences.
#include "sim/derivatives/finite_differences.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using differences::check_all, differences::Step;

constexpr double kStep = 0.004;

// A ball or disc that spins, with springs and dampers along the normal, softer than the step and
// stiffer, which touches the ground within the third step.
Step before_touch(Draw& draw) {
  const double radius = 0.1, mass = draw(0.5, 2), speed = draw(0.5, 4);
  const double rate = draw(0.1, 1.5) / kStep, mu = draw(0.1, 0.8);
  SurfacePair surface{.mu_s = mu, .mu_k = mu};
  surface.normal = {.stiffness = mass * rate * rate, .damping = mass * draw(0.1, 2) * rate};
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  builder.add_material({.name = "default", .self = surface});
  const double gap = speed * kStep * draw(2.05, 2.95), along = draw(-1, 1);
  if (draw.coin()) {
    builder.add_body({.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{}}}});
    builder.add_body({.pose = {{0, radius + gap}},
                      .velocity = {along, -speed, draw(-9, 9)},
                      .shapes = {{planar::Disc{radius}}},
                      .mass = mass});
  } else {
    builder.add_body(
        {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{spatial::HalfSpace{}}}}});
    builder.add_body({.kind = BodyKind::spatial,
                      .mass = mass,
                      .spatial = {.pose = {.p = {0, 0, radius + gap}},
                                  .velocity = {along, 0.3, -speed},
                                  .omega = {draw(-9, 9), draw(-9, 9), draw(-9, 9)},
                                  .shapes = {{spatial::Sphere{radius}}}}});
  }
  Model model = builder.build().value();
  State state = initial_state(model);
  return differences::after({std::move(model), {.dt = kStep}, std::move(state)}, 2);
}

}  // namespace

TEST_CASE("bodies that touch dampers of surfaces within a step, beside differences") {
  int touching = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Draw draw(6100 + seed);
    const Step step = before_touch(draw);
    // What sinks in far has a gap that is corrected, and says so.
    if (differences::derivatives(step).status != DerivativeStatus::regular) continue;
    const StepDerivatives d = check_all(step, 1e-4);
    touching += d.sticking + d.sliding;
  }
  CHECK(touching > 15);
}

}  // namespace perpend
