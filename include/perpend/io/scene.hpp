// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/io/robot.hpp"
#include "perpend/study/scene.hpp"

namespace perpend::io {

/// Reads a scene file (docs/formats/scene.md), or returns every fault found in it, each with line,
/// element, the text found and what was expected. Faults of the model (ModelBuilder::build) have
/// the line of the element they come from, also where an array of the file generated it.
/// `parameters` replace values of the file; a parameter that the file does not have is a fault. A
/// robot file (perpend/io/robot.hpp) is first converted to a scene with the options `robot`.
Result<study::Scene> read_scene(const std::filesystem::path& file,
                                const std::vector<study::Parameter>& parameters = {},
                                const RobotOptions& robot = {});

/// Reads a scene from its text; `file` is used in diagnostics only.
Result<study::Scene> parse_scene(std::string_view text, const std::string& file,
                                 const std::vector<study::Parameter>& parameters = {});

}  // namespace perpend::io
