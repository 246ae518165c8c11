// SPDX-License-Identifier: Apache-2.0
// The part of a scene about its run: `simulation`.
#include <fmt/format.h>

#include <array>

#include "io/scene/scene_parts.hpp"
#include "perpend/core/error.hpp"

namespace perpend::io {
namespace {

template <typename Values>
std::vector<std::string> names_of(const Values& values) {
  std::vector<std::string> names;
  for (const auto value : values) names.emplace_back(to_string(value));
  return names;
}

std::vector<std::string> law_names() {
  std::vector<std::string> names;
  for (const ContactLaw& law : all_laws()) names.emplace_back(to_string(law.kind));
  return names;
}

void read_law(JsonObject& object, ContactLaw& law) {
  std::string name;
  if (!object.read("law", name) || name.empty()) return;
  const JsonNode& node = *object.find("law");
  try {
    if (const std::optional<ContactLaw> found = law_from_name(name))
      law = *found;
    else
      object.faults().mismatch(node, object.path("law"), name_hint(name, law_names()));
  } catch (const InvalidArgument& fault) {
    object.faults().add(node, object.path("law"), fault.what());
  }
}

void read_relaxation(JsonObject& object, const std::string& key, Relaxation& relaxation) {
  const JsonNode* node = object.find(key);
  if (!node) return;
  JsonObject members(*node, object.path(key), object.faults());
  members.read_needed("stiffness", relaxation.stiffness, "a stiffness in N/m");
  members.read("damping", relaxation.damping);
  members.check_keys();
}

void read_methods(JsonObject& object, SimulationOptions& options) {
  read_law(object, options.law);
  std::vector<std::string> solvers = names_of(lcp::all_methods());
  solvers.push_back("auto");
  if (const int solver = object.read_choice("solver", solvers); solver >= 0)
    options.solver = *lcp::method_from_name(solvers[static_cast<std::size_t>(solver)]);
  constexpr std::array kSteppers{Stepper::midpoint, Stepper::semi_implicit};
  if (const int stepper = object.read_choice("stepper", names_of(kSteppers)); stepper >= 0)
    options.stepper = kSteppers[static_cast<std::size_t>(stepper)];
  constexpr std::array kDrifts{DriftControl::stabilised, DriftControl::baumgarte,
                               DriftControl::projection};
  if (const int drift = object.read_choice("drift", names_of(kDrifts)); drift >= 0)
    options.drift = kDrifts[static_cast<std::size_t>(drift)];
  constexpr std::array kImpacts{ImpactLaw::newton, ImpactLaw::poisson};
  if (const int impact = object.read_choice("impact", names_of(kImpacts)); impact >= 0)
    options.impact = kImpacts[static_cast<std::size_t>(impact)];
}

// Puts the named option back to its default; false where there is none of that name.
bool reset_option(SimulationOptions& options, std::string_view name) {
  const SimulationOptions fresh;
  if (name == "dt") return options.dt = fresh.dt, true;
  if (name == "margin") return options.margin = fresh.margin, true;
  if (name == "recovery_speed") return options.recovery_speed = fresh.recovery_speed, true;
  if (name == "impact_speed") return options.impact_speed = fresh.impact_speed, true;
  if (name == "stick_speed") return options.stick_speed = fresh.stick_speed, true;
  if (name.starts_with("normal.")) return options.normal = fresh.normal, true;
  if (name.starts_with("tangential.")) return options.tangential = fresh.tangential, true;
  if (name.starts_with("joints.")) return options.joints = fresh.joints, true;
  if (name == "accepted_residual") return options.accepted_residual = fresh.accepted_residual, true;
  if (name == "halvings") return options.halvings = fresh.halvings, true;
  if (name == "threads") return options.threads = fresh.threads, true;
  if (name == "baumgarte") return options.baumgarte = fresh.baumgarte, true;
  if (name == "position_iterations")
    return options.position_iterations = fresh.position_iterations, true;
  return false;
}

// validate() stops at its first fault; each option it refuses is reported and put right until it
// is content or refuses the pair of law and solver, which is the last thing it looks at.
void check_options(JsonObject& object, SimulationOptions options, bool methods_read) {
  try {
    return validate(options);
  } catch (const InvalidArgument& fault) {
    const bool reset = reset_option(options, fault.argument());
    const std::string key(fault.argument().substr(0, fault.argument().find('.')));
    const JsonNode* node = object.find(key);
    const std::string message = std::string(fault.what()).substr(fault.argument().size() + 1);
    if (reset || methods_read)
      object.faults().add(node ? *node : object.node(), object.path(fault.argument()), message);
    if (!reset) return;
  }
  check_options(object, options, methods_read);
}

}  // namespace

void read_simulation(JsonObject& object, study::Scene& scene) {
  SimulationOptions& options = scene.options;
  object.read("dt", options.dt);
  object.read_needed("duration", scene.duration, "the time to simulate in s");
  object.read("record_every", scene.record_every);
  object.read("stabilise", options.stabilise);
  object.read("energy_guard", options.energy_guard);
  object.read("compare_unstabilised", scene.compare_unstabilised);
  object.read("margin", options.margin);
  object.read("recovery_speed", options.recovery_speed);
  object.read("impact_speed", options.impact_speed);
  object.read("stick_speed", options.stick_speed);
  read_relaxation(object, "normal", options.normal);
  read_relaxation(object, "tangential", options.tangential);
  read_relaxation(object, "joints", options.joints);
  object.read("relaxation_passes", options.relaxation_passes);
  object.read("warm_start", options.warm_start);
  object.read("accepted_residual", options.accepted_residual);
  object.read("halvings", options.halvings);
  object.read("threads", options.threads);
  object.read("baumgarte", options.baumgarte);
  object.read("position_iterations", options.position_iterations);
  const std::size_t faults_before = object.faults().found.size();
  read_methods(object, options);
  check_options(object, options, object.faults().found.size() == faults_before);
  if (object.find("duration") && !(scene.duration > 0))
    object.faults().mismatch(*object.find("duration"), object.path("duration"), "a number > 0");
  if (scene.record_every < 1)
    object.faults().mismatch(*object.find("record_every"), object.path("record_every"),
                             "a whole number >= 1");
}

}  // namespace perpend::io
