// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "perpend/io/robot.hpp"

namespace perpend::io {

/// Converts an MJCF file through MuJoCo's own reader: the Python program `mjcf` beside the scenes
/// (or where PERPEND_MJCF says), run by python3 (or by what PERPEND_PYTHON says).
Result<ConvertedRobot> convert_mjcf(const std::filesystem::path& file, const RobotOptions& options);

}  // namespace perpend::io
