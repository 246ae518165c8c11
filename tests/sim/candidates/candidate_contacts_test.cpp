// SPDX-License-Identifier: Apache-2.0
// Which pairs a step looks at: as far as the fastest body that collides may get.
#include "sim/candidates/candidate_contacts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/candidates/pairs/last_contacts.hpp"

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

int candidates(double speed, double margin = 0.0) {
  const Model model = box_and_bullet(speed);
  const SimulationOptions options{.dt = 1e-3, .margin = margin};
  CandidateContacts contacts(model, options);
  const State state = initial_state(model);
  contacts.detect(state, state.v);
  return static_cast<int>(contacts.all().size());
}

}  // namespace

TEST_CASE("what contacts bore is found by their keys, however these are spread") {
  std::mt19937_64 random(29);
  for (const std::uint64_t range : {std::uint64_t{0}, std::uint64_t{1} << 44, std::uint64_t{300}})
    for (const std::size_t count : {0u, 1u, 5u, 400u, 5000u}) {
      std::vector<ContactMemory> contacts(count);
      for (ContactMemory& contact : contacts)
        contact.key = range > 0 ? ~std::uint64_t{0} - random() % range : random();
      std::ranges::sort(contacts, {}, &ContactMemory::key);
      LastContacts last(contacts);
      for (std::size_t i = 0; i < 2 * count + 2; ++i) {
        const bool known = count > 0 && i % 3 > 0;
        const std::uint64_t key = known ? contacts[random() % count].key : random();
        const auto first = std::ranges::find(contacts, key, &ContactMemory::key);
        const ContactMemory* expected = first == contacts.end() ? nullptr : &*first;
        CHECK(last.find(key) == expected);
      }
    }
}

TEST_CASE("a fast body without a shape makes no candidates of others") {
  CHECK(candidates(1.0) == 0);
}

TEST_CASE("what may arrive within two steps is a candidate") {
  CHECK(candidates(99.0) == 2);
}

TEST_CASE("candidates are as near as two steps of the fastest, or an eighth farther") {
  for (double speed = 50.001; speed < 200; speed *= 1.01) CHECK(candidates(speed) == 2);
  for (double speed = 50.0 / 1.126; speed > 10; speed /= 1.01) CHECK(candidates(speed) == 0);
}

TEST_CASE("a margin that is given is taken as it is") {
  CHECK(candidates(99.0, 0.0999) == 0);
  CHECK(candidates(1.0, 0.1001) == 2);
}

// The rod comes round between two posts, whose normals turn with it.
TEST_CASE("a spinning rod is stopped where it meets its posts and not where a step begins") {
  std::mt19937_64 random(17);
  const auto draw = [&](double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random);
  };
  for (int trial = 0; trial < 20; ++trial) {
    const double far = draw(0.5, 0.8), post = draw(0.05, 0.1), thick = draw(0.02, 0.05);
    const double heading = draw(0.5, 2.5), turn = draw(0.06, 0.2), dt = 0.01;
    CAPTURE(trial);
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0}});
    for (const double side : {1.0, -1.0})
      builder.add_body(
          {.kind = BodyKind::fixed,
           .pose = {side * far * Eigen::Vector2d(std::cos(heading), std::sin(heading))},
           .shapes = {{planar::Disc{post}}}});
    const double meets = heading - std::asin((post + thick) / far);
    const BodyId rod = builder.add_body({.pose = {{0, 0}, meets - 0.6},
                                         .velocity = {0, 0, turn / dt},
                                         .shapes = {{planar::box(2, 2 * thick)}}});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    for (int past = 0; past < 3;) {
      REQUIRE(simulator.step(state).status == StepStatus::ok);
      past += state.v[model.dof() - 1] < 0.9 * turn / dt;
    }
    CHECK(std::abs(body_pose(model, state, rod).angle - meets) < 1e-7);
  }
}

}  // namespace perpend
