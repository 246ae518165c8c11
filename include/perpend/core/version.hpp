// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace perpend {

/// Returns the version of the linked library, such as "0.1.0". CMakeLists.txt defines it for
/// packages, the command line and Python.
std::string_view version();

}  // namespace perpend
