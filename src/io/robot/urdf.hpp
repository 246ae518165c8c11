// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "io/format/xml_node.hpp"
#include "io/robot/assembly/assembly.hpp"
#include "perpend/io/robot.hpp"

namespace perpend::io {

/// Reads the `robot` element of a URDF file. Faults and notes are in the assembly.
Assembly read_urdf(const XmlNode& root, const std::filesystem::path& file,
                   const RobotOptions& options);

}  // namespace perpend::io
