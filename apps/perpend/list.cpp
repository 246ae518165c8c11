// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "command_line/field_tables.hpp"
#include "perpend/io/scene_catalogue.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace perpend::app {
namespace {

struct FieldTable {
  bool is_wanted;
  const char* key;
  std::string (*text)();
  nlohmann::ordered_json (*list)();
};

int list_scenes(bool as_json) {
  const std::vector<io::SceneEntry> scenes = io::list_scenes(io::scene_folders());
  if (as_json) {
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

}  // namespace

int list(const ListArguments& arguments) {
  const FieldTable tables[] = {{arguments.options, "options", option_table, option_list},
                               {arguments.report, "report", report_table, report_list},
                               {arguments.laws, "laws", law_table, law_list},
                               {arguments.solvers, "solvers", solver_table, solver_list}};
  nlohmann::ordered_json lists;
  std::string text;
  for (const FieldTable& table : tables) {
    if (!table.is_wanted) continue;
    lists[table.key] = table.list();
    text += (text.empty() ? "" : "\n") + table.text();
  }
  if (lists.empty()) return list_scenes(arguments.json);
  if (arguments.json)
    say_json(lists);
  else
    put(stdout, text);
  return kOk;
}

}  // namespace perpend::app
