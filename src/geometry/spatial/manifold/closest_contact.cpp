// SPDX-License-Identifier: Apache-2.0
// Contacts without a face: an edge, a generator, a rim or a corner against another.
//
// The contact is at the direction of largest separation. The parts of both solids that lie farthest
// along the normal are a point, a segment, a polygon or a disc each, in two parallel planes; the
// contact points are the closest two points of these.
//
// Rods. Two edges, generators or capsules that are nearly parallel touch over a length. The ends of
// that length are additional contacts, computed between the lines: end, foot on the other line,
// less the radii around both. There is no threshold of parallelism: an end counts while its foot is
// on the other rod, its gap within the margin and its normal within 60 degrees of the main one
// (beyond that the rods cross). If an end is as close as the closest point, as between parallel
// rods, the ends replace it: the closest point of parallel rods is not unique.
#include "geometry/spatial/manifold/closest_contact.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/spatial/convex/support.hpp"
#include "geometry/spatial/manifold/rim.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

// Cosine between an edge and a normal below which the whole edge counts as farthest along the
// normal.
constexpr double kNormal = 1e-7;

// Returns the nearest point of a face of a polyhedron, in its frame.
Vector3d nearest_on_face(const Polyhedron& body, int name, const Vector3d& x) {
  const Polyhedron::Face& face = body.faces[static_cast<std::size_t>(name)];
  const Vector3d foot = x - (face.normal.dot(x) - face.offset) * face.normal;
  Vector3d best = foot;
  double least = HUGE_VAL;
  bool is_inside = true;
  for (int k = 0; k < face.size; ++k) {
    const Vector3d from = face_corner(body, face, k);
    const Vector3d along = face_corner(body, face, k + 1 < face.size ? k + 1 : 0) - from;
    if (!(along.cross(face.normal).dot(foot - from) > 0)) continue;
    is_inside = false;
    const double t = std::clamp(along.dot(foot - from) / along.squaredNorm(), 0.0, 1.0);
    const Vector3d y = from + t * along;
    if ((y - foot).squaredNorm() < least) least = (y - foot).squaredNorm(), best = y;
  }
  return is_inside ? foot : best;
}

// The farthest part of a core along a direction; world frame.
struct Extreme {
  Vector3d center;
  std::array<Vector3d, 2> half = {};  ///< orthogonal half vectors
  int dimension = 0;
  bool is_round = false;
  double radius = 0;  ///< rounding radius around the core
  std::uint32_t part = part::kSurface;
  const Polyhedron* body = nullptr;  ///< polyhedron to which the polygon `face` belongs
  const Frame* frame = nullptr;
  int face = 0;

  Vector3d nearest(const Vector3d& x) const {
    if (body) return frame->point_out(nearest_on_face(*body, face, frame->point_in(x)));
    const Vector3d r = x - center;
    if (is_round) {
      const Vector3d flat = half[0] * r.dot(half[0]) + half[1] * r.dot(half[1]);
      const double r2 = half[0].squaredNorm();
      return center + flat / std::max(r2, flat.norm() / std::sqrt(r2));
    }
    Vector3d y = center;
    for (int i = 0; i < dimension; ++i)
      y += std::clamp(r.dot(half[i]) / half[i].squaredNorm(), -1.0, 1.0) * half[i];
    return y;
  }
};

struct FindExtreme {
  const Frame& frame;
  Vector3d m;  ///< direction, in the frame of the solid

