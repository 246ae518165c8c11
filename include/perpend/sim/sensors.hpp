// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "perpend/sim/channel.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend {

enum class SensorKind {
  joint_force_torque,  ///< Simulator::joint_reaction() in the joint frame: force (N), torque (N·m)
  contact_force,       ///< sum of the contact forces on a body, N, world
  accelerometer,       ///< acceleration minus gravity of a point of a body, m/s², sensor frame
  gyro                 ///< angular velocity of a body, rad/s, sensor frame
};

/// A named sensor. Its values are means over the last step; those of a gyro are taken at the end.
struct SensorDef {
  std::string name = {};  ///< unique, not empty
  SensorKind kind = SensorKind::gyro;
  BodyId body = {};          ///< all kinds except joint_force_torque
  JointId joint = {};        ///< joint_force_torque
  BodyId against = kWorld;   ///< contact_force: other body of the contacts; kWorld: any body
  spatial::Pose mount = {};  ///< accelerometer, gyro: sensor frame in the frame of BodyDef
};

/// The sensors of a run. The caller owns them; a copy of them and of the State continues with the
/// same values. A custom body has the rotation of spatial_pose() and the velocity of its point 0.
class Sensors {
 public:
  /// Keeps a reference to `model`; `start` is the state before the first step. Throws
  /// InvalidArgument where a name is empty or used twice, or a body, a joint or a size of the state
  /// is not the model's.
  Sensors(const Model& model, std::vector<SensorDef> sensors, const State& start);
  Sensors(const Model&&, std::vector<SensorDef>, const State&) = delete;

  /// Updates all values. Call it after each step taken, with the state after that step. Throws
  /// InvalidArgument where the time of the state has not advanced, or a size of it is not the
  /// model's.
  void update(const Simulator& simulator, const State& state);

  /// Returns the values of one sensor: 6 numbers for joint_force_torque, else 3. Before the first
  /// step they are zero, except those of gyros. Throws InvalidArgument where no sensor has that
  /// name.
  std::span<const double> values(std::string_view name) const;
  /// Returns the values of all sensors, one after the other, in the order of channels().
  std::span<const double> values() const { return values_; }
  /// Returns names, units and widths of all sensors, for recordings.
  std::vector<Channel> channels() const;

 private:
  void read_gyro(const SensorDef& sensor, const State& state, double* values) const;

  const Model* model_;
  std::vector<SensorDef> sensors_;
  std::vector<int> first_;  // first entry of each sensor in values_, and the end
  std::vector<double> values_;
  State before_;  // time, pose and velocities before the next step
};

}  // namespace perpend
