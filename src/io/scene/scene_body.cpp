// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "io/scene/body_kind_names.hpp"
#include "io/scene/scene_array.hpp"
#include "io/scene/scene_parts.hpp"

namespace perpend::io {
namespace {

// Every kind that a file can say; custom bodies are code.
std::vector<std::string> file_kinds() {
  std::vector<std::string> names = body_kind_names();
  names.pop_back();
  return names;
}

bool is_color(const std::string& text) {
  return text.size() == 7 && text[0] == '#' &&
         text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
}

std::string read_color(JsonObject& object) {
  std::string color;
  if (object.read("color", color) && !color.empty() && !is_color(color))
    object.faults().mismatch(*object.find("color"), object.path("color"), "\"#rrggbb\"");
  return color;
}

void read_planar(JsonObject& object, BodyDef& def) {
  object.read("position", def.pose.p);
  object.read("angle", def.pose.angle);
  Eigen::Vector2d velocity(0, 0);
  object.read("velocity", velocity);
  def.velocity.head<2>() = velocity;
  object.read("omega", def.velocity.z());
  double density = ShapeDef{.shape = planar::Disc{}}.density;
  object.read("density", density);
  const std::vector<JsonNode>& shapes = object.list("shapes");
  for (std::size_t i = 0; i < shapes.size(); ++i)
    def.shapes.push_back(read_shape(shapes[i], fmt::format("{}[{}]", object.path("shapes"), i),
                                    density, object.faults()));
  object.read("inertia", def.inertia);
  if (const JsonNode* motion = object.find("motion"))
    def.motion = read_motion(*motion, object.path("motion"), object.faults(), false);
}

bool is_planar(const BodyDef& def) {
  return def.kind <= BodyKind::kinematic;
}

BodyDef read_definition(JsonObject& object) {
  BodyDef def;
  object.read("name", def.name);
  const int kind = object.read_choice("kind", file_kinds());
  if (kind >= 0) def.kind = static_cast<BodyKind>(kind);
  if (is_planar(def))
    read_planar(object, def);
  else
    read_spatial(object, def);
  object.read("mass", def.mass);
  object.read("material", def.material);
  object.read("level", def.level);
  return def;
}

BodyDef moved(BodyDef def, const Eigen::Vector3d& offset) {
  def.pose.p += offset.head<2>();
  def.spatial.pose.p += offset;
  return def;
}

void add(const BodyDef& def, int index, const std::string& color, SceneDraft& draft) {
  draft.builder.add_body(def);
  draft.bodies.push_back(def);
  draft.body_names.add(def.name, "body", index);
  draft.colors.push_back(color);
}

}  // namespace

void read_body(const JsonNode& node, int index, SceneDraft& draft) {
  JsonObject object(node, fmt::format("bodies[{}]", index), draft.faults);
  BodyDef def = read_definition(object);
  const std::string color = read_color(object);
  if (const JsonNode* array = object.find("array")) {
    object.need("name", "the name that the copies are numbered after");
    const std::string name = def.name;
    int copy = 0;
    for (const Eigen::Vector3d& offset :
         read_body_array(*array, object.path("array"), is_planar(def), draft.faults)) {
      def.name = fmt::format("{}_{}", name, copy++);
      add(moved(def, offset), index, color, draft);
    }
  } else {
    add(def, index, color, draft);
  }
  object.check_keys();
}

}  // namespace perpend::io
