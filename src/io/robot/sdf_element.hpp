// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>

#include "io/robot/xml_element.hpp"
#include "perpend/io/robot.hpp"

namespace perpend::io {

/// Whether it is one of the two words that XML has for it.
inline bool is_true(std::string_view text) {
  return text == "1" || text == "true";
}

/// The value in the text of a child, where it is there.
bool read_child(const XmlElement& at, std::string_view key, double& out);
bool read_child(const XmlElement& at, std::string_view key, Eigen::Vector3d& out);
bool read_child(const XmlElement& at, std::string_view key, bool& out);
/// As read_child(), but infinities are numbers too.
bool read_bound(const XmlElement& at, std::string_view key, double& out);
/// The words of a child; empty where it is not there.
std::string child_text(const XmlElement& at, std::string_view key);
/// The name in `parent` or `child` of a joint, which old files put into a `link` in it.
std::string end_text(const XmlElement& joint, std::string_view key);
/// The child at the end of a path of children, or null.
const XmlNode* descendant(const XmlNode& node, std::initializer_list<std::string_view> path);

/// The pose of an element, the identity where it has none.
spatial::Pose read_sdf_pose(const XmlElement& at);

/// What reads the pose of a part of a link, in the frame of the link.
using SdfPartPose = std::function<spatial::Pose(const XmlElement&)>;

/// What a link is made of, into a link that has its name and place.
void read_sdf_link(const XmlElement& at, const std::filesystem::path& file,
                   const RobotOptions& options, const SdfPartPose& pose_of, Link& link);

/// Limits, spring and friction of an axis.
LinkDrive read_sdf_drive(const XmlElement& axis);

}  // namespace perpend::io
