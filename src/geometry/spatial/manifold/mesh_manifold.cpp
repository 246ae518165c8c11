// SPDX-License-Identifier: Apache-2.0
// Contacts of a mesh. Each triangle near the solid is treated as a hull without volume. Of its
// contacts those are kept that the surrounding surface admits as well.
//
// Internal edges. A contact at a side or corner of a triangle counts only if the surface is convex
// there, and only with a normal between those of the triangles around: n must not point along any
// of them (the Voronoi region of the edge or corner). So nothing is stopped by the side of the next
// triangle of a flush floor, and where faces of triangles in one plane are clipped, only the
// outline of that plane has points.
//
// If no contact is left, as when a solid overlaps a corner of a triangle by less than its depth and
// the shorter way out is sideways, the solid is clipped over the triangle along the triangle's
// normal. Points deeper than twice the inner radius of the solid are behind the surface, not in it;
// so is a ball that does not reach it.
//
// Limits: if there are more points than a manifold has, the deepest 32 are kept and then the most
// spread ones.
#include "geometry/spatial/manifold/mesh_manifold.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "geometry/spatial/broad_phase/mesh_tree.hpp"
#include "geometry/spatial/convex/gjk.hpp"
#include "geometry/spatial/manifold/face_contact.hpp"
#include "geometry/spatial/manifold/mesh_ghosts.hpp"
#include "geometry/spatial/manifold/penetrating_vertices.hpp"
#include "geometry/spatial/manifold/solid_contact.hpp"
#include "geometry/spatial/manifold/triangle_side.hpp"
#include "geometry/spatial/shapes/extent.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

// Angle (rad) by which a normal may point along a triangle beside an edge; up to the same angle
// triangles lie in one plane.
constexpr double kAlong = 1e-4;
// Cosine to the normal of a triangle above which a contact is with its inside.
constexpr double kUpright = 1 - 1e-6;
constexpr std::size_t kDeepest = 32;

/// The feature of a triangle that a contact is at: corner or side number `index`, or the inside.
struct Place {
  enum Kind { inside, side, corner } kind = inside;
  int index = 0;
};

// True if the surface admits a contact at `place` of a triangle with normal m, in the frame of the
// mesh.
bool admits(const TriangleMesh& mesh, int index, const Place& place, const Vector3d& m) {
  const TriangleMesh::Triangle& triangle = mesh.triangles[index];
  if (m.dot(triangle.normal) < -kAlong) return false;
  if (place.kind == Place::inside) return m.dot(triangle.normal) > kUpright;
  const int k = place.index;
  if (place.kind == Place::corner) {
    const int v = triangle.corner[k];
    if (mesh.bends[v] == TriangleMesh::Bend::none) return false;
    for (int i = mesh.spoke_start[v]; i < mesh.spoke_start[v + 1]; ++i) {
      const Vector3d spoke = mesh.vertices.col(mesh.spokes[i]) - mesh.vertices.col(v);
      if (m.dot(spoke) > kAlong * spoke.norm()) return false;
    }
    return true;
  }
  const TriangleMesh::Side& side = triangle.side[k];
  if (!side.is_sharp || m.dot(outward(mesh, triangle, k)) < -kAlong) return false;
  if (side.neighbour < 0) return true;
  return m.dot(outward_of_neighbour(mesh, side)) >= -kAlong;
}

// True if the surface is convex at a side or a corner of the triangle: elsewhere only the inside of
// the triangle has contacts.
bool has_convex_edge(const TriangleMesh& mesh, int index) {
  const TriangleMesh::Triangle& triangle = mesh.triangles[index];
  for (int k = 0; k < 3; ++k)
    if (triangle.side[k].is_sharp || mesh.bends[triangle.corner[k]] != TriangleMesh::Bend::none)
      return true;
  return false;
}

// True if a triangle beyond a convex edge offers x, in the frame of the mesh and below the plane of
// this triangle, a shorter way out, or if x is above that triangle's plane. `gap` is that of x to
// this triangle's plane, < 0.
bool is_beyond_ridge(const TriangleMesh& mesh, int index, const Vector3d& x, double gap) {
  const TriangleMesh::Triangle& triangle = mesh.triangles[index];
  for (int k = 0; k < 3; ++k) {
    const TriangleMesh::Side& side = triangle.side[k];
    if (!side.is_sharp || side.neighbour < 0) continue;
    const Vector3d from = mesh.vertices.col(triangle.corner[k]);
    if (mesh.triangles[side.neighbour].normal.dot(x - from) > gap) return true;
  }
  return false;
}

