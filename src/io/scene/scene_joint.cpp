// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "io/scene/scene_array.hpp"
#include "io/scene/scene_parameters.hpp"
#include "io/scene/scene_parts.hpp"
#include "io/scene/synonyms.hpp"

namespace perpend::io {
namespace {

// Returns all kinds that a file can name; custom joints need code.
const std::vector<std::string>& joint_kinds() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (int kind = 0; kind < kJointKinds; ++kind)
      if (static_cast<JointKind>(kind) != JointKind::custom)
        all.emplace_back(to_string(static_cast<JointKind>(kind)));
    return all;
  }();
  return names;
}

bool needs_anchor(JointKind kind) {
  return kind != JointKind::weld && kind != JointKind::prismatic;
}

const BodyDef* body_of(const SceneDraft& draft, BodyId id) {
  return id.index < 0 ? nullptr : &draft.bodies[static_cast<std::size_t>(id.index)];
}

bool is_planar(const BodyDef* body) {
  return !body || body->kind <= BodyKind::kinematic;
}

Eigen::Vector3d position(const BodyDef& body) {
  if (!is_planar(&body)) return body.spatial.pose.p;
  return {body.pose.p.x(), body.pose.p.y(), 0};
}

void read_anchors(JsonObject& object, const BodyDef* a, JointDef& def) {
  if (a) def.anchor = position(*a);
  if (!object.read_vector("anchor", def.anchor) && needs_anchor(def.kind))
    object.need("anchor", "a point [x, y] or [x, y, z] of the world at the start");
  Eigen::Vector3d anchor_b(0, 0, 0);
  if (object.read_vector("anchor_b", anchor_b))
    def.anchor_b = anchor_b;
  else if (acts_along_line(def.kind))
    object.need("anchor_b", "the end on b, a point of the world at the start");
}

void read_axes(JsonObject& object, bool in_plane, JointDef& def) {
  if (!object.read_vector("axis", def.axis) && has_axis(def.kind, in_plane))
    object.need("axis", "a direction [x, y] or [x, y, z] of the world at the start");
  if (def.kind == JointKind::universal) {
    object.need("axis_b", "the axis fixed to b, across axis");
    object.read_vector("axis_b", def.axis_b);
  }
  if (def.kind == JointKind::screw)
    object.read_needed("pitch", def.pitch, "the advance along the axis in m/rad");
}

// A joint, and the limits that it has only once the model is built, whose `joint` is not known yet.
struct ReadJoint {
  JointDef def = {};
  std::vector<LateLimits> late = {};
};

// Takes the limits from a coordinate whose start may violate them. Those that no coordinate can
// have stay, so that the model refuses them.
void take_limits(CoordinateDef& def, std::vector<LateLimits>& late) {
  const bool is_range = def.lo < def.hi && (std::isfinite(def.lo) || std::isfinite(def.hi));
  if (!is_range || !(def.e >= 0 && def.e <= 1)) return;
  late.push_back({.coordinate = def.coordinate, .lo = def.lo, .hi = def.hi, .e = def.e});
  const CoordinateDef free;
  def.lo = free.lo, def.hi = free.hi, def.e = free.e;
}

void add_coordinates(JsonObject& object, ReadJoint& joint) {
  for (const SceneCoordinate& each : read_coordinates(object)) {
    joint.def.coordinates.push_back(each.def);
    if (each.starts_outside) take_limits(joint.def.coordinates.back(), joint.late);
  }
}

