// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace perpend {

/// A named list of numbers that each row of a recording has.
struct Channel {
  std::string name = {};
  std::string unit = {};
  int width = 1;  ///< number of values
};

}  // namespace perpend
