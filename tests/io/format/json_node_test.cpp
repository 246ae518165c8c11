// SPDX-License-Identifier: Apache-2.0
#include "io/format/json_node.hpp"

#include <doctest/doctest.h>

#include "io/format/json_document.hpp"
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

TEST_CASE("every value of a document is found by its path, with its line") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const JsonDocument document(seed);
    CAPTURE(document.text());
    const Result<JsonNode> root = parse_json(document.text(), "d.json");
    REQUIRE_MESSAGE(root.has_value(), (root ? "" : to_string(root.error())));
    for (const JsonDocument::Value& value : document.values()) {
      CAPTURE(value.path);
      const JsonNode* node = node_at(*root, value.path);
      REQUIRE(node != nullptr);
      CHECK(node->line == value.line);
      CHECK(line_of(*root, value.path) == value.line);
      CHECK(line_of(*root, value.path + ".none.there[3]") == value.line);
      CHECK(node_at(*root, value.path + "[99]") == nullptr);
      REQUIRE(node->kind == value.kind);
      CHECK(node->items.size() == value.size);
      if (node->kind == JsonKind::number) CHECK(node->number == value.number);
      if (node->kind == JsonKind::boolean) CHECK(node->boolean == (value.number != 0));
      if (node->kind == JsonKind::string) CHECK(node->text == value.text);
    }
  }
}

TEST_CASE("a value is described as it stands there") {
  const auto described = [](const std::string& text) {
    return describe(parse_json(text, "s").value());
  };
  for (const char* text : {"null", "true", "false", "-3", "0.25", "\"a \\\"b\\\"\""})
    CHECK(described(text) == text);
  CHECK(described("[]") == "a list of 0");
  CHECK(described("[1, [2, 3]]") == "a list of 2");
  CHECK(described("{\"a\": 1}") == "an object");
}

TEST_CASE("a number that is none is named by its place") {
  const auto fault = [](const std::string& text) {
    return to_string(parse_json(text, "s").error());
  };
  for (const char* number : {"NaN", "Infinity", "-Infinity", "1e400", "-1e400"}) {
    CAPTURE(number);
    const std::string found =
        fault("{\"a\": 1,\n \"b\": [2, {\"c\": 3, \"d\": " + std::string(number) + "}]}");
    CHECK(found.starts_with("s:2: b[1].d: "));
    CHECK(found.ends_with("(expected a finite number)"));
  }
}

TEST_CASE("texts are quoted, whatever stands in them") {
  CHECK(json_string("a \"b\" \\ \n\t\x01") == R"("a \"b\" \\ \n\t\u0001")");
  CHECK(json_string("\u00b5m") == "\"\u00b5m\"");
  CHECK(json_string("a\xff") == "\"a\ufffd\"");
}

}  // namespace perpend::io
