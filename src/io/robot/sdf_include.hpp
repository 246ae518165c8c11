// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "io/format/xml_node.hpp"

namespace perpend::io {

/// Returns the first model in the root of an SDF file, or null.
const XmlNode* model_of(const XmlNode& root);
XmlNode* model_of(XmlNode& root);

/// Returns true if the root is of a version before 1.5; a file without a version counts as current.
bool is_before_1_5(const XmlNode& root);

/// Returns the root of a file that stands in for a model of Gazebo, "ground_plane" or "sun", or
/// nothing for any other. Its elements have the line of the include; that of "sun" has no model.
std::optional<XmlNode> stand_in(std::string_view uri, int line);

}  // namespace perpend::io
