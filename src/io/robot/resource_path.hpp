// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "perpend/io/robot.hpp"

namespace perpend::io {

/// Returns the file that `uri` names in the robot file `from`: package://, model://, file:// or a
/// path relative to the robot file; empty if there is none.
std::optional<std::filesystem::path> find_resource(std::string_view uri,
                                                   const std::filesystem::path& from,
                                                   const RobotOptions& options);

}  // namespace perpend::io
