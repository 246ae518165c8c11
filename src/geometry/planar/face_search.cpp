// SPDX-License-Identifier: Apache-2.0
// Signed distance of two convex polygons (points and segments included) by separating faces.
//
// With f(n) = min_b n · y - max_a n · x the signed distance is max f over unit n. As a function of
// the angle θ of n, f is a chain of arcs |y - x| cos(θ - φ), one for each pair of support vertices
// (x, y), with the face normals of a and (negated) of b between them.
//   f <= 0 everywhere: each arc is convex where it is negative, so the maximum is at a face.
//   f > 0 somewhere: f'' = -f < 0 on arcs and the slope only falls at kinks, so f has one maximum
//     there. It lies at the face with the largest f or on an arc that ends at that face. So the
//     closest points lie on that face (ends included) and on an edge at its support vertex.
// A segment has the directions of its ends as faces; without them two collinear segments would have
// no face with f > 0. A point adds no face to those of the other core.
//
// The cost is O(n_a n_b) products. Not chosen: GJK and EPA, which need care at touching and pay off
// only for polygons with far more vertices than rigid-body scenes have.
#include "geometry/planar/face_search.hpp"

#include <algorithm>
#include <cmath>

namespace perpend::planar {
namespace {

// Cosine of the angle above which two directions count as perpendicular.
constexpr double kAcross = 0.1;

FaceSeparation separation(const Core& reference, int k, const Core& other, const Frame& to_other) {
  const Face face = reference.face(k);
  const Eigen::Vector2d inward = to_other.in(-face.normal);
  FaceSeparation result;
  result.face = k;
  result.normal = face.normal;
  result.support = other.support(inward);
  result.value = -inward.dot(other.vertex(result.support)) +
                 face.normal.dot(to_other.p - reference.vertex(face.first));
  return result;
}

/// Closest point of the segment s0 s1 to p.
struct Foot {
  Eigen::Vector2d point;
  bool inside;  ///< strictly between the ends
  bool at_s1;
};

Foot foot(const Eigen::Vector2d& p, const Eigen::Vector2d& s0, const Eigen::Vector2d& s1) {
  const Eigen::Vector2d s = s1 - s0;
  const double along = s.dot(p - s0);
  const double length2 = s.squaredNorm();
  if (along <= 0 || length2 == 0) return {s0, false, false};
  if (along >= length2) return {s1, false, true};
  return {s0 + (along / length2) * s, true, false};
}

/// Closest points between the reference face and edges of the other core, in the reference frame.
class Candidates {
 public:
  Candidates(const Core& reference, const Core& other, const Frame& other_frame,
             const FaceSeparation& best)
      : other_(other), frame_(other_frame), normal_(best.normal) {
    const Face face = reference.face(best.face);
    ends_ = {face.first, face.second};
    r_ = {reference.vertex(face.first), reference.vertex(face.second)};
    const int n = other.size();
    const int j = best.support;
    add_edge(j, j + 1 < n ? j + 1 : 0);
    if (n > 2) add_edge(j > 0 ? j - 1 : n - 1, j);
  }

  /// Returns the closest pair; point_a is on the reference, and corners name vertices of
  /// (reference, other).
  const CoreDistance& closest() const { return closest_; }

 private:
  void add_edge(int i, int j) {
    const std::array<Eigen::Vector2d, 2> s{frame_.point_out(other_.vertex(i)),
                                           frame_.point_out(other_.vertex(j))};
    const std::array<int, 2> index{i, j};
    for (int k = 0; k < 2; ++k) {
      const Foot on_reference = foot(s[k], r_[0], r_[1]);
      offer(on_reference.point, s[k], on_reference.inside ? normal_ : Eigen::Vector2d(0, 0),
            {ends_[on_reference.at_s1], index[k]});
    }
    const Eigen::Vector2d across = left_of(s[1] - s[0]);
    for (int k = 0; k < 2; ++k) {
      const Foot on_other = foot(r_[k], s[0], s[1]);
      const double side = across.dot(normal_) > 0 ? 1 : -1;
      offer(r_[k], on_other.point,
            on_other.inside ? Eigen::Vector2d(side * across.normalized()) : Eigen::Vector2d(0, 0),
            {ends_[k], index[on_other.at_s1]});
    }
  }

