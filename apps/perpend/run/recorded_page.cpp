// SPDX-License-Identifier: Apache-2.0
#include "run/recorded_page.hpp"

#include <fstream>
#include <string_view>

#include "check/check_mechanism.hpp"
#include "perpend/io/run_page.hpp"
#include "perpend/io/scene.hpp"
#include "run/run_files.hpp"

namespace perpend::app {

namespace {

// Checks the signature only, because a truncated recording may have nothing else that identifies
// it.
bool is_hdf5(const std::filesystem::path& file) {
  constexpr std::string_view kSignature = "\x89HDF\r\n\x1a\n";
  char first[kSignature.size()] = {};
  std::ifstream(file, std::ios::binary).read(first, sizeof first);
  return std::string_view(first, sizeof first) == kSignature;
}

}  // namespace

std::optional<std::filesystem::path> recording_of(const std::filesystem::path& name) {
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(name, ignored);
  const std::filesystem::path file = folder ? name / kRecording : name;
  return is_hdf5(file) ? std::optional(file) : std::nullopt;
}

Result<RecordedScene> read_recorded_scene(const std::filesystem::path& file) {
  Result<io::Recording> recording = io::read_recording(file);
  if (!recording) return recording.error();
  const io::RunHeader& header = recording->header;
  Result<study::Scene> scene = io::parse_scene(header.scene_text, file.string(), header.parameters);
  if (!scene) return scene.error();
  if (recording->rows() == 0) return Diagnostics{{file.string(), 0, "", "has no row", ""}};
  return RecordedScene{std::move(*scene), std::move(*recording)};
}

std::string page_of(const RecordedScene& recorded) {
  const study::Scene& scene = recorded.scene;
  io::RunPage page{.model = &scene.model, .recording = &recorded.recording};
  page.description = scene.description;
  page.colors = scene.colors;
  page.visuals = scene.visuals;
  page.view = scene.view;
  page.joint_notes = joint_notes(scene.model);
  return io::run_page(page);
}

}  // namespace perpend::app
