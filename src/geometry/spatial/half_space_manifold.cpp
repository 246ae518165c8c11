// SPDX-License-Identifier: Apache-2.0
// Contacts over a half space, in closed form. Corners of a box, ends of a capsule and the lowest
// point of a sphere speak for themselves. A cylinder has
//   - its lowest generator: the two ends are the exact lowest points of both caps, so that it
//     rolls smoothly on its side and on a rim;
//   - eight points on the rim of the lower cap, fixed to the body, so that it stands. While the
//     cap is steep those within 60 degrees of the lowest generator are left out: a rim point ahead
//     of a rolling contact would be hit where the linearised gap closes, before it is there.
#include "geometry/spatial/half_space_manifold.hpp"

#include <cmath>
#include <numbers>

#include "geometry/spatial/rim.hpp"

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

  void operator()(const HalfSpace&) const {}
};

}  // namespace

void add_half_space_contacts(const Frame& ground, const Shape& shape, const Frame& frame,
                             ContactSet& contacts) {
  std::visit(Ground{ground, frame, contacts}, shape);
}

}  // namespace perpend::spatial
