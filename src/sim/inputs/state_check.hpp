// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "perpend/model/model.hpp"

namespace perpend {

/// Throws InvalidArgument where a vector of the state has not the model's size.
void check_sizes(const Model& model, const State& state);

/// What of a state no step can start from, with the name of its body or joint: an entry that is
/// not finite, or the zero quaternion. Empty where there is nothing of the kind.
std::string not_a_state(const Model& model, const State& state);

/// The body whose entries of q no step can start from, in words; empty where there is none.
std::string not_a_pose(const Model& model, const Eigen::VectorXd& q);

/// Of finite velocities whose energy is not: the fastest body, in words.
std::string not_an_energy(const Model& model, const Eigen::VectorXd& v);

/// The body whose velocities are not finite, in words; empty where all are.
std::string not_a_velocity(const Model& model, const Eigen::VectorXd& v);

}  // namespace perpend
