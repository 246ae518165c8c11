// SPDX-License-Identifier: Apache-2.0
#include "io/format/color_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace perpend::io {

std::string color_text(const Eigen::Vector3d& rgb) {
  const auto byte = [](double share) {
    return static_cast<int>(std::lround(255 * std::clamp(share, 0.0, 1.0)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(rgb.x()), byte(rgb.y()), byte(rgb.z()));
}

}  // namespace perpend::io
