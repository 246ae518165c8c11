// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/threads.hpp"
#include "dynamics/row_pool.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"

namespace perpend {

/// Appends a group of one row (blocks a and b): `sign` times the rate is J v, exactly at any pose.
/// Returns the group.
int append_coordinate(const Model& model, const State& state, JointId joint, int k, double sign,
                      RowPool& pool);

/// Adds to `coordinates` (rad) what the velocities of a state turn angles in space by in dt
/// seconds, where that could be as much as a radian: update_coordinates() then counts the turns.
void add_turns(const Model& model, const State& state, double dt, Eigen::VectorXd& coordinates);

/// Sets State::coordinates to the values at the pose, of angles those nearest to what is there.
/// Called at least once per half turn, or after add_turns(), it counts every turn.
void update_coordinates(const Model& model, State& state);
void update_coordinates(const Model& model, Chunk joints, State& state);

}  // namespace perpend
