// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace perpend::io {

/// Cuts the number that `text` starts with off, as other programs write it too: with a plus sign,
/// or too small for a double, which is 0. Infinities and NaN count as numbers. False where there is
/// no number or it is too large; `text` then stays.
bool take_decimal(std::string_view& text, double& out);

/// Without the byte order mark that some editors put first.
std::string_view without_mark(std::string_view text);

}  // namespace perpend::io