// Returns an id that differs for all pairs of a part of the mesh and a part of a solid, except for
// hash collisions.
std::uint32_t mesh_feature(const TriangleMesh& mesh, int index, const Place& place,
                           std::uint32_t part) {
  const TriangleMesh::Triangle& triangle = mesh.triangles[index];
  std::uint64_t id = static_cast<std::uint64_t>(triangle.plane);
  if (place.kind == Place::side) id = static_cast<std::uint64_t>(triangle.side[place.index].edge);
  if (place.kind == Place::corner) id = static_cast<std::uint64_t>(triangle.corner[place.index]);
  std::uint64_t x = (id << 18 | static_cast<std::uint64_t>(place.kind) << 16 | part) + 1;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return static_cast<std::uint32_t>(x >> 32);
}

Place place_of(std::uint32_t part) {
  if (part & 0x8000) return {Place::side, static_cast<int>(part & 0xff)};
  if (part & 0x4000) return {Place::corner, static_cast<int>(part & 0xff)};
  return {};
}

// A contact and the triangle at which it was found.
struct MeshPoint {
  ContactPoint point;
  int triangle = 0;
};

struct Foot {
  Vector3d x;
  Place place;
};

// Returns the point of a triangle nearest to x, in the frame of the mesh.
Foot foot_of(const TriangleMesh& mesh, const TriangleMesh::Triangle& triangle, const Vector3d& x) {
  const Vector3d base = mesh.vertices.col(triangle.corner[0]);
  const Vector3d flat = x - triangle.normal.dot(x - base) * triangle.normal;
  Foot best{flat, {}};
  double least = HUGE_VAL;
  for (int k = 0; k < 3; ++k) {
    const Vector3d from = mesh.vertices.col(triangle.corner[k]);
    const Vector3d along = mesh.vertices.col(triangle.corner[(k + 1) % 3]) - from;
    if (!(along.cross(triangle.normal).dot(flat - from) > 0)) continue;
    const double t = std::clamp(along.dot(flat - from) / along.squaredNorm(), 0.0, 1.0);
    const Vector3d y = from + t * along;
    if ((y - flat).squaredNorm() >= least) continue;
    least = (y - flat).squaredNorm();
    best = {y, {Place::side, k}};
    if (t == 0) best.place = {Place::corner, k};
    if (t == 1) best.place = {Place::corner, (k + 1) % 3};
  }
  return best;
}

class Search {
 public:
  Search(const Mesh& mesh, const Frame& frame, const Shape& shape, const Pose& pose, double margin,
         std::vector<MeshPoint>& found, std::vector<NearTriangle>& near)
      : mesh_(*mesh.mesh),
        frame_(frame),
        shape_(shape),
        there_(pose),
        margin_(margin),
        found_(found),
        near_(near) {}

  void ball(int triangle);
  void solid(int triangle);
  bool drop_ghosts();

 private:
  void keep(const ContactPoint& point, int triangle, const Place& place, std::uint32_t part);
  void keep_all(const ContactSet& contacts, int triangle);

  const TriangleMesh& mesh_;
  const Frame& frame_;
  const Shape& shape_;
  const Frame there_;
  const double margin_;
  std::vector<MeshPoint>& found_;
  std::vector<NearTriangle>& near_;
};

void Search::keep(const ContactPoint& point, int triangle, const Place& place, std::uint32_t part) {
  if (!admits(mesh_, triangle, place, frame_.in(point.normal))) return;
  ContactPoint kept = point;
  kept.feature = mesh_feature(mesh_, triangle, place, part);
  const bool is_known = std::any_of(found_.begin(), found_.end(), [&](const MeshPoint& other) {
    return other.point.feature == kept.feature;
  });
  if (!is_known) found_.push_back({kept, triangle});
}

