// SPDX-License-Identifier: Apache-2.0
// Reads the parts of a scene along the coordinates of joints: limits, motors, springs, couplers.
#include <fmt/format.h>

#include <array>
#include <limits>

#include "io/scene/scene_parts.hpp"
#include "io/scene/synonyms.hpp"

namespace perpend::io {
namespace {

// Index of a coordinate that could not be read, different from that of any other entry.
constexpr int kUnread = std::numeric_limits<int>::min();

void read_motor(JsonObject& object, CoordinateDef& def) {
  const JsonNode* node = object.find("motor");
  if (!node) return;
  JsonObject motor(*node, object.path("motor"), object.faults());
  motor.need("kind", "velocity or position");
  if (const int kind = motor.read_choice("kind", {"velocity", "position"}); kind >= 0)
    def.motor = kind == 0 ? MotorKind::velocity : MotorKind::position;
  motor.read_needed("target", def.target, "a speed in m/s or rad/s, or a position in m or rad");
  motor.read("max_force", def.max_force);
  if (def.motor == MotorKind::position) {
    motor.read("time_constant", def.time_constant);
    motor.read("stiffness", def.motor_stiffness);
  }
  motor.read("damping", def.motor_damping);
  motor.check_keys();
}

void read_spring(JsonObject& object, CoordinateDef& def) {
  const JsonNode* node = object.find("spring");
  if (!node) return;
  JsonObject spring(*node, object.path("spring"), object.faults());
  spring.read_needed("stiffness", def.stiffness, "a stiffness in N/m or N m/rad");
  spring.read("rest", def.rest);
  spring.check_keys();
}

SceneCoordinate read_coordinate(const JsonNode& node, const std::string& element,
                                FaultList& faults) {
  JsonObject object(node, element, faults);
  SceneCoordinate found;
  CoordinateDef& def = found.def;
  object.accept(kCoordinateSynonyms);
  const std::size_t before = faults.found.size();
  object.read("coordinate", def.coordinate);
  if (faults.found.size() > before) def.coordinate = kUnread;
  object.read("name", def.name);
  object.read("start", def.start);
  object.read("start_outside", found.starts_outside);
  read_range(object, "limits", "[lo, hi] in m or rad; null where there is none", def.lo, def.hi);
  object.read("e", def.e);
  read_motor(object, def);
  read_spring(object, def);
  object.read("damping", def.damping);
  object.read("friction", def.friction);
  object.read("armature", def.armature);
  object.check_keys();
  return found;
}

CouplerTerm read_term(const JsonNode& node, const std::string& element, SceneDraft& draft) {
  JsonObject object(node, element, draft.faults);
  CouplerTerm term;
  object.need("joint", "the name of a joint");
  const CoordinateId found = draft.read_coordinate(object);
  term.joint = found.joint;
  term.coordinate = found.coordinate;
  object.read_needed("factor", term.factor, "a number other than 0");
  object.check_keys();
  return term;
}

}  // namespace

void read_range(JsonObject& object, const std::string& key, std::string_view expected, double& lo,
                double& hi) {
  const JsonNode* node = object.find(key);
  if (!node) return;
  const auto is_bound = [](const JsonNode& item) {
    return item.kind == JsonKind::number || item.kind == JsonKind::null;
  };
  if (node->kind != JsonKind::array || node->items.size() != 2 || !is_bound(node->items[0]) ||
      !is_bound(node->items[1]))
    return object.faults().mismatch(*node, object.path(key), expected);
  if (node->items[0].kind == JsonKind::number) lo = node->items[0].number;
  if (node->items[1].kind == JsonKind::number) hi = node->items[1].number;
}

std::vector<SceneCoordinate> read_coordinates(JsonObject& joint) {
  std::vector<SceneCoordinate> coordinates;
  const std::vector<JsonNode>& nodes = joint.list("coordinates");
  for (std::size_t i = 0; i < nodes.size(); ++i)
    coordinates.push_back(read_coordinate(
        nodes[i], fmt::format("{}[{}]", joint.path("coordinates"), i), joint.faults()));
  return coordinates;
}

void read_coupler(const JsonNode& node, int index, SceneDraft& draft) {
  JsonObject object(node, fmt::format("couplers[{}]", index), draft.faults);
  Coupler coupler;
  object.read("name", coupler.name);
  object.need("terms", "a list of {\"joint\": ..., \"factor\": ...}");
  const std::vector<JsonNode>& terms = object.list("terms");
  for (std::size_t i = 0; i < terms.size(); ++i)
    coupler.terms.push_back(
        read_term(terms[i], fmt::format("{}[{}]", object.path("terms"), i), draft));
  object.check_keys();
  draft.builder.add_coupler(coupler);
}

}  // namespace perpend::io
