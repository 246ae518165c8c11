// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <filesystem>

#include "command_line/robot_flags.hpp"
#include "command_line/wrong_words.hpp"
#include "io/format/file_bytes.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/robot.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/io/scene_catalogue.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace perpend::app {
namespace {

// Throws if the output would overwrite a robot file: the one that is read or another one.
void require_replaceable(const std::filesystem::path& file, const ConvertArguments& arguments) {
  std::error_code ignored;
  const bool same = std::filesystem::equivalent(file, arguments.out, ignored);
  require(!same, "out", "another file than the one that is converted", arguments.out);
  if (!std::filesystem::is_regular_file(arguments.out, ignored)) return;
  const Result<std::string> there = io::read_bytes(arguments.out);
  require(!there || !io::is_robot_text(*there), "out", "a file that holds no robot", arguments.out);
}

// Refuses options for robots with a scene file, which is written unchanged.
void require_no_options(const ConvertArguments& arguments) {
  WordReader words;
  words.read([&] { require_no_robot_flags(arguments.robot, kSceneFile); });
  words.leave_out(arguments.duration.has_value(), "--duration", kSceneFile);
  words.refuse_any();
}

io::RobotOptions options_of(const std::filesystem::path& file, const ConvertArguments& arguments) {
  io::RobotOptions options;
  WordReader words;
  words.read([&] { options = robot_options(arguments.robot); });
  options.duration = arguments.duration.value_or(options.duration);
  words.read([&] {
    require(std::isfinite(options.duration) && options.duration > 0, "--duration",
            "positive and finite", options.duration);
  });
  if (file.extension() == ".json") words.read([&] { require_no_options(arguments); });
  if (arguments.out != "-") words.read([&] { require_replaceable(file, arguments); });
  words.refuse_any();
  return options;
}

}  // namespace

int convert(const ConvertArguments& arguments) {
  const Result<std::filesystem::path> file = io::find_scene(arguments.file, io::scene_folders());
  const io::RobotOptions options =
      options_of(file ? *file : std::filesystem::path(arguments.file), arguments);
  if (!file) return refuse(file.error(), kUsage);
  const Result<study::Scene> scene = io::read_scene(*file, {}, options);
  if (!scene) return refuse(scene.error(), kUsage);
  print_notes(scene->notes);
  if (arguments.out == "-") {
    put(stdout, scene->text);
    return kOk;
  }
  if (const Diagnostics faults = io::write_bytes(arguments.out, scene->text); !faults.empty())
    return refuse(faults, kFailed);
  say(stdout, "{}: {} bodies, {} joints; {}\n", arguments.out, scene->model.bodies.size(),
      scene->model.joints.size(),
      scene->notes.empty() ? "all that the file asks for" : "what it leaves out is listed above");
  return kOk;
}

}  // namespace perpend::app
