// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>

#include "io/robot/assembly/xml_element.hpp"
#include "perpend/io/robot.hpp"

namespace perpend::io {

/// Returns true for the two words that XML has for true.
inline bool is_true(std::string_view text) {
  return text == "1" || text == "true";
}

/// Reads the value in the text of a child; returns false if the child is missing or invalid.
bool read_child(const XmlElement& at, std::string_view key, double& out);
bool read_child(const XmlElement& at, std::string_view key, Eigen::Vector3d& out);
bool read_child(const XmlElement& at, std::string_view key, bool& out);
/// Works as read_child(), but also accepts infinities.
bool read_bound(const XmlElement& at, std::string_view key, double& out);
/// Returns the text of a child; empty if there is none.
std::string child_text(const XmlElement& at, std::string_view key);
/// Returns the name in `parent` or `child` of a joint, which old files put into a `link` in it.
std::string end_text(const XmlElement& joint, std::string_view key);
/// Returns the child at the end of a path of children, or null.
const XmlNode* descendant(const XmlNode& node, std::initializer_list<std::string_view> path);

/// Returns the pose of an element; the identity if it has none.
spatial::Pose read_sdf_pose(const XmlElement& at);

/// Reads the pose of a part of a link, in the frame of the link.
using SdfPartPose = std::function<spatial::Pose(const XmlElement&)>;

/// Reads the parts of a link into `link`, whose name and place are already set.
void read_sdf_link(const XmlElement& at, const std::filesystem::path& file,
                   const RobotOptions& options, const SdfPartPose& pose_of, Link& link);

/// Reads limits, spring and friction of an axis.
LinkDrive read_sdf_drive(const XmlElement& axis);

}  // namespace perpend::io
