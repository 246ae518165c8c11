// SPDX-License-Identifier: Apache-2.0
// Signed distance of an ellipse to an ellipse or a rounded polygon, by global search over the
// direction of separation.
//
//   f(n) = min_b n · y - max_a n · x = n · w(n),  w(n) = y(n) - x(n) between support points
//   f'(n) = t · w(n),  f'' = -f - ρ(n)            t = left_of(n); ρ = ρ_a + ρ_b >= 0, radii of
//                                                 curvature; ρ = a² b² / h³ for an ellipse
// The signed distance is max f (distance.hpp). Where f > 0 it is concave and Newton's method with
// bisection finds the maximum. Where f < 0 there may be several maxima, so arcs of directions are
// searched by branch and bound:
//   bound    f'' + f <= -r on an arc where ρ >= r, hence f(n) + r <= n · (w_i + r n_i) for both
//            ends i of the arc; the largest minimum of the two has a closed form. It exceeds the
//            true maximum by O(width³); with r = 0 (the inscribed polygon, as in the expanding
//            polytope algorithm) it would be O(width²), and a disc inside a round ellipse, where
//            f is constant, would take millions of arcs.
//   concave  an arc with r > -f everywhere has at most one maximum, found by its ends' slopes.
// The least ρ on an arc has a closed form; f >= -max(-f1, -f2) / cos(δ/2) on an arc of angle
// δ < π with ends 1 and 2, because -f is sublinear. Against a polygon each vertex has its own arc
// between the normals of its faces, and the faces themselves are the arcs' ends.
//
// Symbols: n, w 2-vectors in the world frame, relative to the centre of a; h = support value of a
// centred ellipse. Source: support functions as in Schneider, Convex Bodies, 2014, 1.7; the eroded
// bound is Blaschke's rolling theorem on an arc. Rejected: plain Newton inside a bracket (it can
// cycle) and choosing halves by f instead of slopes (f is flat to round-off over sqrt(eps / f'')).
//
// Limits: beyond kBudget splits the best direction so far is returned, which is then within the
// bound's O(width³) of the maximum. Witness points of needles inherit the resolution of the
// normal, eps a² / b.
#include "geometry/planar/ellipse_distance.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

namespace perpend::planar {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// Separations closer than this to the best, relative to the size of the pair, are ties. The
/// round-off of f is a few epsilon, so this is about 1000 times as large.
constexpr double kTie = 1e-12;

/// Differences of f below this, relative to the size of the pair, are round-off.
constexpr double kNoise = 16 * kEpsilon;

/// Largest number of arc splits; known hard pairs (near-circles, evolute cusps, needles) take up to
/// 40.
constexpr int kBudget = 500;

/// Halving the arc takes at most 52 steps, and halving the step as many.
constexpr int kMaxSteps = 104;

/// Semi-axes along x and left_of(x); both are zero for a point.
struct Axes {
  double a = 0;
  double b = 0;
  Eigen::Vector2d x{1, 0};
};

struct Support {
  Eigen::Vector2d point;  ///< relative to the centre
  double h;               ///< n · point
};

Support support(const Axes& axes, const Eigen::Vector2d& n) {
  const double u = axes.a * axes.x.dot(n);
  const double v = axes.b * cross(axes.x, n);
  const double h = std::sqrt(u * u + v * v);
  if (h == 0) return {{0, 0}, 0};
  return {(axes.a * u / h) * axes.x + (axes.b * v / h) * left_of(axes.x), h};
}

double curvature_radius(const Axes& axes, double h) {
  const double ab = axes.a * axes.b;
  return h > 0 ? ab / h * (ab / h) / h : 0;
}

/// f and its slope for one direction.
struct Sample {
  Eigen::Vector2d n;
  Eigen::Vector2d w;
  double f;
  double slope;
  double h_a;
  double h_b;
};

/// Returns max n · w over unit n from n1 counter-clockwise to n2, which are less than 180 degrees
/// apart.
double highest(const Eigen::Vector2d& w, const Eigen::Vector2d& n1, const Eigen::Vector2d& n2) {
  if (cross(n1, w) >= 0 && cross(w, n2) >= 0) return w.norm();
  return std::max(n1.dot(w), n2.dot(w));
}

class Search {
 public:
  /// `scale` is the size of the pair, for tolerances.
  Search(const Axes& a, const Axes& b, double scale) : a_(a), b_(b), scale_(scale) {}

