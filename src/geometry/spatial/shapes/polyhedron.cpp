// SPDX-License-Identifier: Apache-2.0
// Properties of a polyhedron that follow from its vertices and faces.
//
// Volume, centre and inertia are sums over the tetrahedra between a point inside and triangles of
// the faces: with corners r_i relative to that point and volume V their second moment is
//   V / 20 (sum_i r_i r_i' + s s'),  s = sum_i r_i.
// Source: Tonon, Explicit exact formulas for the 3-D tetrahedron inertia tensor, 2004.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>

#include "geometry/spatial/shapes/polyhedron_parts.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

// Uses Newell's normal, the mean over all corners, so that a face flat only to round-off has one
// too.
void add_face(const std::vector<int>& corners, Polyhedron& body) {
  Polyhedron::Face face{.first = static_cast<int>(body.loop.size()),
                        .size = static_cast<int>(corners.size())};
  const Vector3d base = body.vertices.col(corners[0]);
  Vector3d area = Vector3d::Zero();
  for (std::size_t k = 1; k + 1 < corners.size(); ++k)
    area += (body.vertices.col(corners[k]) - base).cross(body.vertices.col(corners[k + 1]) - base);
  face.normal = area.normalized();
  face.offset = (face.normal.transpose() * body.vertices).maxCoeff();
  body.faces.push_back(face);
  body.loop.insert(body.loop.end(), corners.begin(), corners.end());
}

bool add_edges(Polyhedron& body) {
  std::map<std::pair<int, int>, int> known;
  body.loop_edge.resize(body.loop.size());
  for (int f = 0; f < static_cast<int>(body.faces.size()); ++f) {
    const Polyhedron::Face& face = body.faces[f];
    for (int k = 0; k < face.size; ++k) {
      const int from = body.loop[face.first + k];
      const int to = body.loop[face.first + (k + 1) % face.size];
      const auto [place, is_new] =
          known.try_emplace(std::minmax(from, to), static_cast<int>(body.edges.size()));
      const auto [low, high] = place->first;
      if (is_new) {
        const Vector3d along = body.vertices.col(high) - body.vertices.col(low);
        body.edges.push_back({low, high, -1, -1, along.normalized()});
      }
      int& side = from == low ? body.edges[place->second].left : body.edges[place->second].right;
      if (side >= 0) return false;
      side = f;
      body.loop_edge[face.first + k] = place->second;
    }
  }
  return std::all_of(body.edges.begin(), body.edges.end(),
                     [](const Polyhedron::Edge& e) { return e.left >= 0 && e.right >= 0; }) &&
         body.vertices.cols() + static_cast<Eigen::Index>(body.faces.size()) ==
             static_cast<Eigen::Index>(body.edges.size()) + 2;
}

void set_mass(Polyhedron& body) {
  const Vector3d inside = body.vertices.rowwise().mean();
  Vector3d first = Vector3d::Zero();
  Matrix3d second = Matrix3d::Zero();
  for (const Polyhedron::Face& face : body.faces) {
    for (int k = 1; k + 1 < face.size; ++k) {
      const Vector3d a = body.vertices.col(body.loop[face.first]) - inside;
      const Vector3d b = body.vertices.col(body.loop[face.first + k]) - inside;
      const Vector3d c = body.vertices.col(body.loop[face.first + k + 1]) - inside;
      const Vector3d s = a + b + c;
      const double volume = a.dot(b.cross(c)) / 6;
      body.volume += volume;
      first += volume / 4 * s;
      second += volume / 20 *
                (a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose());
    }
  }
  const Vector3d shift = first / body.volume;
  body.center = inside + shift;
  second -= body.volume * shift * shift.transpose();
  body.inertia = second.trace() * Matrix3d::Identity() - second;
}

void set_extents(Polyhedron& body) {
  body.inner_radius = HUGE_VAL;
  for (const Polyhedron::Face& face : body.faces)
    body.inner_radius = std::min(body.inner_radius, face.offset - face.normal.dot(body.center));
  body.reach = body.vertices.colwise().norm().maxCoeff();
  const Vector3d sides = body.vertices.rowwise().maxCoeff() - body.vertices.rowwise().minCoeff();
  body.half_extent = sides.maxCoeff() / 2;
}

}  // namespace

bool complete(const FaceLoops& loops, Polyhedron& polyhedron) {
  for (const std::vector<int>& corners : loops) add_face(corners, polyhedron);
  if (!add_edges(polyhedron)) return false;
  set_mass(polyhedron);
  set_extents(polyhedron);
  return polyhedron.volume > 0;
}

std::vector<int> spread_order(const Eigen::Matrix3Xd& vertices) {
  const Eigen::Index count = vertices.cols();
  Eigen::VectorXd nearest =
      (vertices.colwise() - Vector3d(vertices.rowwise().mean())).colwise().squaredNorm();
  std::vector<int> order;
  for (Eigen::Index k = 0; k < count; ++k) {
    // Among distances that are equal to round-off the first is kept.
    Eigen::Index next = 0;
    for (Eigen::Index i = 1; i < count; ++i)
      if (nearest[i] > nearest[next] * (1 + 1e-9)) next = i;
    order.push_back(static_cast<int>(next));
    const Eigen::VectorXd to_next =
        (vertices.colwise() - Vector3d(vertices.col(next))).colwise().squaredNorm();
    nearest = k == 0 ? to_next : Eigen::VectorXd(nearest.cwiseMin(to_next));
    nearest[next] = -1;
  }
  return order;
}

}  // namespace perpend::spatial
