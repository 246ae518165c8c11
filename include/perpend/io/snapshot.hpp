// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "perpend/io/recorder.hpp"

namespace perpend::io {

/// Writes every bit the next step depends on, and the header, to an HDF5 file. The file appears
/// whole or not at all: it is written beside `path` and renamed. Empty, or what went wrong.
Diagnostics write_snapshot(const std::filesystem::path& path, const Model& model,
                           const State& state, const RunHeader& header);

/// The header of a snapshot, from which the model is built again.
Result<RunHeader> read_snapshot_header(const std::filesystem::path& path);

/// The state, bit for bit; refused where bodies, their names or the sizes are not the model's.
Result<State> read_snapshot(const std::filesystem::path& path, const Model& model);

}  // namespace perpend::io
