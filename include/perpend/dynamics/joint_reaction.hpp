// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// What a joint exerts on a; b gets the opposite at the same place. Mean over a step.
struct JointReaction {
  Eigen::Vector3d force{0, 0, 0};         ///< N, world frame
  Eigen::Vector3d torque{0, 0, 0};        ///< N·m about the anchor on a, world
                                          ///< frame; rolling: about its centre
  Eigen::Vector3d joint_force{0, 0, 0};   ///< N, joint frame on b (x along the axis)
  Eigen::Vector3d joint_torque{0, 0, 0};  ///< N·m, joint frame on b
};

/// Of the equality rows: `state` has the pose they were formed at, `impulses` is laid out as
/// State::joint_impulses (N·s), dt is the step (s, > 0). Where the rows of a model are redundant
/// the sum over a loop is determined and the share of each joint is not.
JointReaction joint_reaction(const Model& model, const State& state, JointId joint,
                             const Eigen::VectorXd& impulses, double dt);

}  // namespace perpend
