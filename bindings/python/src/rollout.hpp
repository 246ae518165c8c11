// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "perpend/sim/report_fields.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend::python {

/// Runs that differ in start and controls; arrays are row-major.
struct RolloutPlan {
  std::size_t runs = 0, steps = 0;
  std::vector<const State*> starts;  ///< one per run
  const double* q0 = nullptr;        ///< runs × q_size, replaces q of the starts
  const double* v0 = nullptr;        ///< runs × dof, replaces v of the starts
  const double* ctrl =
      nullptr;  ///< runs × steps × entries of World::ctrl(), from each step on; null: held ones
  const double* force = nullptr;        ///< runs × steps × dof, added to the held force; null: 0
  const double* joint_force = nullptr;  ///< runs × steps × joint coordinates, likewise
  HeldInputs held;                      ///< in every run
  int threads = 1;                      ///< number of simultaneous runs; 0: one per core
  std::function<bool()> interrupted = [] { return false; };  ///< called by the calling thread
};

/// What World::report(), last() and message() are after the steps of one run.
struct RunReport {
  MergedReport merged;
  StepReport last;
  std::string message;
};

/// Results of the runs, row-major; from a failed step on, rows are NaN.
struct RolloutOutput {
  double* q = nullptr;            ///< runs × steps × q_size
  double* v = nullptr;            ///< runs × steps × dof
  std::int64_t* done = nullptr;   ///< runs: number of steps taken
  double* residual = nullptr;     ///< runs × steps: StepCertificate::residual
  double* bound = nullptr;        ///< runs × steps: StepCertificate::residual_bound
  bool* certified = nullptr;      ///< runs × steps: taken, and proved to be solved
  RunReport* reports = nullptr;   ///< runs
  double* coordinates = nullptr;  ///< runs × steps × joint coordinates; null: not wanted
  double* rates = nullptr;        ///< likewise
};

/// Runs the plan; each run gives the same bits as it does alone. After an interruption the rows are
/// unusable.
void rollout(const Model& model, const SimulationOptions& options, const RolloutPlan& plan,
             const RolloutOutput& output);

}  // namespace perpend::python
