// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "perpend/dynamics/generalised_force.hpp"

namespace perpend {

/// A force on a body; functions that apply impulses take it as N·s and N·m·s.
struct BodyForce {
  BodyId body = {};
  ForceAt at = {};
};

/// A force (N, N·m about angles) along a coordinate of a joint.
struct JointForce {
  JointId joint = {};
  int coordinate = 0;
  double force = 0.0;
};

/// Inputs of a motor that replace CoordinateDef::target and max_force, and what actuators make of
/// them.
struct MotorInput {
  JointId joint = {};
  int coordinate = 0;
  std::optional<double> target = {};     ///< m/s, rad/s; position motors m, rad
  std::optional<double> max_force = {};  ///< N, N·m; infinite: reaches its target or stalls
};

/// Inputs that act in every step until they are cleared. They are not part of State: a copy of both
/// is the complete snapshot of a driven run, which continues with the same bits.
struct HeldInputs {
  Eigen::VectorXd force = {};  ///< Simulator::set_force(), one entry per velocity; empty: none
  Eigen::VectorXd joint_force = {};    ///< set_joint_force(), as State::coordinates; empty: none
  std::vector<BodyForce> forces = {};  ///< Simulator::hold_force_at()
  std::vector<JointForce> joint_forces = {};  ///< Simulator::hold_joint_force()
  std::vector<MotorInput> motors = {};        ///< at most one per motor
  Eigen::VectorXd control = {};  ///< Simulator::set_control(), one entry per actuator; empty: those
                                 ///< of the model
};

/// Callback that adds further forces to `force`, which has one entry per velocity (N, N·m). `state`
/// has the pose at which the step evaluates its forces, half a step after its start, and the
/// velocities at the start. A step that is split into substeps calls it for each of them. For
/// repeatable steps it must depend on the state alone; it must not step or drive the simulator that
/// calls it.
using ForceCallback = std::function<void(const State& state, Eigen::VectorXd& force)>;

/// Forces along a coordinate of a joint, mean over a step, N or N·m; a positive force pushes a
/// along the coordinate.
struct CoordinateForce {
  double spring = 0.0;  ///< spring and damper
  double motor = 0.0;
  double friction = 0.0;
  double limit = 0.0;
  double total() const { return spring + motor + friction + limit; }
};

}  // namespace perpend
