// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "io/scene/body_kind_names.hpp"
#include "io/scene/scene_array.hpp"
#include "io/scene/scene_parts.hpp"
#include "io/scene/synonyms.hpp"

namespace perpend::io {
namespace {

// Returns all kinds that a file can name; custom bodies need code.
const std::vector<std::string>& file_kinds() {
  static const std::vector<std::string> names(body_kind_names().begin(),
                                              body_kind_names().end() - 1);
  return names;
}

int index_of(std::string_view name, const std::vector<std::string>& names) {
  const auto at = std::ranges::find(names, name);
  return at == names.end() ? -1 : static_cast<int>(at - names.begin());
}

void read_planar(JsonObject& object, BodyDef& def) {
  object.read("position", def.pose.p);
  object.read("angle", def.pose.angle);
  Eigen::Vector2d velocity(0, 0);
  object.read("velocity", velocity);
  def.velocity.head<2>() = velocity;
  if (def.kind != BodyKind::particle) object.read("omega", def.velocity.z());
  ShapeDef defaults{.shape = planar::Disc{}};
  object.read("density", defaults.density);
  object.read("surface_velocity", defaults.surface_velocity);
  defaults.collides = def.collides;
  const std::vector<JsonNode>& shapes = object.list("shapes");
  for (std::size_t i = 0; i < shapes.size(); ++i)
    for (ShapeDef& shape : read_shape(shapes[i], fmt::format("{}[{}]", object.path("shapes"), i),
                                      defaults, object.faults()))
      def.shapes.push_back(std::move(shape));
  if (def.kind != BodyKind::particle) object.read("inertia", def.inertia);
  if (const JsonNode* motion = object.find("motion"))
    def.motion = read_motion(*motion, object.path("motion"), object.faults(), false);
}

bool is_planar(const BodyDef& def) {
  return def.kind <= BodyKind::kinematic;
}

bool is_zero(const JsonNode& node) {
  return node.kind == JsonKind::array ? std::ranges::all_of(node.items, is_zero) : node.number == 0;
}

// Reports an initial velocity of a body that forces do not move.
void refuse_velocity(JsonObject& object, BodyKind kind) {
  if (is_dynamic(kind)) return;
  const bool moves = is_kinematic(kind);
  for (const char* key : {"velocity", "omega"})
    if (const JsonNode* node = object.find(key); node && !is_zero(*node))
      object.faults().add(
          *node, object.path(key),
          moves ? "is of a body that moves as its motion says" : "is of a body that stands still",
          moves ? "expected it in \"motion\""
                : "expected a kinematic body with a \"motion\", or a \"surface_velocity\"");
}

BodyDef read_definition(JsonObject& object) {
  BodyDef def;
  object.accept(kBodySynonyms);
  object.read("name", def.name);
  int kind = object.read_choice("kind", file_kinds(), kBodyKindSynonyms);
  // A misspelt kind is read as the nearest one: with another kind its members would be further
  // faults.
  if (const JsonNode* node = object.find("kind"); kind < 0 && node)
    kind = index_of(nearest_name(node->text, file_kinds()), file_kinds());
  if (kind >= 0) def.kind = static_cast<BodyKind>(kind);
  def.kind = kind_of_members(object, def.kind);
  read_filter(object, def.collides);
  if (is_planar(def))
    read_planar(object, def);
  else
    read_spatial(object, def);
  refuse_velocity(object, def.kind);
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

// Gives a body with unreadable position or shapes a level of its own, so that it collides with no
// other body.
void keep_apart(BodyDef& def, std::size_t index) {
  def.level = std::numeric_limits<int>::min() + static_cast<int>(index);
}

// The looks of a body, which its definition does not have.
struct Looks {
  std::string color;
  study::Visuals visuals;
};

void add(BodyDef def, int index, const Looks& looks, bool unread, SceneDraft& draft) {
  if (unread) keep_apart(def, draft.bodies.size());
  draft.builder.add_body(def);
  draft.body_names.add(def.name, "body", index, unread);
  draft.bodies.push_back(std::move(def));
  draft.colors.push_back(looks.color);
  draft.visuals.push_back(looks.visuals);
}

// Returns the offsets of the copies. If they cannot be read, references to the names of copies are
// not faults.
std::vector<Eigen::Vector3d> read_places(JsonObject& object, const JsonNode& array,
                                         const BodyDef& def, SceneDraft& draft) {
  object.need("name", "the name that the copies are numbered after");
  const std::size_t before = draft.faults.found.size();
  std::vector<Eigen::Vector3d> offsets =
      read_body_array(array, object.path("array"), is_planar(def), draft.faults);
  if (draft.faults.found.size() > before) draft.body_names.lose(def.name + "_");
  return offsets;
}

}  // namespace

void read_body(const JsonNode& node, int index, SceneDraft& draft) {
  const std::size_t before = draft.faults.found.size();
  JsonObject object(node, fmt::format("bodies[{}]", index), draft.faults);
  const BodyDef def = read_definition(object);
  const Looks looks{read_color(object), read_visuals(object, def.kind)};
  const JsonNode* array = object.find("array");
  const std::vector<Eigen::Vector3d> offsets =
      array ? read_places(object, *array, def, draft) : std::vector<Eigen::Vector3d>{};
  object.check_keys();
  const bool unread = draft.faults.found.size() > before;
  if (!array) return add(def, index, looks, unread, draft);
  for (std::size_t copy = 0; copy < offsets.size(); ++copy) {
    BodyDef copied = moved(def, offsets[copy]);
    copied.name = fmt::format("{}_{}", def.name, copy);
    add(std::move(copied), index, looks, unread, draft);
  }
}

}  // namespace perpend::io
