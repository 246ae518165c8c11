// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/model/model.hpp"

namespace perpend {

/// Layout of the joint coordinates of a model whose joints form trees. The world and bodies that
/// are not dynamic are the ground; a tree without ground has its body of lowest index as root,
/// whose pose and velocity are in the State only.
///
/// Positions and velocities of a joint are the values and rates of its coordinates (JointKind, with
/// CoordinateDef::start). A spherical joint in space has instead the quaternion w x y z of a in the
/// frame of b and the relative angular velocity of a in that frame (4 and 3 entries).
struct JointSpace {
  /// The joint that leads to a body, from the ground or root outwards.
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

/// Returns the layout, or a diagnostic for every joint that has none: one that closes a loop, joins
/// two bodies of the ground, does not determine the pose of a body (distance, point_on_line,
/// point_on_plane, rolling, strut, custom), or leads to a particle, a custom body or, from a body
/// in space, a planar body.
Result<JointSpace> joint_space(const Model& model);

/// Positions and velocities of all joints.
struct JointCoordinates {
  Eigen::VectorXd q;  ///< JointSpace::positions entries, m, rad and quaternions
  Eigen::VectorXd v;  ///< JointSpace::velocities entries, m/s and rad/s
};

/// Sets poses and velocities of all bodies of the trees except their roots, and State::coordinates.
/// Quaternions are normalised. Throws InvalidArgument if a size is wrong.
void set_joint_coordinates(const Model& model, const JointSpace& space,
                           const JointCoordinates& coordinates, State& state);

/// Returns the joint coordinates of a state: the inverse of set_joint_coordinates() if joints have
/// no error.
JointCoordinates joint_coordinates(const Model& model, const JointSpace& space, const State& state);

}  // namespace perpend
