// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

// Functions that set pose or velocity of one body of a state, once. The caller decides whether the
// joints are satisfied there; the next steps close joints that are not. Stored contact impulses do
// not match contacts at the new place. A driven body keeps its velocity until the next call.
//
// All functions throw InvalidArgument where a number is not finite, where a planar function is used
// for a body in space or the reverse, and where the motion cannot be set: a kinematic body that is
// not driven moves as its Motion says, and a custom body has coordinates of its own.

/// Sets the pose (m, rad) of the frame in which BodyDef was given; the inverse of frame_pose(). The
/// angle includes full turns.
void set_pose(const Model& model, BodyId body, const planar::Pose& pose, State& state);
/// Sets the pose of the frame in which the BodyDef of a body in space was given; the inverse of
/// spatial_frame_pose(). The quaternion is normalised.
void set_pose(const Model& model, BodyId body, const spatial::Pose& pose, State& state);

/// Sets the velocity of the centre of mass (m/s, m/s) and the angular velocity (rad/s); the inverse
/// of body_velocity().
void set_velocity(const Model& model, BodyId body, const Eigen::Vector3d& velocity, State& state);
/// Sets the velocities of a body in space; the inverse of body_twist().
void set_velocity(const Model& model, BodyId body, const Twist& twist, State& state);

/// Sets the velocity with which the frame of a driven kinematic body reaches `pose` after dt
/// seconds (> 0); with the dt of the simulation, at the end of the next step. In space it takes the
/// shorter rotation. The body pushes others on its path, whereas set_pose() would jump into them.
void set_target_pose(const Model& model, BodyId body, const planar::Pose& pose, double dt,
                     State& state);
void set_target_pose(const Model& model, BodyId body, const spatial::Pose& pose, double dt,
                     State& state);

}  // namespace perpend
