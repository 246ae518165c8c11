// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace perpend::study {

/// A number of a scene that a run may change, such as the number of links.
struct Parameter {
  std::string name;
  double value = 0.0;
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

}  // namespace perpend::study
