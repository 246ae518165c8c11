// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/lcp/bench.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::bench {

/// Friction problems of one kind, named after their source.
struct ConeProblemSet {
  std::string name;
  std::vector<lcp::ContactProblem> problems;
};

/// Returns the largest islands in steps of Perpend's scenes, as `perpend run --dump-step` writes
/// them: boxes and balls that fall onto one another in space, 50 to 300 contacts; stones and grains
/// in the plane. There are twelve problems of each kind; quick: two of each, smaller.
std::vector<ConeProblemSet> scene_problems(Effort effort, const Progress& progress);

/// Returns the contact problems among the files of a folder, in the order of their names; global
/// ones are condensed. Each unreadable file or other problem adds a line to `skipped`.
ConeProblemSet folder_problems(const std::filesystem::path& folder,
                               std::vector<std::string>& skipped);

}  // namespace perpend::bench
