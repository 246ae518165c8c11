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

/// A scene file (docs/formats/scene.md), or every fault found in it, each with line, element, what
/// was found and what was expected. Faults of the model (ModelBuilder::build) carry the line of
/// the element they come from, also where an array made it. `parameters` replace values of the
/// file; one that the file does not have is a fault. Of a robot (perpend/io/robot.hpp) the scene is
/// the one it is converted to, as `robot` says.
Result<study::Scene> read_scene(const std::filesystem::path& file,
                                const std::vector<study::Parameter>& parameters = {},
                                const RobotOptions& robot = {});

/// The same from text; `file` stands in the diagnostics only.
Result<study::Scene> parse_scene(std::string_view text, const std::string& file,
                                 const std::vector<study::Parameter>& parameters = {});

}  // namespace perpend::io
