// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "perpend/sim/simulator.hpp"

namespace perpend::python {

/// Runs that differ in start and controls, row-major.
struct RolloutPlan {
  std::size_t runs = 0, steps = 0;
  std::vector<const State*> starts;  ///< of each run
  const double* q0 = nullptr;        ///< runs × q_size, in place of those of the starts
  const double* v0 = nullptr;        ///< runs × dof
  const double* ctrl =
      nullptr;  ///< runs × steps × motors, targets from each step on; null: those held
  const double* force = nullptr;        ///< runs × steps × dof, beside HeldInputs::force; null: 0
  const double* joint_force = nullptr;  ///< runs × steps × joint coordinates, the same
  HeldInputs held;                      ///< in every run
  int threads = 1;                      ///< runs at a time; 0: all cores
  std::function<bool()> interrupted = [] { return false; };  ///< asked by the calling thread
};

/// Where the runs go, row-major; from a step that failed on rows are NaN.
struct RolloutOutput {
  double* q = nullptr;           ///< runs × steps × q_size
  double* v = nullptr;           ///< runs × steps × dof
  std::int64_t* done = nullptr;  ///< runs: steps that were taken
};

/// Each run has the bits it has alone.
/// Where it is interrupted the rows are of no use.
void rollout(const Model& model, const SimulationOptions& options, const RolloutPlan& plan,
             const RolloutOutput& output);

}  // namespace perpend::python
