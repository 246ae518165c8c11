// SPDX-License-Identifier: Apache-2.0
// Which pairs a step looks at: as far as the fastest body that collides may get.
#include "sim/candidate_contacts.hpp"

#include <doctest/doctest.h>

#include "perpend/model/model_builder.hpp"

namespace perpend {
namespace {

// A box 0.1 m above the ground that falls at `speed`, and a bullet that collides with nothing.
Model box_and_bullet(double speed) {
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{}}}});
  builder.add_body(
      {.pose = {{0, 0.2}}, .velocity = {0, -speed, 0}, .shapes = {{planar::box(0.2, 0.2)}}});
  builder.add_body(
      {.kind = BodyKind::particle, .pose = {{5, 5}}, .velocity = {1e4, 0, 0}, .mass = 1.0});
  return builder.build().value();
}

int candidates(double speed) {
  const Model model = box_and_bullet(speed);
  const SimulationOptions options{.dt = 1e-3};
  CandidateContacts contacts(model, options);
  const State state = initial_state(model);
  contacts.detect(state, state.v);
  return static_cast<int>(contacts.all().size());
}

}  // namespace

TEST_CASE("a fast body without a shape makes no candidates of others") {
  CHECK(candidates(1.0) == 0);
}

TEST_CASE("what may arrive within two steps is a candidate") {
  CHECK(candidates(99.0) == 2);
}

}  // namespace perpend
