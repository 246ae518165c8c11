// SPDX-License-Identifier: Apache-2.0
//
// Gift wrapping (Chand and Kapur, An algorithm for convex polytopes, JACM 17, 1970): a plane that
// has all points behind it rotates about an edge of a face until it meets the next points. The
// points in it, to a tolerance, form the next face, about whose edges the plane rotates in turn.
//
// Let the edge pass through a along e, and let the points be behind a plane of normal n; t = e x n
// points out of the face. A point at a + x t - y n, y >= 0, is met after the angle atan2(y, x), and
// the normal is then cos n + sin t. Points near the edge determine the angle poorly: y + flat in
// place of y gives precedence to those far away.
//
// Limitations: where points are flat to about the tolerance, two faces may disagree on the corners
// of an edge. Then a smaller tolerance is tried, which keeps faces separate that Qhull merges.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "geometry/spatial/shapes/hull_faces.hpp"
#include "perpend/core/error.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;
using Edge = std::pair<int, int>;

constexpr double kInFace = 3;  // times `flat`: points this near to a plane are in it
constexpr double kShares[] = {1, 0.03, 0.001};  // times `flat`: tolerances tried in turn
constexpr double kOnEdge = 5;  // times `flat`: points this near to an edge are ignored

class Wrapping {
 public:
  Wrapping(const Eigen::Matrix3Xd& points, double flat) : points_(points), flat_(flat) {
    for (int i = 0; i < points_.cols(); ++i)
      if (!is_repeated(i)) corners_.push_back(i);
  }

  FaceLoops faces() {
    const auto is_lower = [&](int i, int k) { return corner(i).z() < corner(k).z(); };
    const Vector3d lowest = corner(*std::min_element(corners_.begin(), corners_.end(), is_lower));
    add_face(first_normal(lowest), lowest);
    while (!open_.empty() && loops_.size() < 2 * corners_.size()) {
      const auto [edge, normal] = *open_.begin();
      const Vector3d a = corner(edge.first), e = (corner(edge.second) - a).normalized();
      add_face(turned(a, e, normal), a);
      // The face beside an edge must contain it in the opposite direction.
      if (open_.contains(edge)) return {};
    }
    return open_.empty() ? loops_ : FaceLoops{};
  }

 private:
  Vector3d corner(int i) const { return points_.col(i); }

  bool is_repeated(int i) const {
    return std::any_of(corners_.begin(), corners_.end(),
                       [&](int k) { return (corner(k) - corner(i)).norm() <= kOnEdge * flat_; });
  }

  // Rotates the plane of normal n, with all points behind it, about the line through a along e;
  // returns the normal where it first meets a point.
  Vector3d turned(const Vector3d& a, const Vector3d& e, const Vector3d& n) const {
    const Vector3d t = e.cross(n).normalized();
    double least = std::numeric_limits<double>::infinity(), angle = 0;
    for (const int i : corners_) {
      const Vector3d d = corner(i) - a;
      const double x = t.dot(d), y = std::max(0.0, -n.dot(d));
      if (std::hypot(x, y) <= kOnEdge * flat_) continue;
      const double met = std::atan2(y + flat_, x);
      if (met < least) {
        least = met;
        angle = std::atan2(y, x);
      }
    }
    return (std::cos(angle) * n + std::sin(angle) * t).normalized();
  }

  // A horizontal plane through the lowest point, a, rotates about a line in it to an edge, and
  // about that edge to a face.
  Vector3d first_normal(const Vector3d& a) const {
    const Vector3d n = turned(a, Vector3d::UnitX(), -Vector3d::UnitZ());
    int other = -1;
    double far = 0;
    for (const int i : corners_) {
      const Vector3d d = corner(i) - a;
      if (n.dot(d) < -kInFace * flat_ || d.norm() <= far) continue;
      far = d.norm();
      other = i;
    }
    require(other >= 0, "points", "points with a convex hull", "no edge found");
    return turned(a, (corner(other) - a).normalized(), n);
  }

  void add_face(const Vector3d& normal, const Vector3d& a) {
    std::vector<int> loop = outline(normal, a);
    if (loop.size() < 3) return;
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const Edge edge{loop[k], loop[(k + 1) % loop.size()]}, back{edge.second, edge.first};
      if (open_.erase(back) == 0) open_.emplace(edge, normal);
    }
    loops_.push_back(std::move(loop));
  }

  // Returns the points in a plane that are corners of their outline, counter-clockwise from
  // outside.
  std::vector<int> outline(const Vector3d& normal, const Vector3d& a) const {
    const Vector3d u = normal.unitOrthogonal(), v = normal.cross(u);
    struct Point {
      double x, y;
      int index;
    };
    std::vector<Point> points;
    for (const int i : corners_) {
      const Vector3d d = corner(i) - a;
      if (std::abs(normal.dot(d)) <= kInFace * flat_) points.push_back({u.dot(d), v.dot(d), i});
    }
    std::sort(points.begin(), points.end(), [](const Point& p, const Point& q) {
      return std::pair(p.x, p.y) < std::pair(q.x, q.y);
    });
    // Returns the distance of q to the right of the line from p to r.
    const auto out = [](const Point& p, const Point& q, const Point& r) {
      const double dx = r.x - p.x, dy = r.y - p.y;
      return ((q.x - p.x) * dy - (q.y - p.y) * dx) / std::hypot(dx, dy);
    };
    std::vector<Point> chain;
    const auto run = [&](auto begin, auto end) {
      const std::size_t from = chain.size();
      for (auto at = begin; at != end; ++at) {
        while (chain.size() > from + 1 &&
               out(chain[chain.size() - 2], chain.back(), *at) <= kInFace * flat_)
          chain.pop_back();
        chain.push_back(*at);
      }
      chain.pop_back();
    };
    run(points.begin(), points.end());
    run(points.rbegin(), points.rend());
    std::vector<int> loop;
    for (const Point& point : chain) loop.push_back(point.index);
    return loop;
  }

  const Eigen::Matrix3Xd& points_;
  double flat_;
  std::vector<int> corners_;       // without repeated points
  std::map<Edge, Vector3d> open_;  // edges whose left face only is known, and its normal
  FaceLoops loops_;
};

}  // namespace

FaceLoops wrapped_faces(const Eigen::Matrix3Xd& points, double flat) {
  for (const double share : kShares)
    if (FaceLoops loops = Wrapping(points, share * flat).faces(); !loops.empty()) return loops;
  throw InvalidArgument("points", "points with a convex hull", "faces do not close");
}

}  // namespace perpend::spatial