ReadJoint read_definition(JsonObject& object, const SceneDraft& draft) {
  ReadJoint joint;
  JointDef& def = joint.def;
  object.accept(kJointSynonyms);
  object.read("name", def.name);
  static const std::string kExpected = fmt::format("one of {}", fmt::join(joint_kinds(), ", "));
  object.need("kind", kExpected);
  const int kind = object.read_choice("kind", joint_kinds(), kJointKindSynonyms);
  // Members required by an unknown kind are unknown too, so none is reported.
  def.kind = kind >= 0 ? static_cast<JointKind>(kind) : JointKind::weld;
  for (const char* key : {"axis_b", "pitch"})
    if (kind < 0) object.find(key);
  object.need("a", "the name of a body");
  def.a = draft.read_body(object, "a");
  def.b = draft.read_body(object, "b");
  const BodyDef *a = body_of(draft, def.a), *b = body_of(draft, def.b);
  read_anchors(object, a, def);
  read_axes(object, is_planar(a) && is_planar(b), def);
  add_coordinates(object, joint);
  object.read("bodies_collide", def.bodies_collide);
  object.read("break_force", def.break_force);
  object.read("break_torque", def.break_torque);
  return joint;
}

void add(const ReadJoint& joint, int index, bool unread, SceneDraft& draft) {
  const JointDef& def = joint.def;
  for (LateLimits late : joint.late) {
    late.joint = draft.joints.size();
    draft.late_limits.push_back(late);
  }
  draft.builder.add_joint(def);
  draft.joints.push_back(def);
  draft.joint_names.add(def.name, "joint", index, unread);
  for (const CoordinateDef& coordinate : def.coordinates)
    if (!coordinate.name.empty())
      draft.joint_names.add_alias(coordinate.name, static_cast<int>(draft.joints.size()) - 1);
}

bool names_a_body(std::string_view key) {
  const auto means = [key](const Synonym& synonym) {
    return synonym.other == key && (synonym.name == "a" || synonym.name == "b");
  };
  return key == "a" || key == "b" || std::ranges::any_of(kJointSynonyms, means);
}

// Returns the element with the names of its bodies filled in for copy number i.
JsonNode copy_of(const JsonNode& node, int i) {
  JsonNode copy = node;
  const std::vector<study::Parameter> number{{"i", static_cast<double>(i)}};
  for (std::size_t k = 0; k < copy.keys.size(); ++k)
    if (names_a_body(copy.keys[k])) copy.items[k].text = fill_name(copy.items[k].text, number);
  return copy;
}

void lose_names(JsonObject& object, SceneDraft& draft) {
  const JsonNode* name = object.find("name");
  if (name && name->kind == JsonKind::string) draft.joint_names.lose(name->text + "_");
}

// Adds the copies and reads them up to the first with a fault, since that of the next would be the
// same. The remaining ones are added to the model like it, so that their names are known.
void add_copies(JsonObject& object, const JsonNode& array, int index, SceneDraft& draft) {
  object.need("name", "the name that the copies are numbered after");
  const std::size_t before = draft.faults.found.size();
  const std::vector<Eigen::Vector3d> offsets =
      read_joint_array(array, object.path("array"), draft.faults);
  bool unread = draft.faults.found.size() > before;
  if (unread) lose_names(object, draft);
  ReadJoint joint;
  for (int i = 0; i < static_cast<int>(offsets.size()); ++i) {
    const JsonNode node = unread ? JsonNode{} : copy_of(object.node(), i);
    if (!unread) {
      JsonObject copy(node, object.element(), draft.faults);
      joint = read_definition(copy, draft);
      copy.find("array");
      copy.check_keys();
      unread = draft.faults.found.size() > before;
    }
    ReadJoint moved = joint;
    moved.def.name = fmt::format("{}_{}", joint.def.name, i);
    moved.def.anchor += offsets[static_cast<std::size_t>(i)];
    if (moved.def.anchor_b) *moved.def.anchor_b += offsets[static_cast<std::size_t>(i)];
    add(moved, index, unread, draft);
  }
}

}  // namespace

void read_joint(const JsonNode& node, int index, SceneDraft& draft) {
  const std::size_t before = draft.faults.found.size();
  JsonObject object(node, fmt::format("joints[{}]", index), draft.faults);
  if (const JsonNode* array = object.find("array")) return add_copies(object, *array, index, draft);
  const ReadJoint joint = read_definition(object, draft);
  object.check_keys();
  add(joint, index, draft.faults.found.size() > before, draft);
}

}  // namespace perpend::io