  Extreme operator()(const Box& box) const {
    Extreme extreme{.center = frame.p};
    int corner = 0;
    std::uint32_t named = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const Vector3d half = frame.out(box.half[axis] * Vector3d::Unit(axis));
      corner |= m[axis] > 0 ? 1 << axis : 0;
      if (std::abs(m[axis]) < kNormal && extreme.dimension < 2) {
        extreme.half[extreme.dimension++] = half;
        named = static_cast<std::uint32_t>(axis);
      } else {
        extreme.center += std::copysign(1.0, m[axis]) * half;
      }
    }
    if (extreme.dimension == 0) extreme.part = part::vertex(corner);
    if (extreme.dimension == 1) extreme.part = part::edge(static_cast<int>(named), corner);
    return extreme;
  }
  Extreme operator()(const Cylinder& cylinder) const {
    Extreme extreme;
    const Vector3d along = frame.out({0, 0, std::copysign(cylinder.half_length, m.z())});
    if (std::hypot(m.x(), m.y()) < kNormal) {
      extreme.center = frame.p + along;
      extreme.dimension = 2;
      extreme.is_round = true;
      extreme.half = {cylinder.radius * frame.R.col(0), cylinder.radius * frame.R.col(1)};
      return extreme;
    }
    extreme.center = frame.point_out(cylinder.radius * generator_direction(m));
    return end_or_rod(extreme, along);
  }
  Extreme operator()(const Capsule& capsule) const {
    Extreme extreme{.center = frame.p, .radius = capsule.radius};
    return end_or_rod(extreme, frame.out({0, 0, std::copysign(capsule.half_length, m.z())}));
  }
  Extreme end_or_rod(Extreme extreme, const Vector3d& along) const {
    const bool is_rod = std::abs(m.z()) < kNormal;
    const bool is_rim = extreme.radius == 0;
    extreme.dimension = is_rod ? 1 : 0;
    extreme.half[0] = along;
    if (!is_rod) extreme.center += along;
    extreme.part = is_rod ? part::kGenerator : part::vertex((is_rim ? 16 : 0) + (m.z() > 0));
    return extreme;
  }
  Extreme operator()(const Hull& hull) const {
    const Polyhedron& body = *hull.polyhedron;
    const int top = support_vertex(body, m);
    const double height = m.dot(body.vertices.col(top)) - kNormal * body.half_extent;
    const auto is_top = [&](int i) { return m.dot(body.vertices.col(i)) >= height; };
    Extreme extreme{.center = frame.point_out(body.vertices.col(top))};
    extreme.part = part::hull_vertex(top);
    for (int e = 0; e < static_cast<int>(body.edges.size()); ++e) {
      const Polyhedron::Edge& edge = body.edges[static_cast<std::size_t>(e)];
      if (!is_top(edge.from) || !is_top(edge.to)) continue;
      if (++extreme.dimension > 1) break;
      const Vector3d from = body.vertices.col(edge.from), to = body.vertices.col(edge.to);
      extreme.center = frame.point_out(0.5 * (from + to));
      extreme.half[0] = frame.out(0.5 * (to - from));
      extreme.part = part::hull_edge(e);
    }
    if (extreme.dimension < 2) return extreme;
    extreme.part = part::kSurface;
    extreme.body = &body;
    extreme.frame = &frame;
    for (int f = 1; f < static_cast<int>(body.faces.size()); ++f)
      if (body.faces[f].normal.dot(m) > body.faces[extreme.face].normal.dot(m)) extreme.face = f;
    return extreme;
  }
  Extreme operator()(const Ellipsoid& ellipsoid) const {
    const Vector3d image = ellipsoid.half.cwiseAbs2().cwiseProduct(m);
    return {.center = frame.point_out(image / std::sqrt(image.dot(m)))};
  }
  Extreme operator()(const Cone& cone) const {
    const double across = std::hypot(m.x(), m.y());
    const Vector3d tip(0, 0, cone.half_length);
    if (across < kNormal && m.z() < 0) {
      Extreme base{.center = frame.point_out(-tip), .dimension = 2, .is_round = true};
      base.half = {cone.radius * frame.R.col(0), cone.radius * frame.R.col(1)};
      return base;
    }
    const Vector3d end = cone.radius * generator_direction(m) - tip;
    const double higher = m.dot(tip - end);
    if (std::abs(higher) < kNormal * (cone.half_length + cone.radius))
      return {.center = frame.point_out(0.5 * (tip + end)),
              .half = {frame.out(0.5 * (tip - end))},
              .dimension = 1,
              .part = part::kGenerator};
    return {.center = frame.point_out(higher > 0 ? tip : end),
            .part = part::vertex(higher > 0 ? 17 : 16)};
  }
  Extreme operator()(const Sphere& sphere) const {
    return {.center = frame.p, .radius = sphere.radius};
  }
  Extreme operator()(const HalfSpace&) const { return {.center = frame.p}; }
  Extreme operator()(const Mesh&) const { return {.center = frame.p}; }
};

