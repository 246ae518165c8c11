// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "perpend/io/scene.hpp"
#include "verbs.hpp"

namespace perpend::app {

/// Returns the scene of that name or file, or of a robot's file, with parameters as "name=value".
/// Throws RefusedWords with all parameters of a wrong form and all robot flags given with a scene.
Result<study::Scene> load_scene(const std::string& name, const std::vector<std::string>& parameters,
                                const RobotArguments& robot);

/// The flags that a recording has its own values for.
struct SceneFlags {
  const std::vector<std::string>& parameters;
  const RobotArguments& robot;
  const std::vector<OptionOverride>& options;
  bool duration = false;
};
/// Throws RefusedWords with those that are given together with a recording.
void require_no_scene_flags(const SceneFlags& flags);

/// Throws InvalidArgument if the scene takes so many steps of dt that the run would never end.
void require_end(const char* flag, const study::Scene& scene, double dt);

/// Does the same, and also throws if dt is longer than the run.
void require_step(const char* flag, const study::Scene& scene, double dt);

/// Overrides the scene's options by those of the command line. Throws InvalidArgument.
void override_options(const RunArguments& arguments, study::Scene& scene);

}  // namespace perpend::app
