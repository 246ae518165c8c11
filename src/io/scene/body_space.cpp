// SPDX-License-Identifier: Apache-2.0
// Detects whether a body has the members of a planar or of a spatial body, independent of its kind.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "io/scene/body_kind_names.hpp"
#include "io/scene/scene_parts.hpp"
#include "io/scene/synonyms.hpp"

namespace perpend::io {
namespace {

constexpr std::array kInSpaceAlone{"orientation", "quaternion", "axis_angle", "center_of_mass"};
// Members that are lists in space and numbers in the plane.
constexpr std::array kEither{"inertia", "omega", "angular_velocity"};

using Words = std::vector<std::string>;

bool is_list(const JsonNode* node, std::size_t length) {
  return node && node->kind == JsonKind::array && node->items.size() == length;
}

// Returns true for {"box": {"size": [...]}} with as many sides.
bool has_sides(const JsonNode& shape, std::size_t count) {
  const JsonNode* box = shape.find("box");
  return box && is_list(box->find("size"), count);
}

bool names(const std::vector<std::string>& kinds, std::span<const Synonym> others,
           const std::string& name) {
  return std::ranges::find(kinds, name) != kinds.end() ||
         std::ranges::find(others, name, &Synonym::other) != others.end();
}

// Adds the shapes that exist only as solids, or only as outlines, and the boxes with as many sides
// as those have.
void add_shapes(const JsonNode& body, bool solids, Words& found) {
  const JsonNode* shapes = body.find("shapes");
  if (!shapes || shapes->kind != JsonKind::array) return;
  const std::size_t sides = solids ? 3 : 2;
  for (const JsonNode& shape : shapes->items) {
    for (const std::string& key : shape.keys) {
      const bool solid = names(solid_names(), kSolidSynonyms, key);
      const bool outline = names(outline_names(), kOutlineSynonyms, key);
      if (solid != outline && solid == solids) found.push_back(fmt::format("\"{}\"", key));
    }
    if (has_sides(shape, sides)) found.push_back(fmt::format("\"box\" of {} sides", sides));
  }
}

void add_either(const JsonNode& body, JsonKind kind, Words& found) {
  for (const char* name : kEither)
    if (const JsonNode* node = body.find(name); node && node->kind == kind)
      found.push_back(
          fmt::format("\"{}\" {}", name, kind == JsonKind::array ? "of a list" : "of one number"));
}

Words of_space(const JsonNode& body) {
  Words found;
  if (is_list(body.find("position"), 3)) found.push_back("\"position\" of 3 numbers");
  for (const char* name : kInSpaceAlone)
    if (body.find(name)) found.push_back(fmt::format("\"{}\"", name));
  add_shapes(body, true, found);
  add_either(body, JsonKind::array, found);
  return found;
}

Words of_plane(const JsonNode& body) {
  Words found;
  if (body.find("angle")) found.push_back("\"angle\"");
  add_shapes(body, false, found);
  add_either(body, JsonKind::number, found);
  return found;
}

}  // namespace

BodyKind kind_of_members(JsonObject& object, BodyKind kind) {
  constexpr int kApart = static_cast<int>(BodyKind::spatial) - static_cast<int>(BodyKind::rigid);
  const bool in_plane = kind < BodyKind::spatial;
  const Words space = of_space(object.node()), plane = of_plane(object.node());
  const Words& others = in_plane ? space : plane;
  if (others.empty() || !(in_plane ? plane : space).empty()) return kind;
  const auto index = static_cast<std::size_t>(kind);
  const std::size_t meant = in_plane ? index + kApart : index - kApart;
  const JsonNode* node = object.find("kind");
  object.faults().add(
      node ? *node : object.node(), object.path("kind"),
      fmt::format("\"{}\" bodies are in {}, which has no {}", body_kind_names()[index],
                  in_plane ? "the plane" : "space", others.front()),
      fmt::format("expected \"{}\"", body_kind_names()[meant]));
  return static_cast<BodyKind>(meant);
}

}  // namespace perpend::io
