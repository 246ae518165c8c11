// SPDX-License-Identifier: Apache-2.0
// The largest separation of two solids over all directions.
//
// f(n) = n · d - H(n) (minkowski_sum.hpp) has kinks on the great circles normal to the segments
// and at the axes of the discs. They divide the sphere into strata, on each of which f is smooth:
//   points:  the axes of the discs and s_k x s_l (faces; edge against edge);
//   circles: n normal to one s_k (an edge or generator against a rim or a corner);
//   regions: the rest (rim against rim, corner against corner).
// If the solids are apart, f has one maximum; GJK comes near it, and the strata through its
// direction are climbed by Newton's method. In overlap the maximum is at a point, on a circle if
// there is a disc, or in a region if there are two (elsewhere f is convex along some direction):
// all points are tried, circles and regions are sampled and their best samples climbed. With an
// ellipsoid, which curves f everywhere, the maximum may be in any stratum. Every candidate is
// judged by f itself, so no choice of stratum can overstate the gap.
//
// For boxes the points come first. If the boxes are apart, the best point is the maximum if d, seen
// along n, lies over the part of C farthest along n, which is then nearest to d. Nearly all pairs
// in piles end there.
//
// Limits: in deep overlap of cylinders a narrow second maximum can hide between the samples.
#include "geometry/spatial/convex/separation.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/spatial/convex/gjk.hpp"
#include "geometry/spatial/convex/polyhedron_separation.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

class Search {
 public:
  explicit Search(const MinkowskiSum& sum) : sum_(sum) { best_.gap = -HUGE_VAL; }

  Distance best() const { return best_; }

  // Takes n and directions at kinks that are closer to n than `reach` (sine).
  void around(const Vector3d& n, double reach);
  void overlap();
  // For boxes alone: true if a crossing of kinks is the maximum, or separates by more than
  // `enough`.
  bool ends_at_points(double enough);

 private:
  // f is symmetric except for n · d, so of ±n the one towards b counts.
  void take(const Vector3d& n);
  void take_axes(int k, int l);
  Vector3d climb(Vector3d n, int fixed) const;
  Vector3d step(const Vector3d& n, int fixed) const;
  void take_nearest(const Vector3d& n, int free);
  // True if a direction within `angle` (rad) of n may be better than the best so far.
  bool can_beat(const Vector3d& n, double angle) const;
  void circle(int k);
  void regions();
  void moved_apart();
  bool lies_over(const Vector3d& n) const;

  const MinkowskiSum& sum_;
  Distance best_;
};

void Search::take(const Vector3d& n) {
  const Vector3d towards = n.dot(sum_.offset) < 0 ? Vector3d(-n) : n;
  const double f = sum_.separation(towards);
  if (f > best_.gap + 1e-15 * sum_.size) best_ = {f, towards};
}

void Search::take_axes(int k, int l) {
  const Vector3d n = sum_.directions[k].cross(sum_.directions[l]);
  if (n.norm() > 1e-12) take(n.normalized());
}

// Returns Newton's step for f on its stratum, tangent to the sphere. With x = d - support(n) the
// gradient is the part of x normal to n, and the Hessian is
//   -(n · x) - sum_j r_j / |n x z_j| w_j w_j' - sum_e (E_e - y y') / h,
// where w_j = n x z_j / |n x z_j|, y = E_e n / h is the support point of an ellipsoid, h = n · y.
Vector3d Search::step(const Vector3d& n, int fixed) const {
  const Vector3d x = sum_.offset - sum_.support(n, fixed);
  Eigen::Matrix3d curvature = n.dot(x) * Eigen::Matrix3d::Identity();
  for (int j = 0; j < sum_.disc_count; ++j) {
    const Vector3d w = n.cross(sum_.discs[j].axis);
    const double across = w.norm();
    if (across > 1e-12)
      curvature += sum_.discs[j].radius / (across * across * across) * w * w.transpose();
  }
  for (int e = 0; e < sum_.ellipsoid_count; ++e) {
    const Vector3d image = sum_.ellipsoids[e] * n;
    const double height = std::sqrt(n.dot(image));
    curvature += (sum_.ellipsoids[e] - image * image.transpose() / (height * height)) / height;
  }
  const Vector3d u = fixed < 0 ? n.unitOrthogonal() : Vector3d(sum_.directions[fixed].cross(n));
  const Vector3d v = n.cross(u);
  const double guu = u.dot(curvature * u);
  if (fixed >= 0) return u * u.dot(x) / (guu > 0 ? guu : sum_.size);
  const double guv = u.dot(curvature * v), gvv = v.dot(curvature * v);
  const double gu = u.dot(x), gv = v.dot(x), det = guu * gvv - guv * guv;
  if (!(guu > 0 && det > 0)) return (gu * u + gv * v) / sum_.size;
  return u * (gvv * gu - guv * gv) / det + v * (guu * gv - guv * gu) / det;
}

