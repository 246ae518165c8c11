// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "perpend/core/result.hpp"

namespace perpend::io {

struct SceneEntry {
  std::string name;         ///< name in the file, or its stem where the file cannot be read
  std::string description;  ///< description in the file, or its first fault
  std::filesystem::path file;
};

/// Returns the existing folders with scenes in the order in which they are searched: ./scenes, the
/// folders in the environment variable PERPEND_SCENES (separated by colons), and
/// ../share/perpend/scenes relative to the folder of the running program.
std::vector<std::filesystem::path> scene_folders();

/// Returns the scenes (*.json) in the folders, sorted by name; of scenes with the same name the
/// first one found.
std::vector<SceneEntry> list_scenes(const std::vector<std::filesystem::path>& folders);

/// Returns the file of a scene given by path or by exact name, or a fault with the nearest name.
Result<std::filesystem::path> find_scene(std::string_view name_or_path,
                                         const std::vector<std::filesystem::path>& folders);

}  // namespace perpend::io
