// SPDX-License-Identifier: Apache-2.0
#include "io/robot/files/resource_path.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

namespace perpend::io {
namespace {

namespace fs = std::filesystem;

// Adds the folders listed in an environment variable, each extended by `below`.
void add_folders(const char* variable, const fs::path& below, std::vector<fs::path>& folders) {
  const char* const value = std::getenv(variable);
  std::string_view list = value ? value : "";
  while (!list.empty()) {
    const std::size_t length = std::min(list.find(':'), list.size());
    if (length > 0) folders.push_back(fs::path(list.substr(0, length)) / below);
    list.remove_prefix(std::min(length + 1, list.size()));
  }
}

// Returns the folders above a file, nearest first.
std::vector<fs::path> folders_above(const fs::path& file) {
  std::vector<fs::path> above;
  for (fs::path folder = fs::absolute(file).parent_path(); folder.has_relative_path();
       folder = folder.parent_path())
    above.push_back(folder);
  return above;
}

// Returns the possible folders of the package. A clone often has another name than its package, so
// the folders above the file are tried too.
std::vector<fs::path> package_folders(const std::string& name, const fs::path& from,
                                      const PackageFolders& packages) {
  std::vector<fs::path> folders;
  for (const auto& [package, folder] : packages)
    if (package == name) folders.push_back(folder);
  for (const fs::path& root : package_roots(from)) folders.push_back(root / name);
  std::ranges::move(folders_above(from), std::back_inserter(folders));
  return folders;
}

}  // namespace

std::vector<fs::path> package_roots(const fs::path& from) {
  std::vector<fs::path> roots;
  for (const char* variable : {"ROS_PACKAGE_PATH", "GZ_SIM_RESOURCE_PATH", "SDF_PATH"})
    add_folders(variable, "", roots);
  add_folders("AMENT_PREFIX_PATH", "share", roots);
  std::ranges::move(folders_above(from), std::back_inserter(roots));
  return roots;
}

std::optional<fs::path> find_resource(std::string_view uri, const fs::path& from,
                                      const PackageFolders& packages) {
  std::error_code ignored;
  const auto existing = [&](const fs::path& path) -> std::optional<fs::path> {
    if (fs::exists(path, ignored)) return path;
    return std::nullopt;
  };
  for (const std::string_view scheme : {"package://", "model://"}) {
    if (!uri.starts_with(scheme)) continue;
    const std::string_view rest = uri.substr(scheme.size());
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    const fs::path below(rest.substr(std::min(slash + 1, rest.size())));
    for (const fs::path& folder :
         package_folders(std::string(rest.substr(0, slash)), from, packages))
      if (const auto found = existing(below.empty() ? folder : folder / below)) return found;
    return std::nullopt;
  }
  if (uri.starts_with("file://")) uri.remove_prefix(7);
  return existing(from.parent_path() / fs::path(uri));
}

}  // namespace perpend::io
