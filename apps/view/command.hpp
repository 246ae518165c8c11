// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

/// What a page asks of the world it shows, as JSON text (docs/view.md).
namespace perpend::view {

struct Run {
  bool on = true;
};
struct Step {
  int count = 1;  ///< negative: back
};
struct Reset {};   ///< the motion to its start; what was set stays
struct Reload {};  ///< the scene as its file says now
struct Speed {
  double factor = 1.0;  ///< simulated seconds per second
};
/// Takes hold of a body at a point of its own frame (spatial_pose()); each client has one pull.
struct Grab {
  int body = 0;
  Eigen::Vector3d point{0, 0, 0}, target{0, 0, 0};
  bool rigid = false;  ///< the point goes with the target whatever that takes; else by a spring
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
  double mu = 0.0;   ///< static; the kinetic one keeps its share
};
struct SetOption {
  std::string name, value;
};
struct SetMotor {
  int joint = 0, coordinate = 0;
  std::optional<double> target = {}, max_force = {};
};

/// One body more, where there is room for it at its place or above.
struct AddBody {
  std::string body;  ///< JSON, as scene files have it
};
/// One body less, with its joints.
struct RemoveBody {
  int body = 0;
};

using Command = std::variant<Run, Step, Reset, Reload, Speed, Grab, Drag, Release, Gravity,
                             Friction, SetOption, SetMotor, AddBody, RemoveBody>;

/// Throws InvalidArgument, which names what is wrong.
Command parse_command(std::string_view text);

}  // namespace perpend::view
