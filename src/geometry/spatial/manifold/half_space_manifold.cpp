// SPDX-License-Identifier: Apache-2.0
// Contacts over a half space, in closed form. Corners of a box or hull, ends of a capsule and the lowest
// point of a sphere or an ellipsoid speak for themselves. A cylinder, or a cone, whose upper end is
// its tip, has
//   - its lowest generator: the two ends are the exact lowest points of both caps, so that it
//     rolls smoothly on its side and on a rim;
//   - eight points on the rim of the lower cap, fixed to the body, so that it stands. While the
//     cap is steep those within 60 degrees of the lowest generator are left out: a rim point ahead
//     of a rolling contact would be hit where the linearised gap closes, before it is there.
#include "geometry/spatial/manifold/half_space_manifold.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "geometry/spatial/convex/support.hpp"
#include "geometry/spatial/manifold/rim.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Vector3d;

struct Ground {
  const Frame& ground;
  const Frame& frame;
  ContactSet& contacts;
  Vector3d n = ground.R.col(2);
  Vector3d up = frame.in(n);  ///< the normal in the frame of the shape

  // x: in the frame of the shape; the surface lies `radius` below it.
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

// Most points of a hull.
constexpr int kMostPoints = 8;
// Of the size: corners this much above the lowest count as its neighbours.
constexpr double kLow = 1e-3;

// Adds those corners that `counts` accepts, one after another the farthest from all so far, until
// there are kMostPoints. Distances in the frame of the hull are the same in every pose.
template <typename Counts, typename Add>
void add_spread(const Polyhedron& body, std::array<int, kMostPoints>& chosen, int& size,
                Counts counts, Add add) {
  const int corners = static_cast<int>(body.vertices.cols());
  while (size < kMostPoints) {
    int next = -1;
    double farthest = 0;
    for (int i = 0; i < corners; ++i) {
      if (!counts(i)) continue;
      double nearest = std::numeric_limits<double>::max();
      for (int k = 0; k < size; ++k)
        nearest = std::min(nearest,
                           (body.vertices.col(i) - body.vertices.col(chosen[k])).squaredNorm());
      if (nearest > farthest * (1 + 1e-9)) farthest = nearest, next = i;
    }
    if (next < 0) return;
    chosen[size++] = next;
    add(next);
  }
}

// Corners beside the lowest one first, then others.
void Ground::operator()(const Hull& hull) const {
  const Polyhedron& body = *hull.polyhedron;
  const Vector3d towards = -up;
  const auto height = [&](int i) { return -towards.dot(body.vertices.col(i)); };
  const double low = height(support_vertex(body, towards)) + kLow * body.half_extent;
  const double reach = contacts.margin() - n.dot(frame.p - ground.p);
  std::array<int, kMostPoints> chosen{};
  int size = 0;
  const auto add = [&](int i) { contacts.add(over(body.vertices.col(i), 0, i)); };
  add_spread(body, chosen, size, [&](int i) { return height(i) <= std::min(low, reach); }, add);
  add_spread(body, chosen, size, [&](int i) { return height(i) > low && height(i) <= reach; }, add);
}

}  // namespace

void add_half_space_contacts(const Frame& ground, const Shape& shape, const Frame& frame,
                             ContactSet& contacts) {
  std::visit(Ground{ground, frame, contacts}, shape);
}

}  // namespace perpend::spatial
