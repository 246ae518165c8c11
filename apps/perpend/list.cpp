// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "perpend/io/scene_catalogue.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace perpend::app {

int list(bool json) {
  const std::vector<io::SceneEntry> scenes = io::list_scenes(io::scene_folders());
  if (json) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const io::SceneEntry& scene : scenes)
      rows.push_back({{"name", scene.name},
                      {"description", scene.description},
                      {"file", scene.file.string()}});
    say_json(nlohmann::ordered_json{{"scenes", rows}});
    return kOk;
  }
  for (const io::SceneEntry& scene : scenes)
    say(stdout, "{:<16} {}\n", scene.name, scene.description);
  if (scenes.empty()) say(stderr, "no scenes in ./scenes or PERPEND_SCENES\n");
  return scenes.empty() ? kFailed : kOk;
}

}  // namespace perpend::app
