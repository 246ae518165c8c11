// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <variant>

#include "perpend/core/result.hpp"
#include "perpend/lcp/global_problem.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::io {

using Problem =
    std::variant<lcp::Lcp, lcp::BoxedLcp, lcp::ContactProblem, lcp::GlobalContactProblem>;

/// Reads a complementarity problem from a .json, .npz, text (.dat, .txt) or FCLIB (.hdf5, .h5)
/// file; docs/formats/problems.md describes formats and keys. Data that lcp::validate() refuses is
/// returned as a diagnostic.
Result<Problem> read_problem(const std::filesystem::path& file);

/// Writes a .json, .npz or FCLIB (.hdf5, .h5) file, by its extension, and keeps every bit of every
/// number. FCLIB holds contact problems with one coefficient per contact only (fclib.hpp); .json
/// and .npz hold all but global problems. Returns the faults, none where the file was written.
/// Throws InvalidArgument on data that lcp::validate() refuses.
[[nodiscard]] Diagnostics write_problem(const std::filesystem::path& file, const Problem& problem);

}  // namespace perpend::io
