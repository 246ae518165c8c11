// SPDX-License-Identifier: Apache-2.0
// Actuators and names of coordinates in a model: what is refused, and what a model keeps.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <tuple>

#include "perpend/core/error.hpp"
#include "perpend/model/edit_model.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Two bodies on rails, the first with a motor.
struct Rails {
  ModelBuilder builder;
  JointId driven = add("driven", {.motor = MotorKind::position, .motor_stiffness = 3.0});
  JointId plain = add("plain", {.name = "along"});

  JointId add(const std::string& name, const CoordinateDef& coordinate) {
    const BodyId body = builder.add_body({.name = "body of " + name, .mass = 1, .inertia = 1});
    return builder.add_joint(
        {.name = name, .kind = JointKind::prismatic, .a = body, .coordinates = {coordinate}});
  }
  std::string faults(const Actuator& actuator) const {
    ModelBuilder with = builder;
    with.add_actuator(actuator);
    const Result<Model> model = with.build();
    return model ? "" : to_string(model.error());
  }
};

}  // namespace

TEST_CASE("an actuator that cannot act says what is wrong with it") {
  const Rails rails;
  CHECK(rails.faults({.joint = rails.driven, .control_lo = -1, .control_hi = -1}).empty());
  CHECK(rails.faults({.kind = ActuatorKind::target, .joint = rails.driven}).empty());
  CHECK(rails.faults({.kind = ActuatorKind::none}).empty());
  CHECK(rails.faults({.joint = {7}}) == "actuators[0].joint: is not a joint of the model");
  CHECK(rails.faults({.joint = rails.driven, .coordinate = 1}) ==
        "actuators[0].coordinate: is 1 (joint 'driven' has 1)");
  CHECK(rails.faults({.kind = ActuatorKind::target, .joint = rails.plain}) ==
        "actuators[0].kind: is 'target', but the coordinate has no motor (expected a motor of "
        "coordinate 0 of joint 'plain')");
  CHECK(rails.faults({.kind = ActuatorKind::target, .joint = rails.driven, .force_hi = 2}) ==
        "actuators[0].force_range: has one end (a motor needs both)");
  CHECK(rails.faults({.joint = rails.driven, .control_lo = 2, .control_hi = 1}) ==
        "actuators[0].control_range: is 2 to 1 (expected lo <= hi)");
  CHECK(rails.faults({.joint = rails.driven, .force_lo = 2, .force_hi = 1}) ==
        "actuators[0].force_range: is 2 to 1 (expected lo <= hi)");
  CHECK(rails.faults({.joint = rails.driven, .force_lo = kInfinity}) ==
        "actuators[0].force_range: is inf to inf (expected a finite end)");
  CHECK(rails.faults({.joint = rails.driven, .control_hi = -kInfinity}) ==
        "actuators[0].control_range: is -inf to -inf (expected a finite end)");
  for (double Actuator::*member : {&Actuator::gain, &Actuator::offset, &Actuator::control}) {
    Actuator actuator{.joint = rails.driven};
    actuator.*member = kInfinity;
    CHECK(rails.faults(actuator).find("is not finite") != std::string::npos);
  }
}

TEST_CASE("a motor that two actuators set has one range of forces, its own") {
  Rails rails;
  rails.builder.add_actuator({.name = "a", .kind = ActuatorKind::target, .joint = rails.driven});
  CHECK(rails.builder.build().has_value());
  CHECK(rails.faults({.name = "b",
                      .kind = ActuatorKind::target,
                      .joint = rails.driven,
                      .force_lo = -1,
                      .force_hi = 1}) ==
        "actuators[1].force_range: limits the motor that 'a' sets too (expected max_force of the "
        "motor)");
  CHECK(rails.faults({.name = "a", .joint = rails.plain}) == "actuators[1].name: 'a' is taken");
}

TEST_CASE("names of coordinates differ from those of joints and of each other") {
  for (const char* name : {"driven", "plain", "along"}) {
    Rails rails;
    rails.add("third", {.name = name});
    CHECK(to_string(rails.builder.build().error()) ==
          "joints[2].coordinates[0].name: '" + std::string(name) + "' is taken");
  }
  Rails rails;
  rails.add("third", {.name = "free"});
  const Model model = rails.builder.build().value();
  CHECK(find_coordinate(model, "along").joint == rails.plain);
  CHECK(find_coordinate(model, "free").joint.index == 2);
  CHECK(find_coordinate(model, "driven").joint == rails.driven);
  CHECK(find_coordinate(model, "").joint.index == -1);
}

TEST_CASE("the output limits the control first and the force then; its slope is its derivative") {
  std::mt19937 draw(3);
  std::uniform_real_distribution<double> number(-2, 2);
  for (int i = 0; i < 200; ++i) {
    Actuator actuator{.kind = i % 2 ? ActuatorKind::force : ActuatorKind::target,
                      .gain = number(draw),
                      .offset = number(draw)};
    std::tie(actuator.control_lo, actuator.control_hi) = std::minmax({number(draw), number(draw)});
    std::tie(actuator.force_lo, actuator.force_hi) = std::minmax({number(draw), number(draw)});
    const double control = number(draw), off = 1e-7;
    double expected =
        actuator.gain * std::min(std::max(control, actuator.control_lo), actuator.control_hi) +
        actuator.offset;
    if (actuator.kind == ActuatorKind::force)
      expected = std::min(std::max(expected, actuator.force_lo), actuator.force_hi);
    CHECK(actuator.output(control) == expected);
    const double slope = (actuator.output(control + off) - actuator.output(control - off)) / off;
    CHECK(std::abs(actuator.slope(control) - slope / 2) < 1e-6);
  }
  const Actuator none{.kind = ActuatorKind::none, .gain = 3, .offset = 1};
  CHECK(none.output(2) == 0);
  CHECK(none.slope(2) == 0);
}

TEST_CASE("actuators follow their joints when models are joined and bodies removed") {
  const auto with = [](const std::string& name) {
    ModelBuilder builder;
    const BodyId body = builder.add_body({.name = "b" + name, .mass = 1, .inertia = 1});
    const JointId joint = builder.add_joint({.name = "j" + name, .a = body});
    builder.add_actuator({.name = "a" + name, .joint = joint});
    builder.add_actuator({.name = "n" + name, .kind = ActuatorKind::none});
    return builder.build().value();
  };
  const Model all = with_elements(with("0"), with("1"));
  REQUIRE(all.actuators.size() == 4);
  CHECK(all.joints[all.actuators[2].joint.index].name == "j1");
  CHECK(find_actuator(all, "a1") == ActuatorId{2});
  CHECK_THROWS_AS((void)with_elements(all, with("1")), InvalidArgument);
  const Model rest = without_body(all, find_body(all, "b0"));
  REQUIRE(rest.actuators.size() == 3);
  CHECK(rest.actuators[0].name == "n0");
  CHECK(rest.joints[rest.actuators[1].joint.index].name == "j1");
  CHECK(find_actuator(rest, "a0").index == -1);
}

}  // namespace perpend
