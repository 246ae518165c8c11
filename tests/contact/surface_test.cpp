// SPDX-License-Identifier: Apache-2.0
//
// Which constants of the surfaces a contact gets, and which features are the same from step to
// step.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "contact/contact_rows.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

// A disc on the ground that slides along x with `slip`, and sinks with `fall`.
Model sliding_disc(double slip, double fall = 0) {
  ModelBuilder builder;
  builder.add_material({.name = "ice", .self = {.mu_s = 0.08, .mu_k = 0.02, .e = 0.3}});
  builder.add_material({.name = "steel", .self = {.mu_s = 0.5, .mu_k = 0.32, .e = 0.7}});
  builder.add_material({.name = "tar", .self = {.mu_s = 1.5, .mu_k = 1.5, .e = 0}});
  builder.set_surface_pair("steel", "tar", {.mu_s = 0.9, .mu_k = 0.85, .e = 0.11});
  builder.add_body(
      {.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}, .material = "steel"});
  builder.add_body({.pose = {{0, 1}, 0},
                    .velocity = {slip, fall, 0},
                    .shapes = {{.shape = planar::Disc{1}}},
                    .material = "ice"});
  return builder.build().value();
}

ActiveContact first_contact(const Model& model, double stick_speed,
                            const ContactLaw& law = ContactLaw::cone) {
  const State state = initial_state(model);
  Collider collider(model);
  RowPool pool;
  std::vector<ActiveContact> contacts;
  append_contact_rows(model, state, law, stick_speed, 0.0, collider.collide(state, 0.1), pool,
                      contacts);
  REQUIRE(contacts.size() == 1);
  return contacts[0];
}

}  // namespace

TEST_CASE("two materials without a pair of their own: geometric mean of mu, the smaller e") {
  const ActiveContact contact = first_contact(sliding_disc(0), 1e-6);
  CHECK(contact.mu_s == relative(0.2));
  CHECK(contact.mu_k == relative(0.08));
  CHECK(contact.e == 0.3);
}

TEST_CASE("a pair of its own counts whichever body comes first") {
  const Model model = sliding_disc(0);
  const auto index = [&](const char* name) {
    for (std::size_t i = 0; i < model.materials.size(); ++i)
      if (model.materials[i].name == name) return static_cast<int>(i);
    return -1;
  };
  for (const auto& [a, b] : {std::pair("steel", "tar"), std::pair("tar", "steel")}) {
    const SurfacePair& surface = model.surface(index(a), index(b));
    CHECK(surface.mu_s == 0.9);
    CHECK(surface.mu_k == 0.85);
    CHECK(surface.e == 0.11);
  }
  CHECK(model.surface(index("steel"), index("steel")).e == 0.7);
}

TEST_CASE("what is slower than the stick speed along the surface has the static coefficient") {
  for (const double slip : {0.0, 0.9e-3, -0.9e-3}) {
    const ActiveContact contact = first_contact(sliding_disc(slip), 1e-3);
    CHECK_FALSE(contact.slides);
    CHECK(contact.mu == contact.mu_s);
  }
  for (const double slip : {1.1e-3, -1.1e-3, 5.0}) {
    const ActiveContact contact = first_contact(sliding_disc(slip), 1e-3);
    CHECK(contact.slides);
    CHECK(contact.mu == contact.mu_k);
  }
}

TEST_CASE("on a belt what lags behind slides, what rides along sticks") {
  constexpr double kBelt = 3;
  for (const double speed : {0.0, 2.5, kBelt}) {
    CAPTURE(speed);
    ModelBuilder builder;
    builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.32}});
    builder.add_body({.kind = BodyKind::fixed,
                      .pose = {{0, -0.1}, 0},
                      .shapes = {{.shape = planar::box(20, 0.2), .surface_velocity = kBelt}}});
    builder.add_body(
        {.pose = {{0, 1}, 0}, .velocity = {speed, 0, 0}, .shapes = {{.shape = planar::Disc{1}}}});
    const ActiveContact contact = first_contact(builder.build().value(), 1e-3);
    CHECK(contact.slides == (speed < kBelt));
    CHECK(contact.mu == (speed < kBelt ? 0.32 : 0.5));
    CHECK(contact.start.y() == relative(contact.frame.row(1).x() * (speed - kBelt)));
  }
}

