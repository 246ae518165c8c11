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

/// Sets State::coordinates to the values at the pose. Called at least once per half turn it counts
/// every turn.
void update_coordinates(const Model& model, State& state);
void update_coordinates(const Model& model, Chunk joints, State& state);

}  // namespace perpend
