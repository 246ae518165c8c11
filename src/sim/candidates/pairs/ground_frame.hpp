// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "sim/candidates/pairs/moving_pieces.hpp"

namespace perpend {

/// Returns the velocity of a body's centre of mass, m/s; custom bodies have that of `pose`.
Eigen::Vector3d centre_velocity(const Model& model, const State& pose, int body,
                                const Eigen::VectorXd& v);

/// Returns the velocity of the ground (MovingPieces::ground()), m/s; 0 if there is none.
Eigen::Vector3d velocity_of_ground(const Model& model, const MovingPieces& pieces,
                                   const State& pose, const Eigen::VectorXd& v);

/// Returns the kinetic energy relative to the ground, J: the same for any common velocity of all
/// bodies.
double energy_over_ground(const Model& model, const MovingPieces& pieces, const State& pose);

}  // namespace perpend
