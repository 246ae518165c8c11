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

/// Unknowns of a problem, in its own rows.
struct FclibPoint {
  Eigen::VectorXd f;  ///< m, forces or impulses, of bilateral rows too
  Eigen::VectorXd a;  ///< m, relative velocities; 0 in bilateral rows
  Eigen::VectorXd v;  ///< n, velocities of the bodies; empty for a local problem
};

/// What a file of the Friction Contact LIBrary holds (frictionalcontactlibrary.github.io; Acary,
/// Brémond, Koziara, Pérignon: FCLIB, INRIA RT-444, 2014): one problem, "local" (ContactProblem) or
/// "global", with what is known of it.
struct FclibFile {
  std::variant<lcp::ContactProblem, lcp::GlobalContactProblem> problem;
  std::string title = {}, description = {}, math_info = {};
  std::optional<FclibPoint> solution = std::nullopt;
  std::vector<FclibPoint> guesses = {};
};

/// Contacts come in the order of the file, normal first, and bilateral rows behind them.
Result<FclibFile> read_fclib(const std::filesystem::path& path);

/// Writes contacts in the order of their list, then the bilateral rows; matrices by columns (nz =
/// -1). FCLIB holds static friction of one coefficient per contact, all contacts in the plane or
/// all in space, and the law of the cone; of a local problem it holds contact rows times bilateral
/// columns but not their mirror image, which may differ by rounding only. What it cannot hold comes
/// back as a fault, as do files that cannot be written. Throws InvalidArgument on data
/// lcp::validate refuses and on points of other sizes.
[[nodiscard]] Diagnostics write_fclib(const std::filesystem::path& path, const FclibFile& file);

}  // namespace perpend::io
