// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "fuzz/mutator.hpp"

namespace perpend::fuzz {

/// Changes an HDF5 file through the library, past its checksums: values, attributes, extents and
/// kinds of one to four objects. A file that the library cannot open stays as it is.
void damage_hdf5(const std::filesystem::path& path, Mutator& mutator);

}  // namespace perpend::fuzz
