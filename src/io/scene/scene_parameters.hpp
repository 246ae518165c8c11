// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/format/json_object.hpp"
#include "perpend/io/scene.hpp"

namespace perpend::io {

/// The value of a name, or the sine or cosine of one (rad), then of such and numbers joined by
/// + - * /, evaluated from left to right: "links-1", "speed*cos(heading)"; "links*0.5+2*links" is a
/// polynomial by Horner. Empty where the text is none of that or a name is not known.
std::optional<double> evaluate(std::string_view text, const std::vector<study::Parameter>& known);

/// `text` with every "{...}" that evaluates to a whole number replaced by it, as in "link_{i+1}".
std::string fill_name(std::string_view text, const std::vector<study::Parameter>& known);

/// Reads `parameters` of the root, puts `overrides` over them, and replaces every string "$..."
/// of the document by its number and "{...}" in the others as fill_name(). Faults: an override or a
/// "$..." of an unknown name.
std::vector<study::Parameter> substitute_parameters(JsonNode& root,
                                                    const std::vector<study::Parameter>& overrides,
                                                    FaultList& faults);

}  // namespace perpend::io
