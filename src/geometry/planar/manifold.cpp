// SPDX-License-Identifier: Apache-2.0
// Contact manifolds. Smooth shapes give the one point of signed_distance. Polygons and capsules
// against a half-plane give their lowest vertex and its lower neighbour; against each other the
// incident edge is clipped by the sides of the reference face, or there is a contact of two
// corners.
//
// Persistence. Every choice between candidates that can be equal (which face is the reference,
// which edge is incident, which neighbour is lower, face or corner) prefers the first one unless
// another is better by kBias times the size of the shapes, so that resting contacts keep their
// features under perturbations up to about kBias. As a consequence the gap of a manifold may be
// below the signed distance by that much. Features name the edges of both shapes and the end of the
// overlap, not the reference face, so they also survive a change of roles.
//
// Method: clipping as in Baraff & Witkin, Physically Based Modeling (1997), D.5 and Box2D;
// rounded corners by offset of the cores.
// Limits: the points of a face contact are exact for parallel faces; where an end of the overlap
// is cut off by the side of the reference face its velocity along the incident edge is neglected
// in normal · (velocity difference), an error of second order in the angle between the faces.
#include "perpend/geometry/planar/manifold.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/planar/core.hpp"
#include "geometry/planar/face_search.hpp"
#include "perpend/geometry/planar/distance.hpp"

