// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "io/scene_parts.hpp"

namespace perpend::io {
namespace {

const std::vector<std::string> kJointKinds{"pin", "prismatic", "distance", "weld"};

}  // namespace

void read_joint(const JsonNode& node, int index, SceneDraft& draft) {
  JsonObject object(node, fmt::format("joints[{}]", index), draft.faults);
  JointDef def;
  object.read("name", def.name);
  object.need("kind", fmt::format("one of {}", fmt::join(kJointKinds, ", ")));
  if (const int kind = object.read_choice("kind", kJointKinds); kind >= 0)
    def.kind = static_cast<JointKind>(kind);
  object.need("a", "the name of a body");
  def.a = draft.read_body(object, "a");
  def.b = draft.read_body(object, "b");
  Eigen::Vector2d anchor(0, 0), anchor_b(0, 0), axis(1, 0);
  if (def.a != kWorld) anchor = draft.bodies[static_cast<std::size_t>(def.a.index)].pose.p;
  const bool placed = object.read("anchor", anchor);
  if (!placed && (def.kind == JointKind::pin || def.kind == JointKind::distance))
    object.need("anchor", "a point [x, y] of the world at the start");
  if (object.read("anchor_b", anchor_b))
    def.anchor_b = Eigen::Vector3d(anchor_b.x(), anchor_b.y(), 0);
  else if (def.kind == JointKind::distance)
    object.need("anchor_b", "the end on b, a point [x, y] of the world at the start");
  def.anchor.head<2>() = anchor;
  if (object.read("axis", axis))
    def.axis.head<2>() = axis;
  else if (def.kind == JointKind::prismatic)
    object.need("axis", "the sliding direction [x, y]");
  object.check_keys();
  draft.builder.add_joint(def);
}

}  // namespace perpend::io
