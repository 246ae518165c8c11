// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "perpend/core/result.hpp"

namespace perpend::io {

/// An XML element that knows the line its tag starts on.
struct XmlNode {
  std::string name = {};
  int line = 0;                                                      ///< 1-based
  std::vector<std::pair<std::string, std::string>> attributes = {};  ///< in the file's order
  std::vector<XmlNode> children = {};
  std::string text = {};  ///< character data of the element itself, without blanks at its ends

  /// Returns the value of an attribute, or null.
  const std::string* attribute(std::string_view key) const;
  /// Returns the first child of that name, or null.
  const XmlNode* child(std::string_view key) const;
};

/// Returns the root element, or the first syntax error with its line. External entities are not
/// read.
Result<XmlNode> parse_xml(std::string_view text, const std::string& file);

}  // namespace perpend::io
