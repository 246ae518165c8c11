// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "io/robot/xml_element.hpp"
#include "perpend/io/robot.hpp"

namespace perpend::io {

/// The value in the text of a child, where it is there.
bool read_child(const XmlElement& at, std::string_view key, double& out);
bool read_child(const XmlElement& at, std::string_view key, Eigen::Vector3d& out);
bool read_child(const XmlElement& at, std::string_view key, bool& out);
/// The words of a child; empty where it is not there.
std::string child_text(const XmlElement& at, std::string_view key);
/// The name in `parent` or `child` of a joint, which old files put into a `link` in it.
std::string end_text(const XmlElement& joint, std::string_view key);
/// The child at the end of a path of children, or null.
const XmlNode* descendant(const XmlNode& node, std::initializer_list<std::string_view> path);

/// The pose of an element, the identity where it has none.
spatial::Pose read_sdf_pose(const XmlElement& at);

/// A link without its name and place in the world.
Link read_sdf_link(const XmlElement& at, const std::filesystem::path& file,
                   const RobotOptions& options);

/// Limits, spring and friction of an axis.
LinkDrive read_sdf_drive(const XmlElement& axis);

}  // namespace perpend::io
