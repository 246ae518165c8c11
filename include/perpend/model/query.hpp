// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "perpend/model/model.hpp"

namespace perpend {

// Questions about the shapes of bodies at a state, whatever their levels and joints. Shapes in the
// plane lie in z = 0 and do not meet those in space. Cost: linear in the number of shapes, or in
// the pairs of shapes of two bodies. docs/drive_and_measure.md.

/// Signed distance of two bodies: of their nearest, or most deeply overlapping, shapes.
struct BodyDistance {
  double gap = 0.0;                  ///< m; negative: overlap
  Eigen::Vector3d normal{0, 1, 0};   ///< unit, world, from a to b
  Eigen::Vector3d point_a{0, 0, 0};  ///< on a, world, m
  Eigen::Vector3d point_b{0, 0, 0};  ///< on b, world, m
};
/// Empty where no shape of a can meet one of b. Throws InvalidArgument where a is b or there is no
/// such body.
std::optional<BodyDistance> body_distance(const Model& model, const State& state, BodyId a,
                                          BodyId b);

struct Ray {
  Eigen::Vector3d origin{0, 0, 0};     ///< m, world
  Eigen::Vector3d direction{1, 0, 0};  ///< of any length but 0; planar shapes are met by rays that
                                       ///< stay in z = 0
  double length = std::numeric_limits<double>::infinity();  ///< m, how far it reaches
};

/// Where a ray enters a shape; at distance 0 where it starts inside.
struct RayHit {
  BodyId body = {};
  int shape = 0;                    ///< of BodyDetails::shapes or spatial_shapes
  double distance = 0.0;            ///< m along the ray
  Eigen::Vector3d point{0, 0, 0};   ///< m, world
  Eigen::Vector3d normal{0, 1, 0};  ///< unit, world, out of the shape
};
/// The nearest hit, the first body of equals; bodies of `without` are left out.
std::optional<RayHit> cast_ray(const Model& model, const State& state, const Ray& ray,
                               std::span<const BodyId> without = {});
/// Of every shape, nearest first.
std::vector<RayHit> cast_ray_through(const Model& model, const State& state, const Ray& ray,
                                     std::span<const BodyId> without = {});

/// A body near a shape, with the smallest gap of its shapes (m, negative: overlap).
struct BodyNear {
  BodyId body = {};
  double gap = 0.0;
};
/// Bodies within `margin` (m) of a shape, in the order of the model; 0: that touch or overlap it.
std::vector<BodyNear> bodies_near(const Model& model, const State& state,
                                  const planar::Shape& shape, const planar::Pose& pose,
                                  double margin = 0.0);
std::vector<BodyNear> bodies_near(const Model& model, const State& state,
                                  const spatial::Shape& shape, const spatial::Pose& pose,
                                  double margin = 0.0);

}  // namespace perpend
