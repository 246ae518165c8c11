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
#include "perpend/sim/level.hpp"
#include "perpend/sim/options.hpp"
#include "perpend/sim/step_report.hpp"
#include "perpend/study/parameter.hpp"

namespace perpend::io {

/// Description of the run in a recording or snapshot.
struct RunHeader {
  std::string scene = {};       ///< name of the scene
  std::string scene_text = {};  ///< scene file with the points of its meshes; rebuilds the model
  std::vector<study::Parameter> parameters = {};  ///< with the values of this run
  SimulationOptions options = {};
  /// Time at which the run was asked to end, from the start of the scene, s; 0: as the scene says.
  double duration = 0;
  Level level = Level::velocity;
  double tolerance = 1e-10;  ///< LevelOptions::tolerance
  int every = 0;             ///< steps per row of the recording; 0: as the scene says
};

struct RecorderOptions {
  int every = 1;               ///< steps per row, >= 1
  double flush_seconds = 0.5;  ///< wall time after which rows in memory are written, >= 0; 4 MB of
                               ///< rows are written at once
  std::vector<Channel> channels = {};  ///< the caller's own numbers in every row
};

/// Data of the last step of a row besides state, report and contacts.
struct RowExtras {
  /// Simulator::coordinate_forces(); where left out, the file has NaN.
  std::span<const CoordinateForce> coordinate_forces = {};
  /// Values of all channels, one after the other; where left out, the file has NaN.
  std::span<const double> channels = {};
};

/// Writes a run to an HDF5 file. The file can be read while it grows and after the process was
/// killed; then it holds every row up to the last flush. docs/formats/recording.md lists the
/// datasets.
///
/// A row holds the state and the contacts of one step, and a report that covers all steps since
/// the row before: the worst of each certificate field, and sums of counts and times. Several
/// recorders may exist at once, but only in one thread.
class Recorder {
 public:
  /// Replaces the file at `path`. Throws InvalidArgument where every < 1, flush_seconds < 0, the
  /// model has no body, or a channel has no name, the name of another channel or no numbers.
  static Result<Recorder> open(const std::filesystem::path& path, const Model& model,
                               const RunHeader& header, const RecorderOptions& options = {});
  /// Closes the file and ignores errors; close() returns them.
  ~Recorder();
  Recorder(Recorder&&) noexcept;
  Recorder& operator=(Recorder&&) noexcept;

  /// Records the state after a step (or at the start, with a default report). The first call, every
  /// `every`-th call after it and every step that was not ok make a row. Returns a fault where the
  /// file cannot grow (such as a full disk); the file then keeps the rows it has. Throws
  /// InvalidArgument where the number of extras is not that of the model and the channels.
  Diagnostics write(const State& state, const StepReport& report,
                    std::span<const ContactRecord> contacts, const RowExtras& extras = {});
  /// Makes a row of the last state unless it has one, and closes the file. Further calls do
  /// nothing.
  Diagnostics close();

  /// Returns the number of rows made so far, including those still in memory.
  std::int64_t rows() const;
  /// Returns the size of a row with that many contacts in the file, bytes.
  std::size_t bytes_per_row(std::size_t contacts) const;

 private:
  struct File;
  explicit Recorder(std::unique_ptr<File> file);
  std::unique_ptr<File> file_;
};

}  // namespace perpend::io
