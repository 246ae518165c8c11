// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "perpend/io/robot.hpp"

namespace perpend::io {

/// Converts an MJCF file through MuJoCo's own reader: the Python program `mjcf` beside the scenes
/// (or at PERPEND_MJCF), run by python3 (or by PERPEND_PYTHON).
Result<ConvertedRobot> convert_mjcf(const std::filesystem::path& file, const RobotOptions& options);

}  // namespace perpend::io
