// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace perpend::io::hdf5 {

/// What HDF5's error stack says about the last call that failed.
struct Reason {
  std::string words;     ///< description of the innermost entry
  int system = 0;        ///< errno; 0 if the operating system refused nothing
  bool missing = false;  ///< no dataset, group or attribute of that name
  bool foreign = false;  ///< not an HDF5 file
  bool cut = false;      ///< the file is shorter than it says
  bool writing = false;
};

Reason last_reason();

/// Returns the meaning of an errno in plain words.
std::string system_words(int code);

/// Returns "expected ...; HDF5: ..."; an empty argument leaves its half out.
std::string hint(std::string_view expected, std::string_view words);

/// Throws Error for the last call that failed.
[[noreturn]] void refuse(std::string_view element, std::string_view expected);

}  // namespace perpend::io::hdf5
