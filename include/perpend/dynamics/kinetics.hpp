// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// 1/mass and 1/inertia, one entry per velocity; 0 where motion is prescribed.
Eigen::VectorXd inverse_mass(const Model& model);

/// Kinetic energy ½ vᵀMv of the bodies that forces move (J).
double kinetic_energy(const Model& model, const Eigen::VectorXd& v);
/// Potential energy -Σ m g·p (J).
double potential_energy(const Model& model, const Eigen::VectorXd& q);
/// Kinetic plus potential energy (J).
double energy(const Model& model, const State& state);

/// Velocity at the end of a step without constraints: v + dt M⁻¹ f, gravity included; kinematic
/// bodies get the mean velocity of their motion over the step.
void free_velocity(const Model& model, const State& state, const Eigen::VectorXd& force, double dt,
                   Eigen::VectorXd& v_free);

/// q + dt v in place (Hart & Anitescu 2003, section 2.2); kinematic bodies land on their motion.
void advance(const Model& model, const Eigen::VectorXd& v, double dt, State& state);

}  // namespace perpend
