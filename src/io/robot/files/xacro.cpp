// SPDX-License-Identifier: Apache-2.0
#include "io/robot/files/xacro.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "embedded/xacro_text.hpp"
#include "io/robot/files/run_tool.hpp"

namespace perpend::io {
namespace {

using Json = nlohmann::json;

// Returns what the program xacro_text.py reads.
std::string question(const std::filesystem::path& file, const PackageFolders& packages,
                     const XacroArguments& arguments) {
  Json told{{"file", file.string()},
            {"packages", Json::object()},
            {"folders", Json::array()},
            {"arguments", Json::object()}};
  for (const auto& [name, folder] : packages) told["packages"][name] = folder.string();
  for (const std::filesystem::path& root : package_roots(file))
    told["folders"].push_back(root.string());
  for (const auto& [name, value] : arguments) told["arguments"][name] = value;
  return told.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool cannot_run(const Result<std::string>& text) {
  return !text && text.error()[0].hint.empty();
}

}  // namespace

Result<std::string> expand_xacro(const std::filesystem::path& file, const PackageFolders& packages,
                                 const XacroArguments& arguments) {
  Result<std::string> text = run_tool(
      {python(), "-c", std::string(embedded::xacro_text()), question(file, packages, arguments)});
  if (cannot_run(text)) {
    std::vector<std::string> words{"xacro", file.string()};
    for (const auto& [name, value] : arguments) words.push_back(fmt::format("{}:={}", name, value));
    text = run_tool(words);
  }
  if (text) return text;
  Diagnostics faults = text.error();
  faults[0].file = file.string();
  faults[0].element = "xacro";
  if (faults[0].hint.empty())
    faults[0].hint = "the file is xacro: install it with `pip install xacro`";
  return faults;
}

}  // namespace perpend::io
