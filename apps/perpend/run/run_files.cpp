// SPDX-License-Identifier: Apache-2.0
#include "run/run_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <system_error>

#include "check/check_mechanism.hpp"
#include "perpend/io/export.hpp"
#include "perpend/io/picture.hpp"
#include "perpend/io/recording.hpp"
#include "perpend/io/run_page.hpp"
#include "perpend/io/snapshot.hpp"
#include "terminal.hpp"

namespace perpend::app {
namespace {

io::RunHeader header_of(const study::Scene& scene, const LevelOptions& level) {
  return {.scene = scene.name,
          .scene_text = scene.text,
          .parameters = scene.parameters,
          .options = scene.options,
          .duration = scene.duration,
          .level = level.level,
          .tolerance = level.tolerance,
          .every = scene.record_every};
}

std::vector<io::ExpectedRow> expected_rows(const study::Scene& scene, const RunSummary& summary) {
  std::vector<io::ExpectedRow> rows;
  for (std::size_t i = 0; i < scene.expectations.size(); ++i) {
    const study::Expectation& expected = scene.expectations[i];
    std::string name = study::to_string(scene.model, expected.measurand);
    if (std::isfinite(expected.time)) name += fmt::format(", t = {:g} s", expected.time);
    rows.push_back({name, summary.measured[i], expected.value, expected.tolerance, expected.why});
  }
  return rows;
}

}  // namespace

RunFiles::RunFiles(const study::Scene& scene, std::filesystem::path folder, FolderLock lock,
                   const Options& options)
    : scene_(scene), folder_(std::move(folder)), lock_(std::move(lock)), options_(options) {}

void RunFiles::keep(const std::filesystem::path& file, const Diagnostics& found) {
  if (found.empty()) written_.push_back(file.string());
  // A full disk refuses every block of rows; only its first fault is kept.
  const std::string name = file.string();
  const auto told = [&](const Diagnostic& fault) { return fault.file == name; };
  if (std::none_of(faults_.begin(), faults_.end(), told))
    faults_.insert(faults_.end(), found.begin(), found.end());
}

void RunFiles::open(const study::Scene& scene, const char* name) {
  recording_ = folder_ / name;
  const io::RunHeader header = header_of(scene, options_.level);
  Result<io::Recorder> opened =
      io::Recorder::open(recording_, scene.model, header, {.every = scene.record_every});
  if (!opened) return keep(recording_, opened.error());
  recorder_.emplace(std::move(*opened));
  sampler_.emplace(scene.model, header);
  states_ = 0;
}

void RunFiles::open() {
  open(scene_, kRecording);
}

void RunFiles::open_unstabilised(const study::Scene& scene) {
  open(scene, "unstabilised.h5");
}

void RunFiles::add(const State& state, const StepReport& report,
                   std::span<const ContactRecord> contacts,
                   std::span<const CoordinateForce> forces) {
  if (!recorder_) return;
  const Diagnostics found =
      recorder_->write(state, report, contacts, {.coordinate_forces = forces});
  if (!found.empty()) keep(recording_, found);
  sampler_->add(state, report, contacts, forces);
  if (shown_) return;  // the unstabilised run needs no snapshots
  if (++states_ == 2) announce(state, contacts.size());
  const std::chrono::duration<double> waited = Clock::now() - saved_;
  const bool due = options_.snapshot_every > 0 && waited.count() >= options_.snapshot_every;
  // The first snapshot replaces one left by an earlier run. A fault is reported at the end, when
  // the last snapshot meets it too.
  if (states_ == 1 || due) static_cast<void>(write_snapshot(state));
}

void RunFiles::close() {
  if (!recorder_) return;
  keep(recording_, recorder_->close());
  recorder_.reset();
  (shown_ ? other_ : shown_) = sampler_->take();
  sampler_.reset();
}

// Announces a large recording. The estimate uses the contacts of the first step, since later
// numbers are unknown.
void RunFiles::announce(const State& state, std::size_t contacts) const {
  constexpr double kWorthTelling = 1e8;
  const double steps = (scene_.duration - state.time) / scene_.options.dt;
  const double bytes =
      steps / scene_.record_every * static_cast<double>(recorder_->bytes_per_row(contacts));
  if (bytes < kWorthTelling) return;
  std::error_code unknown;
  const std::filesystem::space_info disk = std::filesystem::space(folder_, unknown);
  say(stderr, "{}: about {:.2g} GB when all {:.6g} steps are recorded{}\n", recording_.string(),
      1e-9 * bytes, steps,
      unknown ? ""
              : fmt::format(", {:.2g} GB are free", 1e-9 * static_cast<double>(disk.available)));
  say(stderr, "  fewer rows: --every N, or \"record_every\" in the scene; no files: --no-files\n");
}

Diagnostics RunFiles::write_snapshot(const State& state) {
  saved_ = Clock::now();
  return io::write_snapshot(folder_ / kSnapshot, scene_.model, state,
                            header_of(scene_, options_.level));
}

void RunFiles::save_state(const State& state) {
  keep(folder_ / kSnapshot, write_snapshot(state));
}

void RunFiles::draw_frames(const io::Recording& rows) {
  constexpr std::size_t kFrames = 10;
  const std::size_t last = rows.rows() - 1;
  const std::size_t frames = std::min(kFrames, rows.rows());
  std::vector<State> states;
  for (std::size_t i = 0; i < frames; ++i)
    states.push_back(io::recorded_state(rows, frames > 1 ? i * last / (frames - 1) : last));
  const io::PictureOptions options{.width = 320, .view = scene_.view, .colors = scene_.colors};
  const std::filesystem::path file = folder_ / "frames.svg";
  std::ofstream out(file);
  out << io::draw_svg_frames(scene_.model, states, 5, options);
  if (out.flush())
    written_.push_back(file.string());
  else
    faults_.push_back({file.string(), 0, "", "cannot be written", ""});
}

void RunFiles::write_page(const io::Recording& rows, const RunSummary& summary) {
  const std::filesystem::path file = folder_ / "run.html";
  io::RunPage page{
      .model = &scene_.model, .recording = &rows, .other = other_ ? &*other_ : nullptr};
  page.label = "stabilised";
  page.other_label = "unstabilised";
  page.description = scene_.description;
  page.colors = scene_.colors;
  page.visuals = scene_.visuals;
  page.view = scene_.view;
  page.expectations = expected_rows(scene_, summary);
  page.joint_notes = joint_notes(scene_.model);
  page.step_times = to_string(summary.step_times);
  if (!scene_.source.empty()) page.notes.push_back({"source", scene_.source});
  keep(file, io::write_run_page(file, page));
}

void RunFiles::export_rows() {
  const Result<io::Recording> recording = io::read_recording(folder_ / kRecording);
  if (!recording) return keep(folder_ / kRecording, recording.error());
  if (recording->rows() == 0) return;
  if (options_.npz) keep(folder_ / "run.npz", io::export_npz(*recording, folder_ / "run.npz"));
  if (!options_.csv) return;
  keep(folder_ / "run.csv", io::export_csv(*recording, folder_ / "run.csv"));
  keep(folder_ / "contacts.csv", io::export_contacts_csv(*recording, folder_ / "contacts.csv"));
}

void RunFiles::export_all(const RunSummary& summary) {
  if (options_.csv || options_.npz) export_rows();
  if (!shown_ || shown_->rows() == 0) return;
  draw_frames(*shown_);
  write_page(*shown_, summary);
}

}  // namespace perpend::app
