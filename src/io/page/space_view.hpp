// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "perpend/io/picture.hpp"

/// Parallel projection from above the front, used to draw models with bodies in space.
namespace perpend::io {

/// Returns true if the model has a body that is not planar.
bool is_in_space(const Model& model);

/// Projects world points to the picture plane: x right, y up, m, around `center`.
struct SpaceView {
  Eigen::Vector3d center{0, 0, 0};
  Eigen::Vector3d right{1, 0, 0}, up{0, 0, 1}, toward{0, -1, 0};  ///< orthonormal, world frame
  double grain = 0;  ///< spacing below which a fine mesh draws no lines, m; 0: all

  Eigen::Vector2d project(const Eigen::Vector3d& p) const {
    return {right.dot(p - center), up.dot(p - center)};
  }
  /// Returns the depth of a point; larger is nearer to the eye.
  double depth(const Eigen::Vector3d& p) const { return toward.dot(p); }
};

/// Returns the direction that pictures show upwards: against gravity, or z without gravity.
Eigen::Vector3d upward(const Model& model);

/// Returns a view centred on the middle of the motion of all states, rotated by kYaw about the
/// vertical and raised by kPitch (rad). `visuals` are those of the bodies, in their order.
SpaceView space_view(const Model& model, std::span<const State> states,
                     std::span<const study::Visuals> visuals = {});
inline constexpr double kYaw = 0.5, kPitch = 0.35;

/// Returns the area that the bodies cover in the picture plane, with a margin of 5 % of its longer
/// side.
study::ViewFrame extent(const Model& model, std::span<const State> states, const SpaceView& view,
                        std::span<const study::Visuals> visuals = {});

/// Returns the closed polygon around the projection of a solid at `pose`, counter-clockwise, m;
/// empty for a half space, which would fill the picture.
std::vector<Eigen::Vector2d> silhouette(const SpaceView& view, const spatial::Shape& shape,
                                        const spatial::Pose& pose);
/// Returns lines on the side that faces the eye which show the rotation of the solid, m.
std::vector<std::vector<Eigen::Vector2d>> visible_edges(const SpaceView& view,
                                                        const spatial::Shape& shape,
                                                        const spatial::Pose& pose);

}  // namespace perpend::io
