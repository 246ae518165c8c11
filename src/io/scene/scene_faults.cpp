// SPDX-License-Identifier: Apache-2.0
// Maps faults of the model to the elements of the file. An element that could not be read has a
// placeholder in the model; faults of the model that a placeholder can have caused are dropped.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/text.hpp"
#include "io/scene/scene_parts.hpp"

namespace perpend::io {
namespace {

// Number of copies of an array that are reported with one fault; further ones are counted.
constexpr int kMostCopies = 5;

struct IndexedElement {
  std::size_t index;
  std::string_view rest;  ///< such as ".mass"
};

// Splits "bodies[17].mass" into 17 and ".mass" if the list is "bodies".
std::optional<IndexedElement> split(std::string_view element, std::string_view list) {
  if (!element.starts_with(list) || !element.substr(list.size()).starts_with('[')) return {};
  const char *first = element.data() + list.size() + 1, *last = element.data() + element.size();
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(first, last, index);
  if (error != std::errc{} || end == last) return {};
  return IndexedElement{index, element.substr(static_cast<std::size_t>(end + 1 - element.data()))};
}

// Renames members of a coordinate that the file keeps in an object or under another name.
std::string file_member(std::string_view rest) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kMembers{
      {{".lo", ".limits"},
       {".target", ".motor.target"},
       {".max_force", ".motor.max_force"},
       {".time_constant", ".motor.time_constant"},
       {".motor_stiffness", ".motor.stiffness"},
       {".motor_damping", ".motor.damping"},
       {".stiffness", ".spring.stiffness"},
       {".rest", ".spring.rest"}}};
  if (rest.starts_with(".coordinates["))
    for (const auto& [model, file] : kMembers)
      if (rest.ends_with(model))
        return std::string(rest.substr(0, rest.size() - model.size())).append(file);
  return std::string(rest);
}

// Maps `bodies[17].mass` of the builder to `bodies[2].mass` of the file if an array made body 17.
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

// Returns "bodies[3].shapes[0]" for "bodies[3].shapes[0].radius"; other members are returned as
// they are.
std::string_view owner(std::string_view element) {
  const std::size_t list = element.find("].shapes[") != std::string_view::npos
                               ? element.find("].shapes[")
                               : element.find("].coordinates[");
  if (list == std::string_view::npos) return element;
  return element.substr(0, element.find(']', list + 1) + 1);
}

// The elements in which reading found faults.
class ReadFaults {
 public:
  explicit ReadFaults(const Diagnostics& found) {
    for (const Diagnostic& fault : found) elements_.insert(fault.element);
  }
  /// Returns true if a member that says which bodies a joint connects, where and how, could not be
  /// read.
  bool misplaces_joint(const std::string& joint) const {
    constexpr std::array<std::string_view, 5> kBeside{".coordinates[", ".break_force",
                                                      ".break_torque", ".bodies_collide", ".name"};
    for (auto at = elements_.lower_bound(joint); at != elements_.end() && at->starts_with(joint);
         ++at) {
      const std::string_view rest = std::string_view(*at).substr(joint.size());
      if (std::ranges::none_of(kBeside, [&](auto part) { return rest.starts_with(part); }))
        return true;
    }
    return false;
  }
  /// Returns true if the element or one inside it could not be read.
  bool touches(std::string_view element) const {
    for (auto at = elements_.lower_bound(element);
         at != elements_.end() && at->starts_with(element); ++at)
      if (at->size() == element.size() || (*at)[element.size()] == '.' ||
          (*at)[element.size()] == '[')
        return true;
    return false;
  }

 private:
  std::set<std::string, std::less<>> elements_;
};

// Returns true if a fault of the element holds whatever the unread parts are. It does not for a
// mass that unread shapes should give, or for an inertia that they bound.
bool stands_by_itself(const JsonNode& root, const std::string& element) {
  if (element.ends_with(".inertia") || element == first_step(element)) return false;
  return owner(element) != element || node_at(root, element) != nullptr;
}

// Returns true for the name of a joint and the forces along it, whose faults count even if the kind
// or the bodies of the joint are unknown.
bool counts_for_any_joint(std::string_view rest) {
  if (rest == ".name") return true;
  const bool place = rest.ends_with(".coordinate") || rest.ends_with(".start");
  return rest.starts_with(".coordinates[") && !place;
}

class Filter {
 public:
  Filter(const JsonNode& root, const SceneDraft& draft)
      : root_(root), draft_(draft), read_(draft.faults.found) {}

  /// Returns true if the fault, which the builder names by `element`, may follow from one of
  /// reading; `in_file` is the same element of the file.
  bool follows(const std::string& element, const std::string& in_file) const {
    if (read_.touches(owner(in_file))) return true;
    if (const auto body = split(element, "bodies"); body && body->index < draft_.bodies.size())
      return draft_.body_names.unread(body->index) && !stands_by_itself(root_, in_file);
    if (const auto joint = split(element, "joints"); joint && joint->index < draft_.joints.size())
      return is_unknown(joint->index, std::string(first_step(in_file))) &&
             !counts_for_any_joint(joint->rest);
    if (read_.touches(first_step(in_file))) return !stands_by_itself(root_, in_file);
    return draft_.joint_names.any_unread() &&
           (element.ends_with(".coordinate") || element.ends_with(".joint") ||
            (element.starts_with("actuators[") && element.ends_with(".kind")));
  }

 private:
  bool is_unknown(std::size_t joint, const std::string& in_file) const {
    const auto unread = [&](BodyId id) {
      return id.index >= 0 ? draft_.body_names.unread(static_cast<std::size_t>(id.index))
                           : id.index == NamedElements::kLost;
    };
    const JointDef& def = draft_.joints[joint];
    return read_.misplaces_joint(in_file) || unread(def.a) || unread(def.b);
  }

  const JsonNode& root_;
  const SceneDraft& draft_;
  ReadFaults read_;
};

}  // namespace

void name_elements(const JsonNode& root, Diagnostics& faults) {
  for (Diagnostic& fault : faults) {
    const JsonNode* node = node_at(root, first_step(fault.element));
    if (!node || node == &root || node->kind != JsonKind::object) continue;
    const JsonNode* name = node->find("name");
    if (!name || name->kind != JsonKind::string || !is_name(name->text)) continue;
    fault.hint += fmt::format("{}in \"{}\"", fault.hint.empty() ? "" : "; ", name->text);
  }
}

void add_model_faults(const Diagnostics& found, const JsonNode& root, SceneDraft& draft) {
  const Filter filter(root, draft);
  std::set<std::pair<std::string, std::string>> known;
  std::map<std::string, int> copies;
  Diagnostics& all = draft.faults.found;
  for (Diagnostic fault : found) {
    const std::string element = std::exchange(fault.element, file_element(fault.element, draft));
    if (filter.follows(element, fault.element)) continue;
    if (!known.emplace(fault.element, fault.message).second) continue;
    if (++copies[fault.element] > kMostCopies) continue;
    fault.file = draft.faults.file;
    fault.line = line_of(root, fault.element);
    all.push_back(std::move(fault));
  }
  for (const auto& [element, count] : copies)
    if (count > kMostCopies)
      all.push_back({draft.faults.file, line_of(root, element), element,
                     fmt::format("and {} more such faults of copies", count - kMostCopies), ""});
}

}  // namespace perpend::io
