// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "perpend/core/result.hpp"
#include "perpend/io/recording.hpp"
#include "perpend/study/scene.hpp"

namespace perpend::app {

/// A recording and the scene it was made from.
struct RecordedScene {
  study::Scene scene;
  io::Recording recording;
};
/// Returns the recording that a name refers to: a file, or the folder of a run; nothing otherwise.
std::optional<std::filesystem::path> recording_of(const std::filesystem::path& name);
/// Reads a recording and its scene from a file; a recording without rows is a fault.
Result<RecordedScene> read_recorded_scene(const std::filesystem::path& file);

/// Returns its page as HTML, without expected values.
std::string page_of(const RecordedScene& recorded);

}  // namespace perpend::app
