// SPDX-License-Identifier: Apache-2.0
// The force of a hand in closed form.
#include "view/pull.hpp"

#include <doctest/doctest.h>

#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend::view {
namespace {

using Eigen::Vector3d;

BodyDef disc(double x, double omega = 0) {
  return {.pose = {{x, 0}, 0},
          .velocity = {0, 0, omega},
          .shapes = {{planar::Disc{1}}},
          .mass = 2,
          .inertia = 0.5};
}

}  // namespace

TEST_CASE("a fling gives a body 200 m/s² at most, however far the hand is") {
  ModelBuilder builder;
  builder.add_body(disc(0));
  const Model model = builder.build().value();
  for (const double far : {1e2, 1e6}) {
    const Pull pull(model, initial_state(model), {0, {0, 0, 0}, {far, 0, 0}}, 2);
    CHECK((pull.force(model, initial_state(model), 0.01).force - Vector3d(400, 0, 0)).norm() <
          1e-9);
  }
}

TEST_CASE("a hand off the plane pulls a planar body within it") {
  ModelBuilder builder;
  builder.add_body(disc(0));
  const Model model = builder.build().value();
  const Pull pull(model, initial_state(model), {0, {0, 0, 0}, {0.1, 0.2, 3}}, 2);
  const Vector3d force = pull.force(model, initial_state(model), 0.01).force;
  CHECK(force.z() == 0);
  CHECK(force.y() == relative(2 * force.x(), 1e-12));
}

TEST_CASE("a hand calms a spin and turns none around, however long the step") {
  ModelBuilder builder;
  builder.add_body(disc(0, 4));
  const Model model = builder.build().value();
  const Pull pull(model, initial_state(model), {0, {0, 0, 0}, {0, 0, 0}}, 2);
  for (const double dt : {0.001, 0.1, 10.0}) {
    const double after = 4 + dt * pull.force(model, initial_state(model), dt).torque.z() / 0.5;
    CHECK(after == relative(4 / (1 + 3 * dt), 1e-12));
  }
}

TEST_CASE(
    "what hangs on a body by joints is moved with it, what hangs on the ground alone is not") {
  ModelBuilder builder;
  const BodyId ground = builder.add_body({.kind = BodyKind::fixed});
  std::vector<BodyId> discs;
  for (const double x : {0.0, 3.0, 6.0, 9.0}) discs.push_back(builder.add_body(disc(x)));
  builder.add_joint({.a = discs[0], .b = discs[1], .anchor = {1.5, 0, 0}});
  builder.add_joint({.a = discs[2], .b = discs[1], .anchor = {4.5, 0, 0}});
  builder.add_joint({.a = discs[2], .b = ground, .anchor = {7.5, 0, 0}});
  builder.add_joint({.a = discs[3], .b = ground, .anchor = {7.5, 0, 0}});
  const Model model = builder.build().value();
  for (int i = 0; i < 3; ++i) CHECK(connected_mass(model, discs[static_cast<std::size_t>(i)]) == 6);
  CHECK(connected_mass(model, discs[3]) == 2);
}

}  // namespace perpend::view
