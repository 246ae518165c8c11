// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "perpend/core/names.hpp"
#include "perpend/sim/acceleration_simulator.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

/// What a simulation solves for.
enum class Level {
  velocity,      ///< impulses over a step, no event detection: Simulator
  acceleration,  ///< forces at instants, events located in time: AccelerationSimulator
  first_order    ///< velocities where force = mass × velocity: FirstOrderStepper
};
std::string_view to_string(Level level);
template <>
std::span<const Name<Level>> names<Level>();

struct LevelOptions {
  Level level = Level::acceleration;
  double dt = 0.002;         ///< s; of level acceleration the time between two samples
  double tolerance = 1e-10;  ///< level acceleration: AccelerationOptions::tolerance
};

/// The levels beside that of velocities, step by step and with the reports of Simulator.
class LevelSimulator {
 public:
  /// Keeps a reference to `model`. Throws InvalidArgument on Level::velocity, which is Simulator's,
  /// numbers that are not positive and models with custom bodies.
  LevelSimulator(const Model& model, const LevelOptions& options);
  LevelSimulator(const Model&&, const LevelOptions&) = delete;
  ~LevelSimulator();
  LevelSimulator(LevelSimulator&&) noexcept;

  /// Advances `state` by dt, or leaves it untouched and says why in the report. factorisations
  /// counts the instants solved; contacts, and the impulse of each over dt, are those of the end.
  StepReport step(State& state);

  std::span<const ContactRecord> contacts() const;
  /// Events of all steps so far, at level acceleration.
  std::span<const MotionEvent> events() const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace perpend
