// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "perpend/geometry/spatial/shape.hpp"

namespace perpend::spatial {

/// What a Mesh is made of: triangles in one frame (m) that share vertices. Made by triangle_mesh()
/// and height_field(); never changed afterwards, so bodies share it.
struct TriangleMesh {
  /// Side k of a triangle runs from corner k to the next one.
  struct Side {
    int edge = 0;          ///< the same on both triangles that share it
    int neighbour = -1;    ///< the other triangle; -1 at a border
    bool is_sharp = true;  ///< a border, or the surface bends away from the outside here
  };
  struct Triangle {
    std::array<int, 3> corner{};  ///< vertices, counter-clockwise seen from outside
    std::array<Side, 3> side{};
    Eigen::Vector3d normal{0, 0, 1};  ///< unit, outward
    int plane = 0;  ///< the first triangle of those around it that lie in one plane with it
  };
  struct Node {
    Eigen::Vector3d lo{0, 0, 0}, hi{0, 0, 0};
    int first = 0, count = 0;  ///< its triangles: order[first] ...; 0: an inner node
    int right = 0;             ///< its second child; the first one is the next node
  };

  Eigen::Matrix3Xd vertices;
  std::vector<Triangle> triangles;
  std::vector<int> spoke_start;  ///< edges around vertex v: spokes[spoke_start[v]] to [.. v + 1]
  std::vector<int> spokes;       ///< the vertices at their other ends
  /// How the surface bends at a vertex: nowhere, along one straight line of sharp edges, or more.
  enum class Bend : unsigned char { none, straight, sharp };
  std::vector<Bend> bends;
  std::vector<Node> nodes;  ///< tree of boxes around the triangles, root first
  std::vector<int> order;   ///< triangles in the order of the leaves
  double reach = 0.0;       ///< m, of the farthest vertex from the origin
};

/// A surface of triangles, each given by three indices into `vertices`, counter-clockwise seen from
/// outside: bodies touch it from that side. It may be open, as a terrain is. Vertices in the same
/// place are one; triangles of two vertices, and the same triangle given again, are left out.
/// Throws InvalidArgument unless numbers are finite, indices are in range, no three corners are in
/// line, no edge has more than two triangles or two that disagree about the outside, and a closed
/// surface is not inside out.
Mesh triangle_mesh(std::span<const Eigen::Vector3d> vertices,
                   std::span<const std::array<int, 3>> triangles);

/// The surface z = heights(row, column) over x = column · dx, y = row · dy, seen from above. Each
/// cell is two triangles. Throws InvalidArgument unless there are at least 2 x 2 finite heights and
/// the spacings are positive.
Mesh height_field(const Eigen::MatrixXd& heights, double dx, double dy);

}  // namespace perpend::spatial
