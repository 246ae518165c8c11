// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/threads.hpp"
#include "perpend/dynamics/row_pool.hpp"

namespace perpend {

/// Value of coordinate k of a joint (m or rad, JointKind) at the pose of `state`. An angle in space
/// is known up to full turns: it is the one nearest to State::coordinates; in the plane the angles
/// of the bodies count their turns themselves.
double coordinate(const Model& model, const State& state, JointId joint, int k);

/// Its rate at state.v, m/s or rad/s.
double coordinate_rate(const Model& model, const State& state, JointId joint, int k);

/// Appends a group of one row (blocks a and b): `sign` times the rate is J v, exactly at any pose.
/// Returns the group.
int append_coordinate(const Model& model, const State& state, JointId joint, int k, double sign,
                      RowPool& pool);

/// Sets State::coordinates to the values at the pose. Called at least once per half turn it counts
/// every turn.
void update_coordinates(const Model& model, State& state);
void update_coordinates(const Model& model, Chunk joints, State& state);

}  // namespace perpend
