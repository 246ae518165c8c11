// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/geometry/spatial/polyhedron.hpp"

namespace perpend::spatial {

/// Returns the corner of a polyhedron farthest along m, in its frame; the first if there are
/// several.
inline int support_vertex(const Polyhedron& body, const Eigen::Vector3d& m) {
  int farthest = 0;
  double most = m.dot(body.vertices.col(0));
  for (int i = 1; i < static_cast<int>(body.vertices.cols()); ++i) {
    const double height = m.dot(body.vertices.col(i));
    if (height > most) most = height, farthest = i;
  }
  return farthest;
}

/// Returns corner k of a face.
inline Eigen::Vector3d face_corner(const Polyhedron& body, const Polyhedron::Face& face, int k) {
  return body.vertices.col(body.loop[static_cast<std::size_t>(face.first + k)]);
}

}  // namespace perpend::spatial
