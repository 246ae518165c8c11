// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

namespace perpend {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace perpend
