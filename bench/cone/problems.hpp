// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/lcp/bench.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::bench {

/// Friction problems of one kind and where each comes from.
struct ConeProblemSet {
  std::string name;
  std::vector<lcp::ContactProblem> problems;
};

/// Largest islands of steps of our own scenes, what `perpend run --dump-step` writes: boxes and
/// balls that fall onto one another in space, 50 to 300 contacts; stones and grains in the plane.
/// Twelve problems of each. quick: two of each, smaller.
std::vector<ConeProblemSet> scene_problems(Effort effort, const Progress& progress);

/// The contact problems among the files of a folder, condensed where they are global, in the order
/// of their names; what cannot be read or is no contact problem adds a line to `skipped`.
ConeProblemSet folder_problems(const std::filesystem::path& folder,
                               std::vector<std::string>& skipped);

}  // namespace perpend::bench