Extreme extreme_along(const Solid& solid, const Vector3d& n) {
  return std::visit(FindExtreme{solid.frame, solid.frame.in(n)}, solid.shape);
}

// Returns the point where the lines of two segments cross, seen along their common normal, clamped
// to the first segment.
Vector3d crossing(const Extreme& a, const Extreme& b) {
  const Vector3d &u = a.half[0], &v = b.half[0], r = b.center - a.center;
  const double uu = u.squaredNorm(), vv = v.squaredNorm(), uv = u.dot(v);
  const double det = uu * vv - uv * uv;
  if (!(det > 1e-14 * uu * vv)) return a.nearest(b.center);
  return a.center + std::clamp((u.dot(r) * vv - v.dot(r) * uv) / det, -1.0, 1.0) * u;
}

// An edge, a cylinder or a capsule as a segment with a radius around it.
struct Rod {
  Vector3d center, half;
  double radius = 0;
  bool is_sleeve = false;  ///< the radius is around the line only, not around its ends
  std::uint32_t part = part::kGenerator;
  std::array<std::uint32_t, 2> ends{};

  Vector3d surface(const Vector3d& x, const Vector3d& n) const {
    const Vector3d across = is_sleeve ? Vector3d(half.cross(n).cross(half)) : n;
    return x + radius * across.normalized();
  }
};

// Finds, among the edges that end in the corner farthest along m, the one most perpendicular to m.
bool find_hull_rod(const Polyhedron& body, const Frame& frame, const Vector3d& m, Rod& rod) {
  const int top = support_vertex(body, m);
  int best = -1;
  for (int e = 0; e < static_cast<int>(body.edges.size()); ++e) {
    const Polyhedron::Edge& edge = body.edges[static_cast<std::size_t>(e)];
    if (edge.from != top && edge.to != top) continue;
    const double lean = std::abs(edge.along.dot(m));
    if (best < 0 ||
        lean < std::abs(body.edges[static_cast<std::size_t>(best)].along.dot(m)) - kBias)
      best = e;
  }
  const Polyhedron::Edge& edge = body.edges[static_cast<std::size_t>(best)];
  const Vector3d from = body.vertices.col(edge.from), to = body.vertices.col(edge.to);
  rod.half = frame.out(0.5 * (to - from));
  rod.center = frame.point_out(0.5 * (from + to));
  rod.part = part::hull_edge(best);
  rod.ends = {part::hull_vertex(edge.from), part::hull_vertex(edge.to)};
  return std::abs(edge.along.dot(m)) < 0.5;
}

bool find_rod(const Solid& solid, const Vector3d& n, Rod& rod) {
  const Vector3d m = solid.frame.in(n);
  if (const auto* hull = std::get_if<Hull>(&solid.shape))
    return find_hull_rod(*hull->polyhedron, solid.frame, m, rod);
  if (const auto* box = std::get_if<Box>(&solid.shape)) {
    int axis = 0, corner = 0;
    for (int i = 1; i < 3; ++i)
      if (std::abs(m[i]) < std::abs(m[axis]) - kBias) axis = i;
    for (int i = 0; i < 3; ++i) corner |= i != axis && m[i] > 0 ? 1 << i : 0;
    const Vector3d low = box_vertex(*box, corner);
    rod.half = box->half[axis] * solid.frame.R.col(axis);
    rod.center = solid.frame.point_out(low) + rod.half;
    rod.part = part::edge(axis, corner);
    rod.ends = {part::vertex(corner), part::vertex(corner | 1 << axis)};
    return true;
  }
  if (const auto* cone = std::get_if<Cone>(&solid.shape)) {
    const Vector3d tip(0, 0, cone->half_length);
    const Vector3d along = tip - (cone->radius * generator_direction(m) - tip);
    if (!(std::abs(m.dot(along)) < 0.5 * along.norm())) return false;
    rod = {solid.frame.point_out(tip - 0.5 * along), 0.5 * solid.frame.out(along)};
    rod.ends = {part::vertex(16), part::vertex(17)};
    return true;
  }
  const auto* cylinder = std::get_if<Cylinder>(&solid.shape);
  const auto* capsule = std::get_if<Capsule>(&solid.shape);
  if (!capsule && !(cylinder && std::abs(m.z()) < 0.5)) return false;
  const double length = cylinder ? cylinder->half_length : capsule->half_length;
  rod = {solid.frame.p, length * solid.frame.R.col(2),
         cylinder ? cylinder->radius : capsule->radius};
  rod.is_sleeve = cylinder != nullptr;
  rod.ends = {part::vertex(cylinder ? 16 : 0), part::vertex(cylinder ? 17 : 1)};
  return true;
}

