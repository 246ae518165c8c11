// SPDX-License-Identifier: Apache-2.0
// Names of a scene's elements, and the way from an element of the model back to the file.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "io/scene/scene_parts.hpp"

namespace perpend::io {
namespace {

struct IndexedElement {
  std::size_t index;
  std::string_view rest;  ///< such as ".mass"
};

// "bodies[17].mass" as 17 and ".mass", where the list is "bodies".
std::optional<IndexedElement> split(std::string_view element, std::string_view list) {
  if (!element.starts_with(list) || !element.substr(list.size()).starts_with('[')) return {};
  const char *first = element.data() + list.size() + 1, *last = element.data() + element.size();
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(first, last, index);
  if (error != std::errc{} || end == last) return {};
  return IndexedElement{index, element.substr(static_cast<std::size_t>(end + 1 - element.data()))};
}

// Members of a coordinate that the file keeps in an object or under another name.
std::string file_member(std::string_view rest) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kMembers{
      {{".lo", ".limits"},
       {".target", ".motor.target"},
       {".max_force", ".motor.max_force"},
       {".time_constant", ".motor.time_constant"},
       {".stiffness", ".spring.stiffness"},
       {".rest", ".spring.rest"}}};
  if (rest.starts_with(".coordinates["))
    for (const auto& [model, file] : kMembers)
      if (rest.ends_with(model))
        return std::string(rest.substr(0, rest.size() - model.size())).append(file);
  return std::string(rest);
}

// `bodies[17].mass` of the builder is `bodies[2].mass` of the file where an array made body 17.
std::string file_element(const std::string& element, const SceneDraft& draft) {
  if (const auto body = split(element, "bodies"); body && body->index < draft.body_names.size())
    return fmt::format("bodies[{}]{}", draft.body_names.element(body->index), body->rest);
  if (const auto joint = split(element, "joints"); joint && joint->index < draft.joint_names.size())
    return fmt::format("joints[{}]{}", draft.joint_names.element(joint->index),
                       file_member(joint->rest));
  return element;
}

std::string_view first_step(std::string_view element) {
  return element.substr(0, element.find('.'));
}

}  // namespace

void NamedElements::add(const std::string& name, const std::string& fallback, int element) {
  const int index = static_cast<int>(names_.size());
  names_.push_back(name.empty() ? fmt::format("{}_{}", fallback, index) : name);
  index_.emplace(names_.back(), index);
  elements_.push_back(element);
}

int NamedElements::read(JsonObject& object, const std::string& key, const std::string& kind) const {
  std::string name;
  const JsonNode* node = object.find(key);
  if (!node || !read_value(*node, object.path(key), object.faults(), name)) return -1;
  if (const auto at = index_.find(name); at != index_.end()) return at->second;
  const std::string_view nearest = nearest_name(name, names_);
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

void name_elements(const JsonNode& root, Diagnostics& faults) {
  for (Diagnostic& fault : faults) {
    const JsonNode* node = node_at(root, first_step(fault.element));
    if (!node || node == &root || node->kind != JsonKind::object) continue;
    const JsonNode* name = node->find("name");
    if (!name || name->kind != JsonKind::string) continue;
    fault.hint += fmt::format("{}in \"{}\"", fault.hint.empty() ? "" : "; ", name->text);
  }
}

void add_model_faults(const Diagnostics& found, const JsonNode& root, SceneDraft& draft) {
  Diagnostics& all = draft.faults.found;
  const std::size_t read_faults = all.size();
  for (Diagnostic fault : found) {
    fault.element = file_element(fault.element, draft);
    fault.file = draft.faults.file;
    fault.line = line_of(root, fault.element);
    const auto follows = [&](const Diagnostic& other) {
      return first_step(other.element) == first_step(fault.element);
    };
    const auto same = [&](const Diagnostic& other) {
      return other.element == fault.element && other.message == fault.message;
    };
    if (std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(read_faults), follows))
      continue;
    if (std::none_of(all.begin(), all.end(), same)) all.push_back(std::move(fault));
  }
}

}  // namespace perpend::io
