// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <csignal>
#include <filesystem>

#include "check_mechanism.hpp"
#include "load_scene.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/snapshot.hpp"
#include "problem_dump.hpp"
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
Result<study::Scene> resumed_scene(const std::string& snapshot) {
  const Result<io::RunHeader> header = io::read_snapshot_header(snapshot);
  if (!header) return header.error();
  Result<study::Scene> scene = io::parse_scene(header->scene_text, snapshot, header->parameters);
  if (scene) scene->options = header->options;
  return scene;
}

struct Start {
  study::Scene scene;
  State state;
};

Result<Start> start_of(const RunArguments& arguments) {
  Result<study::Scene> scene = arguments.resume.empty()
                                ? load_scene(arguments.scene, arguments.parameters)
                                : resumed_scene(arguments.resume);
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
RunSummary record(const study::Scene& scene, State& state, RunFiles* files, ProblemDump* dump) {
  ProgressBar bar;
  RunSummary summary = simulate(
      scene, state, [&](const State& s, const StepReport& report, const Simulator& simulator) {
        if (files) files->add(s, report, simulator.contacts());
        if (dump) dump->add(report, simulator.islands());
        bar.show(s.time / scene.duration, progress_note(s, report));
      });
  bar.finish();
  if (files) files->close();
  if (dump) summary.failure += dump->finish();
  return summary;
}

// The same scene without gap/dt and joint error/dt, for the figures of Hart & Anitescu 2003.
std::optional<RunSummary> record_unstabilised(const RunArguments& arguments, const Start& start,
                                              RunFiles* files) {
  const bool wanted = arguments.compare_unstabilised || start.scene.compare_unstabilised;
  if (!wanted || !start.scene.options.stabilise || stop_requested()) return std::nullopt;
  study::Scene scene = start.scene;
  scene.options.stabilise = false;
  State state = start.state;
  if (files) files->open(scene, "unstabilised.h5");
  return record(scene, state, files, nullptr);
}

// A resumed run has a folder of its own: the recording it continues stays.
std::filesystem::path folder_of(const RunArguments& arguments, const Start& start) {
  if (!arguments.out.empty()) return arguments.out;
  const std::filesystem::path folder = std::filesystem::path("runs") / start.scene.name;
  if (arguments.resume.empty()) return folder;
  return folder / fmt::format("from_step_{}", start.state.step);
}

// Files of problems go where asked, else to those of the run; without either there are none.
std::optional<ProblemDump> dump_of(const RunArguments& arguments, const Start& start) {
  const bool nowhere = arguments.no_files && arguments.dump_dir.empty();
  require(!nowhere || arguments.dump_steps.empty(), "--dump-dir", "given with --no-files",
          "nothing");
  if (nowhere) return std::nullopt;
  return ProblemDump(start.scene.name, arguments.dump_steps,
                     arguments.dump_dir.empty() ? folder_of(arguments, start)
                                                : std::filesystem::path(arguments.dump_dir));
}

int exit_code(const study::Scene& scene, const RunSummary& summary, bool files_kept) {
  if (!summary.failure.empty()) return kFailed;
  if (stop_requested()) return kInterrupted;
  return files_kept && expectations_hold(scene, summary) ? kOk : kFailed;
}

}  // namespace

int run(const RunArguments& arguments) {
  if (arguments.scene.empty() && arguments.resume.empty()) return list(arguments.json);
  require(arguments.scene.empty() || arguments.resume.empty(), "SCENE",
          "left out with --resume, whose file holds the scene", arguments.scene);
  const Result<Start> start = start_of(arguments);
  if (!start) return refuse(start.error());
  const study::Scene& scene = start->scene;
  print_warnings(scene.model);
  std::signal(SIGINT, [](int) { request_stop(); });
  std::signal(SIGTERM, [](int) { request_stop(); });

  std::optional<ProblemDump> dump = dump_of(arguments, *start);
  std::optional<RunFiles> files;
  if (!arguments.no_files) files.emplace(scene, folder_of(arguments, *start));
  if (files) files->open(scene, "run.h5");
  if (files && !files->faults().empty()) return refuse(files->faults());
  State state = start->state;
  RunFiles* const record_to = files ? &*files : nullptr;
  RunSummary summary = record(scene, state, record_to, dump ? &*dump : nullptr);
  const std::optional<RunSummary> unstabilised = record_unstabilised(arguments, *start, record_to);
  if (files) {
    files->save_state(state);
    files->export_all(arguments.csv, unstabilised.has_value());
    summary.files = files->written();
  }
  Diagnostics faults = files ? files->faults() : Diagnostics{};
  if (dump) {
    summary.files.insert(summary.files.end(), dump->written().begin(), dump->written().end());
    faults.insert(faults.end(), dump->faults().begin(), dump->faults().end());
  }

  const RunSummary* const other = unstabilised ? &*unstabilised : nullptr;
  print_table(scene, summary, other);
  if (stop_requested()) fmt::print(stderr, "  interrupted at t = {:.6g} s\n", state.time);
  for (const Diagnostic& fault : faults) fmt::print(stderr, "{}\n", to_string(fault));
  if (arguments.json)
    fmt::print("{}\n", to_json(scene, summary, state, other));
  else if (arguments.hash)
    fmt::print("{:016x}\n", summary.hash);
  return exit_code(scene, summary, faults.empty());
}

}  // namespace perpend::app
