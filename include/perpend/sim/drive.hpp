// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "perpend/dynamics/generalised_force.hpp"

namespace perpend {

/// A force on a body; its impulse (N·s, N·m·s) where an impulse is asked for.
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

/// What a motor is told in place of CoordinateDef::target and max_force.
struct MotorInput {
  JointId joint = {};
  int coordinate = 0;
  std::optional<double> target = {};     ///< m/s, rad/s; position motors m, rad
  std::optional<double> max_force = {};  ///< N, N·m; infinite: reaches its target or stalls
};

/// What acts in every step until it is cleared. It is no part of State: a copy of both is the whole
/// snapshot of a run that is driven, and goes on with the same bits.
struct HeldInputs {
  Eigen::VectorXd force = {};  ///< Simulator::set_force(), one entry per velocity; empty: none
  Eigen::VectorXd joint_force = {};  ///< set_joint_force(), as State::coordinates; empty: none
  std::vector<BodyForce> forces = {};
  std::vector<JointForce> joint_forces = {};
  std::vector<MotorInput> motors = {};  ///< at most one per motor
};

/// Adds to `force`, one entry per velocity (N, N·m), what else acts at the pose of `state`: the one
/// a step takes its forces at, half a step after its start, with the velocities it starts with. A
/// step that is taken in parts asks for each. It must depend on nothing but the state for the step
/// to be repeatable, and must not step or drive the simulator that calls it.
using ForceCallback = std::function<void(const State& state, Eigen::VectorXd& force)>;

/// What acted along a coordinate of a joint, mean over a step, N or N·m; positive where it pushed a
/// along the coordinate.
struct CoordinateForce {
  double spring = 0.0;  ///< with its damper
  double motor = 0.0;
  double friction = 0.0;
  double limit = 0.0;
  double total() const { return spring + motor + friction + limit; }
};

}  // namespace perpend
