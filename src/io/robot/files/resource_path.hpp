// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace perpend::io {

/// Folders of packages, by name.
using PackageFolders = std::vector<std::pair<std::string, std::filesystem::path>>;

/// Returns the file that `uri` names in the robot file `from`: package://, model://, file:// or a
/// path relative to the robot file; empty if there is none.
std::optional<std::filesystem::path> find_resource(std::string_view uri,
                                                   const std::filesystem::path& from,
                                                   const PackageFolders& packages);

/// Returns the folders in which packages may be under their names: those of the environment, and
/// those above the robot file `from`, nearest first.
std::vector<std::filesystem::path> package_roots(const std::filesystem::path& from);

}  // namespace perpend::io
