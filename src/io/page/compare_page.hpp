// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "perpend/study/comparison.hpp"

namespace perpend::io {

/// Writes one HTML file that needs nothing else: trajectories of the bodies that come farthest from
/// the reference, distance, forces in the cone, slip direction, residuals, energy and cost of all
/// runs, and their table. Empty, or why it cannot be written. Throws InvalidArgument where there is
/// no run.
[[nodiscard]] Diagnostics write_compare_page(const std::filesystem::path& path,
                                             const study::Scene& scene,
                                             const study::Comparison& comparison);

}  // namespace perpend::io
