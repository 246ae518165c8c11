// SPDX-License-Identifier: Apache-2.0
#include "run_files.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>

#include "perpend/io/export.hpp"
#include "perpend/io/picture.hpp"
#include "perpend/io/recording.hpp"
#include "perpend/io/run_page.hpp"
#include "perpend/io/snapshot.hpp"

namespace perpend::app {
namespace {

io::RunHeader header_of(const study::Scene& scene) {
  return {.scene = scene.name,
          .scene_text = scene.text,
          .parameters = scene.parameters,
          .options = scene.options};
}

}  // namespace

RunFiles::RunFiles(const study::Scene& scene, std::filesystem::path folder)
    : scene_(scene), folder_(std::move(folder)) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) faults_.push_back({folder_.string(), 0, "", error.message(), "choose another --out"});
}

void RunFiles::keep(const std::filesystem::path& file, const Diagnostics& found) {
  if (found.empty()) written_.push_back(file.string());
  // A full disk refuses every block of rows; its first refusal tells enough.
  const std::string name = file.string();
  const auto told = [&](const Diagnostic& fault) { return fault.file == name; };
  if (std::none_of(faults_.begin(), faults_.end(), told))
    faults_.insert(faults_.end(), found.begin(), found.end());
}

void RunFiles::open(const study::Scene& scene, const std::string& name) {
  recording_ = folder_ / name;
  Result<io::Recorder> opened =
      io::Recorder::open(recording_, scene.model, header_of(scene), {.every = scene.record_every});
  if (opened)
    recorder_.emplace(std::move(*opened));
  else
    keep(recording_, opened.error());
}

void RunFiles::add(const State& state, const StepReport& report,
                   std::span<const ContactRecord> contacts) {
  if (!recorder_) return;
  const Diagnostics found = recorder_->write(state, report, contacts);
  if (!found.empty()) keep(recording_, found);
}

void RunFiles::close() {
  if (!recorder_) return;
  keep(recording_, recorder_->close());
  recorder_.reset();
}

void RunFiles::save_state(const State& state) {
  const std::filesystem::path file = folder_ / "last_state.h5";
  keep(file, io::write_snapshot(file, scene_.model, state, header_of(scene_)));
}

void RunFiles::draw_frames(const io::Recording& recording) {
  constexpr std::size_t kFrames = 10;
  const std::size_t last = recording.rows() - 1;
  const std::size_t frames = std::min(kFrames, recording.rows());
  std::vector<State> states;
  for (std::size_t i = 0; i < frames; ++i)
    states.push_back(io::recorded_state(recording, frames > 1 ? i * last / (frames - 1) : last));
  const io::PictureOptions options{.width = 320, .view = scene_.view, .colors = scene_.colors};
  const std::filesystem::path file = folder_ / "frames.svg";
  std::ofstream out(file);
  out << io::draw_svg_frames(scene_.model, states, 5, options);
  if (out.flush())
    written_.push_back(file.string());
  else
    faults_.push_back({file.string(), 0, "", "cannot be written", ""});
}

void RunFiles::write_page(const io::Recording& recording, const io::Recording* unstabilised) {
  const std::filesystem::path file = folder_ / "run.html";
  io::RunPage page{.model = &scene_.model, .recording = &recording, .other = unstabilised};
  page.label = "stabilised";
  page.other_label = "unstabilised";
  page.description = scene_.description;
  page.colors = scene_.colors;
  page.view = scene_.view;
  if (!scene_.source.empty()) page.notes.push_back({"source", scene_.source});
  keep(file, io::write_run_page(file, page));
}

void RunFiles::export_all(bool csv, bool with_unstabilised) {
  const Result<io::Recording> recording = io::read_recording(folder_ / "run.h5");
  if (!recording) return keep(folder_ / "run.h5", recording.error());
  if (recording->rows() == 0) return;
  keep(folder_ / "run.npz", io::export_npz(*recording, folder_ / "run.npz"));
  if (csv) {
    keep(folder_ / "run.csv", io::export_csv(*recording, folder_ / "run.csv"));
    keep(folder_ / "contacts.csv", io::export_contacts_csv(*recording, folder_ / "contacts.csv"));
  }
  draw_frames(*recording);
  if (!with_unstabilised) return write_page(*recording, nullptr);
  const Result<io::Recording> other = io::read_recording(folder_ / "unstabilised.h5");
  if (!other) return keep(folder_ / "unstabilised.h5", other.error());
  write_page(*recording, &*other);
}

}  // namespace perpend::app
