// SPDX-License-Identifier: Apache-2.0
// Checks names as a file writes them.
#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "io/scene/scene_parts.hpp"

namespace perpend::io {
namespace {

// Members that may be left out; an empty name is not a way to do so.
constexpr std::array<std::string_view, 5> kOptional{"name", "b", "body_b", "parent", "material"};

bool is_empty_text(const JsonNode& node) {
  return node.kind == JsonKind::string && node.text.empty();
}

void refuse_empty(const JsonNode& element, const std::string& path, FaultList& faults) {
  for (std::size_t k = 0; k < element.keys.size(); ++k)
    if (std::ranges::find(kOptional, element.keys[k]) != kOptional.end() &&
        is_empty_text(element.items[k]))
      faults.add(element.items[k], path + "." + element.keys[k], "is empty",
                 "expected a name, or no such key");
}

// Visits the elements of the lists whose elements have names; the path is "bodies[3]".
template <typename Visit>
void for_each_element(const JsonNode& root, const Visit& visit) {
  for (const std::string list :
       {"bodies", "frames", "joints", "couplers", "actuators", "materials"}) {
    const JsonNode* elements = root.find(list);
    if (!elements || elements->kind != JsonKind::array) continue;
    for (std::size_t i = 0; i < elements->items.size(); ++i)
      if (elements->items[i].kind == JsonKind::object)
        visit(elements->items[i], list + "[" + std::to_string(i) + "]");
  }
}

}  // namespace

void refuse_empty_names(const JsonNode& root, FaultList& faults) {
  for_each_element(root, [&](const JsonNode& element, const std::string& path) {
    // The model itself reports a material without a name, and read_frame() a frame without one.
    if (!path.starts_with("materials") && !path.starts_with("frames"))
      refuse_empty(element, path, faults);
  });
}

void refuse_unfilled_names(const JsonNode& root, FaultList& faults) {
  const auto look = [&](const JsonNode& object, const std::string& path) {
    const JsonNode* name = object.find("name");
    if (!name || name->kind != JsonKind::string || name->literal) return;
    const std::size_t open = name->text.find('{'), close = name->text.find('}', open);
    if (close == std::string::npos) return;
    faults.add(*name, path + "name", "has \"" + name->text.substr(open, close - open + 1) + "\"",
               "expected an expression of parameters that is a whole number");
  };
  look(root, "");
  for_each_element(
      root, [&](const JsonNode& element, const std::string& path) { look(element, path + "."); });
}

void check_name(const JsonNode& node, const std::string& element, std::string_view name,
                FaultList& faults) {
  if (name.empty())
    faults.add(node, element, "is empty", "expected a name");
  else if (!is_name(name))
    faults.add(node, element, kNoName, kNameForm);
}

}  // namespace perpend::io
