// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace perpend::io {

/// Bounds of what a mesh file may ask for: nodes that instantiate each other could multiply without
/// end.
inline constexpr int kDeepestNode = 100, kMostNodes = 1'000'000;
inline constexpr std::size_t kMostVertices = 50'000'000;

/// Number of faults of one mesh file that are reported.
inline constexpr std::size_t kMostMeshFaults = 20;

}  // namespace perpend::io
