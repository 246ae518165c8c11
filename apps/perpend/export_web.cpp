// SPDX-License-Identifier: Apache-2.0
// Writes the page that needs no running program, with scenes of the user's (docs/browser.md).
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "command_line/robot_flags.hpp"
#include "io/format/file_bytes.hpp"
#include "load_scene.hpp"
#include "terminal.hpp"

namespace perpend::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Returns the page with the engine, beside bin/ of an installation or a build.
fs::path engine_page() {
  if (const char* named = std::getenv("PERPEND_ENGINE_PAGE"); named && *named) return named;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return program.parent_path().parent_path() / "share/perpend/live/index.html";
}

// Begin and end of the data of a page (src/io/page/page.html).
struct Part {
  std::size_t begin = std::string::npos, end = std::string::npos;
};

Part data_of(const std::string& page) {
  constexpr std::string_view kBegin = "<script id=\"data\" type=\"application/json\">";
  const std::size_t at = page.find(kBegin);
  if (at == std::string::npos) return {};
  return {at + kBegin.size(), page.find("</script>", at)};
}

// Escapes JSON so that it cannot end the script element around it.
std::string script_text(const json& data) {
  std::string text;
  for (const char c : data.dump()) text += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return text;
}

Result<json> scenes_json(const ExportWebArguments& arguments) {
  json scenes = json::array();
  for (const std::string& name : arguments.scenes) {
    const Result<study::Scene> scene = load_scene(name, {}, {});
    if (!scene) return scene.error();
    print_notes(scene->notes);
    scenes.push_back(
        {{"name", scene->name}, {"description", scene->description}, {"text", scene->text}});
  }
  return scenes;
}

Diagnostics write_page(const fs::path& folder, const std::string& page) {
  std::error_code error;
  fs::create_directories(folder, error);
  return io::write_bytes(folder / "index.html", page);
}

constexpr const char* kNoEngine =
    " has no engine in it; scripts/web.sh makes it, with Emscripten (Debian: emscripten)";
constexpr const char* kNoPage =
    " is not there: the engine was not compiled for browsers; scripts/web.sh makes it, with "
    "Emscripten (Debian: emscripten)";

}  // namespace

int export_web(const ExportWebArguments& arguments) {
  const Result<json> scenes = scenes_json(arguments);
  if (!scenes) return refuse(scenes.error(), kUsage);
  const fs::path file = engine_page();
  Result<std::string> page = io::read_bytes(file);
  const Part data = page ? data_of(*page) : Part{};
  if (data.end == std::string::npos)
    return refuse({{"perpend export-web", 0, "", file.string() + (page ? kNoEngine : kNoPage), ""}},
                  kFailed);
  json content = json::parse(page->substr(data.begin, data.end - data.begin));
  if (!scenes->empty()) content["scenes"] = *scenes;
  page->replace(data.begin, data.end - data.begin, script_text(content));
  if (const Diagnostics faults = write_page(arguments.folder, *page); !faults.empty())
    return refuse(faults, kFailed);
  say(stdout, "{}: {} scenes, {:.1f} MB; opens from the disk and from any static server\n",
      (fs::path(arguments.folder) / "index.html").string(), content["scenes"].size(),
      1e-6 * static_cast<double>(page->size()));
  return kOk;
}

}  // namespace perpend::app
