// SPDX-License-Identifier: Apache-2.0
// Reads how bodies are drawn: colours and visuals.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "io/scene/scene_parts.hpp"
#include "io/scene/synonyms.hpp"

namespace perpend::io {
namespace {

bool is_color(const std::string& text) {
  return text.size() == 7 && text[0] == '#' &&
         text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
}

// Adds the faults of a solid that no body could have, such as a sphere without a radius.
void check_solid(JsonObject& solid, const spatial::Shape& shape) {
  for (const Diagnostic& fault : spatial::check(shape, solid.element()))
    solid.faults().add(solid.node(), fault.element, fault.message, fault.hint);
}

study::Visual read_visual(const JsonNode& node, const std::string& element, FaultList& faults) {
  JsonObject object(node, element, faults);
  study::Visual visual;
  object.accept(kSolidSynonyms);
  object.accept(std::array{Synonym{"quaternion", "orientation"}});
  const auto read = [&](JsonObject& solid, std::size_t kind) {
    const std::size_t before = faults.found.size();
    if (solid_names()[kind] == "mesh") {
      visual.geometry = std::make_shared<const spatial::TriangleSoup>(read_triangle_soup(solid));
      return;
    }
    spatial::Shape shape = read_solid(solid, kind);
    if (faults.found.size() == before) check_solid(solid, shape);
    visual.geometry = std::move(shape);
  };
  read_one_of(object, solid_names(), read, [&] {
    read_pose(object, visual.pose);
    visual.color = read_color(object);
  });
  return visual;
}

}  // namespace

std::string read_color(JsonObject& object) {
  std::string color;
  if (object.read("color", color) && !color.empty() && !is_color(color))
    object.faults().mismatch(*object.find("color"), object.path("color"), "\"#rrggbb\"");
  return color;
}

study::Visuals read_visuals(JsonObject& object, BodyKind kind) {
  study::Visuals visuals;
  const JsonNode* given = object.node().find("visuals");
  if (is_planar(kind) && !given) return visuals;
  object.find("visuals");
  if (is_planar(kind)) {
    object.faults().add(*given, object.path("visuals"), "are of a body of the plane",
                        "expected them on a body in space; in the plane the shapes are drawn");
    return visuals;
  }
  const std::vector<JsonNode>& list = object.list("visuals");
  for (std::size_t i = 0; i < list.size(); ++i)
    visuals.push_back(
        read_visual(list[i], fmt::format("{}[{}]", object.path("visuals"), i), object.faults()));
  return visuals;
}

}  // namespace perpend::io
