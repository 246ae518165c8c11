// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/scene_catalogue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "io/format/file_bytes.hpp"
#include "io/format/json_node.hpp"

namespace perpend::io {
namespace {

namespace fs = std::filesystem;

std::string text_of(const JsonNode& document, std::string_view key, std::string otherwise) {
  const JsonNode* node = document.find(key);
  return node && node->kind == JsonKind::string ? node->text : std::move(otherwise);
}

SceneEntry read_entry(const fs::path& file) {
  SceneEntry entry{file.stem().string(), "", file};
  const Result<std::string> text = read_bytes(file);
  if (!text) return entry.description = to_string(text.error()), entry;
  const Result<JsonNode> document = parse_json(*text, file.string());
  if (!document) return entry.description = to_string(document.error()[0]), entry;
  entry.name = text_of(*document, "name", entry.name);
  entry.description = text_of(*document, "description", "");
  return entry;
}

// Returns the folders of a colon-separated list.
std::vector<fs::path> split(std::string_view list) {
  std::vector<fs::path> folders;
  while (!list.empty()) {
    const std::size_t length = std::min(list.find(':'), list.size());
    if (length > 0) folders.emplace_back(list.substr(0, length));
    list.remove_prefix(std::min(length + 1, list.size()));
  }
  return folders;
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

// Returns true for pipes too.
bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error) && !fs::is_directory(path, error);
}

// Returns true if the text has a slash or an extension, which names of scenes normally lack.
bool is_written_as_path(std::string_view text) {
  return text.find('/') != text.npos || fs::path(text).has_extension();
}

Diagnostics no_such_file(std::string_view path, const std::vector<std::string>& names) {
  const std::string stem = fs::path(path).stem();
  const bool is_name = std::ranges::find(names, stem) != names.end();
  return {{std::string(path), 0, "", "no such file",
           is_name ? fmt::format("did you mean the scene \"{}\"?", stem) : ""}};
}

// Returns the folder beside bin/ of an installation or a build, relative to the program, so that
// both can be moved.
fs::path shared_scenes() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return program.parent_path().parent_path() / "share/perpend/scenes";
}

}  // namespace

std::vector<fs::path> scene_folders() {
  std::vector<fs::path> candidates{"scenes"};
  const char* named = std::getenv("PERPEND_SCENES");
  for (fs::path& folder : split(named ? named : "")) candidates.push_back(std::move(folder));
  candidates.push_back(shared_scenes());
  std::vector<fs::path> folders;
  std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(folders), is_folder);
  return folders;
}

std::vector<SceneEntry> list_scenes(const std::vector<fs::path>& folders) {
  std::map<std::string, SceneEntry> by_name;
  for (const fs::path& folder : folders) {
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& item : fs::directory_iterator(folder, error))
      if (item.path().extension() == ".json") files.push_back(item.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
      SceneEntry entry = read_entry(file);
      by_name.try_emplace(entry.name, std::move(entry));
    }
  }
  std::vector<SceneEntry> entries;
  for (auto& [name, entry] : by_name) entries.push_back(std::move(entry));
  return entries;
}

Result<fs::path> find_scene(std::string_view name_or_path, const std::vector<fs::path>& folders) {
  if (name_or_path == "-") return fs::path("/dev/stdin");
  if (is_file(name_or_path)) return fs::path(name_or_path);
  std::vector<std::string> names;
  for (const SceneEntry& entry : list_scenes(folders)) {
    if (entry.name == name_or_path) return entry.file;
    names.push_back(entry.name);
  }
  if (is_folder(name_or_path))
    return Diagnostics{
        {std::string(name_or_path), 0, "", "is a folder", "expected a scene or a robot in it"}};
  if (is_written_as_path(name_or_path)) return no_such_file(name_or_path, names);
  const std::string_view nearest = nearest_name(name_or_path, names);
  const std::string known = names.empty() ? "no folder with scenes was found; set PERPEND_SCENES"
                                          : fmt::format("known: {}", fmt::join(names, ", "));
  return Diagnostics{
      {"", 0, "", fmt::format("no scene or file is named \"{}\"", name_or_path),
       nearest.empty() ? known : fmt::format("did you mean \"{}\"? {}", nearest, known)}};
}

}  // namespace perpend::io
