// SPDX-License-Identifier: Apache-2.0
#include "load_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "command_line/robot_flags.hpp"
#include "command_line/wrong_words.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/scene_catalogue.hpp"
#include "run/recorded_page.hpp"
#include "study/step_count.hpp"

namespace perpend::app {
namespace {

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

// Moves expectations after the end of a shortened run to its end.
void date_expectations(study::Scene& scene) {
  for (study::Expectation& expected : scene.expectations)
    expected.time = std::min(expected.time, scene.duration);
}

// Says of the folder of a run what to do with it.
Diagnostics no_scene(const std::string& name, Diagnostics faults) {
  if (recording_of(name))
    faults[0].hint =
        "it holds a run: `perpend view` shows it, `perpend run --resume` goes on from it";
  return faults;
}

}  // namespace

void require_end(const char* flag, const study::Scene& scene, double dt) {
  require(!study::never_ends(scene.duration, dt), flag,
          fmt::format("a step that the {:g} s of the run have at most {:g} times", scene.duration,
                      study::kMostSteps),
          dt);
}

void require_step(const char* flag, const study::Scene& scene, double dt) {
  require_end(flag, scene, dt);
  require(dt <= scene.duration, flag, fmt::format("at most the {:g} s of the run", scene.duration),
          dt);
}

Result<study::Scene> load_scene(const std::string& name, const std::vector<std::string>& parameters,
                                const RobotArguments& robot) {
  std::vector<study::Parameter> values;
  io::RobotOptions options;
  WordReader words;
  for (const std::string& parameter : parameters)
    words.read([&] { values.push_back(read_parameter(parameter)); });
  words.read([&] { options = robot_options(robot); });
  const Result<std::filesystem::path> file = io::find_scene(name, io::scene_folders());
  if (file && file->extension() == ".json")
    words.read([&] { require_no_robot_flags(robot, kSceneFile); });
  words.refuse_any();
  if (!file) return no_scene(name, file.error());
  Result<study::Scene> scene = io::read_scene(*file, values, options);
  if (scene) print_notes(scene->notes);
  return scene;
}

void require_no_scene_flags(const SceneFlags& flags) {
  constexpr const char* kWith = "a recording";
  WordReader words;
  words.leave_out(!flags.parameters.empty(), "--set", kWith);
  words.read([&] { require_no_robot_flags(flags.robot, kWith); });
  for (const OptionOverride& option : flags.options) words.leave_out(true, option.flag, kWith);
  words.leave_out(flags.duration, "--duration", kWith);
  words.refuse_any();
}

void override_options(const RunArguments& arguments, study::Scene& scene) {
  for (const OptionOverride& option : arguments.options) option.set(scene.options);
  if (arguments.duration && *arguments.duration < scene.duration) date_expectations(scene);
  scene.duration = arguments.duration.value_or(scene.duration);
  require(std::isfinite(scene.duration) && scene.duration > 0, "--duration", "positive and finite",
          scene.duration);
  validate(scene.options);
  require_end("--dt", scene, scene.options.dt);
}

}  // namespace perpend::app
