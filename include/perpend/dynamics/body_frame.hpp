// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "perpend/model/model.hpp"

namespace perpend {

/// A named pose that moves with a body, such as a site of MJCF, a frame of SDF, or a link of URDF
/// that a fixed joint makes part of another.
struct BodyFrame {
  std::string name = {};
  BodyId body = kWorld;
  spatial::Pose pose = {};  ///< in the frame of BodyDef; in the world for kWorld
};

/// Returns the frame of that name, or else the frame of the body of that name; nothing where there
/// is neither.
std::optional<BodyFrame> find_frame(const Model& model, std::span<const BodyFrame> frames,
                                    std::string_view name);

/// Returns the world pose of a frame. Throws InvalidArgument where the model has no such body.
spatial::Pose world_pose(const Model& model, const State& state, const BodyFrame& frame);

/// Returns the velocity of the origin of a frame (m/s) and its angular velocity (rad/s), in world
/// axes. Throws InvalidArgument where the model has no such body.
Twist world_twist(const Model& model, const State& state, const BodyFrame& frame);

}  // namespace perpend
