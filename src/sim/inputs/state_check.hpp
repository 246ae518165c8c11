// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "perpend/model/model.hpp"

namespace perpend {

/// Throws InvalidArgument if a vector of the state does not have the model's size.
void check_sizes(const Model& model, const State& state);

/// Describes why no step can start from a state, with the name of the body or joint: an entry that
/// is not finite, or the zero quaternion. Empty if nothing is wrong.
std::string not_a_state(const Model& model, const State& state);

/// Scales to unit norm the quaternions whose norm differs from 1 by more than 1e-9, as of states
/// that a program has set. not_a_pose() must be empty.
void normalise_rotations(const Model& model, Eigen::VectorXd& q);

/// Names the body whose entries of q no step can start from; empty if there is none.
std::string not_a_pose(const Model& model, const Eigen::VectorXd& q);

/// Names the fastest body, for finite velocities whose energy is not finite.
std::string not_an_energy(const Model& model, const Eigen::VectorXd& v);

/// Names the body whose velocities are not finite; empty if all are.
std::string not_a_velocity(const Model& model, const Eigen::VectorXd& v);

}  // namespace perpend
