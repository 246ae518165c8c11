// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "perpend/core/result.hpp"
#include "perpend/io/recording.hpp"
#include "perpend/study/scene.hpp"

namespace perpend::app {

/// A recording and the scene it was made of.
struct RecordedScene {
  study::Scene scene;
  io::Recording recording;
};
/// The recording that a name says: of a file, or of the folder of a run; nothing where it is none.
std::optional<std::filesystem::path> recording_of(const std::filesystem::path& name);
/// Read from a file; refused where it has no row.
Result<RecordedScene> read_recorded_scene(const std::filesystem::path& file);

/// Its page: HTML, without expected values.
std::string page_of(const RecordedScene& recorded);

}  // namespace perpend::app
