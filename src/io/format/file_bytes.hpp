// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "perpend/core/result.hpp"

namespace perpend::io {

/// Returns all bytes of a file of up to 2 GiB or of a pipe or device of up to 256 MiB, or the
/// reason why it cannot be read.
Result<std::string> read_bytes(const std::filesystem::path& file);

/// Replaces `file`, or the file that it links to, by one with these bytes, through a temporary file
/// in the same folder. Devices and pipes are written to and stay what they are.
[[nodiscard]] Diagnostics write_bytes(const std::filesystem::path& file, std::string_view bytes);

}  // namespace perpend::io
