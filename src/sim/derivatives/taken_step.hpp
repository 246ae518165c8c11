// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/step_rows.hpp"
#include "perpend/sim/options.hpp"
#include "sim/inputs/drive_inputs.hpp"
#include "sim/joints/joint_system.hpp"

namespace perpend {

/// A step of the velocity-level stepper that was taken whole, and the data it worked with.
struct TakenStep {
  const Model& model;
  const SimulationOptions& options;
  const State& start;
  double before = 0.0;  ///< time of the drift before the kick, s
  const State& pose;    ///< x and u: where the kick took its geometry, velocities before it
  const Eigen::VectorXd& v_new;  ///< velocities after the kick
  const StepRows& rows;
  const JointSystem& joints;
  DriveInputs& drive;
};

}  // namespace perpend
