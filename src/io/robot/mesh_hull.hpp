// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "io/robot/xml_element.hpp"
#include "perpend/io/robot.hpp"

namespace perpend::io {

/// The convex hull of the mesh that `uri` names in the robot file `from`, with its points scaled.
/// Nothing, with a fault or a note, where there is no such file or no hull of it.
std::optional<spatial::Shape> mesh_hull(const XmlElement& at, const std::string& uri,
                                        const Eigen::Vector3d& scale,
                                        const std::filesystem::path& from,
                                        const RobotOptions& options);

}  // namespace perpend::io
