// SPDX-License-Identifier: Apache-2.0
// Contacts over a face. Seen along the normal of the reference face, the incident patch and the
// face overlap in a convex region, whose corners are
//   - corners of the incident patch inside of the face,
//   - corners of the face inside of the incident patch,
//   - crossings of their sides and rims.
// All of them are taken, with the height of the incident patch there as gap, however steep it is:
// only the margin decides which are kept. A rim has eight corners fixed to its cylinder.
//
// Limits: contacts of two caps that barely overlap are left to the closest point.
#include "geometry/spatial/manifold/face_contact.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/spatial/manifold/patch.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;

double cross(const Vector2d& u, const Vector2d& v) {
  return u.x() * v.y() - u.y() * v.x();
}

class Overlap {
 public:
  Overlap(const Patch& face, const Patch& incident, const FaceAxes& axes, bool reference_is_a,
          double tolerance, ContactSet& contacts)
      : face_(face),
        incident_(incident),
        axes_(axes),
        reference_is_a_(reference_is_a),
        tolerance_(tolerance),
        contacts_(contacts) {}

  void corners();
  void sides();
  void sides_and_rims();
  void rims();

 private:
  // x is on the incident patch, in the axes of the face.
  void add(const Vector3d& x, std::uint32_t face_part, std::uint32_t incident_part);

  const Patch& face_;
  const Patch& incident_;
  const FaceAxes& axes_;
  bool reference_is_a_;
  double tolerance_;
  ContactSet& contacts_;
};

void Overlap::add(const Vector3d& x, std::uint32_t face_part, std::uint32_t incident_part) {
  const Vector3d n = axes_.axes.col(2);
  const Vector3d on_face = axes_.out({x.x(), x.y(), 0});
  const Vector3d on_incident = axes_.out(x) - incident_.radius * n;
  ContactPoint point{.gap = x.z() - incident_.radius};
  point.normal = reference_is_a_ ? n : Vector3d(-n);
  point.point_a = reference_is_a_ ? on_face : on_incident;
  point.point_b = reference_is_a_ ? on_incident : on_face;
  point.feature =
      reference_is_a_ ? feature(face_part, incident_part) : feature(incident_part, face_part);
  if (!contacts_.has_near(on_face, reference_is_a_, 3 * tolerance_)) contacts_.add(point);
}

void Overlap::corners() {
  for (int i = 0; i < incident_.corner_count; ++i) {
    const Patch::Corner& corner = incident_.corners[i];
    if (face_.contains({corner.x.x(), corner.x.y(), 0}, tolerance_))
      add(corner.x, part::kSurface, corner.part);
  }
  if (!incident_.has_area) return;
  for (int i = 0; i < face_.corner_count; ++i) {
    Vector3d x = face_.corners[i].x;
    if (incident_.lift(x) && incident_.contains(x, tolerance_))
      add(x, face_.corners[i].part, part::kSurface);
  }
}

void Overlap::sides() {
  for (int i = 0; i < incident_.side_count; ++i) {
    for (int j = 0; j < face_.side_count; ++j) {
      const Patch::Side& s = incident_.sides[i];
      const Patch::Side& r = face_.sides[j];
      const Vector2d along = (s.y - s.x).head<2>(), side = (r.y - r.x).head<2>();
      const Vector2d apart = (r.x - s.x).head<2>();
      const double area = cross(along, side);
      if (!(std::abs(area) > kBias * along.norm() * side.norm())) continue;  // parallel
      const double t = cross(apart, side) / area, u = cross(apart, along) / area;
      if (t >= 0 && t <= 1 && u >= 0 && u <= 1) add(s.x + t * (s.y - s.x), r.part, s.part);
    }
  }
}

