// SPDX-License-Identifier: Apache-2.0
// The convex hull of points: hull_faces() finds its faces; planes, edges and mass are computed here
// from their vertices and loops.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

#include "geometry/spatial/shapes/hull_faces.hpp"
#include "perpend/core/error.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

// Tolerance as a share of the size. Single-precision corners, as in STL files, leave faces flat to
// 1e-7.
constexpr double kFlat = 2e-7;
constexpr double kThin = 1e-5;

struct Corners {
  Eigen::Matrix3Xd points;
  double size = 0;  // m, twice the longest distance from the centre of their box
};

Corners centred(std::span<const Vector3d> points, Vector3d& center) {
  Corners corners{Eigen::Matrix3Xd(3, static_cast<Eigen::Index>(points.size()))};
  for (Eigen::Index i = 0; i < corners.points.cols(); ++i)
    corners.points.col(i) = points[static_cast<std::size_t>(i)];
  center = 0.5 * (corners.points.rowwise().minCoeff() + corners.points.rowwise().maxCoeff());
  corners.points.colwise() -= center;
  corners.size = 2 * corners.points.colwise().norm().maxCoeff();
  return corners;
}

// Returns the least extent: normal to a line through two far points, and normal to the plane
// through these and a third.
double thickness(const Eigen::Matrix3Xd& points) {
  Eigen::Index far = 0, side = 0;
  const Vector3d a = points.col(0);
  (points.colwise() - a).colwise().squaredNorm().maxCoeff(&far);
  const Vector3d u = (points.col(far) - a).normalized();
  const Eigen::Matrix3Xd across =
      (Eigen::Matrix3d::Identity() - u * u.transpose()) * (points.colwise() - a);
  across.colwise().squaredNorm().maxCoeff(&side);
  const Eigen::RowVectorXd up =
      u.cross(Vector3d(across.col(side))).normalized().transpose() * across;
  return std::min(across.col(side).norm(), up.maxCoeff() - up.minCoeff());
}

// Returns only the corners in use, in an order that spreads them, and renumbers the loops.
Eigen::Matrix3Xd spread(const Eigen::Matrix3Xd& points, FaceLoops& loops) {
  std::vector<int> used;
  for (const std::vector<int>& loop : loops) used.insert(used.end(), loop.begin(), loop.end());
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  require(used.size() <= kMostHullVertices, "points",
          "with at most " + std::to_string(kMostHullVertices) + " corners of their hull",
          std::to_string(used.size()));
  Eigen::Matrix3Xd vertices(3, static_cast<Eigen::Index>(used.size()));
  for (std::size_t i = 0; i < used.size(); ++i)
    vertices.col(static_cast<Eigen::Index>(i)) = points.col(used[i]);
  const std::vector<int> order = spread_order(vertices);
  std::vector<int> place(static_cast<std::size_t>(points.cols()), -1);
  Eigen::Matrix3Xd ordered(3, vertices.cols());
  for (std::size_t k = 0; k < order.size(); ++k) {
    ordered.col(static_cast<Eigen::Index>(k)) = vertices.col(order[k]);
    place[static_cast<std::size_t>(used[static_cast<std::size_t>(order[k])])] = static_cast<int>(k);
  }
  for (std::vector<int>& loop : loops)
    for (int& corner : loop) corner = place[static_cast<std::size_t>(corner)];
  return ordered;
}

std::string within(double thick) {
  char text[48];
  std::snprintf(text, sizeof text, "points within %.3g m of one", thick);
  return text;
}

}  // namespace

Hull convex_hull(std::span<const Vector3d> points) {
  require(points.size() >= 4, "points", "at least 4", std::to_string(points.size()));
  for (const Vector3d& point : points)
    require(point.allFinite(), "points", "finite", point.cwiseAbs().maxCoeff());
  Vector3d center;
  Corners corners = centred(points, center);
  const double thick = thickness(corners.points);
  if (!(thick > kThin * corners.size))
    throw InvalidArgument("points", "not all in one plane", within(thick));
  FaceLoops loops = hull_faces(corners.points, kFlat * corners.size);
  auto polyhedron = std::make_shared<Polyhedron>();
  polyhedron->vertices = spread(corners.points, loops).colwise() + center;
  require(complete(loops, *polyhedron), "points", "points with a convex hull",
          "faces do not close");
  return {std::move(polyhedron)};
}

}  // namespace perpend::spatial
