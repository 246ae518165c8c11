// SPDX-License-Identifier: Apache-2.0
// The largest separation f(n) (minkowski_sum.hpp) of a polyhedron or a cone and another solid.
//
// f has kinks on the great circles normal to edges, at the axes of discs and bases, and on the
// small circle of the normals of a cone's side, where tip and base are equally far. Near a
// direction its maximum is sought at the points of that pattern (normals of faces, edge x edge,
// axes, crossings with small circles), on its circles, and off them; there by Newton's method, with
// the curvature from differences of the support point.
//
// If the solids are apart, f has one maximum and GJK comes near it. No direction separates by more
// than GJK's distance less the ball, so a direction that reaches this bound is the answer. In
// overlap f has several maxima. Directions of all kinds are sampled and the best few ascend: with b
// moved out along n until it is clear by a little, the direction m of the distance there has
// f(m) >= f(n), because moving by s along n changes f(m) by s n · m <= s. Each such step is a
// distance computation of separated solids. In deep overlap all pairs of edges are tried as well
// if they are few.
//
// Every candidate is judged by f itself, so a missed maximum can only make the gap too small.
// Limits: in deep overlap, solids with many edges may have a direction of least penetration to
// which no start ascends.
#include "geometry/spatial/convex/polyhedron_separation.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "geometry/spatial/convex/gjk.hpp"
#include "geometry/spatial/convex/separation_search.hpp"
#include "geometry/spatial/convex/support.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

constexpr double kApart = 0.2;    // least angle between two starts, rad
constexpr double kClear = 0.02;   // share of the size: distance of the solids moved out
constexpr double kRough = 1e-6;   // accuracy of those distances if there are curved parts
constexpr double kDeep = 0.02;    // share of the size: depth from which all edge pairs are tried
constexpr int kMostPairs = 4096;  // largest number of edge pairs

}  // namespace

void SeparationSearch::consider(const Vector3d& n) {
  const double f = sum_.separation(n);
  int place = start_count_;
  for (int k = 0; k < start_count_; ++k)
    if (starts_[k].normal.dot(n) > std::cos(kApart)) place = k;
  if (place == start_count_ && start_count_ == kStarts) {
    for (int k = place = 0; k < kStarts; ++k)
      if (starts_[k].gap < starts_[place].gap) place = k;
  }
  if (place == start_count_)
    starts_[start_count_++] = {f, n};
  else if (f > starts_[place].gap + rounding())
    starts_[place] = {f, n};
}

void SeparationSearch::consider_all() {
  const auto both = [this](const Vector3d& n) {
    consider(n);
    consider(-n);
  };
  if (sum_.offset.norm() > 0) both(sum_.offset.normalized());
  for (int j = 0; j < sum_.disc_count; ++j) both(sum_.discs[j].axis);
  for (int c = 0; c < sum_.cone_count; ++c) both(sum_.cones[c].axis);
  for (int k = 0; k < sum_.segment_count; ++k)
    for (int l = 0; l < k; ++l)
      if (const Vector3d n = sum_.directions[k].cross(sum_.directions[l]); n.norm() > 1e-6)
        both(n.normalized());
  for (int i = 0; i < sum_.solid_count; ++i)
    for (const Polyhedron::Face& face : sum_.solids[i].body->faces)
      consider(sum_.solids[i].axes * face.normal);
  constexpr int kSamples = 32;
  for (int i = 0; !is_flat_ && i < kSamples; ++i) {  // a spiral of equal areas
    const double z = 1 - (2 * i + 1.0) / kSamples, r = std::sqrt(1 - z * z);
    const double angle = 2.399963229728653 * i;
    consider({r * std::cos(angle), r * std::sin(angle), z});
  }
}

Vector3d SeparationSearch::ascend(Vector3d n) const {
  MinkowskiSum apart = sum_;
  double f = sum_.separation(n);
  for (int i = 0; i < 20; ++i) {
    apart.offset = sum_.offset + (kClear * sum_.size - f) * n;
    const Vector3d v = core_gap(apart, is_flat_ ? accuracy_ : kRough);
    if (!(v.norm() > 0)) break;
    const Vector3d next = v.normalized();
    const double value = sum_.separation(next);
    if (!(value > f + 1e-9 * sum_.size)) return value > f ? next : n;
    n = next;
    f = value;
  }
  return n;
}

void SeparationSearch::all_edge_pairs() {
  if (sum_.solid_count == 0) return;
  const auto each = [&](int i, auto visit) {
    for (const Polyhedron::Edge& edge : sum_.solids[i].body->edges)
      visit(sum_.solids[i].axes * edge.along);
  };
  const std::size_t first = sum_.solids[0].body->edges.size();
  const std::size_t second = sum_.solid_count == 2 ? sum_.solids[1].body->edges.size() : 3;
  if (first * second > kMostPairs) return;
  each(0, [&](const Vector3d& u) {
    if (sum_.solid_count == 2) each(1, [&](const Vector3d& v) { take_cross(u, v); });
    for (int k = 0; k < sum_.segment_count; ++k) take_cross(u, sum_.directions[k]);
  });
}

void SeparationSearch::overlap() {
  consider_all();
  for (int k = 0; k < start_count_; ++k) around(ascend(starts_[k].normal), 0.05, HUGE_VAL);
  if (best_.gap < -kDeep * sum_.size) all_edge_pairs();
}

Distance SeparationSearch::largest(double enough) {
  const Vector3d v = core_gap(sum_, accuracy_, enough);
  const double distance = v.norm(), bound = distance - sum_.ball;
  if (distance > 0) take(v / distance);
  if (best_.gap > enough) return best_;
  if (distance > 0) around(v / distance, 0.02, bound);
  const bool apart = distance > 1e-7 * sum_.size;
  // GJK's direction is only a guess if it is a difference of nearly equal points.
  if (distance > 0 && distance < 1e-3 * sum_.size) around(best_.normal, 0.2, bound);
  if (!apart) overlap();
  return best_;
}

Distance polyhedron_separation(const MinkowskiSum& sum, double enough) {
  return SeparationSearch(sum).largest(enough);
}

}  // namespace perpend::spatial
