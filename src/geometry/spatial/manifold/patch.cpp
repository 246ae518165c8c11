// SPDX-License-Identifier: Apache-2.0
#include "geometry/spatial/manifold/patch.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/spatial/convex/support.hpp"
#include "geometry/spatial/manifold/rim.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

// Maps points from a solid's frame to the axes of the reference face.
struct Placed {
  const Frame& frame;
  const FaceAxes& axes;
  Vector3d operator()(const Vector3d& x) const { return axes.in(frame.point_out(x)); }
};

void set_face(Patch& patch, const Placed& placed, const Vector3d& center, const Vector3d& first,
              const Vector3d& second) {
  patch.has_area = true;
  patch.center = placed(center);
  patch.half = {placed(center + first) - patch.center, placed(center + second) - patch.center};
}

Patch box_patch(const Box& box, const FaceName& face, const Placed& placed) {
  Patch patch;
  const int i = (face.axis + 1) % 3, j = (face.axis + 2) % 3;
  const int side = face.upper ? 1 << face.axis : 0;
  const Vector3d center = box.half[face.axis] * (face.upper ? 1 : -1) * Vector3d::Unit(face.axis);
  set_face(patch, placed, center, box.half[i] * Vector3d::Unit(i), box.half[j] * Vector3d::Unit(j));
  const std::array<int, 4> around{side, side | 1 << i, side | 1 << i | 1 << j, side | 1 << j};
  for (int k = 0; k < 4; ++k) {
    const int from = around[k], to = around[(k + 1) % 4];
    patch.add_corner(placed(box_vertex(box, from)), part::vertex(from));
    patch.add_side(placed(box_vertex(box, from)), placed(box_vertex(box, to)),
                   part::edge(k % 2 ? j : i, from));
  }
  return patch;
}

// Evenly spread corners keep their names while the face is level; a leaning face stands on its
// lowest edge, whose corners are added.
void add_hull_corners(Patch& patch, const Polyhedron& body, const Polyhedron::Face& face,
                      const Placed& placed) {
  const Spread spread{face.size, face.size > kMostCorners ? kRimPoints : kMostCorners};
  LowestCorners lowest;
  const auto add = [&](int k) {
    const int vertex = body.loop[static_cast<std::size_t>(face.first + k)];
    patch.add_corner(placed(face_corner(body, face, k)), part::hull_vertex(vertex));
  };
  for (int k = 0; k < face.size; ++k) {
    lowest.see(k, placed(face_corner(body, face, k)).z());
    if (spread.has(k)) add(k);
  }
  if (lowest.are_level(body.half_extent)) return;
  for (const int k : {lowest.first(), lowest.second()})
    if (!spread.has(k)) add(k);
}

Patch hull_patch(const Polyhedron& body, int name, const Placed& placed) {
  const Polyhedron::Face& face = body.faces[static_cast<std::size_t>(name)];
  Patch patch;
  patch.is_polygon = true;
  const Vector3d first = face.normal.unitOrthogonal(), second = face.normal.cross(first);
  set_face(patch, placed, face_corner(body, face, 0), first, second);
  add_hull_corners(patch, body, face, placed);
  const Spread spread{face.size, Patch::kMostSides};
  for (int k = 0, next = 0; k < face.size; k = next) {
    for (next = k + 1; next < face.size && !spread.has(next);) ++next;
    const int edge = body.loop_edge[static_cast<std::size_t>(face.first + k)];
    patch.add_side(placed(face_corner(body, face, k)),
                   placed(face_corner(body, face, next % face.size)), part::hull_edge(edge));
  }
  return patch;
}

// Returns the cylinder whose caps are faces of the shape; a cone has the lower one only.
Cylinder round_of(const Shape& shape) {
  const auto* cone = std::get_if<Cone>(&shape);
  return cone ? around(*cone) : std::get<Cylinder>(shape);
}

void set_cap(Patch& patch, const Cylinder& cylinder, bool upper, const Placed& placed) {
  const double z = upper ? cylinder.half_length : -cylinder.half_length;
  patch.is_round = true;
  patch.upper = upper;
  set_face(patch, placed, {0, 0, z}, {cylinder.radius, 0, 0}, {0, cylinder.radius, 0});
}

struct Incident {
  const Placed placed;
  const Vector3d towards;  ///< towards the reference, in the frame of the solid
  double margin;

