// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Returns the kinetic energy ½ vᵀMv (J) of the bodies that forces move, without rotors of joints.
double kinetic_energy(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v);
/// Returns the potential energy (J): -m g·p of each body, for custom bodies BodyType::potential().
/// Springs of joints are not included.
double potential_energy(const Model& model, const Eigen::VectorXd& q);
/// Returns the sum of kinetic_energy() and potential_energy() (J); see energy_parts() for springs.
double energy(const Model& model, const State& state);

/// Linear momentum, and angular momentum about the world's origin, of all rigid bodies and
/// particles that forces move; custom bodies are left out.
struct Momentum {
  Eigen::Vector3d linear{0, 0, 0};   ///< N·s
  Eigen::Vector3d angular{0, 0, 0};  ///< N·m·s
};
Momentum total_momentum(const Model& model, const State& state);

}  // namespace perpend
