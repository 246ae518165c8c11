// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "perpend/geometry/spatial/shape.hpp"

namespace perpend::spatial {

/// Data of a Hull: a convex polyhedron in the frame of its points (m). convex_hull() makes it; it
/// never changes afterwards, so bodies share it.
struct Polyhedron {
  struct Face {
    Eigen::Vector3d normal{0, 0, 1};  ///< unit, outward
    double offset = 0.0;              ///< m; normal · x <= offset for all points x of it
    int first = 0, size = 0;          ///< its corners: loop[first] to loop[first + size - 1]
  };
  struct Edge {
    int from = 0, to = 0;            ///< vertices, from < to
    int left = 0, right = 0;         ///< faces
    Eigen::Vector3d along{1, 0, 0};  ///< unit, from `from` to `to`
  };

  /// Corners of the polyhedron (m). Each is as far as possible from all before it, so the first few
  /// of any subset are spread over that subset.
  Eigen::Matrix3Xd vertices;
  std::vector<Face> faces;
  std::vector<Edge> edges;
  std::vector<int> loop;       ///< vertices around each face, counter-clockwise seen from outside
  std::vector<int> loop_edge;  ///< edge from loop[k] to the next corner of its face

  double volume = 0.0;                                ///< m³
  Eigen::Vector3d center{0, 0, 0};                    ///< centre of mass (m)
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about `center` at density 1 kg/m³, kg m²
  double inner_radius = 0.0;                          ///< m, largest ball around `center` inside it
  double reach = 0.0;        ///< m, distance of the farthest vertex from the origin
  double half_extent = 0.0;  ///< m, half the longest side of its bounding box
};

/// Largest number of corners of a Hull.
inline constexpr int kMostHullVertices = 4096;

/// Returns the convex hull of at least four points (m); points inside it are allowed. Faces that
/// are coplanar to 2e-7 of its size are merged. Throws InvalidArgument unless the points are finite
/// and span a volume (a thickness of at least 1e-5 of the size), and where the hull has more than
/// kMostHullVertices corners.
Hull convex_hull(std::span<const Eigen::Vector3d> points);

}  // namespace perpend::spatial
