// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "perpend/io/recording.hpp"

namespace perpend::io {

// Each function returns the faults where the file cannot be written, else nothing.

/// Writes all arrays of a recording as float64 to one .npz file. Their names are those of the HDF5
/// file with `_` for `/` (`time`, `q`, `report_penetration`, `contacts_offset`, ...). Integers are
/// exact up to 2^53.
[[nodiscard]] Diagnostics export_npz(const Recording& recording, const std::filesystem::path& path);

/// Writes a CSV file with one line per row: time, step, coordinates (such as x, y, angle) and
/// velocities of each body, report fields. The first line has the names of the columns with their
/// units, such as `disc.x [m]`. Numbers read back to the same bits.
[[nodiscard]] Diagnostics export_csv(const Recording& recording, const std::filesystem::path& path);

/// Writes a CSV file with one line per contact: time, step, bodies, point, normal, gap, impulses,
/// slip, status.
[[nodiscard]] Diagnostics export_contacts_csv(const Recording& recording,
                                              const std::filesystem::path& path);

}  // namespace perpend::io