  Patch operator()(const Box& box) const {
    FaceName face{.axis = 0};
    for (int axis = 1; axis < 3; ++axis)
      if (std::abs(towards[axis]) > std::abs(towards[face.axis]) + kBias) face.axis = axis;
    face.upper = towards[face.axis] > 0;
    return box_patch(box, face, placed);
  }
  Patch operator()(const Cylinder& cylinder) const {
    Patch patch;
    set_cap(patch, cylinder, towards.z() > 0, placed);
    patch.has_rim = stands(cylinder, towards, margin);
    for_each_rim_point(cylinder, towards, margin, [&](const Vector3d& x, int i) {
      patch.add_corner(placed(x), part::vertex(i));
    });
    if (patch.has_rim) return patch;
    const Vector3d along(0, 0, cylinder.half_length);
    const Vector3d middle = cylinder.radius * generator_direction(towards);
    patch.add_side(placed(middle - along), placed(middle + along), part::kGenerator);
    return patch;
  }
  Patch operator()(const Cone& cone) const {
    Patch patch;
    patch.has_rim = stands(cone, towards, margin);
    if (patch.has_rim) set_cap(patch, around(cone), false, placed);
    Vector3d rim_end, tip(0, 0, cone.half_length);
    rim_end = cone.radius * generator_direction(towards) - tip;
    for_each_rim_point(cone, towards, margin, [&](const Vector3d& x, int i) {
      patch.add_corner(placed(x), part::vertex(i));
    });
    if (!patch.has_rim) patch.add_side(placed(rim_end), placed(tip), part::kGenerator);
    return patch;
  }
  Patch operator()(const Ellipsoid& ellipsoid) const {
    Patch patch;
    const Vector3d image = ellipsoid.half.cwiseAbs2().cwiseProduct(towards);
    patch.add_corner(placed(image / std::sqrt(image.dot(towards))), part::kSurface);
    return patch;
  }
  Patch operator()(const Capsule& capsule) const {
    Patch patch;
    const Vector3d end(0, 0, towards.z() > 0 ? capsule.half_length : -capsule.half_length);
    const int nearer = towards.z() > 0;
    patch.radius = capsule.radius;
    patch.add_corner(placed(end), part::vertex(nearer));
    patch.add_corner(placed(-end), part::vertex(1 - nearer));
    patch.add_side(placed(-end), placed(end), part::kGenerator);
    return patch;
  }
  Patch operator()(const Hull& hull) const {
    return hull_patch(*hull.polyhedron, facing_face(*hull.polyhedron, towards), placed);
  }
  Patch operator()(const Sphere&) const { return {}; }
  Patch operator()(const HalfSpace&) const { return {}; }
  Patch operator()(const Mesh&) const { return {}; }
};

}  // namespace

int facing_face(const Polyhedron& body, const Vector3d& m) {
  int best = 0;
  for (int f = 1; f < static_cast<int>(body.faces.size()); ++f)
    if (body.faces[f].normal.dot(m) > body.faces[best].normal.dot(m) + kBias) best = f;
  return best;
}

void Patch::add_corner(const Vector3d& x, std::uint32_t part) {
  corners[corner_count++] = {x, part};
}

void Patch::add_side(const Vector3d& x, const Vector3d& y, std::uint32_t part) {
  sides[side_count++] = {x, y, part};
}

bool Patch::lift(Vector3d& x) const {
  const Vector3d m = half[0].cross(half[1]);
  if (!(std::abs(m.z()) > 1e-6 * m.norm())) return false;
  x.z() = center.z() - (m.x() * (x.x() - center.x()) + m.y() * (x.y() - center.y())) / m.z();
  return true;
}

bool Patch::contains(const Vector3d& x, double tolerance) const {
  const Vector3d r = x - center;
  const double first = half[0].norm(), second = half[1].norm();
  if (is_round) return r.norm() <= first + tolerance;
  if (is_polygon) {
    const Vector3d up = half[0].cross(half[1]);
    return std::all_of(sides.begin(), sides.begin() + side_count, [&](const Side& side) {
      const Vector3d along = side.y - side.x;
      return along.cross(up).dot(x - side.x) <= tolerance * along.norm();
    });
  }
  return std::abs(r.dot(half[0])) <= first * (first + tolerance) &&
         std::abs(r.dot(half[1])) <= second * (second + tolerance);
}

FaceAxes face_axes(const Solid& solid, const FaceName& face) {
  if (const auto* hull = std::get_if<Hull>(&solid.shape)) {
    const Polyhedron& body = *hull->polyhedron;
    const Polyhedron::Face& flat = body.faces[static_cast<std::size_t>(face.axis)];
    FaceAxes axes;
    axes.axes.col(2) = solid.frame.out(flat.normal);
    axes.axes.col(0) = solid.frame.out(flat.normal.unitOrthogonal());
    axes.axes.col(1) = axes.axes.col(2).cross(axes.axes.col(0));
    const Vector3d corner = face_corner(body, flat, 0);
    axes.origin =
        solid.frame.point_out(corner + (flat.offset - flat.normal.dot(corner)) * flat.normal);
    return axes;
  }
  const double sign = face.upper ? 1 : -1;
  const auto* box = std::get_if<Box>(&solid.shape);
  const double height = box ? box->half[face.axis] : round_of(solid.shape).half_length;
  FaceAxes axes;
  axes.axes.col(2) = sign * solid.frame.R.col(face.axis);
  axes.axes.col(0) = solid.frame.R.col((face.axis + 1) % 3);
  axes.axes.col(1) = axes.axes.col(2).cross(axes.axes.col(0));
  axes.origin = solid.frame.p + height * axes.axes.col(2);
  return axes;
}

Patch reference_patch(const Solid& solid, const FaceName& face, const FaceAxes& axes) {
  const Placed placed{solid.frame, axes};
  if (const auto* box = std::get_if<Box>(&solid.shape)) return box_patch(*box, face, placed);
  if (const auto* hull = std::get_if<Hull>(&solid.shape))
    return hull_patch(*hull->polyhedron, face.axis, placed);
  const Cylinder cylinder = round_of(solid.shape);
  Patch patch;
  set_cap(patch, cylinder, face.upper, placed);
  patch.has_rim = true;
  for (int k = 0; k < kRimPoints; ++k)
    patch.add_corner(placed(rim_point(cylinder, face.upper, k)),
                     part::vertex((face.upper ? kRimPoints : 0) + k));
  return patch;
}

Patch incident_patch(const Solid& solid, const FaceAxes& axes, double margin) {
  const Vector3d towards = solid.frame.in(-axes.axes.col(2));
  return std::visit(Incident{{solid.frame, axes}, towards, margin}, solid.shape);
}

}  // namespace perpend::spatial
