// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/format/json_object.hpp"
#include "perpend/io/scene.hpp"

namespace perpend::io {

/// Evaluates a name, or the sine or cosine of one (rad), followed by further names, sines, cosines
/// and numbers joined by + - * /, strictly from left to right: "links-1", "speed*cos(heading)";
/// "links*0.5+2*links" is a polynomial in Horner form. Returns nothing if the text has another form
/// or a name is unknown.
std::optional<double> evaluate(std::string_view text, const std::vector<study::Parameter>& known);

/// Returns `text` with every "{...}" that evaluates to a whole number replaced by it, as in
/// "link_{i+1}".
std::string fill_name(std::string_view text, const std::vector<study::Parameter>& known);

/// Reads `parameters` of the root, replaces their values by `overrides`, and substitutes every
/// string "$..." of the document by its number and "{...}" in the others as fill_name(). An
/// override or a "$..." of an unknown name is a fault.
std::vector<study::Parameter> substitute_parameters(JsonNode& root,
                                                    const std::vector<study::Parameter>& overrides,
                                                    FaultList& faults);

}  // namespace perpend::io