void Search::ball(int index) {
  const double radius = std::get<Sphere>(shape_).radius;
  const TriangleMesh::Triangle& triangle = mesh_.triangles[index];
  const Vector3d center = frame_.point_in(there_.p);
  const Foot foot = foot_of(mesh_, triangle, center);
  const double height = triangle.normal.dot(center - foot.x);
  if (foot.place.kind != Place::inside && height < 0) return;
  const double distance = foot.place.kind == Place::inside ? height : (center - foot.x).norm();
  if (distance - radius > margin_ || distance < -radius) return;
  if (distance == 0 && foot.place.kind != Place::inside) return;  // no normal
  ContactPoint point{.gap = distance - radius};
  point.normal = frame_.out(
      foot.place.kind == Place::inside ? triangle.normal : Vector3d((center - foot.x) / distance));
  point.point_a = frame_.point_out(foot.x);
  point.point_b = there_.p - radius * point.normal;
  keep(point, index, foot.place, part::kSurface);
}

// Skips corners in the middle of a straight edge: they add nothing to the ends of the edge.
void Search::keep_all(const ContactSet& contacts, int index) {
  const TriangleMesh::Triangle& triangle = mesh_.triangles[index];
  contacts.for_each([&](const ContactPoint& point) {
    const Place place = place_of(point.feature >> 16);
    if (place.kind != Place::corner ||
        mesh_.bends[triangle.corner[place.index]] == TriangleMesh::Bend::sharp)
      keep(point, index, place, point.feature & 0xffff);
  });
}

// If the solid's deepest point along the normal of the triangle is over the triangle, the face is
// the contact; without convex edges nothing else is. A solid that does not overlap the triangle may
// still be deep below its plane, on the far side of the surface. Four directions rule out most
// triangles before points are searched.
void Search::solid(int index) {
  const Shape triangle = triangle_hull(mesh_, index);
  const Solid a{triangle, frame_}, b{shape_, there_};
  const MinkowskiSum sum(a.shape, a.frame, b.shape, b.frame);
  const Vector3d normal = frame_.out(mesh_.triangles[index].normal);
  const double along = sum.separation(normal);
  if (along > margin_) return;
  const double size = std::min(extent(a.shape), extent(b.shape)), tolerance = kBias * size;
  near_.push_back({index, along, size});
  if (sum.separation(-normal) > margin_ + tolerance) return;
  for (int k = 0; k < 3; ++k) {
    const Vector3d out = frame_.out(outward(mesh_, mesh_.triangles[index], k));
    if (sum.separation(out) > margin_ + tolerance) return;
  }
  ContactSet over(margin_), around(margin_);
  add_face_contacts(a, {0}, b, true, tolerance, over);
  if (along < -tolerance)
    add_penetrating_vertices(mesh_, index, frame_, b, std::min(over.least_gap(), 0.0) - tolerance,
                             over);
  over.drop_if([&](const ContactPoint& point) {
    return point.gap < -2 * inner_radius(shape_) ||
           (point.gap < -tolerance &&
            is_beyond_ridge(mesh_, index, frame_.point_in(point.point_b), point.gap + tolerance));
  });
  const bool is_deep = over.least_gap() < -tolerance;
  if (!is_deep && over.least_gap() <= along + tolerance) return keep_all(over, index);
  if (!has_convex_edge(mesh_, index)) {
    if (is_deep && core_gap(sum).norm() > sum.ball) over.drop_below(-tolerance);
    return keep_all(over, index);
  }
  const Distance separation = largest_separation(sum, margin_);
  if (separation.gap > margin_) return;
  if (separation.gap > 0) over.drop_below(-tolerance);
  if (over.least_gap() <= along + tolerance) return keep_all(over, index);
  add_contacts_at(separation, sum, a, b, tolerance, around);
  const std::size_t before = found_.size();
  keep_all(around, index);
  if (found_.size() == before) keep_all(over, index);
}

// Drops ghost collisions; returns true if there were any.
bool Search::drop_ghosts() {
  const double thickness = inner_radius(shape_);
  return std::erase_if(found_, [&](const MeshPoint& found) {
           ContactPoint seen = found.point;
           seen.normal = frame_.in(seen.normal);
           seen.point_a = frame_.point_in(seen.point_a);
           return is_ghost_collision(mesh_, found.triangle, seen, near_, thickness);
         }) > 0;
}

