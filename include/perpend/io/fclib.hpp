// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/lcp/global_problem.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::io {

/// Values of the unknowns of a problem, in the order of its rows.
struct FclibPoint {
  Eigen::VectorXd f;  ///< m, forces or impulses, including those of bilateral rows
  Eigen::VectorXd a;  ///< m, relative velocities; 0 in bilateral rows
  Eigen::VectorXd v;  ///< n, velocities of the bodies; empty for a local problem
};

/// Contents of a file of the Friction Contact LIBrary (frictionalcontactlibrary.github.io; Acary,
/// Brémond, Koziara, Pérignon: FCLIB, INRIA RT-444, 2014): one problem, "local" (ContactProblem) or
/// "global" (GlobalContactProblem), with its description, solution and initial guesses.
struct FclibFile {
  std::variant<lcp::ContactProblem, lcp::GlobalContactProblem> problem;
  std::string title = {}, description = {}, math_info = {};
  std::optional<FclibPoint> solution = std::nullopt;
  std::vector<FclibPoint> guesses = {};
};

/// Reads an FCLIB file. The problem has the contacts in the order of the file, each with its normal
/// row first, followed by the bilateral rows.
Result<FclibFile> read_fclib(const std::filesystem::path& path);

/// Writes an FCLIB file with the contacts in the order of their list, then the bilateral rows;
/// matrices are stored by columns (nz = -1). FCLIB holds static friction with one coefficient per
/// contact, all contacts in the plane or all in space, under the law of the cone. For a local
/// problem it stores the block of contact rows and bilateral columns but not the transposed block,
/// which may therefore differ by round-off only. A problem outside this format and a file that
/// cannot be written are returned as faults. Throws InvalidArgument on data that lcp::validate()
/// refuses and on points of other sizes.
[[nodiscard]] Diagnostics write_fclib(const std::filesystem::path& path, const FclibFile& file);

}  // namespace perpend::io
