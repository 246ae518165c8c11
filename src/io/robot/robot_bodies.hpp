// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/robot/assembly/assembly.hpp"
#include "perpend/io/robot.hpp"

namespace perpend::io {

/// Links that fixed joints hold together, as one body with the frame of the first.
struct RobotBody {
  std::string name = {};
  Place place = {};
  spatial::Pose pose = {};                ///< world, at the start
  spatial::MassProperties inertial = {};  ///< frame of the body
  std::vector<LinkShape> shapes = {};     ///< frame of the body
  std::optional<LinkSurface> surface = {};
  std::string color = {};
  study::Visuals visuals = {};  ///< frame of the body
  bool fixed = false;
  LinkTwist twist = {};
  int robot = 0;  ///< number shared by bodies that joints connect
};

/// Returns true if the body is the world itself: it stands still, and nothing of it collides or is
/// drawn.
inline bool is_world(const RobotBody& body) {
  return body.fixed && body.shapes.empty() && body.visuals.empty() && body.name == "world";
}

/// A named pose that moves with a body, or stays in the world with body -1.
struct RobotFrame {
  std::string name = {};
  int body = -1;
  spatial::Pose pose = {};  ///< in the frame of the body; in the world without one
};

struct RobotBodies {
  std::vector<RobotBody> all;
  std::vector<RobotFrame> frames = {};  ///< frames of the file, and links that are part of a body
  std::vector<int> of_link;             ///< index of the body of each link

  /// Returns the body of a link, such as the parent of a joint; -1 for the world.
  int of(int link) const { return link == kNoLink ? -1 : of_link[static_cast<std::size_t>(link)]; }
};

/// Joins links and decides which roots are fixed. Reports moving bodies without mass or with an
/// invalid inertia as faults, or mends them (mend_masses()), and robots larger than 200 m or hinge
/// limits that seem to be in degrees as notes.
RobotBodies join_links(Assembly& assembly, const RobotOptions& options);

/// Returns the pairs of bodies of one robot that overlap at the start without a joint between them.
std::vector<std::pair<int, int>> overlapping(const Assembly& assembly, const RobotBodies& bodies);

/// Returns the lowest coordinate of the shapes of a body along `up`, a unit vector.
double lowest_point(const RobotBody& body, const Eigen::Vector3d& up);

}  // namespace perpend::io
