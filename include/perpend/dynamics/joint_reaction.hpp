// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Force and torque that a joint exerts on its body a, mean over a step; b gets the opposite at the
/// same point.
struct JointReaction {
  Eigen::Vector3d force{0, 0, 0};         ///< N, world frame
  Eigen::Vector3d torque{0, 0, 0};        ///< N·m about the anchor on a, world
                                          ///< frame; rolling: about its centre
  Eigen::Vector3d joint_force{0, 0, 0};   ///< N, joint frame on b (x along the axis)
  Eigen::Vector3d joint_torque{0, 0, 0};  ///< N·m, joint frame on b
};

/// Returns the reaction of the equality rows of a joint. `state` has the pose at which the rows
/// were evaluated, `impulses` is laid out as State::joint_impulses (N·s), dt is the step (s, > 0).
/// Where rows of a model are redundant, the sum over a loop is determined but the share of each
/// joint is not. Throws InvalidArgument where the model has no such joint, `impulses` is too short
/// or dt <= 0.
JointReaction joint_reaction(const Model& model, const State& state, JointId joint,
                             const Eigen::VectorXd& impulses, double dt);

}  // namespace perpend
