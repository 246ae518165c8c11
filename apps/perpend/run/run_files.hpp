// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "io/recording/run_sampler.hpp"
#include "perpend/io/recording.hpp"
#include "perpend/io/scene.hpp"
#include "run/run_folder.hpp"
#include "run/summary.hpp"

namespace perpend::app {

/// Names of the recording and of the last snapshot in the folder of a run.
inline constexpr const char* kRecording = "run.h5";
inline constexpr const char* kSnapshot = "last_state.h5";

/// The files that a run writes. Faults are collected, not thrown: a full disk stops no run.
class RunFiles {
 public:
  struct Options {
    double snapshot_every = 10;  ///< s of wall time between snapshots; 0: only at start and end
    bool csv = false, npz = false;
    LevelOptions level = {.level = Level::velocity};
  };

  /// Writes into `folder`, which belongs to this run alone while `lock` lives.
  RunFiles(const study::Scene& scene, std::filesystem::path folder, FolderLock lock,
           const Options& options);

  /// Starts recording into folder/run.h5, with snapshots beside it.
  void open();
  /// Starts recording the unstabilised run, shown for comparison, into folder/unstabilised.h5.
  void open_unstabilised(const study::Scene& scene);
  void add(const State& state, const StepReport& report, std::span<const ContactRecord> contacts,
           std::span<const CoordinateForce> forces = {});
  void close();

  /// Writes still frames, the page and the requested exports; call it after the last recording.
  void export_all(const RunSummary& summary);
  /// Writes the state from which --resume continues.
  void save_state(const State& state);

  const std::vector<std::string>& written() const { return written_; }
  const Diagnostics& faults() const { return faults_; }

 private:
  using Clock = std::chrono::steady_clock;

  void open(const study::Scene& scene, const char* name);
  void keep(const std::filesystem::path& file, const Diagnostics& found);
  Diagnostics write_snapshot(const State& state);
  void announce(const State& state, std::size_t contacts) const;
  void export_rows();
  void draw_frames(const io::Recording& rows);
  void write_page(const io::Recording& rows, const RunSummary& summary);

  const study::Scene& scene_;
  std::filesystem::path folder_;
  FolderLock lock_;
  Options options_;
  std::filesystem::path recording_;  // path of the open recording
  std::optional<io::Recorder> recorder_;
  std::optional<io::RunSampler> sampler_;       // of the open recording
  std::optional<io::Recording> shown_, other_;  // rows of the run and of the unstabilised one
  Clock::time_point saved_;                     // time of the last snapshot
  std::int64_t states_ = 0;                     // number of states added to the open recording
  std::vector<std::string> written_;
  Diagnostics faults_;
};

}  // namespace perpend::app
