// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// The frame of a vector: the world, or the frame in which BodyDef was given, which moves with the
/// body. For custom bodies the body frame is the material: points are material points.
enum class Frame { world, body };

/// Returns the world position (m) of a point of a body. Throws InvalidArgument where the model has
/// no such body.
Eigen::Vector3d world_point(const Model& model, const State& state, BodyId body,
                            const Eigen::Vector3d& point, Frame point_in);

/// A force and a torque on a body.
struct ForceAt {
  Eigen::Vector3d force{0, 0, 0};   ///< N
  Eigen::Vector3d torque{0, 0, 0};  ///< N·m, added to that of the force; particles ignore it
  Eigen::Vector3d point{0, 0, 0};   ///< m, point of action; a particle takes the force at its place
  Frame point_in = Frame::body;
  Frame force_in = Frame::world;  ///< frame of force and torque
};

/// Adds the generalised force of `at`, at the pose of the state, to `force`, which has one entry
/// per velocity of the model (N, N·m). Throws InvalidArgument where forces do not move the body,
/// where a number is not finite, or where force, torque or point of a planar body leave its plane.
void add_force_at(const Model& model, const State& state, BodyId body, const ForceAt& at,
                  Eigen::VectorXd& force);

/// Adds a force (N, N·m about angles) along coordinate k of a joint to `force`; it pushes a along
/// the coordinate and b in the opposite direction. Throws InvalidArgument where the model has no
/// such joint or coordinate, or the value is not finite.
void add_joint_force(const Model& model, const State& state, JointId joint, int k, double value,
                     Eigen::VectorXd& force);

/// Check the arguments of the functions above and throw InvalidArgument as they do.
void check_force_at(const Model& model, BodyId body, const ForceAt& at);
void check_joint_force(const Model& model, JointId joint, int k, double value);

}  // namespace perpend
