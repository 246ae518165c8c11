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
