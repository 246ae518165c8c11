// SPDX-License-Identifier: Apache-2.0
#include "io/format/json_node.hpp"

#include <doctest/doctest.h>

#include "io/problem/problem_scratch.hpp"
#include "perpend/io/scene.hpp"

namespace perpend::io {
namespace {

std::string nested(const std::string& opening, int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += opening;
  return text;
}

}  // namespace

TEST_CASE("documents nested too deeply are refused by every reader, with the line") {
  for (const char* opening : {"[", "{\"a\":", "[{\"b\":\n["}) {
    const std::string text = "\n" + nested(opening, 100000);
    const Result<JsonNode> document = parse_json(text, "deep.json");
    REQUIRE(!document);
    REQUIRE(document.error().size() == 1);
    CHECK(document.error()[0].file == "deep.json");
    CHECK(document.error()[0].line >= 2);
    CHECK(document.error()[0].message == "is nested too deeply");
    CHECK(to_string(parse_scene(text, "deep.json").error()).find("too deeply") !=
          std::string::npos);
    CHECK(problem_scratch::only_fault("deep.json", text).find("too deeply") != std::string::npos);
  }
}

TEST_CASE("64 levels are read, 65 are not") {
  const auto closed = [](int depth) { return nested("[", depth) + nested("]", depth); };
  CHECK(parse_json(closed(64), "d.json").has_value());
  CHECK(!parse_json(closed(65), "d.json").has_value());
}

TEST_CASE("keys given twice are found in objects of any size") {
  std::string text = "{";
  for (int i = 0; i < 100000; ++i) text += "\"key" + std::to_string(i) + "\": 1,\n";
  const Result<JsonNode> document = parse_json(text + "\"key7\": 2}", "many.json");
  REQUIRE(!document);
  CHECK(to_string(document.error()) == "many.json:100001: key7: appears twice in one object");
}

TEST_CASE("a problem whose matrix is not there takes no memory for it") {
  std::string b = "[0";
  for (int i = 1; i < 200000; ++i) b += ",0";
  using problem_scratch::only_fault;
  CHECK(only_fault("p.json", "{\"b\": " + b + "], \"A\": [[1]]}").find("A: has 1 rows") !=
        std::string::npos);
  CHECK(only_fault("p.json", "{\"b\": " + b + "]}") == "1 A: is missing (expected a list of rows)");
}

TEST_CASE("a text that is no JSON names the slip that is made most often") {
  const auto fault = [](const std::string& text) {
    return to_string(parse_json(text, "s").error());
  };
  CHECK(fault("{\"a\": [1, 2,\n ]}").find("s:2: ") == 0);
  CHECK(fault("{\"a\": [1, 2,\n ]}").find("(expected no comma before it)") != std::string::npos);
  CHECK(fault("{\"a\": 1,}").find("(expected no comma before it)") != std::string::npos);
  CHECK(fault("{\"a\": 1\n \"b\": 2}").find("(is a comma missing before it?)") !=
        std::string::npos);
  CHECK(fault("[[1]\n [2]]").find("(is a comma missing before it?)") != std::string::npos);
  CHECK(fault("{'a': 1}").find("(expected double quotes)") != std::string::npos);
  CHECK(fault("{\"a\": [1, 2}").find("(is") == std::string::npos);
  CHECK(fault(" \n") == "s:1: is empty (expected an object { ... })");
}

}  // namespace perpend::io
