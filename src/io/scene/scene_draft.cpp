// SPDX-License-Identifier: Apache-2.0
// Resolves the names of a scene's elements.
#include <fmt/format.h>

#include <algorithm>

#include "io/scene/scene_parts.hpp"

namespace perpend::io {

void NamedElements::add(const std::string& name, const std::string& fallback, int element,
                        bool unread) {
  const int index = static_cast<int>(names_.size());
  names_.push_back(name.empty() ? fmt::format("{}_{}", fallback, index) : name);
  index_.emplace(names_.back(), index);
  elements_.push_back(element);
  unread_.push_back(unread);
}

void NamedElements::add_alias(const std::string& name, int index) {
  if (index_.emplace(name, index).second) aliases_.push_back(name);
}

int NamedElements::read(JsonObject& object, const std::string& key, const std::string& kind) const {
  std::string name;
  const JsonNode* node = object.find(key);
  if (!node || !read_value(*node, object.path(key), object.faults(), name)) return -1;
  if (const auto at = index_.find(name); at != index_.end()) return at->second;
  const auto is_lost = [&](const std::string& prefix) { return name.starts_with(prefix); };
  if (std::ranges::any_of(lost_, is_lost)) return kLost;
  std::vector<std::string> known;
  if (object.faults().searches_names()) known = names_;
  if (!known.empty()) known.insert(known.end(), aliases_.begin(), aliases_.end());
  const std::string_view nearest = nearest_name(name, known);
  object.faults().add(*node, object.path(key), fmt::format("no {} is named \"{}\"", kind, name),
                      nearest.empty() ? "" : fmt::format("did you mean \"{}\"?", nearest));
  return -1;
}

BodyId SceneDraft::read_body(JsonObject& object, const std::string& key) const {
  const JsonNode* node = object.find(key);
  if (node && node->kind == JsonKind::string && (node->text.empty() || node->text == "world"))
    return kWorld;
  return {body_names.read(object, key, "body")};
}

CoordinateId SceneDraft::read_coordinate(JsonObject& object) const {
  CoordinateId found{{joint_names.read(object, "joint", "joint")}, 0};
  const JsonNode* coordinate = object.find("coordinate");
  if (coordinate)
    read_value(*coordinate, object.path("coordinate"), object.faults(), found.coordinate);
  if (found.joint.index < 0) return found;
  const std::string& name = object.find("joint")->text;
  for (const CoordinateDef& def : joints[static_cast<std::size_t>(found.joint.index)].coordinates) {
    if (name.empty() || def.name != name) continue;
    found.coordinate = def.coordinate;
    if (coordinate)
      object.faults().add(*coordinate, object.path("coordinate"),
                          "stands beside the name of a coordinate", "expected no such key");
  }
  return found;
}

}  // namespace perpend::io