// Two belts on one body, and a ball on each.
TEST_CASE("every shape of a body runs by itself, in the plane and in space") {
  for (const bool in_space : {false, true}) {
    CAPTURE(in_space);
    ModelBuilder builder;
    BodyDef belts{.kind = in_space ? BodyKind::spatial_fixed : BodyKind::fixed};
    for (const double x : {-5.0, 5.0}) {
      const double runs = x < 0 ? 2 : -3;
      if (!in_space)
        belts.shapes.push_back(
            {.shape = planar::box(4, 2), .pose = {{x, -1}, 0}, .surface_velocity = runs});
      else
        belts.spatial.shapes.push_back({.shape = spatial::Box{{2, 2, 1}},
                                        .pose = {.p = {x, 0, -1}},
                                        .surface_velocity = {runs, 0.5 * x, 9}});
    }
    builder.add_body(belts);
    for (const double x : {-5.0, 5.0}) {
      BodyDef ball{.kind = in_space ? BodyKind::spatial : BodyKind::rigid};
      ball.pose.p = {x, 1};
      ball.spatial.pose.p = {x, 0, 1};
      if (in_space) ball.spatial.shapes = {{.shape = spatial::Sphere{1}}};
      if (!in_space) ball.shapes = {{.shape = planar::Disc{1}}};
      builder.add_body(ball);
    }
    const Model model = builder.build().value();
    Collider collider(model);
    const auto pairs = collider.collide(initial_state(model), 0.1);
    REQUIRE(pairs.size() == 2);
    for (const ContactPair& pair : pairs) {
      // Of b against a, along the surface alone.
      const double x = pair.point_a.x(), of_belt = pair.body_a == 0 ? -1 : 1;
      const Eigen::Vector3d runs(x < 0 ? 2 : -3, in_space ? 0.5 * x : 0, 0);
      CHECK((pair.surface_velocity - of_belt * runs).norm() < 1e-12);
    }
  }
}

TEST_CASE("the speed along the normal does not make a contact slide") {
  const ActiveContact contact = first_contact(sliding_disc(0, -3), 1e-3);
  CHECK_FALSE(contact.slides);
  CHECK(std::abs(contact.start.x() + 3) < 1e-15);
}

TEST_CASE("a frictionless law has the normal row alone, the velocities are known all the same") {
  const ActiveContact contact = first_contact(sliding_disc(2), 1e-6, ContactLaw::frictionless);
  CHECK(rows_of(ContactLaw::frictionless, contact.pair) == 1);
  CHECK(std::abs(std::abs(contact.start.y()) - 2) < 1e-15);
  const double pressed[] = {1.5};
  CHECK(impulse_of(ContactLaw::frictionless, contact.pair, pressed) == Eigen::Vector3d(1.5, 0, 0));
}

TEST_CASE("multipliers of a contact's rows are its impulse, behind them zeros") {
  const double multipliers[] = {2.0, -0.5, 7.0};
  ContactPair planar{.tangents = 1}, spatial{.tangents = 2};
  CHECK(impulse_of(ContactLaw::cone, planar, multipliers) == Eigen::Vector3d(2, -0.5, 0));
  CHECK(impulse_of(ContactLaw::cone, spatial, multipliers) == Eigen::Vector3d(2, -0.5, 7));
}

// A box on the ground: as it slides and turns a little its corners keep their keys, and no two
// contacts share one.
TEST_CASE("keys follow features from step to step and are all different") {
  ModelBuilder builder;
  BodyDef ground{.kind = BodyKind::spatial_fixed};
  ground.spatial.shapes = {{.shape = spatial::HalfSpace{}}};
  builder.add_body(ground);
  for (int i = 0; i < 5; ++i) {
    BodyDef box{.kind = BodyKind::spatial};
    box.spatial.pose.p = {1.5 * i, 0, 0.5};
    box.spatial.shapes = {{.shape = spatial::Box{}}};
    builder.add_body(box);
  }
  const Model model = builder.build().value();
  State state = initial_state(model);
  const auto keys = [&] {
    Collider collider(model);
    std::vector<std::uint64_t> found;
    for (const ContactPair& pair : collider.collide(state, 0.05)) found.push_back(pair.key);
    std::sort(found.begin(), found.end());
    return found;
  };
  const auto before = keys();
  CHECK(before.size() == 20);
  CHECK(std::set(before.begin(), before.end()).size() == before.size());
  for (const Body& body : model.bodies) state.q[body.q_offset] += 0.01;
  CHECK(keys() == before);
}

TEST_CASE("the deepest overlap is that of the most negative gap, 0 where nothing overlaps") {
  std::vector<ContactPair> pairs(3);
  pairs[0].gap = 0.1;
  pairs[1].gap = pairs[2].gap = 0;
  CHECK(deepest_overlap(pairs) == 0);
  pairs[1].gap = -0.3;
  pairs[2].gap = -0.2;
  CHECK(deepest_overlap(pairs) == 0.3);
  CHECK(deepest_overlap({}) == 0);
}

}  // namespace perpend
