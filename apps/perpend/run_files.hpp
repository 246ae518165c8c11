// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "perpend/io/recorder.hpp"
#include "perpend/io/scene.hpp"
#include "summary.hpp"
#include "verbs.hpp"

namespace perpend::app {

/// Overlap over time of the same scene without stabilisation.
struct UnstabilisedRun {
  std::vector<double> time, penetration;  ///< s, m
};

/// Everything `perpend run` writes: the recording while it runs, then .npz, the page, and the last
/// state for --resume.
class RunFiles {
 public:
  RunFiles(const io::Scene& scene, const RunArguments& arguments);

  void add(const State& state, const StepReport& report, std::span<const ContactRecord> contacts);
  /// Closes the recording and writes the other files; their paths go into the summary.
  void finish(const State& last, RunSummary& summary,
              const std::optional<UnstabilisedRun>& unstabilised);

  const Diagnostics& faults() const { return faults_; }

 private:
  void open();
  void keep(Diagnostics found);

  const io::Scene& scene_;
  bool enabled_, csv_;
  io::RunHeader header_;
  std::filesystem::path folder_;
  std::optional<io::Recorder> recorder_;
  Diagnostics faults_;
};

}  // namespace perpend::app
