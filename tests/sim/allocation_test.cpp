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

// Columns of two, three and four boxes, offset, and one that slides: islands of unlike size.
Model planar_piles(double mu) {
  ModelBuilder builder;
  builder.set_gravity({0, -9.81, 0});
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
  for (int column = 0; column < 3; ++column)
    for (int i = 0; i < column + 2; ++i)
      builder.add_body({.pose = {{3.0 * column + 0.1 * (i % 2), 0.5 + i}, 0},
                        .shapes = {{.shape = planar::box(1, 1)}},
                        .mass = 1.0 + i});
  builder.add_body(
      {.pose = {{20, 0.5}, 0}, .velocity = {3, 0, 0}, .shapes = {{.shape = planar::box(2, 1)}}});
  return builder.build().value();
}

// The same in space, with columns of `lowest` boxes and more.
Model spatial_piles(double mu, int lowest) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu}});
  BodyDef ground{.kind = BodyKind::spatial_fixed};
  ground.spatial.shapes = {{.shape = spatial::HalfSpace{}}};
  builder.add_body(ground);
  BodyDef box{.kind = BodyKind::spatial};
  box.spatial.shapes = {{.shape = spatial::Box{}}};
  for (int column = 0; column < 3; ++column)
    for (int i = 0; i < column + lowest; ++i) {
      box.spatial.pose.p = {3.0 * column + 0.1 * (i % 2), 0.05 * (i % 3), 0.5 + i};
      builder.add_body(box);
    }
  box.spatial.pose.p = {20, 0, 0.5};
  box.spatial.velocity = {3, 1, 0};
  builder.add_body(box);
  return builder.build().value();
}

// Of ten steps, once the same contacts have stood for some.
long allocations_of_warm_steps(const Model& model, const SimulationOptions& options) {
  Simulator simulator(model, options);
  State state = initial_state(model);
  for (int k = 0; k < 30; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
  const int contacts = simulator.step(state).contacts;
  REQUIRE(contacts > 0);
  const long before = heap_allocations();
  REQUIRE(before > 0);
  for (int k = 0; k < 10; ++k) CHECK(simulator.step(state).contacts == contacts);
  return heap_allocations() - before;
}

// Discs or balls that bounce for ever, each at a pace of its own, between boxes that rest.
Model bouncing(bool in_space, double mu) {
  ModelBuilder builder;
  builder.set_gravity(in_space ? Eigen::Vector3d(0, 0, -9.81) : Eigen::Vector3d(0, -9.81, 0));
  builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = 1}});
  BodyDef ground{.kind = in_space ? BodyKind::spatial_fixed : BodyKind::fixed};
  if (in_space)
    ground.spatial.shapes = {{.shape = spatial::HalfSpace{}}};
  else
    ground.shapes = {{.shape = planar::HalfPlane{}}};
  builder.add_body(ground);
  for (int i = 0; i < 8; ++i) {
    const bool is_box = i % 2 > 0;
    const double height = is_box ? 0.5 : 0.6 + 0.1 * i;
    BodyDef body{.kind = in_space ? BodyKind::spatial : BodyKind::rigid};
    body.pose = {{3.0 * i, height}, 0};
    body.spatial.pose.p = {3.0 * i, 0, height};
    if (in_space && is_box) body.spatial.shapes = {{.shape = spatial::Box{}}};
    if (in_space && !is_box) body.spatial.shapes = {{.shape = spatial::Sphere{0.5}}};
    if (!in_space && is_box) body.shapes = {{.shape = planar::box(1, 1)}};
    if (!in_space && !is_box) body.shapes = {{.shape = planar::Disc{0.5}}};
    builder.add_body(body);
  }
  return builder.build().value();
}

}  // namespace

TEST_CASE("a warm step takes nothing from the heap where the number of contacts changes" *
          doctest::skip(!PERPEND_COUNTS_HEAP)) {
  for (const ContactLaw::Kind law : {ContactLaw::cone, ContactLaw::frictionless})
    for (const bool in_space : {false, true}) {
      CAPTURE(to_string(law));
      CAPTURE(in_space);
      const Model model = bouncing(in_space, law == ContactLaw::cone ? 0.5 : 0.0);
      Simulator simulator(model, {.law = law});
      State state = initial_state(model);
      for (int k = 0; k < 300; ++k) REQUIRE(simulator.step(state).status == StepStatus::ok);
      const long before = heap_allocations();
      int fewest = 1000, most = 0;
      for (int k = 0; k < 200; ++k) {
        const int contacts = simulator.step(state).contacts;
        fewest = std::min(fewest, contacts);
        most = std::max(most, contacts);
      }
      CHECK(heap_allocations() - before == 0);
      CHECK(fewest < most);
    }
}

TEST_CASE("a warm step with contacts takes nothing from the heap: piles, and a box that slides" *
          doctest::skip(!PERPEND_COUNTS_HEAP)) {
  for (const ContactLaw::Kind law : {ContactLaw::cone, ContactLaw::frictionless}) {
    const double mu = law == ContactLaw::cone ? 0.5 : 0.0;
    CAPTURE(to_string(law));
    CHECK(allocations_of_warm_steps(planar_piles(mu), {.law = law}) == 0);
    CHECK(allocations_of_warm_steps(spatial_piles(mu, 1), {.law = law}) == 0);
    CHECK(allocations_of_warm_steps(spatial_piles(mu, 4), {.law = law}) == 0);
  }
}

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
