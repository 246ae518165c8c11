// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "perpend/model/model.hpp"

namespace perpend {

// Geometric queries on the shapes of bodies at a state. Levels, collision filters and joints do not
// matter. Planar shapes lie in z = 0 and never meet shapes in space. The cost is linear in the
// number of shapes, for a distance in the number of pairs of shapes of the two bodies. See
// docs/drive_and_measure.md.

/// Signed distance of two bodies: that of their nearest, or most deeply overlapping, pair of
/// shapes.
struct BodyDistance {
  double gap = 0.0;                  ///< m; negative where they overlap
  Eigen::Vector3d normal{0, 1, 0};   ///< unit, world, from a to b
  Eigen::Vector3d point_a{0, 0, 0};  ///< on a, world, m
  Eigen::Vector3d point_b{0, 0, 0};  ///< on b, world, m
};
/// Returns the signed distance of two bodies, or nothing where no shape of a can meet one of b.
/// Throws InvalidArgument where a is b or the model has no such body.
std::optional<BodyDistance> body_distance(const Model& model, const State& state, BodyId a,
                                          BodyId b);

/// A ray. It meets planar shapes only where it lies in z = 0.
struct Ray {
  Eigen::Vector3d origin{0, 0, 0};                          ///< m, world
  Eigen::Vector3d direction{1, 0, 0};                       ///< world frame, any length but 0
  double length = std::numeric_limits<double>::infinity();  ///< m, largest distance of a hit
};

/// The point where a ray enters a shape, or its origin, at distance 0, where it starts inside.
struct RayHit {
  BodyId body = {};
  int shape = 0;                    ///< index into BodyDetails::shapes or spatial_shapes
  double distance = 0.0;            ///< m along the ray
  Eigen::Vector3d point{0, 0, 0};   ///< m, world
  Eigen::Vector3d normal{0, 1, 0};  ///< unit, world, out of the shape
};
/// Returns the nearest hit, or nothing. Of hits at the same distance it returns the one that
/// cast_ray_through() lists first. Bodies in `without` are left out. Throws InvalidArgument where
/// origin or direction is not finite, the direction is 0 or the length is negative.
std::optional<RayHit> cast_ray(const Model& model, const State& state, const Ray& ray,
                               std::span<const BodyId> without = {});
/// Returns one hit for every shape that the ray meets, nearest first; hits at the same distance
/// keep the order of the bodies, planar shapes first. Throws as cast_ray().
std::vector<RayHit> cast_ray_through(const Model& model, const State& state, const Ray& ray,
                                     std::span<const BodyId> without = {});

/// A body near a shape.
struct BodyNear {
  BodyId body = {};
  double gap = 0.0;  ///< m, smallest gap of its shapes; negative where they overlap
};
/// Returns the bodies within `margin` (m, >= 0) of a shape at a world pose, in the order of the
/// model; with margin 0 these are the bodies that touch or overlap it. Throws InvalidArgument where
/// the margin is negative.
std::vector<BodyNear> bodies_near(const Model& model, const State& state,
                                  const planar::Shape& shape, const planar::Pose& pose,
                                  double margin = 0.0);
std::vector<BodyNear> bodies_near(const Model& model, const State& state,
                                  const spatial::Shape& shape, const spatial::Pose& pose,
                                  double margin = 0.0);

}  // namespace perpend
