// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace perpend::io {

/// Returns `bytes` in the base64 encoding of RFC 4648, with padding.
std::string base64(std::span<const std::byte> bytes);

/// Returns the bytes that a text in base64 stands for, with or without padding; nothing if it has
/// other characters.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace perpend::io
