// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <variant>

#include "perpend/core/result.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::io {

using Problem = std::variant<lcp::Lcp, lcp::BoxedLcp, lcp::ContactProblem>;

/// A complementarity problem from a .json, .npz or text (.dat, .txt) file; formats and keys are in
/// docs/formats/problems.md. What lcp::validate refuses comes back as a diagnostic.
Result<Problem> read_problem(const std::filesystem::path& file);

/// Writes .json or .npz by the name's ending, every bit of every number kept. Returns the faults;
/// empty where it was written. Throws InvalidArgument on data lcp::validate refuses.
[[nodiscard]] Diagnostics write_problem(const std::filesystem::path& file, const Problem& problem);

}  // namespace perpend::io
