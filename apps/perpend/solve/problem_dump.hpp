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

/// Writes the problems of chosen steps, and those that ended a run unsolved, one file per island:
/// <scene>_step<N>_island<K>.hdf5 (FCLIB), or .json where FCLIB cannot hold it. Faults are
/// collected: what cannot be written stops no run.
class ProblemDump {
 public:
  ProblemDump(std::string scene, std::vector<std::int64_t> steps, std::filesystem::path folder);

  /// After each step. Of a failed one the islands that were not solved; all where each was.
  void add(const StepReport& report, std::span<const Island> islands);
  /// After the run: steps asked for and not written become faults. Returns what the message of a
  /// failure has to add, "" where no step failed.
  std::string finish();

  const std::vector<std::string>& written() const { return written_; }
  const Diagnostics& faults() const { return faults_; }

 private:
  void write(const StepReport& report, std::span<const Island> islands, bool solved_too);

  std::string scene_;
  std::vector<std::int64_t> steps_;  // still to come
  std::filesystem::path folder_;
  std::vector<std::string> written_, failed_;
  Diagnostics faults_;
};

}  // namespace perpend::app
