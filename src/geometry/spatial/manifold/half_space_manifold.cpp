// SPDX-License-Identifier: Apache-2.0
// Contacts over a half space, in closed form. Corners of a box or hull, ends of a capsule and the
// lowest point of a sphere or an ellipsoid are taken directly. A cylinder, or a cone, whose upper
// end is its tip, has
//   - its lowest generator: the two ends are the exact lowest points of both caps, so that it
//     rolls smoothly on its side and on a rim;
//   - eight points on the rim of the lower cap, fixed to the body, so that it stands. While the
//     cap is steep those within 60 degrees of the lowest generator are left out: the linearised gap
//     of a rim point ahead of a rolling contact closes before the point is there.
#include "geometry/spatial/manifold/half_space_manifold.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "geometry/spatial/convex/support.hpp"
#include "geometry/spatial/manifold/lowest_corners.hpp"
#include "geometry/spatial/manifold/patch.hpp"
#include "geometry/spatial/manifold/rim.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

struct Ground {
  const Frame& ground;
  const Frame& frame;
  ContactSet& contacts;
  Vector3d n = ground.R.col(2);
  Vector3d up = frame.in(n);  ///< the normal, in the frame of the shape

  // x is in the frame of the shape; the surface lies `radius` below it.
  ContactPoint over(const Vector3d& x, double radius, int feature) const {
    ContactPoint point{.normal = n, .feature = static_cast<std::uint32_t>(feature)};
    point.point_b = frame.point_out(x) - radius * n;
    point.gap = n.dot(point.point_b - ground.p);
    point.point_a = point.point_b - point.gap * n;
    return point;
  }

  void operator()(const Sphere& sphere) const {
    contacts.add(over(Vector3d::Zero(), sphere.radius, 0));
  }

  void operator()(const Capsule& capsule) const {
    for (int end = 0; end < 2; ++end)
      contacts.add(
          over({0, 0, end ? capsule.half_length : -capsule.half_length}, capsule.radius, end));
  }

  void operator()(const Box& box) const {
    for (int i = 0; i < 8; ++i) {
      const Vector3d signs(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
      contacts.add(over(signs.cwiseProduct(box.half), 0, i));
    }
  }

  void operator()(const Cylinder& cylinder) const {
    for_each_rim_point(cylinder, -up, contacts.margin(),
                       [&](const Vector3d& x, int feature) { contacts.add(over(x, 0, feature)); });
  }

  void operator()(const Cone& cone) const {
    for_each_rim_point(cone, -up, contacts.margin(),
                       [&](const Vector3d& x, int feature) { contacts.add(over(x, 0, feature)); });
  }

  void operator()(const Ellipsoid& ellipsoid) const {
    const Vector3d image = ellipsoid.half.cwiseAbs2().cwiseProduct(-up);
    contacts.add(over(image / std::sqrt(image.dot(-up)), 0, 0));
  }

  void operator()(const Hull& hull) const;

  void operator()(const HalfSpace&) const {}
  void operator()(const Mesh&) const {}
};

// Share of the size: corners within this height above the lowest count as level with it.
constexpr double kLow = 1e-3;

// Subset of the corners of a hull that represents all of them.
struct Chosen {
  const Polyhedron& body;
  std::array<int, kMostCorners> corners{};
  int size = 0;

  void add(int corner) {
    if (std::find(corners.begin(), corners.begin() + size, corner) == corners.begin() + size)
      corners[size++] = corner;
  }
  double nearest(int corner) const {
    double least = std::numeric_limits<double>::max();
    for (int k = 0; k < size; ++k)
      least = std::min(least,
                       (body.vertices.col(corner) - body.vertices.col(corners[k])).squaredNorm());
    return least;
  }
  // Adds corners spread evenly around a face, if its corners are all of the `count` low ones.
  void add_face(int index, int count) {
    const Polyhedron::Face& face = body.faces[static_cast<std::size_t>(index)];
    const Spread spread{face.size, kRimPoints};
    for (int k = 0; face.size == count && k < face.size; ++k)
      if (spread.has(k)) add(body.loop[static_cast<std::size_t>(face.first + k)]);
  }
  // Adds corners that `counts` accepts, each time the farthest from all so far, until there are
  // `most`. Distances in the frame of the hull are the same in every pose.
  template <typename Counts>
  void add_spread(int most, Counts counts) {
    while (size < most) {
      int next = -1;
      double farthest = 0;
      for (int i = 0; i < static_cast<int>(body.vertices.cols()); ++i)
        if (const double apart = counts(i) ? nearest(i) : 0; apart > farthest * (1 + 1e-9))
          farthest = apart, next = i;
      if (next < 0) return;
      corners[size++] = next;
    }
  }
};

// Adds corners level with the lowest one first, then others. If there are too many, it adds the two
// lowest ones, on which a leaning hull stands.
void Ground::operator()(const Hull& hull) const {
  const Polyhedron& body = *hull.polyhedron;
  const auto height = [&](int i) { return up.dot(body.vertices.col(i)); };
  const double reach = contacts.margin() - n.dot(frame.p - ground.p);
  const double lowest = height(support_vertex(body, -up));
  const double low = std::min(lowest + kLow * body.half_extent, reach);
  LowestCorners standing;
  int count = 0;
  for (int i = 0; i < static_cast<int>(body.vertices.cols()); ++i)
    if (height(i) <= low) standing.see(i, height(i)), ++count;
  Chosen chosen{body};
  if (count > kMostCorners) chosen.add_face(facing_face(body, -up), count);
  chosen.add_spread(count > kMostCorners ? kRimPoints : kMostCorners,
                    [&](int i) { return height(i) <= low; });
  if (count > kMostCorners && !standing.are_level(body.half_extent))
    chosen.add(standing.first()), chosen.add(standing.second());
  chosen.add_spread(kRimPoints, [&](int i) { return height(i) > low && height(i) <= reach; });
  for (int k = 0; k < chosen.size; ++k)
    contacts.add(over(body.vertices.col(chosen.corners[k]), 0, chosen.corners[k]));
}

}  // namespace

void add_half_space_contacts(const Frame& ground, const Shape& shape, const Frame& frame,
                             ContactSet& contacts) {
  std::visit(Ground{ground, frame, contacts}, shape);
}

}  // namespace perpend::spatial
