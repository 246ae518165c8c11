// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/model/model.hpp"
#include "perpend/sim/channel.hpp"
#include "perpend/sim/drive.hpp"
#include "perpend/sim/options.hpp"
#include "perpend/sim/step_report.hpp"
#include "perpend/study/parameter.hpp"

namespace perpend::io {

/// What a file says about the run it comes from.
struct RunHeader {
  std::string scene = {};       ///< name of the scene
  std::string scene_text = {};  ///< the scene file with the points of its meshes: a model again
  std::vector<study::Parameter> parameters = {};  ///< with the values of this run
  SimulationOptions options = {};
};

struct RecorderOptions {
  int every = 1;               ///< steps per row, >= 1
  double flush_seconds = 0.5;  ///< wall time after which rows in memory go to the file, >= 0;
                               ///< 4 MB of them go at once
  std::vector<Channel> channels = {};  ///< numbers of the caller's own, in every row
};

/// What a row holds beside state, report and contacts, of its last step.
struct RowExtras {
  /// Simulator::coordinate_forces(); left out: NaN in the file.
  std::span<const CoordinateForce> coordinate_forces = {};
  /// Of all channels, one after the other; left out: NaN in the file.
  std::span<const double> channels = {};
};

/// Writes a run to an HDF5 file that is readable while it grows and after the process was killed:
/// it then holds every row up to the last flush. docs/formats/recording.md lists the datasets.
///
/// A row holds the state and the contacts of one step, and a report that covers all steps since
/// the row before: the worst of each certificate field, sums of counts and times.
/// Several recorders may live at once, but not in several threads.
class Recorder {
 public:
  /// Replaces the file at `path`. Throws InvalidArgument where every < 1, flush_seconds < 0, or a
  /// channel has no name, that of another or no numbers.
  static Result<Recorder> open(const std::filesystem::path& path, const Model& model,
                               const RunHeader& header, const RecorderOptions& options = {});
  /// Closes the file; errors are lost, so call close() to see them.
  ~Recorder();
  Recorder(Recorder&&) noexcept;
  Recorder& operator=(Recorder&&) noexcept;

  /// Takes the state after a step (or at the start, with a default report). The first call, every
  /// `every`-th after it and a step that was not ok make a row.
  /// Empty, or why the file cannot grow (such as a full disk); it stays as it then is. Throws
  /// InvalidArgument where extras are given in another number than the model and the channels have.
  Diagnostics write(const State& state, const StepReport& report,
                    std::span<const ContactRecord> contacts, const RowExtras& extras = {});
  /// Makes a row of the last state where it has none yet, and closes. Further calls do nothing.
  Diagnostics close();

  /// Rows made so far, those still in memory included.
  std::int64_t rows() const;
  /// What a row with that many contacts takes in the file.
  std::size_t bytes_per_row(std::size_t contacts) const;

 private:
  struct File;
  explicit Recorder(std::unique_ptr<File> file);
  std::unique_ptr<File> file_;
};

}  // namespace perpend::io
