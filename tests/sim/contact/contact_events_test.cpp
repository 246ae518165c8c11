// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/contact_events.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string>

#include "perpend/sim/exchange.hpp"
#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

constexpr double kStep = 0.001;

// Some of eight bodies in any order.
Model some_of_eight(std::mt19937_64& engine) {
  std::vector<int> order(8);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::shuffle(order, engine);
  order.resize(2 + engine() % 7);
  ModelBuilder builder;
  for (const int name : order)
    builder.add_body({.name = std::to_string(name), .mass = 1, .inertia = 1});
  return builder.build().value();
}

// By the names of both bodies, in their order: since when, and the impulse on the second.
using NamedTouches = std::map<std::pair<std::string, std::string>, std::pair<double, double>>;

void add_named(const Model& model, const TouchingPair& touch, NamedTouches& named) {
  std::string a = model.bodies[touch.a.index].details->name,
              b = model.bodies[touch.b.index].details->name;
  const double impulse = a < b ? touch.impulse.y() : -touch.impulse.y();
  if (b < a) std::swap(a, b);
  named[{a, b}] = {touch.since, impulse};
}

NamedTouches named(const Model& model, const ContactEvents& events) {
  NamedTouches all;
  for (const TouchingPair& touch : events.touching()) add_named(model, touch, all);
  return all;
}

// Impulses of whole numbers, which add up without rounding, at some pairs of bodies.
std::vector<ContactRecord> some_contacts(const Model& model, std::mt19937_64& engine) {
  std::vector<ContactRecord> contacts;
  for (int a = 0; a < static_cast<int>(model.bodies.size()); ++a)
    for (int b = a + 1; b < static_cast<int>(model.bodies.size()); ++b)
      if (engine() % 2)
        contacts.push_back(
            {.a = {a}, .b = {b}, .impulse = {0, static_cast<double>(1 + engine() % 9), 0}});
  for (ContactRecord& contact : contacts) contact.normal = {0, 1, 0};
  return contacts;
}

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

// Of bodies that come, go and change their order every few steps, against touches kept by name.
TEST_CASE("touches go on in a model that is exchanged, and those of bodies that go end") {
  std::mt19937_64 engine(4);
  ContactEvents events;
  NamedTouches expected;
  auto model = std::make_unique<Model>(some_of_eight(engine));
  for (int step = 1; step <= 2000; ++step) {
    CAPTURE(step);
    if (engine() % 3 == 0) {
      auto other = std::make_unique<Model>(some_of_eight(engine));
      const auto is_there = [&](const std::string& name) {
        return std::ranges::any_of(other->bodies,
                                   [&](const Body& body) { return body.details->name == name; });
      };
      NamedTouches ended, told;
      for (const auto& touch : expected)
        if (!is_there(touch.first.first) || !is_there(touch.first.second)) ended.insert(touch);
      for (const auto& touch : ended) expected.erase(touch.first);
      for (const ContactEvent& event : events.exchange(*model, *other, step)) {
        CHECK(event.kind == ContactEventKind::end);
        CHECK(event.time == step);
        add_named(*model, event.touch, told);
      }
      CHECK(told == ended);
      model = std::move(other);
      CHECK(named(*model, events) == expected);
    }
    const std::vector<ContactRecord> contacts = some_contacts(*model, engine);
    NamedTouches now;
    for (const ContactRecord& contact : contacts)
      add_named(*model, {contact.a, contact.b, static_cast<double>(step), contact.impulse}, now);
    std::size_t begun = 0;
    for (auto& [names, touch] : now) {
      const auto before = expected.find(names);
      if (before == expected.end()) {
        ++begun;
        continue;
      }
      touch.first = before->second.first;
      touch.second += before->second.second;
    }
    const std::size_t ended = expected.size() - (now.size() - begun);
    expected = now;
    CHECK(events.update(contacts, step).size() == begun + ended);
    CHECK(named(*model, events) == expected);
  }
}

TEST_CASE("a box that stands goes on touching when a body before it comes") {
  const auto scene = [](bool more) {
    ModelBuilder builder;
    if (more) builder.add_body({.name = "ball", .pose = {{9, 9}}, .shapes = {{planar::Disc{0.1}}}});
    builder.add_body(scenes::ground());
    builder.add_body({.name = "box", .pose = {{0, 0.5}}, .shapes = {{planar::box(1, 1)}}});
    return builder.build().value();
  };
  const Model few = scene(false), many = scene(true);
  State state = initial_state(few);
  Simulator simulator(few, {.dt = kStep});
  ContactEvents events;
  REQUIRE(simulator.step(state).status == StepStatus::ok);
  REQUIRE(events.update(simulator.contacts(), state.time).size() == 1);
  const double since = events.touching()[0].since;
  simulator.exchange(many, state);
  CHECK(events.exchange(few, many, state.time).empty());
  REQUIRE(simulator.step(state).status == StepStatus::ok);
  CHECK(events.update(simulator.contacts(), state.time).empty());
  REQUIRE(events.touching().size() == 1);
  CHECK(events.touching()[0].since == since);
  CHECK(events.touching()[0].b == BodyId{2});
}

}  // namespace perpend
