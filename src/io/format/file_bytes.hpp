// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "perpend/core/result.hpp"

namespace perpend::io {

/// The whole file of up to 2 GiB, a pipe or a device of up to 256 MiB, or why it cannot be read.
Result<std::string> read_bytes(const std::filesystem::path& file);

/// Replaces `file` by one with these bytes, through a temporary file beside it.
[[nodiscard]] Diagnostics write_bytes(const std::filesystem::path& file, std::string_view bytes);

}  // namespace perpend::io
