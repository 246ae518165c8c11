// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "scenes.hpp"

namespace perpend {
namespace {

// Eight separate heaps of discs in a trough of the ground: several islands, friction, impacts.
Model heaps() {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0.4, .mu_k = 0.3, .e = 0.2}});
  builder.add_body(scenes::ground());
  for (int heap = 0; heap < 8; ++heap)
    for (int row = 0; row < 3; ++row)
      for (int i = 0; i < 3 - row; ++i)
        builder.add_body({.pose = {{heap * 10.0 + i * 1.01 + row * 0.5, 0.52 + row * 0.95}, 0},
                          .shapes = {{.shape = planar::Disc{0.5}}}});
  return builder.build().value();
}

std::uint64_t run(const Model& model, SimulationOptions options, State& state, int steps) {
  Simulator simulator(model, options);
  for (int i = 0; i < steps; ++i) REQUIRE(simulator.step(state).status == StepStatus::ok);
  return hash(state);
}

}  // namespace

TEST_CASE("the same run gives the same bits twice, on any number of threads, and after restore") {
  const Model model = heaps();
  for (const ContactLaw law : {ContactLaw::polyhedral, ContactLaw::relaxed}) {
    CAPTURE(to_string(law));
    SimulationOptions options{.dt = 0.01, .law = law};
    State first = initial_state(model), second = first, threaded = first, restored = first;
    const std::uint64_t expected = run(model, options, first, 80);
    CHECK(run(model, options, second, 80) == expected);
    options.threads = 2;
    CHECK(run(model, options, threaded, 80) == expected);
    options.threads = 1;
    run(model, options, restored, 33);
    State snapshot = restored;
    CHECK(run(model, options, snapshot, 47) == expected);
  }
}

// Every box falls on four below it: one island of some hundred contacts, in the velocities of its
// bodies.
TEST_CASE("two threads share one large island, and no bit depends on it") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.5, .e = 0}});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  for (int i = 0; i < 60; ++i) {
    BodyDef box{.kind = BodyKind::spatial, .mass = 1};
    const int layer = i / 16;
    const double shift = 0.45 * (layer % 2);
    box.spatial.pose.p = {0.9 * (i % 4) + shift, 0.9 * (i / 4 % 4) + shift, 0.51 + 1.01 * layer};
    box.spatial.shapes = {{spatial::box(0.8, 0.8, 1)}};
    builder.add_body(box);
  }
  const Model model = builder.build().value();
  State alone = initial_state(model), shared = alone;
  const std::uint64_t expected = run(model, {.dt = 0.01}, alone, 60);
  CHECK(run(model, {.dt = 0.01, .threads = 2}, shared, 60) == expected);
}

TEST_CASE("warm starting changes no answer beyond the certificate") {
  const Model model = heaps();
  State warm = initial_state(model), cold = warm;
  run(model, {.dt = 0.01, .law = ContactLaw::relaxed}, warm, 40);
  run(model, {.dt = 0.01, .law = ContactLaw::relaxed, .warm_start = false}, cold, 40);
  CHECK((warm.q - cold.q).lpNorm<Eigen::Infinity>() < 1e-6);
}

}  // namespace perpend
