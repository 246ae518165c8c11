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

/// Mobility of the root of a robot: fixed, free, or, with as_file, fixed if the root has no mass or
/// is the link "world".
enum class RobotBase { as_file, fixed, free };

/// Motors that are added along joints with an effort limit, which becomes their largest force:
/// position motors hold the start pose, velocity motors hold the rate 0.
enum class RobotMotors { none, position, velocity };

/// Settings that robot files do not contain.
struct RobotOptions {
  bool ground = false;  ///< adds a half space normal to gravity, on which a free robot is placed
  bool allow_overlap = false;  ///< bodies may overlap at the start; they are then pushed apart
  bool mend_masses = false;    ///< links of URDF and SDF may lack a mass or have impossible inertia
  std::optional<double> decompose = {};  ///< threshold of convex_parts() for meshes of bodies that
                                         ///< move; empty: they collide as their hulls
  std::optional<Eigen::Vector3d> gravity = {};  ///< m/s²; empty: that of the file, or -9.81 along z
  RobotBase base = RobotBase::as_file;
  RobotMotors motors = RobotMotors::none;
  std::string keyframe = {};  ///< key of an MJCF file at which the run starts; empty: at qpos0
  std::vector<study::Parameter> start = {};  ///< values of joints at the start, m or rad
  std::vector<study::Parameter> rates = {};  ///< speeds of joints at the start, m/s or rad/s
  std::vector<std::pair<std::string, std::filesystem::path>> packages = {};  ///< name, folder
  std::vector<std::pair<std::string, std::string>> arguments =
      {};                ///< of a xacro file: name, value
  double duration = 10;  ///< s
};

/// A robot or world as a scene file (docs/formats/scene.md).
struct ConvertedRobot {
  std::string text;
  Diagnostics notes;  ///< features of the file that the scene lacks, each with its line
};

/// True if the text is XML, as robots and worlds are, and not a scene.
bool is_robot_text(std::string_view text);

/// Converts a URDF, SDF or MJCF file (docs/robots.md), or returns every fault found in it. Meshes
/// and packages of xacro files are searched in `options.packages`, in the folders above the file
/// and in those of ROS_PACKAGE_PATH, GZ_SIM_RESOURCE_PATH, SDF_PATH and AMENT_PREFIX_PATH.
Result<ConvertedRobot> convert_robot(const std::filesystem::path& file,
                                     const RobotOptions& options = {});

/// Does the same with the text of a file; `file` is the path that relative names refer to.
Result<ConvertedRobot> convert_robot_text(std::string_view text, const std::filesystem::path& file,
                                          const RobotOptions& options = {});

}  // namespace perpend::io
