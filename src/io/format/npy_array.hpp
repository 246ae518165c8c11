// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "io/format/npz.hpp"

namespace perpend::io {

/// Returns the array in the bytes of one .npy file (without its name), or what is wrong with it.
std::variant<NamedArray, std::string> parse_npy(std::string_view bytes);

/// Returns the bytes of a version 1 .npy file of float64 in C order.
std::string format_npy(const NamedArray& array);

}  // namespace perpend::io
