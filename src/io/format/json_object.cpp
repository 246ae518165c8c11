// SPDX-License-Identifier: Apache-2.0
#include "io/format/json_object.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace perpend::io {
namespace {

bool copy_numbers(const JsonNode& node, double* out, std::size_t count) {
  if (node.kind != JsonKind::array || node.items.size() != count) return false;
  for (const JsonNode& item : node.items)
    if (item.kind != JsonKind::number) return false;
  for (std::size_t i = 0; i < count; ++i) out[i] = node.items[i].number;
  return true;
}

}  // namespace

void FaultList::mismatch(const JsonNode& node, std::string element, std::string_view expected) {
  add(node, std::move(element), "found " + describe(node), "expected " + std::string(expected));
}

bool read_value(const JsonNode& node, const std::string& element, FaultList& faults, double& out) {
  if (node.kind == JsonKind::number) return out = node.number, true;
  return faults.mismatch(node, element, "a number"), false;
}

bool read_value(const JsonNode& node, const std::string& element, FaultList& faults, int& out) {
  const double value = node.number;
  if (node.kind == JsonKind::number && value == std::floor(value) && std::abs(value) < 2147483648.0)
    return out = static_cast<int>(value), true;
  return faults.mismatch(node, element, "a whole number"), false;
}

bool read_value(const JsonNode& node, const std::string& element, FaultList& faults, bool& out) {
  if (node.kind == JsonKind::boolean) return out = node.boolean, true;
  return faults.mismatch(node, element, "true or false"), false;
}

bool read_value(const JsonNode& node, const std::string& element, FaultList& faults,
                std::string& out) {
  if (node.kind == JsonKind::string) return out = node.text, true;
  return faults.mismatch(node, element, "a string"), false;
}

bool read_value(const JsonNode& node, const std::string& element, FaultList& faults,
                Eigen::Vector2d& out) {
  if (copy_numbers(node, out.data(), 2)) return true;
  return faults.mismatch(node, element, "two numbers [x, y]"), false;
}

bool read_value(const JsonNode& node, const std::string& element, FaultList& faults,
                Eigen::Vector3d& out) {
  if (copy_numbers(node, out.data(), 3)) return true;
  return faults.mismatch(node, element, "three numbers"), false;
}

std::string name_hint(std::string_view found, const std::vector<std::string>& names) {
  if (names.empty()) return "expected {}, which has no keys";
  const std::string_view nearest = nearest_name(found, names);
  const std::string all = fmt::format("one of {}", fmt::join(names, ", "));
  return nearest.empty() ? "expected " + all : fmt::format("did you mean \"{}\"? {}", nearest, all);
}

namespace {

// Works as name_hint(), but synonyms may be the nearest name too.
std::string choice_hint(std::string_view found, const std::vector<std::string>& names,
                        std::span<const Synonym> synonyms) {
  std::vector<std::string> all = names;
  for (const Synonym& synonym : synonyms) all.emplace_back(synonym.other);
  const std::string_view nearest = nearest_name(found, all);
  if (nearest.empty()) return name_hint(found, names);
  return fmt::format("did you mean \"{}\"? one of {}", nearest, fmt::join(names, ", "));
}

}  // namespace

JsonObject::JsonObject(const JsonNode& node, std::string element, FaultList& faults)
    : node_(node), element_(std::move(element)), faults_(faults) {
  if (node.kind != JsonKind::object) faults.mismatch(node, element_, "an object { ... }");
}

void JsonObject::accept(std::span<const Synonym> synonyms) {
  for (const Synonym& synonym : synonyms) {
    const JsonNode* node = node_.find(synonym.other);
    if (!node) continue;
    known_.emplace_back(synonym.other);
    if (node_.find(spelt(synonym.name)))
      faults_.add(*node, path(std::string(synonym.other)),
                  fmt::format("stands beside {}, which means the same", spelt(synonym.name)),
                  "expected one of the two");
    else
      used_.push_back(synonym);
  }
}

std::string_view JsonObject::spelt(std::string_view key) const {
  for (const Synonym& synonym : used_)
    if (synonym.name == key) return synonym.other;
  return key;
}

const JsonNode* JsonObject::find(const std::string& key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.push_back(key);
  return node_.find(spelt(key));
}

const JsonNode* JsonObject::need(const std::string& key, std::string_view expected) {
  const JsonNode* node = find(key);
  if (!node && node_.kind == JsonKind::object)
    faults_.add(node_, path(key), "is missing", "expected " + std::string(expected));
  return node;
}

const std::vector<JsonNode>& JsonObject::list(const std::string& key) {
  static const std::vector<JsonNode> kNone;
  const JsonNode* node = find(key);
  if (!node) return kNone;
  if (node->kind == JsonKind::array) return node->items;
  faults_.mismatch(*node, path(key), "a list [ ... ]");
  return kNone;
}

bool JsonObject::read_vector(const std::string& key, Eigen::Vector3d& out) {
  const JsonNode* node = find(key);
  if (!node) return false;
  Eigen::Vector3d value(0, 0, 0);
  if (copy_numbers(*node, value.data(), 2) || copy_numbers(*node, value.data(), 3))
    out = value;
  else
    faults_.mismatch(*node, path(key), "numbers [x, y] or [x, y, z]");
  return true;
}

bool JsonObject::read_numbers(const std::string& key, std::span<double> out,
                              std::string_view expected) {
  const JsonNode* node = find(key);
  if (node && !copy_numbers(*node, out.data(), out.size()))
    faults_.mismatch(*node, path(key), expected);
  return node != nullptr;
}

int JsonObject::read_choice(const std::string& key, const std::vector<std::string>& names,
                            std::span<const Synonym> synonyms) {
  const JsonNode* node = find(key);
  std::string found;
  if (!node || !read_value(*node, path(key), faults_, found)) return -1;
  for (const Synonym& synonym : synonyms)
    if (found == synonym.other) found = synonym.name;
  const auto match = std::find(names.begin(), names.end(), found);
  if (match != names.end()) return static_cast<int>(match - names.begin());
  faults_.add(*node, path(key), "found " + describe(*node), choice_hint(found, names, synonyms));
  return -1;
}

void JsonObject::check_keys() {
  if (node_.kind != JsonKind::object) return;
  for (std::size_t i = 0; i < node_.keys.size(); ++i) {
    const std::string& key = node_.keys[i];
    if (std::find(known_.begin(), known_.end(), key) == known_.end())
      faults_.add(node_.items[i], path(key), "is not a known key", name_hint(key, known_));
  }
}

std::string JsonObject::path(const std::string& key) const {
  const std::string name(spelt(key));
  return element_.empty() ? name : element_ + "." + name;
}

}  // namespace perpend::io
