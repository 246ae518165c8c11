// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/study/scene.hpp"

namespace perpend::io {

/// A scene file (docs/formats/scene.md), or every fault found in it, each with line, element, what
/// was found and what was expected. Faults of the model (ModelBuilder::build) carry the line of
/// the element they come from, also where an array made it. `parameters` replace values of the
/// file; one that the file does not have is a fault.
Result<study::Scene> read_scene(const std::filesystem::path& file,
                         const std::vector<study::Parameter>& parameters = {});

/// The same from text; `file` stands in the diagnostics only.
Result<study::Scene> parse_scene(std::string_view text, const std::string& file,
                          const std::vector<study::Parameter>& parameters = {});

}  // namespace perpend::io
