// SPDX-License-Identifier: Apache-2.0
#include "geometry/spatial/shapes/triangle_faults.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cstdio>

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

std::string shown(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

// Ratio of twice the area to the square of the longest side below which corners are collinear.
constexpr double kInLine = 1e-12;

}  // namespace

std::vector<TriangleFault> triangle_faults(std::span<const Vector3d> vertices,
                                           std::span<const std::array<int, 3>> triangles) {
  std::vector<TriangleFault> faults;
  const auto is_vertex = [&](int i) { return i >= 0 && i < static_cast<int>(vertices.size()); };
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto& corner = triangles[t];
    if (const auto bad = std::find_if_not(corner.begin(), corner.end(), is_vertex);
        bad != corner.end()) {
      faults.push_back({t, "indices of vertices", std::to_string(*bad)});
      continue;
    }
    const Vector3d& a = vertices[static_cast<std::size_t>(corner[0])];
    const Vector3d u = vertices[static_cast<std::size_t>(corner[1])] - a;
    const Vector3d v = vertices[static_cast<std::size_t>(corner[2])] - a;
    const auto [least, most] =
        std::minmax({u.squaredNorm(), v.squaredNorm(), (u - v).squaredNorm()});
    const double twice = u.cross(v).norm();
    if (least > 0 && !(twice > kInLine * most))
      faults.push_back({t, "with an area", shown(twice / 2)});
  }
  return faults;
}

}  // namespace perpend::spatial
