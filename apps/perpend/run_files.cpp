// SPDX-License-Identifier: Apache-2.0
#include "run_files.hpp"

#include <system_error>

#include "perpend/io/snapshot.hpp"

namespace perpend::app {

RunFiles::RunFiles(const io::Scene& scene, const RunArguments& arguments)
    : scene_(scene),
      enabled_(!arguments.no_files),
      csv_(arguments.csv),
      header_{.scene = scene.name, .scene_text = scene.text, .options = scene.options},
      folder_(arguments.out.empty() ? std::filesystem::path("runs") / scene.name
                                    : std::filesystem::path(arguments.out)) {
  if (enabled_) open();
}

void RunFiles::open() {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) return keep({{folder_.string(), 0, "", error.message(), "choose another --out"}});
  Result<io::Recorder> opened = io::Recorder::open(folder_ / "run.h5", scene_.model, header_,
                                                   {.every = scene_.record_every});
  if (!opened) return keep(opened.error());
  recorder_.emplace(std::move(*opened));
}

void RunFiles::keep(Diagnostics found) {
  for (Diagnostic& fault : found) faults_.push_back(std::move(fault));
}

void RunFiles::add(const State& state, const StepReport& report,
                   std::span<const ContactRecord> contacts) {
  if (recorder_) keep(recorder_->write(state, report, contacts));
}

void RunFiles::finish(const State& last, RunSummary& summary,
                      const std::optional<UnstabilisedRun>&) {
  if (!recorder_) return;
  keep(recorder_->close());
  summary.files.push_back((folder_ / "run.h5").string());
  const std::filesystem::path state_file = folder_ / "last_state.h5";
  keep(io::write_snapshot(state_file, scene_.model, last, header_));
  summary.files.push_back(state_file.string());
}

}  // namespace perpend::app
