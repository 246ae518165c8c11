// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

/// Commands that a page sends to the world it shows, as JSON text (docs/view.md).
namespace perpend::view {

struct Run {
  bool on = true;
};
struct Step {
  int count = 1;  ///< negative: back
};
struct Reset {};   ///< back to the start; settings are kept
struct Reload {};  ///< reads the scene from its file again
struct Speed {
  double factor = 1.0;  ///< simulated seconds per second
};
/// Grabs a body at a point of its own frame (spatial_pose()); each client has one pull.
struct Grab {
  int body = 0;
  Eigen::Vector3d point{0, 0, 0}, target{0, 0, 0};
  bool rigid = false;  ///< moves the point by a rigid hold; else by a spring
};
struct Drag {
  Eigen::Vector3d target{0, 0, 0};  ///< world, m
};
struct Release {};
struct Gravity {
  Eigen::Vector3d value{0, 0, 0};
};
struct Friction {
  int a = 0, b = 0;  ///< materials
  double mu = 0.0;   ///< static; the kinetic one keeps its ratio to it
};
struct SetOption {
  std::string name, value;
};
struct SetMotor {
  int joint = 0, coordinate = 0;
  std::optional<double> target = {}, max_force = {};
};
/// A value outside of the actuator's range counts as the nearest one in it.
struct SetControl {
  int actuator = 0;
  double value = 0.0;
};

/// Adds a body at its position, or above it if there is no room.
struct AddBody {
  std::string body;  ///< JSON as in scene files
};
/// Removes a body and its joints.
struct RemoveBody {
  int body = 0;
};

using Command = std::variant<Run, Step, Reset, Reload, Speed, Grab, Drag, Release, Gravity,
                             Friction, SetOption, SetMotor, SetControl, AddBody, RemoveBody>;

/// Throws InvalidArgument, which names what is wrong.
Command parse_command(std::string_view text);

}  // namespace perpend::view
