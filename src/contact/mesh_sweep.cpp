// SPDX-License-Identifier: Apache-2.0
//
// A mesh that does not rotate is swept triangle by triangle. Each triangle is convex, so that a
// piece that slides and spins beside it is bounded along the normal, while beside the whole mesh
// only the distance to the nearest triangle is known: other triangles may stand on it.
#include <algorithm>
#include <cmath>
#include <variant>

#include "contact/sweep.hpp"
#include "geometry/spatial/broad_phase/mesh_tree.hpp"
#include "geometry/spatial/convex/frame.hpp"
#include "geometry/spatial/manifold/mesh_manifold.hpp"

namespace perpend {
namespace {

using spatial::Mesh, spatial::ShapeInstance;

// Largest number of triangles; if more are in the path, the distance to the nearest is used
// instead.
constexpr std::size_t kMostTriangles = 64;

const ShapeInstance& instance_of(const Model& model, const Piece& piece) {
  return model.bodies[piece.body].details->spatial_shapes[static_cast<std::size_t>(piece.shape)];
}

spatial::Pose pose_of(const Model& model, const State& state, const Piece& piece) {
  return compose(spatial_pose(model, state, {piece.body}), instance_of(model, piece).pose);
}

}  // namespace

bool Sweep::is_mesh(const Collider& collider, int piece) const {
  return collider.in_space(piece) &&
         std::holds_alternative<Mesh>(instance_of(*model_, collider.piece(piece)).shape);
}

// Finds the triangles within the box, in the frame of the mesh, that the other piece sweeps.
void Sweep::find_triangles(const Collider& collider, int mesh, int other, double duration) {
  triangles_.clear();
  const Piece &fixed = collider.piece(mesh), &moving = collider.piece(other);
  const spatial::Frame frame(pose_of(*model_, *pose_, fixed));
  const spatial::Pose from = pose_of(*model_, *pose_, moving);
  const Eigen::Quaterniond back = Eigen::Quaterniond(frame.R).conjugate();
  const spatial::Shape& shape = instance_of(*model_, moving).shape;
  const Eigen::Vector3d way = frame.in(duration * (velocity(other) - velocity(mesh)));
  spatial::Aabb box = bounds(shape, spatial::Pose{frame.point_in(from.p), back * from.r});
  box.lo += way.cwiseMin(0);
  box.hi += way.cwiseMax(0);
  const Mesh& triangles = std::get<Mesh>(instance_of(*model_, fixed).shape);
  for_each_triangle(*triangles.mesh, inflated(box, swing(mesh, other, duration)),
                    [&](int triangle) { triangles_.push_back(triangle); });
}

bool Sweep::is_swept_by_triangles(const Collider& collider, int a, int b, double duration) {
  if (is_mesh(collider, a) == is_mesh(collider, b)) return false;
  const int mesh = is_mesh(collider, a) ? a : b, other = mesh == a ? b : a;
  if (!std::isfinite(inner_radius(other)) || turn(mesh, *pose_, *v_).fastest > 0) return false;
  find_triangles(collider, mesh, other, duration);
  return triangles_.size() <= kMostTriangles;
}

// Returns the distance to one triangle; beyond `enough` it may be any distance above that.
spatial::Distance Sweep::triangle_distance(const Collider& collider, int a, int b, int triangle,
                                           double enough) const {
  const Piece &piece_a = collider.piece(a), &piece_b = collider.piece(b);
  const spatial::Shape &shape_a = instance_of(*model_, piece_a).shape,
                       &shape_b = instance_of(*model_, piece_b).shape;
  const spatial::Frame frame_a(pose_of(*model_, moved_, piece_a)),
      frame_b(pose_of(*model_, moved_, piece_b));
  if (const auto* mesh = std::get_if<Mesh>(&shape_a))
    return spatial::triangle_distance(*mesh->mesh, triangle, frame_a, shape_b, frame_b, enough);
  const spatial::TriangleMesh& mesh = *std::get<Mesh>(shape_b).mesh;
  const auto seen = spatial::triangle_distance(mesh, triangle, frame_b, shape_a, frame_a, enough);
  return {seen.gap, -seen.normal};
}

std::optional<double> Sweep::first_overlap_of_triangles(const Collider& collider, int a, int b,
                                                        double deep, double duration) {
  const Closing closing = closing_of(a, b);
  std::optional<double> first;
  for (const int triangle : triangles_) {
    const auto apart = [&](double time) {
      at(a, b, time);
      const double left = first.value_or(duration) - time;
      return triangle_distance(collider, a, b, triangle, left * (closing.v.norm() + closing.turn));
    };
    const std::optional<double> met =
        advance(collider, {a, b, deep, first.value_or(duration), true}, apart);
    if (met) first = met;
  }
  return first;
}

}  // namespace perpend