namespace perpend::planar {
namespace {

/// Relative to the smaller shape: 100 times the jitter (1e-7) that features must survive, and far
/// below the overlap that a time step leaves.
constexpr double kBias = 1e-5;

constexpr double kGhostOverlap = 1e-3;

constexpr std::uint32_t kCorners = 1u << 31;

std::uint32_t edge_feature(int edge_a, int edge_b, int end) {
  return static_cast<std::uint32_t>(edge_a & 0x7fff) |
         static_cast<std::uint32_t>(edge_b & 0x7fff) << 15 | static_cast<std::uint32_t>(end) << 30;
}

/// A gap of NaN is kept so that the contact solver sees it.
void add(Manifold& manifold, const ContactPoint& point, double margin) {
  if (!(point.gap > margin)) manifold.points[manifold.size++] = point;
}

void add(Manifold& manifold, const Distance& d, std::uint32_t feature, double margin) {
  add(manifold, {d.gap, d.normal, d.point_a, d.point_b, feature}, margin);
}

// Returns the manifold of a half-plane with the face of the core that is deepest in it.
Manifold half_plane_manifold(const HalfPlane& a, const Frame& frame_a, const Core& b,
                             const Frame& frame_b, double margin) {
  const Eigen::Vector2d n = frame_a.out(a.normal);
  const Eigen::Vector2d local = frame_b.in(n);
  const int size = b.size();
  const int lowest = b.support(-local);
  const auto height = [&](int i) { return local.dot(b.vertex(i)); };
  std::array<int, 2> vertices{lowest, lowest};
  if (size > 1) {
    const int next = lowest + 1 < size ? lowest + 1 : 0;
    const int previous = lowest > 0 ? lowest - 1 : size - 1;
    const double bias = kBias * b.extent();
    vertices[1] = height(previous) < height(next) - bias ? previous : next;
  }
  std::sort(vertices.begin(), vertices.end());
  Manifold manifold;
  for (int k = 0; k < std::min(size, 2); ++k) {
    ContactPoint point;
    point.normal = n;
    point.point_b = frame_b.point_out(b.vertex(vertices[k])) - b.radius() * n;
    point.gap = n.dot(point.point_b - frame_a.p);
    point.point_a = point.point_b - point.gap * n;
    point.feature = static_cast<std::uint32_t>(vertices[k]);
    add(manifold, point, margin);
  }
  return manifold;
}

/// Returns the edge at `vertex` that faces `normal` most; both in the frame of the core.
int incident_edge(const Core& core, int vertex, const Eigen::Vector2d& normal) {
  // Candidates are the two sides of a segment, or the edges into and out of a corner.
  const bool segment = core.size() == 2;
  const int first = segment ? 0 : (vertex > 0 ? vertex : core.size()) - 1;
  const int second = segment ? 2 : vertex;
  const double opposition_first = -normal.dot(core.face(first).normal);
  const double opposition_second = -normal.dot(core.face(second).normal);
  return opposition_second > opposition_first + kBias ? second : first;
}

/// Returns the part of the incident edge e0 e1 between the sides of the reference face r0 r1, as
/// parameters along e0 e1; the same parameter twice if the overlap is no longer than `shortest`.
std::array<double, 2> overlap(const std::array<Eigen::Vector2d, 2>& e,
                              const std::array<Eigen::Vector2d, 2>& r,
                              const Eigen::Vector2d& normal, double shortest) {
  const Eigen::Vector2d along = left_of(normal);
  const Eigen::Vector2d edge = e[1] - e[0];
  const double length = along.dot(r[1] - r[0]);
  const double start = along.dot(e[0] - r[0]);
  const double rate = along.dot(edge);
  double lo = 0;
  double hi = 1;
  if (std::abs(rate) > shortest) {
    const auto [first, second] = std::minmax({-start / rate, (length - start) / rate});
    lo = std::clamp(first, 0.0, 1.0);
    hi = std::clamp(second, 0.0, 1.0);
  }
  if ((hi - lo) * edge.norm() > shortest) return {lo, hi};
  const double middle = (lo + hi) / 2;
  return {middle, middle};
}

/// A pair of cores with their world frames.
struct Pair {
  const Core& a;
  const Core& b;
  const Frame& frame_a;
  const Frame& frame_b;
};

Manifold face_manifold(const Pair& pair, const FaceSeparation& face, double shortest,
                       double margin) {
  const Core& reference = face.on_a ? pair.a : pair.b;
  const Core& other = face.on_a ? pair.b : pair.a;
  const Frame& frame = face.on_a ? pair.frame_a : pair.frame_b;
  const Frame& other_frame = face.on_a ? pair.frame_b : pair.frame_a;
  const Face side = reference.face(face.face);
  const Eigen::Vector2d n = frame.out(side.normal);
  const int edge = incident_edge(other, face.support, other_frame.in(n));
  const Face opposite = other.face(edge);
  const std::array<Eigen::Vector2d, 2> r{frame.point_out(reference.vertex(side.first)),
                                         frame.point_out(reference.vertex(side.second))};
  const std::array<Eigen::Vector2d, 2> e{other_frame.point_out(other.vertex(opposite.first)),
                                         other_frame.point_out(other.vertex(opposite.second))};
  const std::array<double, 2> range = overlap(e, r, n, shortest);
  const int count = range[0] < range[1] ? 2 : 1;
  Manifold manifold;
  for (int k = 0; k < count; ++k) {
    ContactPoint point;
    const Eigen::Vector2d x = e[0] + range[k] * (e[1] - e[0]);
    const double gap = n.dot(x - r[0]);
    const Eigen::Vector2d on_reference = x - (gap - reference.radius()) * n;
    const Eigen::Vector2d on_other = x - other.radius() * n;
    point.gap = gap - reference.radius() - other.radius();
    point.normal = face.on_a ? n : Eigen::Vector2d(-n);
    point.point_a = face.on_a ? on_reference : on_other;
    point.point_b = face.on_a ? on_other : on_reference;
    // Opposite edges have opposite directions: the first end of one is at the second end of the
    // other.
    point.feature =
        face.on_a ? edge_feature(face.face, edge, k) : edge_feature(edge, face.face, count - 1 - k);
    add(manifold, point, margin);
  }
  if (manifold.size == 2 && manifold.points[0].feature > manifold.points[1].feature) {
    std::swap(manifold.points[0], manifold.points[1]);
  }
  return manifold;
}

Manifold corner_manifold(const Pair& pair, const CoreDistance& nearest, double margin) {
  Distance d = nearest.distance;
  d.gap -= pair.a.radius() + pair.b.radius();
  d.point_a += pair.a.radius() * d.normal;
  d.point_b -= pair.b.radius() * d.normal;
  Manifold manifold;
  add(manifold, d, kCorners | edge_feature(nearest.vertex_a, nearest.vertex_b, 0), margin);
  return manifold;
}

double least_gap(const Manifold& manifold) {
  double least = HUGE_VAL;
  for (int k = 0; k < manifold.size; ++k) least = std::min(least, manifold.points[k].gap);
  return least;
}

// True if a contact of two separated shapes would be a ghost collision at an internal edge: along a
// face whose normal is perpendicular to their separation they overlap by less than the gap and than
// kGhostOverlap of their size, or are separated by less than a tenth of that. Motion along the gap
// then leads past that face, as from one tile of a floor to the next, and a contact row would stop
// a body that slides over the seam.
bool is_ghost_collision(const Pair& pair, const FaceSeparation& apart, double tolerance) {
  const double gap = apart.value - pair.a.radius() - pair.b.radius();
  if (!(gap > tolerance)) return false;
  const double least = std::min(gap, kGhostOverlap * std::min(pair.a.extent(), pair.b.extent()));
  const Frame& frame = apart.on_a ? pair.frame_a : pair.frame_b;
  return nearly_flush(pair.a, pair.frame_a, pair.b, pair.frame_b, frame.out(apart.normal), least);
}

// A corner that lies beyond the end of the face by s, at a distance r, is farther than the face
// separation by only s²/2r, and radii make r large. But the part of a steep edge at that corner
// that is left after clipping by the sides of the face may be far away. Then a corner contact is
// used.
Manifold core_manifold(const Pair& pair, double margin) {
  const double tolerance = kBias * std::min(pair.a.extent(), pair.b.extent());
  const FaceSearch faces = search_faces(pair.a, pair.frame_a, pair.b, pair.frame_b, tolerance);
  const double radii = pair.a.radius() + pair.b.radius();
  if (faces.best.value - radii > margin) return {};
  if (is_ghost_collision(pair, faces.best, tolerance)) return {.points = {}, .is_ghost = true};
  if (faces.best.value > 0) {
    const CoreDistance nearest =
        core_distance(pair.a, pair.frame_a, pair.b, pair.frame_b, faces.best);
    if (nearest.corners && nearest.distance.gap > faces.steady.value + tolerance)
      return corner_manifold(pair, nearest, margin);
    Manifold manifold = face_manifold(pair, faces.steady, tolerance, margin);
    if (!(least_gap(manifold) > nearest.distance.gap - radii + tolerance)) return manifold;
    return nearest.corners ? corner_manifold(pair, nearest, margin)
                           : face_manifold(pair, faces.best, tolerance, margin);
  }
  return face_manifold(pair, faces.steady, tolerance, margin);
}

bool has_faces(const Shape& shape) {
  return std::holds_alternative<Polygon>(shape) || std::holds_alternative<Capsule>(shape);
}

Manifold flipped(Manifold manifold) {
  for (int k = 0; k < manifold.size; ++k) {
    ContactPoint& point = manifold.points[k];
    point.normal = -point.normal;
    std::swap(point.point_a, point.point_b);
  }
  return manifold;
}

}  // namespace

Manifold contact_manifold(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                          double margin) {
  const bool faces_a = has_faces(a);
  const bool faces_b = has_faces(b);
  const auto* plane_a = std::get_if<HalfPlane>(&a);
  const auto* plane_b = std::get_if<HalfPlane>(&b);
  if (plane_a && faces_b) {
    return half_plane_manifold(*plane_a, Frame(pose_a), Core(b), Frame(pose_b), margin);
  }
  if (plane_b && faces_a) {
    return flipped(half_plane_manifold(*plane_b, Frame(pose_b), Core(a), Frame(pose_a), margin));
  }
  if (faces_a && faces_b) {
    return core_manifold({Core(a), Core(b), Frame(pose_a), Frame(pose_b)}, margin);
  }
  Manifold manifold;
  add(manifold, signed_distance(a, pose_a, b, pose_b), 0, margin);
  return manifold;
}

}  // namespace perpend::planar