// Adds contacts at the ends of `rod` that face `other`. With `flip`, `n` and the order of points
// are those of a pair whose first solid is the one of `other`.
void add_ends(const Rod& rod, const Rod& other, const Vector3d& n, bool flip, double tolerance,
              ContactSet& contacts) {
  for (int end = 0; end < 2; ++end) {
    const Vector3d x = rod.center + (end ? 1 : -1) * rod.half;
    const double length = other.half.norm();
    const double t = other.half.dot(x - other.center) / (length * length);
    if (!(std::abs(t) <= 1 + tolerance / length)) continue;
    const Vector3d across = other.center + t * other.half - x;
    const Vector3d normal = across.normalized();
    const Vector3d from = rod.surface(x, normal), to = other.surface(x + across, -normal);
    ContactPoint point{.gap = normal.dot(to - from), .normal = flip ? Vector3d(-normal) : normal};
    if (!(point.normal.dot(n) > 0.5)) continue;
    point.point_a = flip ? to : from;
    point.point_b = flip ? from : to;
    point.feature = flip ? feature(other.part, rod.ends[end]) : feature(rod.ends[end], other.part);
    if (!contacts.has_near(point.point_a, true, 3 * tolerance)) contacts.add(point);
  }
}

}  // namespace

ContactPoint closest_point(const Solid& a, const Solid& b, const Vector3d& n) {
  const Extreme on_a = extreme_along(a, n), on_b = extreme_along(b, -n);
  Vector3d x =
      on_a.dimension == 1 && on_b.dimension == 1 ? crossing(on_a, on_b) : on_a.nearest(on_b.center);
  Vector3d y = on_b.nearest(x);
  // One pass is exact except for two faces, which occur here only within a tolerance of their
  // edges.
  const int passes = on_a.dimension + on_b.dimension > 2 ? 100 : 1;
  for (int i = 0; i < passes; ++i) {
    x = on_a.nearest(y);
    y = on_b.nearest(x);
  }
  ContactPoint point{.normal = n, .feature = feature(on_a.part, on_b.part)};
  point.point_a = x + on_a.radius * n;
  point.point_b = y - on_b.radius * n;
  point.gap = n.dot(point.point_b - point.point_a);
  return point;
}

void add_closest_contacts(const Solid& a, const Solid& b, const Distance& separation,
                          double tolerance, ContactSet& contacts) {
  const ContactPoint closest = closest_point(a, b, separation.normal);
  ContactSet ends(contacts.margin());
  Rod rod_a, rod_b;
  if (find_rod(a, separation.normal, rod_a) && find_rod(b, -separation.normal, rod_b)) {
    add_ends(rod_a, rod_b, separation.normal, false, tolerance, ends);
    add_ends(rod_b, rod_a, separation.normal, true, tolerance, ends);
  }
  // On a tilted cylinder the ends are approximate. An end that seems deeper than the closest point
  // is replaced by the closest point.
  ends.drop_below(closest.gap - tolerance);
  const bool needed = !(closest.gap >= ends.least_gap() - tolerance);
  if (needed) contacts.add(closest);
  // An end beside the closest point adds no support.
  const double apart = needed ? 0.1 * tolerance / kBias : 0;
  ends.for_each([&](const ContactPoint& end) {
    const double shift =
        (end.point_a - closest.point_a).norm() + (end.point_b - closest.point_b).norm();
    if (shift >= apart) contacts.add(end);
  });
}

}  // namespace perpend::spatial
