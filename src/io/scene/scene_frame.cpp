// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "io/scene/scene_parts.hpp"

namespace perpend::io {
namespace {

// Reads the pose of a frame on a planar body, which lies in the plane.
void read_planar_pose(JsonObject& object, spatial::Pose& pose) {
  Eigen::Vector2d position(0, 0);
  object.read("position", position);
  pose.p = {position.x(), position.y(), 0};
  double angle = 0;
  object.read("angle", angle);
  pose.r = Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ());
}

void read_frame_pose(JsonObject& object, spatial::Pose& pose) {
  object.accept(std::array{Synonym{"quaternion", "orientation"}});
  read_pose(object, pose);
  const bool has_direction = pose.r.norm() > 0;
  if (has_direction) return pose.r.normalize();
  pose.r.setIdentity();
  object.faults().mismatch(*object.find("orientation"), object.path("orientation"),
                           "a quaternion [w, x, y, z] other than 0");
}

void check_frame_name(JsonObject& object, const std::string& name, const SceneDraft& draft) {
  const JsonNode* node = object.find("name");
  if (!node || node->kind != JsonKind::string) return;
  check_name(*node, object.path("name"), name, object.faults());
  if (!name.empty() &&
      std::ranges::find(draft.frames, name, &BodyFrame::name) != draft.frames.end())
    object.faults().add(*node, object.path("name"), fmt::format("\"{}\" is there twice", name),
                        "expected a name that no other frame has");
}

}  // namespace

void read_frame(const JsonNode& node, int index, SceneDraft& draft) {
  JsonObject object(node, fmt::format("frames[{}]", index), draft.faults);
  BodyFrame frame;
  object.read_needed("name", frame.name, "the name of the frame");
  check_frame_name(object, frame.name, draft);
  frame.body = draft.read_body(object, "body");
  const bool in_plane = frame.body.index >= 0 &&
                        is_planar(draft.bodies[static_cast<std::size_t>(frame.body.index)].kind);
  if (in_plane)
    read_planar_pose(object, frame.pose);
  else
    read_frame_pose(object, frame.pose);
  object.check_keys();
  draft.frames.push_back(std::move(frame));
}

BodyFrame SceneDraft::read_frame_name(JsonObject& object, const std::string& key) const {
  std::string name;
  const JsonNode* node = object.find(key);
  if (!node || !read_value(*node, object.path(key), object.faults(), name)) return {};
  const auto at = std::ranges::find(frames, name, &BodyFrame::name);
  if (at != frames.end()) return *at;
  std::vector<std::string> known;
  for (const BodyFrame& frame : frames) known.push_back(frame.name);
  const std::string_view nearest = nearest_name(name, known);
  object.faults().add(*node, object.path(key), fmt::format("no frame is named \"{}\"", name),
                      nearest.empty() ? "" : fmt::format("did you mean \"{}\"?", nearest));
  return {};
}

}  // namespace perpend::io