  /// Offers a pair of points. `normal` is that of the edge if one point is inside an edge (exact
  /// where the points are too close to give a direction), else zero.
  void offer(const Eigen::Vector2d& x, const Eigen::Vector2d& y, const Eigen::Vector2d& normal,
             const std::array<int, 2>& corners) {
    const double distance2 = (y - x).squaredNorm();
    if (distance2 >= best2_) return;
    best2_ = distance2;
    closest_.corners = normal.isZero(0);
    closest_.vertex_a = corners[0];
    closest_.vertex_b = corners[1];
    Distance& d = closest_.distance;
    d.normal = !closest_.corners ? normal : distance2 > 0 ? (y - x).normalized() : normal_;
    d.point_a = x;
    d.point_b = y;
    d.gap = d.normal.dot(y - x);
  }

  const Core& other_;
  const Frame& frame_;
  const Eigen::Vector2d& normal_;
  std::array<int, 2> ends_;
  std::array<Eigen::Vector2d, 2> r_;
  double best2_ = HUGE_VAL;
  CoreDistance closest_;
};

/// Returns the distance of touching or overlapping cores along the face normal. If the nearest edge
/// of the other core is parallel to the face, its support vertex may lie beside the face; the
/// clamped point does not.
CoreDistance across_face(const Core& reference, const Core& other, const Frame& other_frame,
                         const FaceSeparation& best) {
  const Face face = reference.face(best.face);
  const Eigen::Vector2d vertex = other_frame.point_out(other.vertex(best.support));
  CoreDistance result;
  Distance& d = result.distance;
  d.gap = best.value;
  d.normal = best.normal;
  d.point_a = foot(vertex, reference.vertex(face.first), reference.vertex(face.second)).point;
  d.point_b = d.point_a + d.gap * d.normal;
  return result;
}

}  // namespace

FaceSearch search_faces(const Core& a, const Frame& frame_a, const Core& b, const Frame& frame_b,
                        double bias) {
  FaceSearch result;
  result.best.value = result.steady.value = -HUGE_VAL;
  const auto visit = [&](const Core& reference, const Core& other, const Frame& frame, bool on_a) {
    if (reference.size() == 1) return;
    for (int k = 0; k < reference.faces(); ++k) {
      FaceSeparation candidate = separation(reference, k, other, frame);
      candidate.on_a = on_a;
      // The condition is negated so that NaN passes and reaches the caller.
      if (!(candidate.value <= result.best.value)) result.best = candidate;
      if (!(candidate.value <= result.steady.value + bias)) result.steady = candidate;
    }
  };
  visit(a, b, relative(frame_a, frame_b), true);
  visit(b, a, relative(frame_b, frame_a), false);
  return result;
}

bool nearly_flush(const Core& a, const Frame& frame_a, const Core& b, const Frame& frame_b,
                  const Eigen::Vector2d& normal, double least) {
  const double radii = a.radius() + b.radius();
  const auto over = [&](const Core& reference, const Frame& from, const Core& other,
                        const Frame& to) {
    const Eigen::Vector2d n = from.in(normal);
    const Frame frame = relative(from, to);
    for (int k = 0; k < reference.faces() && reference.size() > 1; ++k) {
      if (std::abs(reference.face(k).normal.dot(n)) > kAcross) continue;
      const double apart = separation(reference, k, other, frame).value - radii;
      if (apart > -least && apart < kAcross * least) return true;
    }
    return false;
  };
  return over(a, frame_a, b, frame_b) || over(b, frame_b, a, frame_a);
}

CoreDistance core_distance(const Core& a, const Frame& frame_a, const Core& b, const Frame& frame_b,
                           const FaceSeparation& best) {
  const Core& reference = best.on_a ? a : b;
  const Core& other = best.on_a ? b : a;
  const Frame& frame = best.on_a ? frame_a : frame_b;
  const Frame other_frame = relative(frame, best.on_a ? frame_b : frame_a);
  CoreDistance result = best.value > 0 ? Candidates(reference, other, other_frame, best).closest()
                                       : across_face(reference, other, other_frame, best);
  Distance& d = result.distance;
  d.normal = frame.out(d.normal);
  d.point_a = frame.point_out(d.point_a);
  d.point_b = frame.point_out(d.point_b);
  if (!best.on_a) {
    d.normal = -d.normal;
    std::swap(d.point_a, d.point_b);
    std::swap(result.vertex_a, result.vertex_b);
  }
  return result;
}

}  // namespace perpend::planar