  Sample sample(const Eigen::Vector2d& n, const Eigen::Vector2d& offset) {
    const Support sa = support(a_, n);
    const Support sb = support(b_, n);
    const Eigen::Vector2d w = offset - sa.point - sb.point;
    Sample s{n, w, n.dot(offset) - sa.h - sb.h, cross(n, w), sa.h, sb.h};
    // A gain within round-off would replace a converged direction by one off by sqrt(eps / f'').
    // The condition is negated so that NaN passes and reaches the caller.
    if (!(s.f <= best_.f + kNoise * scale_)) best_ = s;
    return s;
  }

  const Sample& best() const { return best_; }

  /// Raises best() to a maximum inside the arc if slopes and heights at its ends show that there is
  /// one.
  void climb(Sample lo, Sample hi, const Eigen::Vector2d& offset);

  /// Raises best() to the maximum over the arc, up to ties.
  void search(const Sample& lo, const Sample& hi, const Eigen::Vector2d& offset);

 private:
  const Axes& a_;
  const Axes& b_;
  double scale_;
  int splits_ = 0;
  Sample best_{{1, 0}, {0, 0}, -HUGE_VAL, 0, 0, 0};
};

/// True if n is strictly inside the arc.
bool between(const Sample& lo, const Eigen::Vector2d& n, const Sample& hi) {
  return cross(lo.n, n) > 0 && cross(n, hi.n) > 0;
}

Eigen::Vector2d bisector(const Sample& lo, const Sample& hi) {
  return (lo.n + hi.n).normalized();
}

/// Returns max h on the arc. h² = a² cos² + b² sin² is monotone between the axes, so the maximum is
/// at an end unless the arc contains the major axis.
double largest_support(const Axes& axes, const Sample& lo, const Sample& hi, double h1, double h2) {
  const Eigen::Vector2d major = axes.a >= axes.b ? axes.x : left_of(axes.x);
  const bool holds = between(lo, major, hi) || between(lo, -major, hi);
  return holds ? std::max(axes.a, axes.b) : std::max(h1, h2);
}

/// Returns the smallest upper bound of f on the arc, given ρ >= r there.
double bound(const Sample& lo, const Sample& hi, double r) {
  const Eigen::Vector2d w1 = lo.w + r * lo.n;
  const Eigen::Vector2d w2 = hi.w + r * hi.n;
  Eigen::Vector2d crossing = left_of(w1 - w2);
  if (crossing.dot(lo.n + hi.n) < 0) crossing = -crossing;
  if (between(lo, crossing, hi)) {
    crossing.normalize();
    return std::max(highest(w1, lo.n, crossing), highest(w2, crossing, hi.n)) - r;
  }
  return std::min(highest(w1, lo.n, hi.n), highest(w2, lo.n, hi.n)) - r;
}

void Search::climb(Sample lo, Sample hi, const Eigen::Vector2d& offset) {
  Sample at = lo.f >= hi.f ? lo : hi;
  const bool inside = (lo.slope > 0 && (hi.slope < 0 || hi.f <= lo.f)) ||
                      (hi.slope < 0 && (lo.slope > 0 || lo.f <= hi.f));
  if (!inside) return;
  // A Newton step must be at most half the one before, otherwise it may cycle inside the arc.
  double longest = std::numbers::pi;
  for (int k = 0; k < kMaxSteps && std::abs(at.slope) > 4 * kEpsilon * scale_; ++k) {
    const double second = -at.f - curvature_radius(a_, at.h_a) - curvature_radius(b_, at.h_b);
    const double step = second < 0 ? -at.slope / second : longest;
    if (std::abs(step) < kEpsilon) break;
    Eigen::Vector2d next = (at.n + step * left_of(at.n)).normalized();
    if (std::abs(step) < longest && between(lo, next, hi)) {
      longest = std::abs(step) / 2;
    } else {
      next = bisector(lo, hi);
      longest = (hi.n - lo.n).norm() / 2;
    }
    if (!between(lo, next, hi)) break;
    at = sample(next, offset);
    // If f rises inwards at one end only, the maximum is between that end and any lower sample.
    const bool lo_rises = lo.slope > 0;
    const bool bracketed = lo_rises && hi.slope < 0;
    const bool lower = !bracketed && at.f < (lo_rises ? lo : hi).f - kNoise * scale_;
    const bool beyond = lower ? !lo_rises : at.slope > 0;
    (beyond ? lo : hi) = at;
  }
  // f does not show errors of the direction below sqrt(eps); the slope does.
  if (at.f > best_.f - kTie * scale_ && std::abs(at.slope) < std::abs(best_.slope)) best_ = at;
}

void Search::search(const Sample& lo, const Sample& hi, const Eigen::Vector2d& offset) {
  const double r = curvature_radius(a_, largest_support(a_, lo, hi, lo.h_a, hi.h_a)) +
                   curvature_radius(b_, largest_support(b_, lo, hi, lo.h_b, hi.h_b));
  const double cos_half = (lo.n + hi.n).norm() / 2;
  const bool concave = r > std::max({-lo.f, -hi.f, 0.0}) / cos_half;
  const double limit = bound(lo, hi, r);
  if (limit <= best_.f || splits_ > kBudget) return;
  const bool tie = limit <= best_.f + kTie * scale_;
  if (concave || (tie && std::max(lo.f, hi.f) == best_.f)) climb(lo, hi, offset);
  if (concave || tie) return;
  const Eigen::Vector2d n = bisector(lo, hi);
  if (!between(lo, n, hi)) return;
  ++splits_;
  const Sample mid = sample(n, offset);
  search(lo, mid, offset);
  search(mid, hi, offset);
}

/// Searches the arcs of all directions: the k-th runs from normal(k) to normal(k + 1), and on it
/// the separation is that of `a`, `b` and a fixed offset between their centres.
template <typename Normal, typename Offset>
Sample maximise(Search& search, int arcs, const Normal& normal, const Offset& offset) {
  int top = 0;
  double highest_f = -HUGE_VAL;
  for (int k = 0; k < arcs; ++k) {
    const double f = search.sample(normal(k), offset(k)).f;
    if (f <= highest_f) continue;
    highest_f = f;
    top = k;
  }
  const auto next = [arcs](int k) { return k + 1 == arcs ? 0 : k + 1; };
  const auto ends = [&](int k) {
    return std::pair(search.sample(normal(k), offset(k)),
                     search.sample(normal(next(k)), offset(k)));
  };
  // A good early maximum lets the bound exclude most arcs; a positive maximum is the only one.
  for (const int k : {top, top == 0 ? arcs - 1 : top - 1}) {
    const auto [lo, hi] = ends(k);
    search.climb(lo, hi, offset(k));
  }
  for (int k = 0; k < arcs && search.best().f <= 0; ++k) {
    const auto [lo, hi] = ends(k);
    search.search(lo, hi, offset(k));
  }
  return search.best();
}

Axes axes(const Ellipse& ellipse, const Frame& frame) {
  return {ellipse.a, ellipse.b, frame.x};
}

}  // namespace

