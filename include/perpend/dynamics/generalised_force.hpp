// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// What a vector is given in: the world, or the frame that BodyDef was given in, which moves with
/// the body. That frame of a custom body is its material: points are material points.
enum class Frame { world, body };

/// World position (m) of a point of a body.
Eigen::Vector3d world_point(const Model& model, const State& state, BodyId body,
                            const Eigen::Vector3d& point, Frame point_in);

/// A force and a torque on a body.
struct ForceAt {
  Eigen::Vector3d force{0, 0, 0};   ///< N
  Eigen::Vector3d torque{0, 0, 0};  ///< N·m beside that of the force; particles take none
  Eigen::Vector3d point{0, 0, 0};   ///< m, where the force acts; particles take it at their place
  Frame point_in = Frame::body;
  Frame force_in = Frame::world;  ///< of force and torque
};

/// Adds the force to `force`, one entry per velocity of the model, at the pose of the state. Throws
/// InvalidArgument where the body is not one that forces move or a number is not finite.
void add_force_at(const Model& model, const State& state, BodyId body, const ForceAt& at,
                  Eigen::VectorXd& force);

/// The same of a force (N, N·m about angles) along coordinate k of a joint: it pushes a along the
/// coordinate and b against it.
void add_joint_force(const Model& model, const State& state, JointId joint, int k, double value,
                     Eigen::VectorXd& force);

/// Throw InvalidArgument where the functions above would.
void check_force_at(const Model& model, BodyId body, const ForceAt& at);
void check_joint_force(const Model& model, JointId joint, int k, double value);

}  // namespace perpend
