// SPDX-License-Identifier: Apache-2.0
// Balls and discs that land aslant get the spin that friction of one impact gives, at any step.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"
#include "sim/draw.hpp"

namespace perpend {

// An impulse that sticks takes the share 1 / (1 + m R² / I) of the slip, 2/7 of a ball and 1/3 of a
// disc; one that slides is mu times that along the normal.
TEST_CASE("a ball or disc that lands aslant is spun by friction at its own radius") {
  int stuck = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    Draw draw(seed);
    const bool in_space = seed % 2 == 0;
    const double radius = draw(0.02, 0.3), along = draw(0.5, 5), down = draw(0.5, 3);
    const double mu = draw(0.05, 1), e = draw.coin() ? 0.0 : draw(0, 1);
    const double dt = radius / along * draw(0.01, 0.6);
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = e}});
    const double start = radius + down * dt * draw(1, 9);
    if (in_space) {
      builder.add_body({.kind = BodyKind::spatial_fixed,
                        .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
      builder.add_body({.kind = BodyKind::spatial,
                        .spatial = {.pose = {{0, 0, start}},
                                    .velocity = {along, 0, -down},
                                    .shapes = {{.shape = spatial::Sphere{radius}}}}});
    } else {
      builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
      builder.add_body({.pose = {{0, start}, 0},
                        .velocity = {along, -down, 0},
                        .shapes = {{.shape = planar::Disc{radius}}}});
    }
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    for (int k = 0; k < 15; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
    const int v = model.bodies[1].v_offset;
    const double share = in_space ? 2.0 / 7 : 1.0 / 3;
    const double slowed = std::min(share * along, mu * (1 + e) * down);
    const double spin = in_space ? state.v[v + 4] : -state.v[v + 2];
    CHECK(state.v[v] == relative(along - slowed, 1e-9));
    CHECK(spin * radius == relative((1 / share - 1) * slowed, 1e-9));
    stuck += slowed < mu * (1 + e) * down;
  }
  CHECK(stuck > 50);
  CHECK(stuck < 150);
}

}  // namespace perpend
