// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/contact_events.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

constexpr double kStep = 0.001;

}  // namespace

// A ball of 2 kg dropped from 1 m with e = 0.5: it lands with sqrt(2 g), leaves with half of it and
// lands again after 2 · 0.5 sqrt(2 g) / g.
TEST_CASE("each bounce of a ball begins and ends once, with its impulse") {
  ModelBuilder builder;
  builder.add_material({.name = "default", .self = {.mu_s = 0, .mu_k = 0, .e = 0.5}});
  builder.add_body(scenes::ground());
  builder.add_body({.pose = {{0, 1.1}}, .shapes = {{planar::Disc{0.1}}}, .mass = 2.0});
  const Model model = builder.build().value();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  ContactEvents events;
  std::vector<ContactEvent> seen;
  while (state.time < 1.0) {
    const StepReport report = simulator.step(state);
    REQUIRE(report.status == StepStatus::ok);
    for (const ContactEvent& event : events.update(simulator.contacts(), report.time))
      seen.push_back(event);
  }
  REQUIRE(seen.size() == 4);
  const double speed = std::sqrt(2 * 9.81), landing = speed / 9.81;
  CHECK(seen[0].kind == ContactEventKind::begin);
  CHECK(seen[0].time == relative(landing, 0.01));
  CHECK(seen[0].touch.impulse.y() == relative(2 * 1.5 * speed, 0.01));
  CHECK((seen[0].touch.point - Eigen::Vector3d(0, 0, 0)).norm() < 0.01);
  CHECK(seen[0].touch.a == BodyId{0});
  CHECK(seen[1].kind == ContactEventKind::end);
  CHECK(seen[1].touch.since == seen[0].time);
  CHECK(seen[1].time < seen[0].time + 2.5 * kStep);
  CHECK(seen[2].time - seen[0].time == relative(landing, 0.02));
  CHECK(events.touching().empty());
}

TEST_CASE("a touch that lasts gathers the impulse of its weight") {
  const Model model = scenes::box_on_slope(0, 0.5);
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kStep});
  ContactEvents events;
  int begun = 0;
  for (int k = 0; k < 100; ++k) {
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    for (const ContactEvent& event : events.update(simulator.contacts(), state.time))
      begun += event.kind == ContactEventKind::begin ? 1 : 100;
  }
  CHECK(begun == 1);
  REQUIRE(events.touching().size() == 1);
  CHECK(events.touching()[0].since < 2 * kStep);
  const double weight = model.bodies[1].mass * 9.81;
  CHECK(events.touching()[0].impulse.y() == relative(100 * kStep * weight, 1e-6));
  CHECK(contact_force(simulator.contacts(), {1}, kStep).y() == relative(weight, 1e-6));
  CHECK(contact_force(simulator.contacts(), {0}, kStep).y() == relative(-weight, 1e-6));
  CHECK(contact_force(simulator.contacts(), {1}, kStep, {1}).norm() == 0);
}

TEST_CASE("the force on a body is told by the body it comes from") {
  const std::vector<ContactRecord> contacts{{.a = {0}, .b = {1}, .impulse = {0, 6, 0}},
                                            {.a = {0}, .b = {1}, .impulse = {1, 2, 0}},
                                            {.a = {1}, .b = {2}, .impulse = {0, 3, 0}},
                                            {.a = {0}, .b = {2}, .impulse = {0, 0, 7}}};
  const auto on = [&](int body, BodyId against) {
    return contact_force(contacts, {body}, 0.5, against);
  };
  CHECK(on(1, kWorld) == Eigen::Vector3d(2, 10, 0));
  CHECK(on(1, {0}) == Eigen::Vector3d(2, 16, 0));
  CHECK(on(1, {2}) == Eigen::Vector3d(0, -6, 0));
  CHECK(on(2, {1}) == Eigen::Vector3d(0, 6, 0));
  CHECK(on(0, {2}) == Eigen::Vector3d(0, 0, -14));
}

TEST_CASE("events of several pairs come by pair, ends first, and points bear by their impulses") {
  ContactRecord left{.a = {1}, .b = {2}, .point = {0, 0, 0}, .impulse = {0, 3, 0}};
  ContactRecord right{.a = {1}, .b = {2}, .point = {4, 0, 0}, .impulse = {0, 1, 0}};
  ContactRecord open{.a = {0}, .b = {3}, .point = {0, 0, 0}};
  ContactRecord other{.a = {0}, .b = {1}, .point = {2, 0, 0}, .impulse = {0, 5, 0}};
  ContactEvents events;
  const ContactRecord first[] = {left, open, right};
  const auto begun = events.update(first, 1.0);
  REQUIRE(begun.size() == 1);
  CHECK(begun[0].touch.impulse.y() == 4);
  CHECK(begun[0].touch.point.x() == 1);
  const ContactRecord second[] = {other};
  const auto both = events.update(second, 2.0);
  REQUIRE(both.size() == 2);
  CHECK(both[0].kind == ContactEventKind::end);
  CHECK(both[0].touch.b == BodyId{2});
  CHECK(both[0].touch.since == 1.0);
  CHECK(both[1].kind == ContactEventKind::begin);
  CHECK(both[1].touch.a == BodyId{0});
}

}  // namespace perpend
