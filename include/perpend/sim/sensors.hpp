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
  contact_force,       ///< of contacts on a body, N, world
  accelerometer,       ///< acceleration less gravity of a point of a body, m/s², sensor frame
  gyro                 ///< angular velocity of a body, rad/s, sensor frame
};

/// A named read-out. What it says is the mean over the last step, a gyro's the end of it.
struct SensorDef {
  std::string name = {};  ///< unique, not empty
  SensorKind kind = SensorKind::gyro;
  BodyId body = {};          ///< all but joint_force_torque
  JointId joint = {};        ///< joint_force_torque
  BodyId against = kWorld;   ///< contact_force: of contacts with that body alone; kWorld: of all
  spatial::Pose mount = {};  ///< accelerometer, gyro: the sensor frame in that of BodyDef
};

/// The sensors of a run. They belong to the caller: a copy beside that of the State goes on as they
/// would. A custom body has the rotation of spatial_pose() and the velocity of its point 0.
class Sensors {
 public:
  /// Keeps a reference to `model`; `start` is the state before the first step. Throws
  /// InvalidArgument where a name is empty or there twice, or a body or joint is not the model's.
  Sensors(const Model& model, std::vector<SensorDef> sensors, const State& start);

  /// After each step taken, with the state it led to.
  void update(const Simulator& simulator, const State& state);

  /// Of one sensor: 6 numbers of joint_force_torque, else 3; zero before the first step, but for
  /// gyros. Throws InvalidArgument where there is none of that name.
  std::span<const double> values(std::string_view name) const;
  /// Of all, one after the other, as channels() lists them.
  std::span<const double> values() const { return values_; }
  std::vector<Channel> channels() const;

 private:
  void read_gyro(const SensorDef& sensor, const State& state, double* values) const;

  const Model* model_;
  std::vector<SensorDef> sensors_;
  std::vector<int> first_;  // of values_, and the end
  std::vector<double> values_;
  State before_;  // pose and velocities
};

}  // namespace perpend
