// SPDX-License-Identifier: Apache-2.0
// Reads the part of a scene about its run: `simulation`.
#include <fmt/format.h>

#include <algorithm>

#include "io/scene/scene_parts.hpp"
#include "perpend/core/error.hpp"
#include "perpend/sim/option_fields.hpp"
#include "study/step_count.hpp"

namespace perpend::io {

void read_spring_damper(JsonObject& object, const std::string& key, SpringDamper& spring) {
  const JsonNode* node = object.find(key);
  if (!node) return;
  JsonObject members(*node, object.path(key), object.faults());
  members.need("stiffness", "a stiffness in N/m");
  for_each_relaxation_field(
      [&](const auto& part) { members.read(std::string(part.name), spring.*part.member); });
  members.check_keys();
}

namespace {

void read_law(JsonObject& object, const std::string& key, ContactLaw& law) {
  std::string name;
  if (!object.read(key, name)) return;
  const JsonNode& node = *object.find(key);
  if (node.kind != JsonKind::string) return;
  try {
    if (const std::optional<ContactLaw> found = law_from_name(name))
      law = *found;
    else
      object.faults().add(node, object.path(key), "found " + describe(node),
                          name_hint(name, name_list<ContactLaw::Kind>()));
  } catch (const InvalidArgument& fault) {
    object.faults().add(node, object.path(key), fault.what());
  }
}

template <typename T>
void read_option(JsonObject& object, const std::string& key, T& value) {
  if constexpr (std::is_same_v<T, ContactLaw>) {
    read_law(object, key, value);
  } else if constexpr (std::is_same_v<T, SpringDamper>) {
    read_spring_damper(object, key, value);
  } else if constexpr (std::is_enum_v<T>) {
    const int choice = object.read_choice(key, name_list<T>());
    if (choice >= 0) value = names<T>()[static_cast<std::size_t>(choice)].value;
  } else {
    object.read(key, value);
  }
}

// Returns true if the option has a fault; a pair of options is not checked if one of them has.
bool is_faulty(JsonObject& object, std::string_view key) {
  const std::string element = object.path(std::string(key));
  return std::ranges::any_of(object.faults().found,
                             [&](const Diagnostic& fault) { return fault.element == element; });
}

void check_options(JsonObject& object, const SimulationOptions& options) {
  const bool methods_read = !is_faulty(object, "law") && !is_faulty(object, "solver");
  for (const InvalidArgument& fault : faults_of(options)) {
    const std::string& name = fault.argument();
    if (is_faulty(object, name) || (name == "solver" && !methods_read)) continue;
    const JsonNode* node = object.find(name.substr(0, name.find('.')));
    object.faults().add(node ? *node : object.node(), object.path(name),
                        std::string(fault.what()).substr(name.size() + 1));
  }
}

}  // namespace

void read_simulation(JsonObject& object, study::Scene& scene) {
  for_each_option([&](const auto& field) {
    read_option(object, std::string(field.name), scene.options.*field.member);
  });
  check_options(object, scene.options);
  object.read_needed("duration", scene.duration, "the time to simulate in s");
  object.read("record_every", scene.record_every);
  object.read("compare_unstabilised", scene.compare_unstabilised);
  if (object.find("duration") && !is_faulty(object, "duration") && !(scene.duration > 0))
    object.faults().mismatch(*object.find("duration"), object.path("duration"), "a number > 0");
  const double dt = scene.options.dt;
  if (scene.duration > 0 && dt > 0 && !is_faulty(object, "dt") &&
      study::never_ends(scene.duration, dt)) {
    const JsonNode* node = object.find("dt");
    object.faults().add(node ? *node : object.node(), object.path("dt"),
                        fmt::format("makes {:.3g} steps of the duration", scene.duration / dt),
                        fmt::format("expected at most {:g}", study::kMostSteps));
  }
  if (scene.record_every < 1)
    object.faults().mismatch(*object.find("record_every"), object.path("record_every"),
                             "a whole number >= 1");
}

}  // namespace perpend::io
