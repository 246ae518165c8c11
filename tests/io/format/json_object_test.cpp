// SPDX-License-Identifier: Apache-2.0
#include "io/format/json_object.hpp"

#include <doctest/doctest.h>

#include <array>

namespace perpend::io {
namespace {

// An object of a file, and what its reader finds wrong with it.
struct Reading {
  JsonNode root;
  FaultList faults{"s.json"};
  JsonObject object;

  explicit Reading(const std::string& text, const std::string& element = "bodies[0]")
      : root(parse_json(text, "s.json").value()), object(root, element, faults) {}
  std::string found() const { return faults.found.empty() ? "none" : to_string(faults.found); }
};

template <typename T>
T read(const std::string& value, T before) {
  Reading reading("{\"key\":\n " + value + "}");
  CHECK(reading.object.read("key", before));
  return before;
}

template <typename T>
std::string fault(const std::string& value) {
  Reading reading("{\"key\":\n " + value + "}");
  T out{};
  CHECK(reading.object.read("key", out));
  return reading.found();
}

TEST_CASE("values of the kind that is asked for are read") {
  CHECK(read<double>("-2.5", 7) == -2.5);
  CHECK(read<int>("2147483647", 7) == 2147483647);
  CHECK(read<int>("-2147483647", 7) == -2147483647);
  CHECK(read<int>("3.0", 7) == 3);
  CHECK(read<bool>("true", false));
  CHECK_FALSE(read<bool>("false", true));
  CHECK(read<std::string>("\"a, \\\"b\\\"\"", "") == "a, \"b\"");
  CHECK(read<Eigen::Vector2d>("[1, -2]", {0, 0}) == Eigen::Vector2d(1, -2));
  CHECK(read<Eigen::Vector3d>("[1, -2, 3]", {0, 0, 0}) == Eigen::Vector3d(1, -2, 3));
  CHECK(read<std::optional<double>>("4", std::nullopt) == 4.0);
}

TEST_CASE("values of another kind are named with what was found and expected") {
  const std::string at = "s.json:2: bodies[0].key: found ";
  CHECK(fault<double>("\"1\"") == at + "\"1\" (expected a number)");
  CHECK(fault<int>("1.5") == at + "1.5 (expected a whole number)");
  CHECK(fault<int>("2147483648") == at + "2147483648 (expected a whole number)");
  CHECK(fault<int>("-2147483648") == at + "-2147483648 (expected a whole number)");
  CHECK(fault<int>("true") == at + "true (expected a whole number)");
  CHECK(fault<bool>("0") == at + "0 (expected true or false)");
  CHECK(fault<std::string>("null") == at + "null (expected a string)");
  CHECK(fault<Eigen::Vector2d>("[1, 2, 3]") == at + "a list of 3 (expected two numbers [x, y])");
  CHECK(fault<Eigen::Vector2d>("[1, null]") == at + "a list of 2 (expected two numbers [x, y])");
  CHECK(fault<Eigen::Vector3d>("[1, 2]") == at + "a list of 2 (expected three numbers)");
  CHECK(fault<Eigen::Vector3d>("{}") == at + "an object (expected three numbers)");
  CHECK(fault<std::optional<double>>("false") == at + "false (expected a number)");
}

TEST_CASE("what is not there or not right leaves what was set before") {
  Reading reading(R"({"wrong": "x"})");
  double number = 7;
  std::optional<double> maybe = 8;
  Eigen::Vector3d vector(1, 2, 3);
  std::array<double, 2> pair{4, 5};
  CHECK_FALSE(reading.object.read("none", number));
  CHECK_FALSE(reading.object.read("none", maybe));
  CHECK_FALSE(reading.object.read_vector("none", vector));
  CHECK_FALSE(reading.object.read_numbers("none", pair, "two"));
  CHECK(reading.found() == "none");
  CHECK(reading.object.read("wrong", number));
  CHECK(reading.object.read("wrong", maybe));
  CHECK(reading.object.read_vector("wrong", vector));
  CHECK(reading.object.read_numbers("wrong", pair, "two"));
  CHECK(reading.faults.found.size() == 4);
  CHECK(number == 7);
  CHECK(maybe == 8);
  CHECK(vector == Eigen::Vector3d(1, 2, 3));
  CHECK(pair == std::array<double, 2>{4, 5});
}

TEST_CASE("a vector has two numbers or three, a list of numbers as many as it should") {
  Reading reading(R"({"two": [1, 2], "three": [1, 2, 3], "four": [1, 2, 3, 4]})");
  Eigen::Vector3d vector(7, 7, 7);
  CHECK(reading.object.read_vector("two", vector));
  CHECK(vector == Eigen::Vector3d(1, 2, 0));
  reading.object.read_vector("three", vector);
  CHECK(vector == Eigen::Vector3d(1, 2, 3));
  std::array<double, 4> four{};
  CHECK(reading.object.read_numbers("four", four, "four numbers"));
  CHECK(four == std::array<double, 4>{1, 2, 3, 4});
  CHECK(reading.found() == "none");
  reading.object.read_vector("four", vector);
  reading.object.read_numbers("three", four, "four numbers");
  CHECK(reading.found() ==
        "s.json:1: bodies[0].four: found a list of 4 (expected numbers [x, y] or [x, y, z])\n"
        "s.json:1: bodies[0].three: found a list of 3 (expected four numbers)");
}

TEST_CASE("what is needed is missed once, and not where there is no object") {
  Reading reading("\n{\"mass\": 2}", "");
  double mass = 0, radius = 7;
  reading.object.read_needed("mass", mass, "a mass");
  reading.object.read_needed("radius", radius, "a radius in m");
  CHECK(mass == 2);
  CHECK(radius == 7);
  CHECK(reading.found() == "s.json:2: radius: is missing (expected a radius in m)");
  Reading list("[1]");
  CHECK(list.object.need("radius", "a radius") == nullptr);
  list.object.check_keys();
  CHECK(list.found() == "s.json:1: bodies[0]: found a list of 1 (expected an object { ... })");
}

TEST_CASE("lists that are none are a fault, those that are not there are empty") {
  Reading reading(R"({"shapes": [1, 2], "wrong": {}})");
  CHECK(reading.object.list("shapes").size() == 2);
  CHECK(reading.object.list("none").empty());
  CHECK(reading.found() == "none");
  CHECK(reading.object.list("wrong").empty());
  CHECK(reading.found() == "s.json:1: bodies[0].wrong: found an object (expected a list [ ... ])");
}

constexpr Synonym kOther[] = {{"mue", "mu"}, {"restitution", "e"}};

TEST_CASE("another name of a key is read as the key and told as it is spelt") {
  Reading reading(R"({"mue": 0.5, "restitution": "x"})");
  reading.object.accept(kOther);
  double mu = 0, e = 7;
  CHECK(reading.object.read("mu", mu));
  CHECK(reading.object.read("e", e));
  CHECK(mu == 0.5);
  CHECK(reading.object.path("mu") == "bodies[0].mue");
  CHECK(reading.object.path("mass") == "bodies[0].mass");
  reading.object.check_keys();
  CHECK(reading.found() == "s.json:1: bodies[0].restitution: found \"x\" (expected a number)");
}

TEST_CASE("two names of one key beside each other are a fault") {
  Reading reading("{\"mu\": 0.25,\n \"mue\": 0.5}");
  reading.object.accept(kOther);
  double mu = 0;
  CHECK(reading.object.read("mu", mu));
  CHECK(mu == 0.25);
  reading.object.check_keys();
  CHECK(reading.found() ==
        "s.json:2: bodies[0].mue: stands beside mu, which means the same (expected one of the "
        "two)");
}

TEST_CASE("a word is one of several, by whatever name, or a fault with the nearest of them") {
  const std::vector<std::string> names{"pin", "prismatic", "weld"};
  constexpr Synonym kWords[] = {{"revolute", "pin"}, {"fixed", "weld"}};
  const auto choice = [&](const std::string& word, std::string& found) {
    Reading reading("{\"kind\": " + word + "}");
    const int index = reading.object.read_choice("kind", names, kWords);
    found = reading.found();
    return index;
  };
  std::string found;
  for (const auto& [word, index] : {std::pair("\"pin\"", 0),
                                    {"\"weld\"", 2},
                                    {"\"revolute\"", 0},
                                    {"\"fixed\"", 2},
                                    {"\"prismatic\"", 1}}) {
    CAPTURE(word);
    CHECK(choice(word, found) == index);
    CHECK(found == "none");
  }
  const std::string at = "s.json:1: bodies[0].kind: found ";
  CHECK(choice("\"prismatik\"", found) == -1);
  CHECK(found == at + "\"prismatik\" (did you mean \"prismatic\"? one of pin, prismatic, weld)");
  CHECK(choice("\"revolut\"", found) == -1);
  CHECK(found == at + "\"revolut\" (did you mean \"revolute\"? one of pin, prismatic, weld)");
  CHECK(choice("\"something else\"", found) == -1);
  CHECK(found == at + "\"something else\" (expected one of pin, prismatic, weld)");
  CHECK(choice("3", found) == -1);
  CHECK(found == at + "3 (expected a string)");
  Reading none("{}");
  CHECK(none.object.read_choice("kind", names, kWords) == -1);
  CHECK(none.found() == "none");
}

TEST_CASE("keys that nobody asked for are named on their lines, with the nearest that is known") {
  Reading reading("{\"mass\": 1,\n \"masss\": 2,\n \"colour\": 3}");
  double value = 0;
  for (const char* key : {"mass", "color", "mass"}) reading.object.read(key, value);
  reading.object.check_keys();
  CHECK(reading.found() ==
        "s.json:2: bodies[0].masss: is not a known key (did you mean \"mass\"? one of mass, "
        "color)\n"
        "s.json:3: bodies[0].colour: is not a known key (did you mean \"color\"? one of mass, "
        "color)");
}

}  // namespace
}  // namespace perpend::io
