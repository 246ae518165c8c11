// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <filesystem>

#include "command_line/robot_flags.hpp"
#include "command_line/wrong_words.hpp"
#include "io/format/file_bytes.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/io/scene_catalogue.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace perpend::app {
namespace {

// Throws if the output does not have the name of a scene, or would replace a file unasked. Devices
// and pipes are written to, whatever their names.
void require_output(const std::filesystem::path& file, const ConvertArguments& arguments) {
  const std::filesystem::path out = arguments.out;
  std::error_code ignored;
  if (std::filesystem::is_other(std::filesystem::status(out, ignored))) return;
  const bool same = std::filesystem::equivalent(file, out, ignored);
  require(!same, "out", "another file than the one that is converted", arguments.out);
  require(out.extension() == ".json", "out", "a name that ends in .json, or - for stdout",
          arguments.out);
  require(arguments.overwrite || !std::filesystem::exists(out, ignored), "out",
          "a new file, or --overwrite given", arguments.out);
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
  if (arguments.out != "-") words.read([&] { require_output(file, arguments); });
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
