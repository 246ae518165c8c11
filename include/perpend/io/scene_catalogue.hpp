// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "perpend/core/result.hpp"

namespace perpend::io {

struct SceneEntry {
  std::string name;         ///< as the file says, or its stem where it cannot be read
  std::string description;  ///< as the file says, or its first fault
  std::filesystem::path file;
};

/// Folders with scenes, in the order they are searched, those that exist: ./scenes, the folders in
/// the environment variable PERPEND_SCENES (separated by colons), ../share/perpend/scenes beside
/// the folder of the running program.
std::vector<std::filesystem::path> scene_folders();

/// The scenes (*.json) of the folders, by name; of two with one name the first found.
std::vector<SceneEntry> list_scenes(const std::vector<std::filesystem::path>& folders);

/// The file of a scene, by path or by exact name; else a fault with the nearest name.
Result<std::filesystem::path> find_scene(std::string_view name_or_path,
                                         const std::vector<std::filesystem::path>& folders);

}  // namespace perpend::io
