// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "perpend/io/recorder.hpp"

namespace perpend::io {

/// Writes every bit of the state, and the header, to an HDF5 file. The file appears as a whole or
/// not at all: it is written beside `path` and renamed. Returns the faults, none on success.
Diagnostics write_snapshot(const std::filesystem::path& path, const Model& model,
                           const State& state, const RunHeader& header);

/// Reads the header of a snapshot, from which the model can be built again.
Result<RunHeader> read_snapshot_header(const std::filesystem::path& path);

/// Reads the state bit for bit. Returns faults where bodies, their names or sizes are not the
/// model's.
Result<State> read_snapshot(const std::filesystem::path& path, const Model& model);

}  // namespace perpend::io
