// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <string>
#include <string_view>

#include "perpend/model/joint.hpp"

namespace perpend {

/// Index of an actuator in its Model, and of its control.
struct ActuatorId {
  int index = -1;
  friend bool operator==(ActuatorId, ActuatorId) = default;
};

/// What an actuator makes of its output, which is gain · control + offset.
enum class ActuatorKind {
  force,   ///< the output is a force along the coordinate, N or N·m
  target,  ///< the output is the target of the motor of the coordinate; several of them add up
  none     ///< the control has no effect; it keeps its place among the controls
};
inline constexpr int kActuatorKinds = 3;
std::string_view to_string(ActuatorKind kind);

/// Makes forces along a joint coordinate, or the target of its motor, of one control, a number that
/// a program sets during the run (Simulator::set_control()).
struct Actuator {
  std::string name = {};  ///< unique; empty: "actuator_<index>"
  ActuatorKind kind = ActuatorKind::force;
  JointId joint = {};  ///< not used by kind none
  int coordinate = 0;
  double gain = 1.0;
  double offset = 0.0;
  /// Range of the control: gain and offset apply to the nearest value in it.
  double control_lo = -std::numeric_limits<double>::infinity();
  double control_hi = std::numeric_limits<double>::infinity();
  /// Range of the force along the coordinate, N or N·m. The force is limited to it; so is that of a
  /// motor, in place of CoordinateDef::max_force, if both ends are finite.
  double force_lo = -std::numeric_limits<double>::infinity();
  double force_hi = std::numeric_limits<double>::infinity();
  double control = 0.0;  ///< control at the start

  bool limits_force() const;
  /// Returns the force or the share of the target for a control.
  double output(double given) const;
  /// Returns the derivative of output(): the gain, or 0 where a range limits the control or the
  /// force.
  double slope(double given) const;
};

}  // namespace perpend
