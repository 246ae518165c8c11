// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "perpend/core/result.hpp"

namespace perpend::io {

enum class JsonKind { null, boolean, number, string, array, object };

/// A JSON value that knows the line on which its first token ends. Members keep the file's order.
struct JsonNode {
  JsonKind kind = JsonKind::null;
  int line = 0;  ///< 1-based
  bool boolean = false;
  double number = 0.0;
  std::string text;               ///< strings only
  bool literal = false;           ///< strings only: taken as it is, without substituting parameters
  std::vector<std::string> keys;  ///< objects: names of the members
  std::vector<JsonNode> items;    ///< arrays: elements; objects: member values, one per key

  /// Returns the member of that name, or null.
  const JsonNode* find(std::string_view key) const;
};

/// Describes the value in words: `"abc"`, `-3`, `a list of 2`, `an object`, `null`.
std::string describe(const JsonNode& node);

/// Returns the document (// and /* */ comments allowed), or its first syntax error, or every key
/// that appears twice in one object.
Result<JsonNode> parse_json(std::string_view text, const std::string& file);

/// Returns the line of the element at a path such as `bodies[3].mass`, or of the deepest element on
/// the path that exists.
int line_of(const JsonNode& root, std::string_view path);

/// Returns the element at the path, or null if it does not exist.
const JsonNode* node_at(const JsonNode& root, std::string_view path);

/// Quotes and escapes a string for JSON.
std::string json_string(std::string_view text);

}  // namespace perpend::io
