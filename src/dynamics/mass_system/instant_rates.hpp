// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "perpend/dynamics/inverse_dynamics.hpp"

namespace perpend {

/// Rates along the motion without forces, in which spatial bodies turn freely, custom bodies drift
/// and kinematic ones follow their motion.
struct FreeRates {
  Eigen::VectorXd velocity;    ///< d v/dt, per velocity of the model, m/s² or rad/s²
  Eigen::VectorXd joint_rows;  ///< d (J v)/dt of the rows of joints and couplers
  Eigen::VectorXd driven;      ///< the same of these coordinates
};
FreeRates free_rates(const Model& model, const State& state, std::span<const CoordinateId> driven);

/// The rotation of a motion from time t (s) on, with a smooth past: what starts at t had started
/// before, what stops then had stopped.
Motion continued_rotation(const Motion& motion, double t);

}  // namespace perpend
