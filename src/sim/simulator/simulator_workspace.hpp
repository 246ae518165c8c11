// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "perpend/sim/simulator.hpp"
#include "sim/simulator/standstill.hpp"
#include "sim/velocity/velocity_step.hpp"

namespace perpend {

/// Throws InvalidArgument on options that validate() refuses, or that are valid in the plane alone
/// where bodies of the model can meet in space.
void validate_for(const Model& model, const SimulationOptions& options);

/// How a Simulator takes a step: whole, in parts that Simulators of their own take, or as well as
/// it can.
struct Simulator::Workspace {
  VelocityStep step;
  Standstill standstill;

  // What is reported of the last step beside what `step` holds.
  std::vector<Island> solved_islands;
  Simulator* taken = nullptr;  // who took it, where that was one of those below

  std::unique_ptr<Simulator> half;     // of dt/2, made when first needed
  std::unique_ptr<Simulator> finer;    // the same for steps that joints outrun
  std::unique_ptr<Simulator> limited;  // of limited motors
  State parts;                         // between the halves
  bool is_part = false;                // the steps are parts of others, which take them or do not
  bool shares_attempts = false;        // they are others' own, with their deadline and effort

  Workspace(const Model& model, const SimulationOptions& options, DriveInputs inputs);
  /// Takes over what the workspace it replaces knew of the whole step that its steps are parts of.
  void take_place_of(const Workspace& last);
  /// The last step once more, which changes nothing but the time.
  StepReport repeat(State& state, const Stopwatch& clock);
  StepReport take(State& state);
  /// Whole, in parts, or at the best point that was found: only numbers that are not finite leave
  /// no step.
  StepReport take_somehow(State& state);
  const std::vector<CoordinateForce>& coordinate_forces();

  // halved_step.cpp: parts of it, and what is taken where they are none.
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

  // limited_step.cpp: with limited motors, where no motion reaches the targets of all.
  StepReport take_limited(State& state, const StepReport& refused);
  void name_stalled(StepReport& report);
};

}  // namespace perpend
