// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "geometry/spatial/contact_set.hpp"
#include "geometry/spatial/frame.hpp"
#include "perpend/geometry/spatial/shape.hpp"

namespace perpend::spatial {

/// A shape where it is.
struct Solid {
  const Shape& shape;
  const Frame& frame;
};

/// Names of the parts of a solid. Two of them make the feature of a contact, so a contact keeps its
/// name whichever of the two faces serves as reference.
namespace part {
inline constexpr std::uint32_t kSurface = 0;  ///< wherever the part of the other solid is
inline constexpr std::uint32_t kGenerator = 0x200 | 12;
inline std::uint32_t vertex(int i) {
  return 0x100 | static_cast<std::uint32_t>(i);
}
/// Edge along `axis` of a box, through its vertex `corner`.
inline std::uint32_t edge(int axis, int corner) {
  return 0x200 | static_cast<std::uint32_t>(axis << 3 | (corner & ~(1 << axis))) << 2;
}
/// The two places where the rim of a cap crosses something.
inline std::uint32_t rim(bool upper, int root) {
  return 0x300 | static_cast<std::uint32_t>(2 * upper + root);
}
}  // namespace part

inline std::uint32_t feature(std::uint32_t part_a, std::uint32_t part_b) {
  return part_a << 16 | part_b;
}

/// Vertex i of a box: bits 0, 1, 2 of i say whether x, y, z are positive.
inline Eigen::Vector3d box_vertex(const Box& box, int i) {
  return box.half.cwiseProduct(Eigen::Vector3d(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
}

/// A flat face: of a box normal to `axis`, or a cap of a cylinder (axis 2).
struct FaceName {
  int axis = 2;
  bool upper = true;
};

}  // namespace perpend::spatial
