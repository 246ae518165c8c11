// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace perpend {

/// The version of the library that is linked, such as "0.1.0". CMakeLists.txt states it; packages,
/// the command line and Python have it from there.
std::string_view version();

}  // namespace perpend
