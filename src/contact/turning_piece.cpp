// SPDX-License-Identifier: Apache-2.0
//
// A point r of a body, relative to its centre of mass, moves to r + t ω x r + (at most b t²/2), so
// along n none gets farther than
//   max_r r · (n + t n x ω) + b t²/2,
// which is the support function of the shape in a rotating direction: exact to first order for a
// piece that slides and spins beside a face, for which |ω| |r| t is far too large.
#include "contact/turning_piece.hpp"

#include "geometry/planar/core.hpp"
#include "geometry/planar/ellipse_distance.hpp"
#include "geometry/spatial/convex/minkowski_sum.hpp"
#include "model/collision_filter.hpp"

namespace perpend {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;

// Returns max n · x, for n of any length; the radius by which the shape is rounded, which adds the
// same in all directions, is left out.
double planar_reach(const planar::Shape& shape, const planar::Pose& pose, const Vector2d& n) {
  const planar::Frame frame(pose);
  if (const auto* ellipse = std::get_if<planar::Ellipse>(&shape))
    return n.dot(planar::support_point(*ellipse, frame, n));
  const planar::Core core(shape);
  return n.dot(frame.point_out(core.vertex(core.support(frame.in(n)))));
}

double spatial_reach(const spatial::Shape& shape, const spatial::Pose& pose, const Vector3d& n) {
  const spatial::Frame frame(pose), origin{spatial::Pose{}};
  return -spatial::MinkowskiSum(shape, frame, spatial::Sphere{0}, origin).separation(n);
}

}  // namespace

double TurningPiece::reach(const Vector3d& n) const {
  const auto& details = *model_.bodies[piece_.body].details;
  if (in_space_) {
    const auto& piece = details.spatial_shapes[piece_.shape];
    const spatial::Pose turned{{0, 0, 0}, spatial_pose(model_, state_, {piece_.body}).r};
    return spatial_reach(piece.shape, compose(turned, piece.pose), n);
  }
  const auto& piece = details.shapes[piece_.shape];
  const planar::Pose turned{{0, 0}, outline_pose(model_, state_, piece_.body).angle};
  return planar_reach(piece.shape, compose(turned, piece.pose), n.head<2>());
}

double TurningPiece::growth(const Vector3d& n, double time) const {
  if (omega_.isZero(0)) return 0;
  return reach(n + time * n.cross(omega_)) - reach(n) + 0.5 * bend_ * time * time;
}

}  // namespace perpend
