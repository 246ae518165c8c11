// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "geometry/spatial/convex/frame.hpp"
#include "geometry/spatial/manifold/contact_set.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"

namespace perpend::spatial {

/// A shape with its frame.
struct Solid {
  const Shape& shape;
  const Frame& frame;
};

/// Names of the parts of a solid. Two of them make the feature of a contact, so a contact keeps its
/// name whichever of the two faces is the reference.
namespace part {
inline constexpr std::uint32_t kSurface = 0;  ///< wherever the other solid's part is
inline constexpr std::uint32_t kGenerator = 0x200 | 12;
inline std::uint32_t vertex(int i) {
  return 0x100 | static_cast<std::uint32_t>(i);
}
/// Returns the edge along `axis` of a box, through its vertex `corner`.
inline std::uint32_t edge(int axis, int corner) {
  return 0x200 | static_cast<std::uint32_t>(axis << 3 | (corner & ~(1 << axis))) << 2;
}
/// Returns one of the two places where the rim of a cap crosses something.
inline std::uint32_t rim(bool upper, int root) {
  return 0x300 | static_cast<std::uint32_t>(2 * upper + root);
}
inline std::uint32_t hull_vertex(int i) {
  return 0x4000 | static_cast<std::uint32_t>(i);
}
inline std::uint32_t hull_edge(int i) {
  return 0x8000 | static_cast<std::uint32_t>(i);
}
}  // namespace part

inline std::uint32_t feature(std::uint32_t part_a, std::uint32_t part_b) {
  return part_a << 16 | part_b;
}

/// Returns vertex i of a box: bits 0, 1, 2 of i are set if x, y, z are positive.
inline Eigen::Vector3d box_vertex(const Box& box, int i) {
  return box.half.cwiseProduct(Eigen::Vector3d(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
}

/// A flat face: of a box, normal to `axis`; a cap of a cylinder or the base of a cone (axis 2); or
/// face number `axis` of a hull.
struct FaceName {
  int axis = 2;
  bool upper = true;
};

/// Calls visit(name, outward normal in the world) for every flat face.
template <typename Visit>
void for_each_face(const Solid& solid, Visit visit) {
  if (const auto* hull = std::get_if<Hull>(&solid.shape)) {
    for (int f = 0; f < static_cast<int>(hull->polyhedron->faces.size()); ++f)
      visit(FaceName{f}, solid.frame.out(hull->polyhedron->faces[f].normal));
    return;
  }
  if (std::holds_alternative<Cone>(solid.shape))
    return visit(FaceName{2, false}, Eigen::Vector3d(-solid.frame.R.col(2)));
  const bool is_box = std::holds_alternative<Box>(solid.shape);
  if (!is_box && !std::holds_alternative<Cylinder>(solid.shape)) return;
  for (int axis = is_box ? 0 : 2; axis < 3; ++axis)
    for (const bool upper : {true, false})
      visit(FaceName{axis, upper}, (upper ? 1.0 : -1.0) * solid.frame.R.col(axis));
}

}  // namespace perpend::spatial
