// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <csignal>
#include <filesystem>

#include "load_scene.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/snapshot.hpp"
#include "progress_bar.hpp"
#include "run_files.hpp"
#include "simulate.hpp"
#include "verbs.hpp"

namespace perpend::app {
namespace {

int refuse(const Diagnostics& faults) {
  fmt::print(stderr, "{}\n", to_string(faults));
  return kUsage;
}

// A snapshot holds the scene it was made of, so the model and the options are its own.
Result<io::Scene> resumed_scene(const std::string& snapshot) {
  const Result<io::RunHeader> header = io::read_snapshot_header(snapshot);
  if (!header) return header.error();
  Result<io::Scene> scene = io::parse_scene(header->scene_text, snapshot);
  if (scene) scene->options = header->options;
  return scene;
}

struct Start {
  io::Scene scene;
  State state;
};

Result<Start> start_of(const RunArguments& arguments) {
  Result<io::Scene> scene =
      arguments.resume.empty() ? load_scene(arguments.scene) : resumed_scene(arguments.resume);
  if (!scene) return scene.error();
  override_options(arguments, *scene);
  State state = initial_state(scene->model);
  if (!arguments.resume.empty()) {
    Result<State> saved = io::read_snapshot(arguments.resume, scene->model);
    if (!saved) return saved.error();
    state = std::move(*saved);
  }
  return Start{std::move(*scene), std::move(state)};
}

std::string progress_note(const State& state, const StepReport& report) {
  return fmt::format("t = {:.3g} s, {} contacts, {:.2g} ms/step", state.time, report.contacts,
                     1e3 * report.phases.total);
}

// Runs the scene, recorded where there are files, with a progress bar.
RunSummary record(const io::Scene& scene, State& state, RunFiles* files, const std::string& name) {
  if (files) files->open(scene, name);
  ProgressBar bar;
  RunSummary summary =
      simulate(scene, state, [&](const State& s, const StepReport& report, auto contacts) {
        if (files) files->add(s, report, contacts);
        bar.show(s.time / scene.duration, progress_note(s, report));
      });
  bar.finish();
  if (files) files->close();
  return summary;
}

// The same scene without gap/dt and joint error/dt, for the figures of Hart & Anitescu 2003.
bool record_unstabilised(const RunArguments& arguments, const Start& start, RunFiles& files) {
  const bool wanted = arguments.compare_unstabilised || start.scene.compare_unstabilised;
  if (!wanted || !start.scene.options.stabilise || stop_requested()) return false;
  io::Scene scene = start.scene;
  scene.options.stabilise = false;
  State state = start.state;
  record(scene, state, &files, "unstabilised.h5");
  return true;
}

std::filesystem::path folder_of(const RunArguments& arguments, const io::Scene& scene) {
  if (!arguments.out.empty()) return arguments.out;
  return std::filesystem::path("runs") / scene.name;
}

int exit_code(const io::Scene& scene, const RunSummary& summary) {
  if (!summary.failure.empty()) return kFailed;
  if (stop_requested()) return kInterrupted;
  return expectations_hold(scene, summary) ? kOk : kFailed;
}

}  // namespace

int run(const RunArguments& arguments) {
  if (arguments.scene.empty() && arguments.resume.empty()) return list(arguments.json);
  const Result<Start> start = start_of(arguments);
  if (!start) return refuse(start.error());
  const io::Scene& scene = start->scene;
  std::signal(SIGINT, [](int) { request_stop(); });
  std::signal(SIGTERM, [](int) { request_stop(); });

  std::optional<RunFiles> files;
  if (!arguments.no_files) files.emplace(scene, folder_of(arguments, scene));
  if (files && !files->faults().empty()) return refuse(files->faults());
  State state = start->state;
  RunSummary summary = record(scene, state, files ? &*files : nullptr, "run.h5");
  if (files) {
    files->save_state(state);
    files->export_all(arguments.csv, record_unstabilised(arguments, *start, *files));
    summary.files = files->written();
  }

  print_table(scene, summary);
  if (stop_requested()) fmt::print(stderr, "  interrupted at t = {:.6g} s\n", state.time);
  if (files)
    for (const Diagnostic& fault : files->faults()) fmt::print(stderr, "{}\n", to_string(fault));
  if (arguments.json) fmt::print("{}\n", to_json(scene, summary, state));
  if (arguments.hash) fmt::print("{:016x}\n", summary.hash);
  return exit_code(scene, summary);
}

}  // namespace perpend::app
