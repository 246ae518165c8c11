// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace perpend {

/// A named list of numbers of each step, for recordings.
struct Channel {
  std::string name = {};
  std::string unit = {};
  int width = 1;  ///< numbers
};

}  // namespace perpend
