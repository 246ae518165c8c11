// SPDX-License-Identifier: Apache-2.0
#include "view/command.hpp"

#include <doctest/doctest.h>

#include <random>

#include "perpend/core/error.hpp"

namespace perpend::view {
namespace {

TEST_CASE("commands are read with what belongs to them") {
  const auto grab = std::get<Grab>(
      parse_command(R"({"do": "grab", "body": 3, "point": [1, 2, 3], "target": [4, 5, 6]})"));
  CHECK(grab.body == 3);
  CHECK(grab.point == Eigen::Vector3d(1, 2, 3));
  CHECK(grab.target == Eigen::Vector3d(4, 5, 6));
  CHECK(std::get<Step>(parse_command(R"({"do": "step", "count": -4})")).count == -4);
  CHECK(std::get<Step>(parse_command(R"({"do": "step"})")).count == 1);
  const auto motor = std::get<SetMotor>(
      parse_command(R"({"do": "motor", "joint": 1, "coordinate": 0, "max_force": 2.5})"));
  CHECK_FALSE(motor.target.has_value());
  CHECK(motor.max_force == 2.5);
  CHECK_FALSE(grab.rigid);
  CHECK(
      std::get<Grab>(
          parse_command(
              R"({"do": "grab", "body": 3, "point": [1, 2, 3], "target": [4, 5, 6], "rigid": true})"))
          .rigid);
  CHECK(std::get<AddBody>(parse_command(R"({"do": "add", "body": {"mass": 1}})")).body ==
        R"({"mass":1})");
  CHECK(std::get<RemoveBody>(parse_command(R"({"do": "remove", "body": 2})")).body == 2);
  CHECK_FALSE(std::get<Run>(parse_command(R"({"do": "pause"})")).on);
}

TEST_CASE("every command has what it is given, each number in its place") {
  CHECK(std::get<Run>(parse_command(R"({"do": "run"})")).on);
  CHECK(std::holds_alternative<Reset>(parse_command(R"({"do": "reset"})")));
  CHECK(std::holds_alternative<Reload>(parse_command(R"({"do": "reload"})")));
  CHECK(std::holds_alternative<Release>(parse_command(R"({"do": "release"})")));
  CHECK(std::get<Speed>(parse_command(R"({"do": "speed", "factor": 0.25})")).factor == 0.25);
  CHECK(std::get<Drag>(parse_command(R"({"do": "drag", "target": [1, -2, 3.5]})")).target ==
        Eigen::Vector3d(1, -2, 3.5));
  CHECK(std::get<Gravity>(parse_command(R"({"do": "gravity", "value": [-1, 2, -3]})")).value ==
        Eigen::Vector3d(-1, 2, -3));
  const auto friction =
      std::get<Friction>(parse_command(R"({"do": "friction", "a": 4, "b": 2, "mu": 0.75})"));
  CHECK(friction.a == 4);
  CHECK(friction.b == 2);
  CHECK(friction.mu == 0.75);
  const auto option =
      std::get<SetOption>(parse_command(R"({"do": "option", "name": "law", "value": "box"})"));
  CHECK(option.name == "law");
  CHECK(option.value == "box");
  const auto motor = std::get<SetMotor>(
      parse_command(R"({"do": "motor", "joint": 3, "coordinate": 1, "target": -0.5})"));
  CHECK(motor.joint == 3);
  CHECK(motor.coordinate == 1);
  CHECK(motor.target == -0.5);
  CHECK_FALSE(motor.max_force.has_value());
  const auto control =
      std::get<SetControl>(parse_command(R"({"do": "control", "actuator": 2, "value": -0.5})"));
  CHECK(control.actuator == 2);
  CHECK(control.value == -0.5);
  CHECK_FALSE(std::get<Grab>(parse_command(
                                 R"({"do": "grab", "body": 0, "point": [0, 0, 0],
                                     "target": [0, 0, 0], "rigid": false})"))
                  .rigid);
}

TEST_CASE("numbers are taken up to their limits") {
  CHECK(std::get<Step>(parse_command(R"({"do": "step", "count": 1000})")).count == 1000);
  CHECK(std::get<Step>(parse_command(R"({"do": "step", "count": -1000})")).count == -1000);
  CHECK_THROWS_AS(parse_command(R"({"do": "step", "count": -1001})"), InvalidArgument);
  CHECK(std::get<Drag>(parse_command(R"({"do": "drag", "target": [1e9, -1e9, 0]})")).target ==
        Eigen::Vector3d(1e9, -1e9, 0));
  for (const char* number : {"1.001e9", "-1.001e9", "true", "null"})
    CHECK_THROWS_AS(
        parse_command(R"({"do": "drag", "target": [0, 0, )" + std::string(number) + "]}"),
        InvalidArgument);
}

TEST_CASE("a refusal names the argument, what it should be and what it is") {
  const auto why = [](const std::string& text) -> std::string {
    try {
      static_cast<void>(parse_command(text));
    } catch (const InvalidArgument& fault) {
      return fault.what();
    }
    return "none";
  };
  const auto says = [&](const std::string& text, std::initializer_list<const char*> words) {
    CAPTURE(text);
    for (const char* word : words)
      CHECK_MESSAGE(why(text).find(word) != std::string::npos, why(text), " lacks ", word);
  };
  says("[1]", {"command", "a JSON object", "array"});
  says(R"({"step": 1})", {"do", "given", "nothing"});
  says(R"({"do": 3})", {"do", "text", "number"});
  says(R"({"do": "speed", "factor": "fast"})", {"factor", "a number", "fast"});
  says(R"({"do": "drag", "target": [1, 2]})", {"target", "three numbers", "2 of them"});
  says(R"({"do": "drag", "target": {}})", {"target", "three numbers", "object"});
  says(R"({"do": "remove", "body": 1.5})", {"body", "a whole number from 0", "1.5"});
  says(R"({"do": "add", "body": [1]})", {"body", "a JSON object", "array"});
  const std::string jump = why(R"({"do": ")" + std::string(60, 'j') + "\"}");
  CHECK(jump.find(std::string(40, 'j')) != std::string::npos);
  CHECK(jump.find(std::string(41, 'j')) == std::string::npos);
  for (const char* known :
       {"run", "pause", "step", "reset", "reload", "speed", "grab", "drag", "release", "gravity",
        "friction", "option", "motor", "control", "add", "remove"})
    CHECK(jump.find(known) != std::string::npos);
}

TEST_CASE("what is no command is refused in words that name it") {
  for (const char* text :
       {"",
        "{",
        "[]",
        "7",
        "null",
        R"({"do": 1})",
        R"({"do": "fly"})",
        R"({"do": "grab"})",
        R"({"do": "grab", "body": -1, "point": [0,0,0], "target": [0,0,0]})",
        R"({"do": "grab", "body": 1.5, "point": [0,0,0], "target": [0,0,0]})",
        R"({"do": "drag", "target": [0, 0]})",
        R"({"do": "drag", "target": [0, 0, "x"]})",
        R"({"do": "drag", "target": [0, 0, 1e300]})",
        R"({"do": "step", "count": 1e6})",
        R"({"do": "step", "count": 0.5})",
        R"({"do": "control", "actuator": -1, "value": 0})",
        R"({"do": "control", "actuator": 0})",
        R"({"do": "control", "actuator": 0, "value": null})",
        R"({"do": "add"})",
        R"({"do": "add", "body": 3})",
        R"({"do": "remove"})",
        R"({"do": "grab", "body": 1, "point": [0,0,0], "target": [0,0,0], "rigid": 1})",
        R"({"do": "option", "name": "dt", "value": 1})"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_command(text), InvalidArgument);
  }
}

TEST_CASE("damaged commands are read or refused") {
  const std::string good = R"({"do": "grab", "body": 3, "point": [1, 2, 3], "target": [4, 5, 6]})";
  std::mt19937 random(1);
  int refused = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string text = good;
    for (int k = 0; k < 3; ++k) text[random() % text.size()] = static_cast<char>(random());
    try {
      static_cast<void>(parse_command(text));
    } catch (const InvalidArgument&) {
      ++refused;
    }
  }
  CHECK(refused > 4000);
}

}  // namespace
}  // namespace perpend::view
