// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/model/model.hpp"

namespace perpend {

/// Layout of the joint coordinates of a model whose joints form trees. Bodies that no force moves
/// and the world are the ground; a tree without ground hangs from its body of lowest index, whose
/// pose and velocity belong to the State alone.
///
/// A joint has as positions and velocities the values and rates of its coordinates (JointKind, with
/// CoordinateDef::start), but a spherical joint in space has the quaternion w x y z of a in the
/// frame of b and the angular velocity of a against b in that frame (4 and 3 entries).
struct JointSpace {
  /// The joint that carries a body, from the ground or root outwards.
  struct Edge {
    int joint = 0;
    int child = 0;
    bool child_is_a = true;
  };
  std::vector<Edge> edges;          ///< every joint once, parents before children
  std::vector<int> first_position;  ///< per joint
  std::vector<int> first_velocity;  ///< per joint
  int positions = 0;
  int velocities = 0;
};

/// The layout, or every joint that has none: one that closes a loop, joins two bodies of the
/// ground, does not give the pose of a body (distance, point_on_line, point_on_plane, rolling,
/// custom), or carries a particle, a custom body or, from a body in space, a planar body.
Result<JointSpace> joint_space(const Model& model);

/// Positions and velocities of all joints.
struct JointCoordinates {
  Eigen::VectorXd q;  ///< JointSpace::positions entries, m, rad and quaternions
  Eigen::VectorXd v;  ///< JointSpace::velocities entries, m/s and rad/s
};

/// Sets poses and velocities of all bodies of the trees but their roots, and State::coordinates.
/// Quaternions are normalised. Throws InvalidArgument where a size is wrong.
void set_joint_coordinates(const Model& model, const JointSpace& space,
                           const JointCoordinates& coordinates, State& state);

/// The joint coordinates of a state; its inverse where no joint is apart.
JointCoordinates joint_coordinates(const Model& model, const JointSpace& space, const State& state);

}  // namespace perpend
