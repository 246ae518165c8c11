// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "command_line/robot_flags.hpp"
#include "io/format/file_bytes.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/robot.hpp"
#include "perpend/io/scene.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace perpend::app {

int convert(const ConvertArguments& arguments) {
  io::RobotOptions options = robot_options(arguments.robot);
  if (arguments.duration) options.duration = *arguments.duration;
  require(std::isfinite(options.duration) && options.duration > 0, "--duration",
          "positive and finite", options.duration);
  const Result<study::Scene> scene = io::read_scene(arguments.file, {}, options);
  if (!scene) {
    say(stderr, "{}\n", to_string(scene.error()));
    return kUsage;
  }
  print_notes(scene->notes);
  if (arguments.out == "-") {
    put(stdout, scene->text);
    return kOk;
  }
  if (const Diagnostics faults = io::write_bytes(arguments.out, scene->text); !faults.empty()) {
    say(stderr, "{}\n", to_string(faults));
    return kFailed;
  }
  say(stdout, "{}: {} bodies, {} joints; {}\n", arguments.out, scene->model.bodies.size(),
      scene->model.joints.size(),
      scene->notes.empty() ? "all that the file asks for"
                           : "what it leaves out is listed above");
  return kOk;
}

}  // namespace perpend::app
