// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "perpend/study/comparison.hpp"

namespace perpend::io {

/// Writes one self-contained HTML file: trajectories of the bodies that move farthest from the
/// reference, distance, forces in the friction cone, slip direction, residuals, energy and cost of
/// all runs, and their table. Returns the faults; empty on success. Throws InvalidArgument if there
/// is no run.
[[nodiscard]] Diagnostics write_compare_page(const std::filesystem::path& path,
                                             const study::Scene& scene,
                                             const study::Comparison& comparison);

}  // namespace perpend::io
