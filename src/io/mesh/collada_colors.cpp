// SPDX-License-Identifier: Apache-2.0
#include "io/mesh/collada_colors.hpp"

#include <cmath>
#include <initializer_list>
#include <string_view>

#include "io/format/color_text.hpp"
#include "io/format/decimal.hpp"

namespace perpend::io {
namespace {

const XmlNode* descendant(const XmlNode* node, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) node = node ? node->child(name) : nullptr;
  return node;
}

const XmlNode* element(const ColladaElements& elements, const std::string& id) {
  const auto found = elements.find(id);
  return found == elements.end() ? nullptr : found->second;
}

// Returns the id of the material that an instance of a geometry binds to a symbol.
std::string bound_material(const XmlNode* instance, const std::string& symbol) {
  const XmlNode* bindings = descendant(instance, {"bind_material", "technique_common"});
  if (!bindings) return symbol;
  for (const XmlNode& each : bindings->children) {
    const std::string* name = each.attribute("symbol");
    if (each.name == "instance_material" && name && *name == symbol)
      return collada_id(each.attribute("target"));
  }
  return symbol;
}

const XmlNode* diffuse_of(const XmlNode* effect) {
  const XmlNode* technique = descendant(effect, {"profile_COMMON", "technique"});
  for (const char* shader : {"phong", "lambert", "blinn"})
    if (const XmlNode* found = descendant(technique, {shader, "diffuse", "color"})) return found;
  return nullptr;
}

// Returns "#rrggbb" of the first three numbers of a text; empty if it does not start with three.
std::string color_of(std::string_view text) {
  Eigen::Vector3d rgb(0, 0, 0);
  for (double& value : rgb) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    text.remove_prefix(first == text.npos ? text.size() : first);
    if (!take_decimal(text, value) || !std::isfinite(value)) return {};
  }
  return color_text(rgb);
}

}  // namespace

std::string collada_id(const std::string* reference) {
  if (!reference) return {};
  return reference->starts_with('#') ? reference->substr(1) : *reference;
}

std::string collada_color(const ColladaElements& elements, const XmlNode* instance,
                          const std::string* symbol) {
  if (!symbol) return {};
  const XmlNode* material = element(elements, bound_material(instance, *symbol));
  const XmlNode* effect = descendant(material, {"instance_effect"});
  if (effect) effect = element(elements, collada_id(effect->attribute("url")));
  const XmlNode* diffuse = diffuse_of(effect);
  return diffuse ? color_of(diffuse->text) : std::string();
}

}  // namespace perpend::io
