// SPDX-License-Identifier: Apache-2.0
#include "load_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "law_words.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/scene_catalogue.hpp"

namespace perpend::app {
namespace {

template <typename Value>
Value named(const char* option, const std::string& name, std::optional<Value> found,
            const std::string& known) {
  require(found.has_value(), option, "one of " + known, name);
  return *found;
}

ContactLaw read_law(const std::string& word) {
  require(is_law_kind(word), "--law", fmt::format("one of {}", fmt::join(law_names(), ", ")), word);
  const std::optional<ContactLaw> law = law_from_name(word);
  require(law.has_value(), "--law", kLawExamples, word);
  return *law;
}

study::Parameter read_parameter(const std::string& text) {
  const std::size_t equals = text.find('=');
  const char* const end = text.data() + text.size();
  double value = 0.0;
  bool is_number = false;
  if (equals != std::string::npos) {
    const auto [read_to, error] = std::from_chars(text.data() + equals + 1, end, value);
    is_number = error == std::errc{} && read_to == end && std::isfinite(value);
  }
  require(is_number, "--set", "name=number", text);
  return {text.substr(0, equals), value};
}

// What is known of the end of the scene is not known of a run cut short.
void date_expectations(study::Scene& scene) {
  for (study::Expectation& expected : scene.expectations)
    expected.time = std::min(expected.time, scene.duration);
}

}  // namespace

Result<study::Scene> load_scene(const std::string& name, const std::vector<std::string>& parameters) {
  std::vector<study::Parameter> values;
  for (const std::string& parameter : parameters) values.push_back(read_parameter(parameter));
  const Result<std::filesystem::path> file = io::find_scene(name, io::scene_folders());
  if (!file) return file.error();
  return io::read_scene(*file, values);
}

void override_options(const RunArguments& arguments, study::Scene& scene) {
  SimulationOptions& options = scene.options;
  if (arguments.law) options.law = read_law(*arguments.law);
  if (arguments.solver)
    options.solver = named("--solver", *arguments.solver, lcp::method_from_name(*arguments.solver),
                           to_string(methods_of(options.law)));
  if (arguments.stepper)
    options.stepper = named("--stepper", *arguments.stepper, stepper_from_name(*arguments.stepper),
                            "midpoint, semi_implicit");
  if (arguments.drift)
    options.drift = named("--drift", *arguments.drift, drift_control_from_name(*arguments.drift),
                          "stabilised, baumgarte, projection");
  if (arguments.position_iterations) options.position_iterations = *arguments.position_iterations;
  if (arguments.impact)
    options.impact = named("--impact", *arguments.impact, impact_law_from_name(*arguments.impact),
                           "newton, poisson");
  options.stick_speed = arguments.stick_speed.value_or(options.stick_speed);
  options.dt = arguments.dt.value_or(options.dt);
  options.margin = arguments.margin.value_or(options.margin);
  options.recovery_speed = arguments.recovery_speed.value_or(options.recovery_speed);
  options.relaxation_passes = arguments.relaxation_passes.value_or(options.relaxation_passes);
  options.accepted_residual = arguments.accepted_residual.value_or(options.accepted_residual);
  options.halvings = arguments.halvings.value_or(options.halvings);
  options.threads = arguments.threads.value_or(options.threads);
  options.stabilise = options.stabilise && !arguments.unstabilised;
  options.energy_guard = options.energy_guard && !arguments.no_energy_guard;
  options.warm_start = options.warm_start && !arguments.cold;
  if (arguments.duration && *arguments.duration < scene.duration) date_expectations(scene);
  scene.duration = arguments.duration.value_or(scene.duration);
  require(std::isfinite(scene.duration) && scene.duration > 0, "--duration", "positive and finite",
          scene.duration);
  validate(options);
}

}  // namespace perpend::app
