// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "perpend/dynamics/inverse_dynamics.hpp"

namespace perpend {

/// Rates along the force-free motion: spatial bodies rotate freely, custom bodies drift and
/// kinematic ones follow their motion.
struct FreeRates {
  Eigen::VectorXd velocity;    ///< d v/dt, per velocity of the model, m/s² or rad/s²
  Eigen::VectorXd joint_rows;  ///< d (J v)/dt of the rows of joints and couplers
  Eigen::VectorXd driven;      ///< d (J v)/dt of the driven coordinates
};
FreeRates free_rates(const Model& model, const State& state, std::span<const CoordinateId> driven);

/// Returns the rotation of a motion from time t (s) on, with a smooth past: harmonics that start at
/// t are treated as having started before, and those that stop at t as having stopped before.
Motion continued_rotation(const Motion& motion, double t);

}  // namespace perpend
