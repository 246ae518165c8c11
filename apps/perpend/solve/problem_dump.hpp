// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend::app {

/// Writes the problems of chosen steps and those not solved exactly, one file per island:
/// <scene>_step<N>_island<K>.hdf5 (FCLIB), or .json if FCLIB cannot hold it. Faults are collected:
/// a failed write stops no run.
class ProblemDump {
 public:
  ProblemDump(std::string scene, std::vector<std::int64_t> steps, std::filesystem::path folder);

  /// Call it after each step. For a failed step it writes the unsolved islands, or all if each was
  /// solved.
  void add(const StepReport& report, std::span<const Island> islands);
  /// Call it after the run: requested steps that were not written become faults. Returns an
  /// addition to the message of a failure, "" if no step failed.
  std::string finish();

  const std::vector<std::string>& written() const { return written_; }
  const Diagnostics& faults() const { return faults_; }

 private:
  void write(const StepReport& report, std::span<const Island> islands, bool solved_too);

  std::string scene_;
  std::vector<std::int64_t> steps_;  // requested steps still to come
  std::filesystem::path folder_;
  std::vector<std::string> written_, failed_;
  Diagnostics faults_;
};

}  // namespace perpend::app
