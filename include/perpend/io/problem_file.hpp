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

/// A complementarity problem from a .json, .npz, text (.dat, .txt) or FCLIB (.hdf5, .h5) file;
/// formats and keys are in docs/formats/problems.md. What lcp::validate refuses comes back as a
/// diagnostic.
Result<Problem> read_problem(const std::filesystem::path& file);

/// Writes .json, .npz or FCLIB (.hdf5, .h5) by the name's ending, every bit of every number kept.
/// FCLIB holds contact problems of one coefficient per contact and no others (fclib.hpp), .json and
/// .npz all but global ones. Returns the faults; empty where it was written. Throws InvalidArgument
/// on data lcp::validate refuses.
[[nodiscard]] Diagnostics write_problem(const std::filesystem::path& file, const Problem& problem);

}  // namespace perpend::io