// Visits the crossings of the rim center + e cos + g sin with a side, both projected into the
// plane.
template <typename Visit>
void cross_rim(const Patch& disc, const Patch::Side& side, Visit visit) {
  const Vector2d along = (side.y - side.x).head<2>();
  const Vector2d normal(along.y(), -along.x());
  const double e = normal.dot(disc.half[0].head<2>()), g = normal.dot(disc.half[1].head<2>());
  const double height = normal.dot((side.x - disc.center).head<2>()), reach = std::hypot(e, g);
  if (!(std::abs(height) < reach)) return;
  const double middle = std::atan2(g, e), spread = std::acos(height / reach);
  for (int root = 0; root < 2; ++root) {
    const double angle = root ? middle + spread : middle - spread;
    const Vector3d x =
        disc.center + std::cos(angle) * disc.half[0] + std::sin(angle) * disc.half[1];
    const double t = along.dot((x - side.x).head<2>()) / along.squaredNorm();
    if (t >= 0 && t <= 1) visit(x, t, root);
  }
}

void Overlap::sides_and_rims() {
  for (int j = 0; incident_.has_rim && j < face_.side_count; ++j)
    cross_rim(incident_, face_.sides[j], [&](const Vector3d& x, double, int root) {
      add(x, face_.sides[j].part, part::rim(incident_.upper, root));
    });
  for (int i = 0; face_.has_rim && i < incident_.side_count; ++i) {
    const Patch::Side& side = incident_.sides[i];
    if ((side.y - side.x).head<2>().norm() < tolerance_) continue;  // upright
    cross_rim(face_, side, [&](const Vector3d&, double t, int root) {
      add(side.x + t * (side.y - side.x), part::rim(face_.upper, root), side.part);
    });
  }
}

// Moves x to a point of the incident rim over the rim of the face, by Newton's method from a guess
// for parallel discs.
bool settle(const Patch& face, const Patch& incident, double tolerance, Vector3d& x) {
  const double r = face.half[0].norm();
  const Vector3d &e = incident.half[0], &g = incident.half[1];
  double angle = std::atan2(g.dot(x - incident.center), e.dot(x - incident.center));
  for (int i = 0; i < 8; ++i) {
    const Vector3d turned = std::cos(angle) * e + std::sin(angle) * g;
    const Vector3d rate = std::cos(angle) * g - std::sin(angle) * e;
    x = incident.center + turned;
    const Vector2d across = (x - face.center).head<2>();
    const double excess = across.norm() - r;
    if (std::abs(excess) < 1e-3 * tolerance) return true;
    const double slope = across.dot(rate.head<2>()) / across.norm();
    if (!(std::abs(slope) > 1e-3 * r)) return false;  // the rims are tangent
    angle -= excess / slope;
  }
  return false;
}

void Overlap::rims() {
  if (!face_.has_rim || !incident_.has_rim) return;
  const Vector2d apart = (incident_.center - face_.center).head<2>();
  const double d = apart.norm(), r = face_.half[0].norm(), s = incident_.half[0].norm();
  if (!(d > tolerance_ && d < r + s && d > std::abs(r - s))) return;
  const double along = (d * d + r * r - s * s) / (2 * d);
  const double across = std::sqrt(std::max(r * r - along * along, 0.0));
  const Vector2d u = apart / d;
  for (int root = 0; root < 2; ++root) {
    const double side = root ? across : -across;
    Vector3d x = face_.center;
    x += Vector3d(along * u.x() - side * u.y(), along * u.y() + side * u.x(), 0);
    if (incident_.lift(x) && settle(face_, incident_, tolerance_, x))
      add(x, part::rim(face_.upper, root), part::rim(incident_.upper, root));
  }
}

}  // namespace

void add_face_contacts(const Solid& reference, const FaceName& face, const Solid& other,
                       bool reference_is_a, double tolerance, ContactSet& contacts) {
  const FaceAxes axes = face_axes(reference, face);
  const Patch base = reference_patch(reference, face, axes);
  const Patch incident = incident_patch(other, axes, contacts.margin());
  Overlap overlap(base, incident, axes, reference_is_a, tolerance, contacts);
  overlap.corners();
  overlap.sides();
  overlap.sides_and_rims();
  overlap.rims();
}

}  // namespace perpend::spatial
