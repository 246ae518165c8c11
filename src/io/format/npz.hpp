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
  std::vector<std::int64_t> shape;  ///< empty for a single value
  std::vector<double> values;       ///< last index runs fastest, whatever the order in the file
};

/// Returns all arrays of an .npz file in the file's order. Members may be stored or deflated, .npy
/// versions 1 to 3, of bool, integer and float types in either byte order. Integers above 2^53 are
/// rounded.
Result<std::vector<NamedArray>> read_npz(const std::filesystem::path& file);

/// Writes float64 arrays, stored (not compressed), that numpy.load reads; an existing file is
/// replaced only once the new one is complete. Returns the faults; empty on success. Throws
/// InvalidArgument if the number of values does not match the shape.
[[nodiscard]] Diagnostics write_npz(const std::filesystem::path& file,
                                    std::span<const NamedArray> arrays);

}  // namespace perpend::io
