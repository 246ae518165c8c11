// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>

namespace perpend::io {

/// Returns "#rrggbb" of red, green, blue from 0 to 1.
std::string color_text(const Eigen::Vector3d& rgb);

}  // namespace perpend::io
