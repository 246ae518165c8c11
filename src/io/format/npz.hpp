// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "perpend/core/result.hpp"

namespace perpend::io {

/// An n-dimensional array with a name, as numpy keeps it in an .npz file.
struct NamedArray {
  std::string name;
  std::vector<std::int64_t> shape;  ///< empty: one value
  std::vector<double> values;       ///< last index runs fastest, whatever the order in the file
};

/// All arrays of an .npz file, in the file's order: stored or deflated members, .npy versions
/// 1 to 3, bool, integer and float types of either byte order. Integers above 2^53 are rounded.
Result<std::vector<NamedArray>> read_npz(const std::filesystem::path& file);

/// Writes float64 arrays, stored (not compressed), that numpy.load reads; an existing file is
/// replaced only once the new one is complete. Returns the faults; empty where it was written.
/// Throws InvalidArgument where the values are not as many as the shape says.
[[nodiscard]] Diagnostics write_npz(const std::filesystem::path& file,
                                    std::span<const NamedArray> arrays);

}  // namespace perpend::io