// Returns the box around a solid in the frame of the mesh, grown by `margin`.
Aabb box_in_mesh(const Frame& frame, const Shape& shape, const Pose& pose, double margin) {
  const Eigen::Quaterniond r(frame.R);
  const Pose seen{frame.point_in(pose.p), r.conjugate() * pose.r};
  return inflated(bounds(shape, seen), margin);
}

// Returns the distance of the boxes, 0 if they overlap.
double apart(const TriangleMesh::Node& node, const Aabb& box) {
  return (node.lo - box.hi).cwiseMax(box.lo - node.hi).cwiseMax(0).norm();
}

}  // namespace

bool add_mesh_contacts(const Mesh& mesh, const Frame& frame, const Shape& shape, const Pose& pose,
                       ContactSet& contacts) {
  if (std::holds_alternative<HalfSpace>(shape)) return true;
  thread_local std::vector<MeshPoint> found;
  thread_local std::vector<NearTriangle> near;
  found.clear();
  near.clear();
  Search search(mesh, frame, shape, pose, contacts.margin(), found, near);
  const bool is_ball = std::holds_alternative<Sphere>(shape);
  for_each_triangle(*mesh.mesh, box_in_mesh(frame, shape, pose, contacts.margin()),
                    [&](int t) { is_ball ? search.ball(t) : search.solid(t); });
  const bool had_ghosts = search.drop_ghosts();
  const auto by_feature = [](const MeshPoint& p, const MeshPoint& q) {
    return p.point.feature < q.point.feature;
  };
  if (found.size() > kDeepest) {
    std::sort(found.begin(), found.end(), [&](const MeshPoint& p, const MeshPoint& q) {
      return p.point.gap < q.point.gap || (p.point.gap == q.point.gap && by_feature(p, q));
    });
    found.resize(kDeepest);
  }
  std::sort(found.begin(), found.end(), by_feature);
  for (const MeshPoint& kept : found) contacts.add(kept.point);
  return !had_ghosts || !found.empty();
}

Distance triangle_distance(const TriangleMesh& mesh, int index, const Frame& frame,
                           const Shape& shape, const Frame& there, double enough) {
  if (const auto* ball = std::get_if<Sphere>(&shape)) {
    const Vector3d center = frame.point_in(there.p);
    const Vector3d across = center - foot_of(mesh, mesh.triangles[index], center).x;
    const double distance = across.norm();
    const Vector3d m = distance > 0 ? Vector3d(across / distance) : mesh.triangles[index].normal;
    return {distance - ball->radius, frame.out(m)};
  }
  const Shape triangle = triangle_hull(mesh, index);
  const MinkowskiSum sum(triangle, frame, shape, there);
  return largest_separation(sum, enough);
}

NearestTriangle nearest_triangle(const Mesh& mesh, const Frame& frame, const Shape& shape,
                                 const Pose& pose) {
  const TriangleMesh& body = *mesh.mesh;
  const Frame there(pose);
  NearestTriangle nearest{{HUGE_VAL, frame.R.col(2)}};
  if (std::holds_alternative<HalfSpace>(shape) || std::holds_alternative<Mesh>(shape))
    return nearest;
  const Aabb box = box_in_mesh(frame, shape, pose, 0);
  std::array<int, 64> open;
  int count = 0;
  open[count++] = 0;
  while (count > 0) {
    const int index = open[--count];
    const TriangleMesh::Node& node = body.nodes[index];
    const double bound = apart(node, box);
    if (bound > 0 && bound >= nearest.distance.gap) continue;
    for (int i = node.first; i < node.first + node.count; ++i) {
      const int t = body.order[i];
      const Distance d = triangle_distance(body, t, frame, shape, there, nearest.distance.gap);
      if (d.gap < nearest.distance.gap) nearest = {d, t};
    }
    if (node.count > 0) continue;
    // The nearer child is visited first.
    const bool right = apart(body.nodes[node.right], box) < apart(body.nodes[index + 1], box);
    open[count++] = right ? index + 1 : node.right;
    open[count++] = right ? node.right : index + 1;
  }
  return nearest;
}

}  // namespace perpend::spatial
