// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "perpend/sim/simulator.hpp"
#include "sim/simulator/standstill.hpp"
#include "sim/simulator/step_forces.hpp"
#include "sim/velocity/velocity_step.hpp"

namespace perpend {

/// Throws InvalidArgument on options that validate() refuses, or that are valid in the plane alone
/// where bodies of the model can meet in space.
void validate_for(const Model& model, const SimulationOptions& options);

/// Takes a step for a Simulator: whole, in parts that Simulators of their own take, or as well as
/// possible.
struct Simulator::Workspace {
  VelocityStep step;
  Standstill standstill;

  // The reports on the last step beside those in `step`.
  std::vector<Island> solved_islands;
  Simulator* taken = nullptr;          // who took the step, if one of those below did
  std::optional<StepForces> of_parts;  // forces of a step that was taken in halves

  std::unique_ptr<Simulator> half;     // for steps of dt/2, made when first needed
  std::unique_ptr<Simulator> finer;    // the same for steps that joints outrun
  std::unique_ptr<Simulator> limited;  // with limited motors
  State parts;                         // state between the halves
  bool is_part = false;                // steps are parts of others, which accept them or not
  bool shares_attempts = false;        // uses the deadline and effort of another workspace

  Workspace(const Model& model, const SimulationOptions& options, DriveInputs inputs);
  /// Takes over from `last`, which it replaces, the data of the whole step that its steps are parts
  /// of.
  void take_place_of(const Workspace& last);
  /// Repeats the last step, which changes nothing but the time.
  StepReport repeat(State& state, const Stopwatch& clock);
  StepReport take(State& state);
  /// Takes the step whole, in parts, or at the best point that was found: it fails only on numbers
  /// that are not finite.
  StepReport take_somehow(State& state);
  const std::vector<CoordinateForce>& coordinate_forces();
  /// Returns what contacts and joints did in the last step taken.
  StepForces forces();

  // halved_step.cpp: halves of a step, and what is taken if they fail.
  void begin_attempts();
  StepReport take_halves(State& state, const StepReport& whole);
  StepReport take_halves(Simulator& half_step, State& state, const StepReport& whole);
  void hand_to(Workspace& part);
  StepReport take_part(Simulator& half_step, StepReport& all);
  StepReport halve_inexact(State& state, const StepReport& whole);
  StepReport take_unsolved(State& state, const StepReport& whole);
  bool approximates_cone() const;
  StepReport take_exactly(State& state, const StepReport& failed);
  StepReport take_best(State& state, const StepReport& failed);

  // outrun_step.cpp: halves of halves, where joints outrun a step.
  void make_finer();
  StepReport take_outrun(State& state, const StepReport& refused);

  // limited_step.cpp: limited motors, where no motion reaches the targets of all motors.
  StepReport take_limited(State& state, const StepReport& refused);
  StepReport take_with_overlap(State& state, const StepReport& refused,
                               const StepReport& of_limited);
  void name_stalled(StepReport& report);
};

}  // namespace perpend
