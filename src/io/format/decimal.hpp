// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace perpend::io {

/// Reads the number at the start of `text` into `out` and removes it from `text`. Forms that other
/// programs write are accepted: a leading plus sign, and a number too small for a double, which is
/// read as 0. Infinities and NaN count as numbers. Returns false and leaves `text` as it is if
/// there is no number or it is too large.
bool take_decimal(std::string_view& text, double& out);

/// Returns `text` without the UTF-8 byte order mark that some editors put first.
std::string_view without_mark(std::string_view text);

}  // namespace perpend::io
