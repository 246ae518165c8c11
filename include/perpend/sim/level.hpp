// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "perpend/core/names.hpp"
#include "perpend/sim/acceleration_simulator.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

/// The unknowns of a simulation.
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
  double dt = 0.002;         ///< s; at level acceleration the time between two samples
  double tolerance = 1e-10;  ///< level acceleration: AccelerationOptions::tolerance
};

/// Runs the acceleration and the first-order level step by step, with the reports of Simulator.
class LevelSimulator {
 public:
  /// Keeps a reference to `model`. Throws InvalidArgument on Level::velocity, which Simulator runs,
  /// on numbers that are not positive, and on models that AccelerationSimulator and
  /// FirstOrderStepper refuse.
  LevelSimulator(const Model& model, const LevelOptions& options);
  LevelSimulator(const Model&&, const LevelOptions&) = delete;
  ~LevelSimulator();
  LevelSimulator(LevelSimulator&&) noexcept;

  /// Advances `state` by dt, or leaves it untouched and gives the reason in the report.
  /// StepReport::factorisations counts the instants solved. Contacts are those at the end of the
  /// step, and their impulses are their forces there times dt. Throws InvalidArgument where a size
  /// of the state is not the model's.
  StepReport step(State& state);

  /// Returns the contacts at the end of the last step.
  std::span<const ContactRecord> contacts() const;
  /// Returns the events of all steps so far at level acceleration, nothing at level first_order.
  std::span<const MotionEvent> events() const;

 private:
  struct Workspace;
  Workspace& workspace() const;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace perpend
