// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "perpend/io/scene.hpp"
#include "verbs.hpp"

namespace perpend::app {

/// The scene of that name or file, or of a robot's file, with parameters as "name=value". Throws
/// RefusedWords with those that are not of their form, and those for robots beside a scene.
Result<study::Scene> load_scene(const std::string& name, const std::vector<std::string>& parameters,
                                const RobotArguments& robot);

/// What a recording has of its own.
struct SceneFlags {
  const std::vector<std::string>& parameters;
  const RobotArguments& robot;
  const std::vector<OptionOverride>& options;
  bool duration = false;
};
/// Throws RefusedWords with those that were given beside a recording.
void require_no_scene_flags(const SceneFlags& flags);

/// Throws InvalidArgument where the scene takes so many steps of dt that no run ends.
void require_end(const char* flag, const study::Scene& scene, double dt);

/// The same, and where dt is longer than the run.
void require_step(const char* flag, const study::Scene& scene, double dt);

/// Puts the options of the command line over those of the scene. Throws InvalidArgument.
void override_options(const RunArguments& arguments, study::Scene& scene);

}  // namespace perpend::app
