// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/threads.hpp"
#include "dynamics/row_pool.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"

namespace perpend {

/// Appends a group of one row (blocks a and b) with J v = `sign` times the rate, exactly at any
/// pose. Returns the group.
int append_coordinate(const Model& model, const State& state, JointId joint, int k, double sign,
                      RowPool& pool);

/// Adds to `coordinates` (rad) the rotation of angles in space by the velocities of a state over dt
/// seconds, where that could be as much as a radian: update_coordinates() then counts full turns.
void add_turns(const Model& model, const State& state, double dt, Eigen::VectorXd& coordinates);

/// Sets State::coordinates to the values at the pose; for angles, to those nearest to the present
/// entries. Counts every full turn if called at least once per half turn, or after add_turns().
void update_coordinates(const Model& model, State& state);
void update_coordinates(const Model& model, Chunk joints, State& state);

}  // namespace perpend
