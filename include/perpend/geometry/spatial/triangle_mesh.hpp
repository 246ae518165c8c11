// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "perpend/geometry/spatial/shape.hpp"

namespace perpend::spatial {

/// The side of its surface from which bodies touch a mesh.
enum class MeshSide {
  outside,  ///< where its triangles appear counter-clockwise
  inside    ///< within a closed surface, as in a room or a drum; its triangles may face either way
};

/// Data of a Mesh: triangles in one frame (m) that share vertices. triangle_mesh() and
/// height_field() make it; it never changes afterwards, so bodies share it.
struct TriangleMesh {
  /// Side k of a triangle runs from corner k to the next one.
  struct Side {
    int edge = 0;          ///< edge index, the same on both triangles that share the edge
    int neighbour = -1;    ///< the other triangle; -1 at a border
    bool is_sharp = true;  ///< a border, or the surface bends away from the outside here
  };
  struct Triangle {
    std::array<int, 3> corner{};  ///< vertices, counter-clockwise seen from outside
    std::array<Side, 3> side{};
    Eigen::Vector3d normal{0, 0, 1};  ///< unit, outward
    int plane = 0;  ///< the first of the connected triangles that are coplanar with it
  };
  struct Node {
    Eigen::Vector3d lo{0, 0, 0}, hi{0, 0, 0};  ///< bounding box, m
    int first = 0, count = 0;  ///< triangles of a leaf: order[first] ...; count 0: inner node
    int right = 0;             ///< second child; the first child is the next node
  };

  Eigen::Matrix3Xd vertices;
  std::vector<Triangle> triangles;
  /// First edge of each vertex: the edges of vertex v are spokes[spoke_start[v]] up to, but
  /// without, spokes[spoke_start[v + 1]].
  std::vector<int> spoke_start;
  std::vector<int> spokes;  ///< other end vertex of each edge
  /// Bending of the surface at a vertex: flat, along one straight line of sharp edges, or other.
  enum class Bend : unsigned char { none, straight, sharp };
  std::vector<Bend> bends;  ///< one per vertex
  std::vector<Node> nodes;  ///< tree of bounding boxes of the triangles, root first
  std::vector<int> order;   ///< triangles in the order of the leaves
  double reach = 0.0;       ///< m, distance of the farthest vertex from the origin
  MeshSide side = MeshSide::outside;
};

/// Returns a surface of triangles, each given by three indices into `vertices` (m),
/// counter-clockwise seen from outside; bodies touch it from that side. The surface may be open, as
/// a terrain is. Coincident vertices are merged; triangles with two equal vertices and repeated
/// triangles are left out. Throws InvalidArgument where numbers are not finite, an index is out of
/// range, three corners are collinear, an edge has more than two triangles or two with opposite
/// orientations, a closed surface is inside out, or one with the bodies inside is not closed.
Mesh triangle_mesh(std::span<const Eigen::Vector3d> vertices,
                   std::span<const std::array<int, 3>> triangles,
                   MeshSide side = MeshSide::outside);

/// Returns the surface z = heights(row, column) over x = column · dx, y = row · dy (m), with its
/// outside up. Each cell is two triangles. Throws InvalidArgument unless there are at least 2 x 2
/// finite heights and the spacings are positive.
Mesh height_field(const Eigen::MatrixXd& heights, double dx, double dy);

}  // namespace perpend::spatial