Eigen::Vector2d support_point(const Ellipse& ellipse, const Frame& frame,
                              const Eigen::Vector2d& n) {
  return frame.p + support(axes(ellipse, frame), n).point;
}

Distance ellipse_distance(const Ellipse& a, const Frame& frame_a, const Ellipse& b,
                          const Frame& frame_b) {
  const Axes axes_a = axes(a, frame_a);
  const Axes axes_b = axes(b, frame_b);
  const Eigen::Vector2d offset = frame_b.p - frame_a.p;
  Search search(axes_a, axes_b, a.a + a.b + b.a + b.b + offset.norm());
  const std::array<Eigen::Vector2d, 4> normals{frame_a.x, left_of(frame_a.x), -frame_a.x,
                                               right_of(frame_a.x)};
  const Sample s = maximise(
      search, 4, [&](int k) { return normals[k]; }, [&](int) { return offset; });
  const Eigen::Vector2d point_a = support_point(a, frame_a, s.n);
  return {s.f, s.n, point_a, point_a + s.f * s.n};
}

Distance ellipse_distance(const Ellipse& a, const Frame& frame_a, const Core& b,
                          const Frame& frame_b) {
  const Axes axes_a = axes(a, frame_a);
  const Eigen::Vector2d between = frame_b.p - frame_a.p;
  const Axes point;
  Search search(axes_a, point, a.a + a.b + between.norm() + b.extent());
  const Sample s = maximise(
      search, b.faces(), [&](int k) { return Eigen::Vector2d(frame_b.out(-b.face(k).normal)); },
      [&](int k) { return Eigen::Vector2d(between + frame_b.out(b.vertex(b.face(k).second))); });
  const Eigen::Vector2d point_a = support_point(a, frame_a, s.n);
  const double gap = s.f - b.radius();
  return {gap, s.n, point_a, point_a + gap * s.n};
}

}  // namespace perpend::planar
