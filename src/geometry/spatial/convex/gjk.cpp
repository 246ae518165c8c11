// SPDX-License-Identifier: Apache-2.0
// The distance algorithm of Gilbert, Johnson and Keerthi (IEEE J. Robotics Automation 4(2), 1988)
// for D = d - C: the nearest points of simplices of support points approach the point of D nearest
// to the origin.
//
// The nearest point of a simplex is found by trial: among the (at most eight) faces that have the
// newest vertex, it is the nearest foot that lies within its face. No sign of a volume decides.
// Limits: where the boundary is curved the convergence is linear; the caller polishes the result.
#include "geometry/spatial/convex/gjk.hpp"

#include <Eigen/LU>
#include <cmath>
#include <span>

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

struct Simplex {
  std::array<Vector3d, 4> points;
  int size = 0;
};

// Finds the foot of the origin on the span of p and its edges to others; false if it is outside of
// their simplex, where a weight is negative.
bool foot(const Vector3d& p, std::span<const Vector3d> others, Vector3d& nearest) {
  const int n = static_cast<int>(others.size());
  Eigen::Matrix3d edges = Eigen::Matrix3d::Identity();
  Eigen::Matrix3d gram = Eigen::Matrix3d::Identity();
  Vector3d right = Vector3d::Zero();
  for (int i = 0; i < n; ++i) edges.col(i) = others[i] - p;
  for (int i = 0; i < n; ++i) {
    right[i] = -edges.col(i).dot(p);
    for (int j = 0; j < n; ++j) gram(i, j) = edges.col(i).dot(edges.col(j));
  }
  const double scale = gram.diagonal().head(n).prod();
  if (!(gram.determinant() > 1e-15 * scale)) return false;  // too thin: a smaller face is used
  const Vector3d weights = n == 3 ? Vector3d(edges.inverse() * -p) : gram.inverse() * right;
  if (weights.head(n).minCoeff() < 0 || weights.head(n).sum() > 1) return false;
  nearest = p + edges.leftCols(n) * weights.head(n);
  return true;
}

// Shrinks the simplex to the face nearest to the origin. The newest vertex is the last one.
Vector3d reduce(Simplex& simplex) {
  const int older = simplex.size - 1;
  const Vector3d newest = simplex.points[older];
  Vector3d best = newest;
  Simplex kept{{newest}, 1};
  for (int mask = 1; mask < 1 << older; ++mask) {
    Simplex face;
    for (int i = 0; i < older; ++i)
      if (mask >> i & 1) face.points[face.size++] = simplex.points[i];
    Vector3d nearest;
    const std::span<const Vector3d> others(face.points.data(), face.size);
    if (!foot(newest, others, nearest) || nearest.squaredNorm() >= best.squaredNorm()) continue;
    best = nearest;
    face.points[face.size++] = newest;
    kept = face;
  }
  simplex = kept;
  return best;
}

}  // namespace

Vector3d core_gap(const MinkowskiSum& sum, double accuracy, double enough) {
  constexpr int kIterations = 40;
  Simplex simplex;
  Vector3d v = sum.offset;
  double length = HUGE_VAL;
  for (int i = 0; i < kIterations; ++i) {
    const Vector3d n = v.norm() > 0 ? Vector3d(v.normalized()) : Vector3d::UnitZ();
    simplex.points[simplex.size++] = sum.offset - sum.support(n);
    const double apart = n.dot(simplex.points[simplex.size - 1]);
    if (apart - sum.ball > enough + 1e-14 * sum.size) return n;
    if (i > 0 && length - apart <= accuracy * length) return v;
    const Vector3d next = reduce(simplex);
    if (simplex.size == 4 || next.norm() <= 1e-14 * sum.size) return Vector3d::Zero();
    if (!(next.norm() < length)) return v;  // round-off ends the descent
    v = next;
    length = v.norm();
  }
  return v;
}

}  // namespace perpend::spatial
