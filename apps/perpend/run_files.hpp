// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "perpend/io/recording.hpp"
#include "perpend/io/scene.hpp"

namespace perpend::app {

/// The folder a run writes to. Faults are collected, never thrown: a full disk stops no run.
class RunFiles {
 public:
  /// Records into folder/run.h5, and folder/unstabilised.h5 for the run shown beside it.
  RunFiles(const study::Scene& scene, std::filesystem::path folder);

  void open(const study::Scene& scene, const std::string& name);
  void add(const State& state, const StepReport& report, std::span<const ContactRecord> contacts);
  void close();

  /// After the last recording: npz, CSV on request, still frames and the page.
  void export_all(bool csv, bool with_unstabilised);
  /// The state to continue from with --resume.
  void save_state(const State& state);

  const std::vector<std::string>& written() const { return written_; }
  const Diagnostics& faults() const { return faults_; }

 private:
  void keep(const std::filesystem::path& file, const Diagnostics& found);
  void draw_frames(const io::Recording& recording);
  void write_page(const io::Recording& recording, const io::Recording* unstabilised);

  const study::Scene& scene_;
  std::filesystem::path folder_;
  std::filesystem::path recording_;  // the one open
  std::optional<io::Recorder> recorder_;
  std::vector<std::string> written_;
  Diagnostics faults_;
};

}  // namespace perpend::app
