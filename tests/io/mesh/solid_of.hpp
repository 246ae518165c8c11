// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/geometry/spatial/triangle_soup.hpp"

/// Volume and its first moment, which together tell size, place and winding.
struct Solid {
  double volume = 0;
  Eigen::Vector3d moment{0, 0, 0};
};

inline Solid solid_of(const perpend::spatial::TriangleSoup& mesh) {
  Solid sum;
  const auto at = [&](int i) { return mesh.vertices[static_cast<std::size_t>(i)]; };
  for (const auto& [a, b, c] : mesh.triangles) {
    const double volume = at(a).dot(at(b).cross(at(c))) / 6;
    sum.volume += volume;
    sum.moment += volume / 4 * (at(a) + at(b) + at(c));
  }
  return sum;
}
