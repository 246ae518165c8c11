// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace perpend::io {

/// Returns the names of BodyKind in files, in the order of the enum.
inline const std::vector<std::string>& body_kind_names() {
  static const std::vector<std::string> names{
      "rigid",         "particle",          "fixed", "kinematic", "spatial", "spatial_particle",
      "spatial_fixed", "spatial_kinematic", "custom"};
  return names;
}

}  // namespace perpend::io