Vector3d Search::climb(Vector3d n, int fixed) const {
  double f = sum_.separation(n);
  for (int i = 0; i < 30; ++i) {
    Vector3d t = step(n, fixed);
    const bool last = t.norm() < 1e-7;  // convergence is quadratic: this step reaches round-off
    t *= std::min(1.0, 0.5 / std::max(t.norm(), 1e-300));
    Vector3d next = (n + t).normalized();
    double value = sum_.separation(next);
    for (int halving = 0; !last && value < f && halving < 10; ++halving) {
      t /= 4;
      next = (n + t).normalized();
      value = sum_.separation(next);
    }
    if (value < f - 1e-15 * sum_.size) return n;
    n = next;
    f = value;
    if (last) return n;
  }
  return n;
}

// Takes the direction to d from the nearest point of the part of C farthest along n. Unknowns of
// Newton's method for |x|² / 2 are the position on segment `free` and the angles on the rims. At
// small gaps, where f is nearly linear in n, this formulation of the problem is well conditioned.
void Search::take_nearest(const Vector3d& n, int free) {
  if (sum_.ellipsoid_count > 0) return;
  const int first = free < 0 ? 0 : 1, size = first + sum_.disc_count;
  std::array<Vector3d, 2> u, v;  // points of the rims: u cos + v sin
  Vector3d base = sum_.offset - sum_.support(n, free), y = Vector3d::Zero(), x = base;
  Eigen::Matrix3d rates = Eigen::Matrix3d::Zero();
  for (int j = 0; j < sum_.disc_count; ++j) {
    const auto& [axis, radius] = sum_.discs[j];
    v[j] = radius * axis.cross(n).normalized();
    u[j] = v[j].cross(axis);
    base += u[j];
  }
  for (int i = 0; i < 20; ++i) {
    x = base;
    if (free >= 0) x -= y[0] * sum_.segments[free];
    if (free >= 0) rates.col(0) = sum_.segments[free];
    for (int j = 0; j < sum_.disc_count; ++j) {
      const double angle = y[first + j];
      x -= std::cos(angle) * u[j] + std::sin(angle) * v[j];
      rates.col(first + j) = std::cos(angle) * v[j] - std::sin(angle) * u[j];
    }
    Eigen::Matrix3d hessian = rates.transpose() * rates;
    for (int k = size; k < 3; ++k) hessian(k, k) = 1;
    for (int j = 0; j < sum_.disc_count; ++j) {
      const double angle = y[first + j];
      const double bend = x.dot(std::cos(angle) * u[j] + std::sin(angle) * v[j]);
      hessian(first + j, first + j) += std::max(bend, 0.0);
    }
    const Vector3d change = hessian.ldlt().solve(rates.transpose() * x);
    if (!change.allFinite()) break;
    y += change * std::min(1.0, 0.5 / std::max(change.norm(), 1e-300));
    if (free >= 0) y[0] = std::clamp(y[0], -1.0, 1.0);
    if (change.norm() < 1e-15) break;
  }
  if (x.norm() > 0) take(x.normalized());
  // Where x vanishes its direction is that of the common normal of both tangents.
  const Vector3d common = rates.col(0).cross(rates.col(1));
  if (size == 2 && common.norm() > 1e-6 * rates.col(0).norm() * rates.col(1).norm())
    take(common.normalized());
}

void Search::around(const Vector3d& n, double reach) {
  std::array<int, 6> near;
  int count = 0;
  for (int k = 0; k < sum_.segment_count; ++k)
    if (std::abs(n.dot(sum_.directions[k])) < reach) near[count++] = k;
  for (int j = 0; j < sum_.disc_count; ++j)
    if (n.cross(sum_.discs[j].axis).norm() < reach) take(sum_.discs[j].axis);
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < i; ++j) take_axes(near[j], near[i]);
  for (int i = 0; i < count; ++i) {
    const Vector3d& s = sum_.directions[near[i]];
    const Vector3d across = (n - n.dot(s) * s).normalized();
    take(climb(across, near[i]));
    take_nearest(across, near[i]);
  }
  take(climb(n, -1));
  take_nearest(n, -1);
  take(n);
}

// H is convex, so f(m) <= m · x for all m, with x = d - support(n).
bool Search::can_beat(const Vector3d& n, double angle) const {
  const Vector3d x = sum_.offset - sum_.support(n);
  const double along = n.dot(x), across = n.cross(x).norm();
  const bool within = along * std::sin(angle) >= across * std::cos(angle);
  const double bound = within ? x.norm() : along * std::cos(angle) + across * std::sin(angle);
  return bound - sum_.ball > best_.gap;
}

void Search::circle(int k) {
  constexpr int kSamples = 32;
  const Vector3d u = sum_.directions[k].unitOrthogonal(), v = sum_.directions[k].cross(u);
  std::array<double, kSamples> value;
  const auto direction = [&](int i) -> Vector3d {
    const double angle = 2 * std::numbers::pi * i / kSamples;
    return std::cos(angle) * u + std::sin(angle) * v;
  };
  for (int i = 0; i < kSamples; ++i) value[i] = sum_.separation(direction(i));
  for (int i = 0; i < kSamples; ++i) {
    const double left = value[(i + kSamples - 1) % kSamples], right = value[(i + 1) % kSamples];
    const bool is_peak = value[i] >= left && value[i] > right;
    if (is_peak && can_beat(direction(i), std::numbers::pi / kSamples))
      take(climb(direction(i), k));
  }
}

