// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/study/parameter.hpp"

namespace perpend::io {

/// Whether the root of a robot moves: as_file holds roots without mass and the link "world".
enum class RobotBase { as_file, fixed, free };

/// Motors along the joints that have a limit of effort, with that as their largest force: position
/// motors hold the start pose, velocity motors hold still.
enum class RobotMotors { none, position, velocity };

/// What robot files leave open.
struct RobotOptions {
  bool ground = false;  ///< a half space against gravity, on which a robot that is free stands
  std::optional<Eigen::Vector3d> gravity = {};  ///< m/s²; empty: as the file says, or -9.81 along z
  RobotBase base = RobotBase::as_file;
  RobotMotors motors = RobotMotors::none;
  std::vector<study::Parameter> start = {};  ///< values of joints at the start, m or rad
  std::vector<study::Parameter> rates = {};  ///< speeds of joints at the start, m/s or rad/s
  std::vector<std::pair<std::string, std::filesystem::path>> packages = {};  ///< name, folder
  double duration = 10;                                                      ///< s
};

/// A robot or world as a scene file (docs/formats/scene.md).
struct ConvertedRobot {
  std::string text;
  Diagnostics notes;  ///< what the file asks for and the scene does not have, each with its line
};

/// Whether text is XML and not a scene: robots and worlds are.
bool is_robot_text(std::string_view text);

/// Reads a URDF file (docs/robots.md), or lists every fault found in it. Meshes are looked for in
/// `options.packages`, in the folders above the file and in those of ROS_PACKAGE_PATH and
/// AMENT_PREFIX_PATH.
Result<ConvertedRobot> convert_robot(const std::filesystem::path& file,
                                     const RobotOptions& options = {});

/// The same from text; `file` says where it would stand.
Result<ConvertedRobot> convert_robot_text(std::string_view text, const std::filesystem::path& file,
                                          const RobotOptions& options = {});

}  // namespace perpend::io
