// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

// What sets the motion of one body of a state, once. Whether joints hold there is the caller's
// affair: the next step closes them at its own speed. Impulses that contacts remember of the place
// left are found no more. All throw InvalidArgument where the body has no such motion of its own (a
// kinematic body that is not driven moves as its Motion says, a custom one by its own coordinates)
// or a number is not finite. A driven one moves on with what is set until it is set again.

/// Puts the frame that BodyDef was given in: the inverse of frame_pose(). The angle counts turns.
void set_pose(const Model& model, BodyId body, const planar::Pose& pose, State& state);
/// The same of a body in space, of spatial_frame_pose(); the quaternion is normalised.
void set_pose(const Model& model, BodyId body, const spatial::Pose& pose, State& state);

/// Velocity of the centre of mass (m/s, m/s) and of the angle (rad/s): the inverse of
/// body_velocity().
void set_velocity(const Model& model, BodyId body, const Eigen::Vector3d& velocity, State& state);
/// The same of a body in space, of body_twist().
void set_velocity(const Model& model, BodyId body, const Twist& twist, State& state);

/// The velocity at which a driven kinematic body has its frame there after dt seconds, by the
/// shorter way round in space: with the dt of the simulation, after the next step. What it meets
/// there is pushed, where set_pose() would jump into it.
void set_target_pose(const Model& model, BodyId body, const planar::Pose& pose, double dt,
                     State& state);
void set_target_pose(const Model& model, BodyId body, const spatial::Pose& pose, double dt,
                     State& state);

}  // namespace perpend
