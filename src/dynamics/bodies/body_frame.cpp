// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/body_frame.hpp"

#include <algorithm>

namespace perpend {

std::optional<BodyFrame> find_frame(const Model& model, std::span<const BodyFrame> frames,
                                    std::string_view name) {
  const auto at = std::ranges::find(frames, name, &BodyFrame::name);
  if (at != frames.end()) return *at;
  const BodyId body = find_body(model, name);
  if (body == kWorld) return std::nullopt;
  return BodyFrame{std::string(name), body, {}};
}

spatial::Pose world_pose(const Model& model, const State& state, const BodyFrame& frame) {
  return compose(spatial_frame_pose(model, state, frame.body), frame.pose);
}

Twist world_twist(const Model& model, const State& state, const BodyFrame& frame) {
  Twist twist = body_twist(model, state, frame.body);
  const Eigen::Vector3d arm =
      world_pose(model, state, frame).p - spatial_pose(model, state, frame.body).p;
  twist.velocity += twist.omega.cross(arm);
  return twist;
}

}  // namespace perpend