// Climbs from the best of a spiral of directions in each octant.
void Search::regions() {
  constexpr int kSamples = 256;
  constexpr double kReach = 0.25;  // rad; every direction is within this of a sample
  std::array<Distance, 8> starts;
  starts.fill({-HUGE_VAL, Vector3d::UnitZ()});
  for (int i = 0; i < kSamples; ++i) {
    const double z = 1 - (2 * i + 1.0) / kSamples, r = std::sqrt(1 - z * z);
    const double angle = 2.399963229728653 * i;  // golden angle
    const Vector3d n(r * std::cos(angle), r * std::sin(angle), z);
    Distance& start = starts[(n.x() > 0) + 2 * (n.y() > 0) + 4 * (n.z() > 0)];
    const double f = sum_.separation(n);
    if (f > start.gap) start = {f, n};
  }
  for (const Distance& start : starts) {
    if (!can_beat(start.normal, kReach)) continue;
    take(climb(start.normal, -1));
    take_nearest(start.normal, -1);
  }
}

// With b moved out along d until the cores are apart, the normal is near that of a shallow overlap.
void Search::moved_apart() {
  MinkowskiSum apart = sum_;
  for (const double factor : {1.02, 1.2, 2.0}) {
    apart.offset = factor * sum_.offset;
    const Vector3d v = core_gap(apart);
    if (v.norm() > 1e-3 * sum_.size) return around(v.normalized(), 0.1);
  }
}

void Search::overlap() {
  for (int j = 0; j < sum_.disc_count; ++j) take(sum_.discs[j].axis);
  for (int k = 0; k < sum_.segment_count; ++k)
    for (int l = 0; l < k; ++l) take_axes(l, k);
  const bool curved = sum_.is_curved();
  if (curved) moved_apart();
  for (int k = 0; curved && k < sum_.segment_count; ++k) circle(k);
  if (sum_.disc_count == 2 || sum_.ellipsoid_count > 0) regions();
  // Around a common axis all directions are equivalent, and none of them is tried so far.
  for (int k = 0; k < sum_.segment_count; ++k) take(sum_.directions[k].unitOrthogonal());
}

// True if d, seen along n, lies over the part of C farthest along n: the sum of the segments normal
// to n, whose edges are parallel to them.
bool Search::lies_over(const Vector3d& n) const {
  constexpr double kAcross = 1e-12;
  std::array<int, 6> across;
  int count = 0;
  Vector3d x = sum_.offset;
  for (int k = 0; k < sum_.segment_count; ++k) {
    const double along = n.dot(sum_.directions[k]);
    if (std::abs(along) <= kAcross)
      across[count++] = k;
    else
      x -= std::copysign(1.0, along) * sum_.segments[k];
  }
  const auto is_within = [&](const Vector3d& m) {
    double width = 1e-13 * sum_.size;
    for (int i = 0; i < count; ++i) width += std::abs(m.dot(sum_.segments[across[i]]));
    return std::abs(m.dot(x)) <= width;
  };
  for (int i = 0; i < count; ++i) {
    const Vector3d& s = sum_.directions[across[i]];
    // The test along the segment is needed too, since all may be parallel.
    if (!is_within(n.cross(s)) || !is_within(s)) return false;
  }
  return count > 0;
}

bool Search::ends_at_points(double enough) {
  if (sum_.is_curved() || sum_.segment_count < 3) return false;
  const auto has_ended = [&] {
    const bool apart = best_.gap + sum_.ball > 0;
    return best_.gap > enough || (apart && lies_over(best_.normal));
  };
  for (int k = 0; k < sum_.segment_count; ++k) take(sum_.directions[k]);
  if (has_ended()) return true;
  // Crossings of segments of the same box are directions of its own segments.
  const bool boxes = sum_.segment_count == 6;
  for (int k = 0; k < sum_.segment_count; ++k)
    for (int l = 0; l < k; ++l)
      if (!boxes || (l < 3 && k >= 3)) take_axes(l, k);
  // In overlap the maximum is at a point.
  return has_ended() || best_.gap + sum_.ball <= 0;
}

}  // namespace

Distance largest_separation(const MinkowskiSum& sum, double enough) {
  if (!sum.is_symmetric()) return polyhedron_separation(sum, enough);
  Search search(sum);
  if (search.ends_at_points(enough)) return search.best();
  const Vector3d v = core_gap(sum, 1e-6, enough);
  const double distance = v.norm();
  if (distance > 0 && sum.separation(v / distance) > enough)
    return {sum.separation(v / distance), v / distance};
  if (distance > 0) search.around(v / distance, 0.02);
  // Around curved parts GJK stalls close to touching, so its direction is only a guess.
  if (distance > 0 && distance < 1e-3 * sum.size) search.around(search.best().normal, 0.2);
  if (distance < 1e-7 * sum.size) search.overlap();
  return search.best();
}

}  // namespace perpend::spatial
