// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Kinetic energy ½ vᵀMv of the bodies that forces move (J).
double kinetic_energy(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v);
/// Potential energy (J): -m g·p and that of custom bodies; springs of joints are not in it.
double potential_energy(const Model& model, const Eigen::VectorXd& q);
/// Kinetic plus potential energy (J).
double energy(const Model& model, const State& state);

/// Linear momentum and angular momentum about the world's origin of all bodies that forces move.
struct Momentum {
  Eigen::Vector3d linear{0, 0, 0};   ///< N·s
  Eigen::Vector3d angular{0, 0, 0};  ///< N·m·s; bodies that are points or rigid
};
Momentum total_momentum(const Model& model, const State& state);

}  // namespace perpend
