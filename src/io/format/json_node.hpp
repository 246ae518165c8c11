// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "perpend/core/result.hpp"

namespace perpend::io {

enum class JsonKind { null, boolean, number, string, array, object };

/// A JSON value that knows the line it ends its first token on. Members keep the file's order.
struct JsonNode {
  JsonKind kind = JsonKind::null;
  int line = 0;  ///< 1-based
  bool boolean = false;
  double number = 0.0;
  std::string text;               ///< strings only
  bool literal = false;           ///< strings only: no expression, nor any in it
  std::vector<std::string> keys;  ///< objects: names of the members
  std::vector<JsonNode> items;    ///< arrays: elements; objects: member values, one per key

  /// The member of that name, or null.
  const JsonNode* find(std::string_view key) const;
};

/// What stands there, in words: `"abc"`, `-3`, `a list of 2`, `an object`, `null`.
std::string describe(const JsonNode& node);

/// The document (// and /* */ comments allowed), or its first syntax error, or every key that
/// appears twice in one object.
Result<JsonNode> parse_json(std::string_view text, const std::string& file);

/// Line of the element at a path such as `bodies[3].mass`, or of its deepest part that is there.
int line_of(const JsonNode& root, std::string_view path);

/// The element itself, or null where it is not there.
const JsonNode* node_at(const JsonNode& root, std::string_view path);

/// Quotes and escapes a string for JSON.
std::string json_string(std::string_view text);

}  // namespace perpend::io
