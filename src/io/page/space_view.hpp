// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "perpend/io/picture.hpp"

/// How a model with bodies in space is seen: parallel projection from above the front.
namespace perpend::io {

/// Whether a body of the model leaves the plane.
bool is_in_space(const Model& model);

/// Points of the world go to the picture plane: x right, y up, m, around `center`.
struct SpaceView {
  Eigen::Vector3d center{0, 0, 0};
  Eigen::Vector3d right{1, 0, 0}, up{0, 0, 1}, toward{0, -1, 0};  ///< orthonormal, world frame
  double grain = 0;  ///< m: of meshes of many triangles no finer lines are drawn

  Eigen::Vector2d project(const Eigen::Vector3d& p) const {
    return {right.dot(p - center), up.dot(p - center)};
  }
  /// Larger is nearer to the eye.
  double depth(const Eigen::Vector3d& p) const { return toward.dot(p); }
};

/// Direction that pictures show upwards: against gravity, else z.
Eigen::Vector3d upward(const Model& model);

/// The view of all states, turned by yaw about the vertical and lifted by pitch (rad), which holds
/// the middle of the motion in its middle.
SpaceView space_view(const Model& model, std::span<const State> states);
inline constexpr double kYaw = 0.5, kPitch = 0.35;

/// What the bodies cover in the picture plane, with a margin of 5 % of its longer side.
study::ViewFrame extent(const Model& model, std::span<const State> states, const SpaceView& view);

/// Closed polygon around the projection of a solid at `pose`, counter-clockwise, m; empty for a
/// half space, which would fill the picture.
std::vector<Eigen::Vector2d> silhouette(const SpaceView& view, const spatial::Shape& shape,
                                        const spatial::Pose& pose);
/// Lines on its side towards the eye that show how it is turned, m.
std::vector<std::vector<Eigen::Vector2d>> visible_edges(const SpaceView& view,
                                                        const spatial::Shape& shape,
                                                        const spatial::Pose& pose);

}  // namespace perpend::io
