// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>

#include "check/check_mechanism.hpp"
#include "command_line/robot_flags.hpp"
#include "command_line/wrong_words.hpp"
#include "load_scene.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/recording.hpp"
#include "perpend/io/snapshot.hpp"
#include "perpend/model/scale_impulses.hpp"
#include "perpend/sim/option_fields.hpp"
#include "run/progress_bar.hpp"
#include "run/run_files.hpp"
#include "run/simulate.hpp"
#include "solve/problem_dump.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace perpend::app {
namespace {

// Returns the snapshot to resume; a folder or a recording refers to the last snapshot beside it.
std::filesystem::path snapshot_of(const std::filesystem::path& resumed) {
  std::error_code ignored;
  if (std::filesystem::is_directory(resumed, ignored)) return resumed / kSnapshot;
  return io::is_recording(resumed) ? resumed.parent_path() / kSnapshot : resumed;
}

// Returns the scene that the snapshot holds, with its model and options. Words get what they leave
// out from the run which wrote it.
Result<study::Scene> resumed_scene(const std::filesystem::path& snapshot, RunArguments& words) {
  const Result<io::RunHeader> header = io::read_snapshot_header(snapshot);
  if (!header) return header.error();
  Result<study::Scene> scene =
      io::parse_scene(header->scene_text, snapshot.string(), header->parameters);
  if (scene) scene->options = header->options;
  if (!words.duration && header->duration > 0) words.duration = header->duration;
  if (!words.every && header->every > 0) words.every = header->every;
  const std::string_view level = to_string(header->level);
  if (!words.level) words.level = level;
  if (*words.level != level) say(stderr, "  resumed with level {} -> {}\n", level, *words.level);
  if (!words.tolerance) words.tolerance = header->tolerance;
  return scene;
}

// Prints the options that differ from those of the resumed run.
void print_changes(const SimulationOptions& saved, const SimulationOptions& options) {
  for (const std::string& change : changes(saved, options))
    say(stderr, "  resumed with {}\n", change);
}

// Throws if less than half a step is left. A run resumed at its end without --duration is complete
// and does not come here.
void require_steps(const study::Scene& scene, const State& state) {
  const double half = 0.5 * scene.options.dt;
  require(state.time < scene.duration - half, "--duration",
          fmt::format("more than half a step ({:g} s) after the start at {:g} s", half, state.time),
          scene.duration);
}

// Throws if the level is unknown, or if the scene needs features of the velocity level only.
LevelOptions level_of(const RunArguments& arguments, const study::Scene& scene) {
  const std::string name = arguments.level.value_or(std::string(to_string(Level::velocity)));
  const std::optional<Level> level = value_of<Level>(name);
  require(level.has_value(), "--level",
          fmt::format("one of {}", fmt::join(name_list<Level>(), ", ")), name);
  LevelOptions options{.level = *level, .dt = scene.options.dt};
  if (*level == Level::velocity) return options;
  options.tolerance = arguments.tolerance.value_or(options.tolerance);
  const SimulationOptions& o = scene.options;
  require(o.law == ContactLaw::cone, "law", "cone at level " + name, to_string(o.law));
  const bool hard = o.normal.is_hard() && o.tangential.is_hard() && o.joints.is_hard();
  require(hard, "normal, tangential, joints", "hard at level " + name, "a stiffness");
  require(arguments.dump_steps.empty(), "--dump-step", "left out at level " + name, "steps");
  static_cast<void>(LevelSimulator(scene.model, options));  // throws before any file is opened
  return options;
}

struct Start {
  study::Scene scene;
  LevelOptions level;
  State state;
  std::filesystem::path snapshot;  ///< empty: start of the scene
};

Result<Start> start_of(const RunArguments& arguments) {
  RunArguments words = arguments;
  std::filesystem::path snapshot;
  if (!arguments.resume.empty()) snapshot = snapshot_of(arguments.resume);
  Result<study::Scene> scene =
      snapshot.empty() ? load_scene(arguments.scene, arguments.parameters, arguments.robot)
                       : resumed_scene(snapshot, words);
  if (!scene) return scene.error();
  const SimulationOptions before = scene->options;
  override_options(words, *scene);
  if (words.every) scene->record_every = *words.every;
  if (!arguments.resume.empty()) print_changes(before, scene->options);
  State state = initial_state(scene->model);
  if (!snapshot.empty()) {
    Result<State> saved = io::read_snapshot(snapshot, scene->model);
    if (!saved) return saved.error();
    state = std::move(*saved);
    scale_impulses(state, scene->options.dt / before.dt);
  }
  if (snapshot.empty() || arguments.duration) require_steps(*scene, state);
  const LevelOptions level = level_of(words, *scene);
  return Start{std::move(*scene), level, std::move(state), snapshot};
}

std::string progress_note(const State& state, const StepReport& report) {
  return fmt::format("t = {:.3g} s, {} contacts, {:.2g} ms/step", state.time, report.contacts,
                     1e3 * report.phases.total);
}

// Runs the scene with a progress bar, and records it if there are files.
RunSummary record(const study::Scene& scene, State& state, RunFiles* files, ProblemDump* dump) {
  ProgressBar bar;
  RunSummary summary = simulate(
      scene, state, [&](const State& s, const StepReport& report, const Simulator& simulator) {
        if (files) files->add(s, report, simulator.contacts(), simulator.coordinate_forces());
        if (dump) dump->add(report, simulator.islands());
        bar.show(s.time / scene.duration, progress_note(s, report));
      });
  bar.finish();
  if (files) files->close();
  if (dump) summary.failure += dump->finish();
  return summary;
}

// Works as record(), at another level than velocity.
RunSummary record_at(const LevelOptions& level, const study::Scene& scene, State& state,
                     RunFiles* files) {
  ProgressBar bar;
  RunSummary summary =
      simulate_at(level, scene, state,
                  [&](const State& s, const StepReport& report, const LevelSimulator& simulator) {
                    if (files) files->add(s, report, simulator.contacts());
                    bar.show(s.time / scene.duration, progress_note(s, report));
                  });
  bar.finish();
  if (files) files->close();
  return summary;
}

// Runs the same scene without gap/dt and joint error/dt, for the figures of Hart & Anitescu 2003.
std::optional<RunSummary> record_unstabilised(const RunArguments& arguments, const Start& start,
                                              RunFiles* files) {
  const bool wanted = (arguments.compare_unstabilised || start.scene.compare_unstabilised) &&
                      start.level.level == Level::velocity;
  if (!wanted || !start.scene.options.stabilise || stop_requested()) return std::nullopt;
  study::Scene scene = start.scene;
  scene.options.stabilise = false;
  State state = start.state;
  if (files) files->open_unstabilised(scene);
  return record(scene, state, files, nullptr);
}

// Returns the folder of the run. A resumed run gets a folder of its own, so that the recording it
// continues stays.
std::filesystem::path folder_of(const RunArguments& arguments, const Start& start) {
  if (!arguments.out.empty()) return arguments.out;
  const std::filesystem::path folder = default_folder(start.scene.name);
  if (start.snapshot.empty()) return folder;
  return folder / fmt::format("from_step_{}", start.state.step);
}

// Returns the dump of contact problems, into --dump-dir or else the folder of the run; none if
// there is neither.
std::optional<ProblemDump> dump_of(const RunArguments& arguments, const Start& start) {
  const bool nowhere = arguments.no_files && arguments.dump_dir.empty();
  require(!nowhere || arguments.dump_steps.empty(), "--dump-dir", "given with --no-files",
          "nothing");
  if (nowhere) return std::nullopt;
  return ProblemDump(start.scene.name, arguments.dump_steps,
                     arguments.dump_dir.empty() ? folder_of(arguments, start)
                                                : std::filesystem::path(arguments.dump_dir));
}

// Returns true if the files of a run in `folder` would overwrite those that it continues.
bool is_continued_there(const std::filesystem::path& folder,
                        const std::filesystem::path& snapshot) {
  std::error_code ignored;
  if (snapshot.empty()) return false;
  if (!std::filesystem::equivalent(folder, absolute(snapshot).parent_path(), ignored)) return false;
  return snapshot.filename() == kSnapshot || std::filesystem::exists(folder / kRecording, ignored);
}

// Opens the files of the run. Refuses a folder into which another run writes or whose run is
// continued.
Diagnostics open_files(const RunArguments& arguments, const Start& start,
                       std::optional<RunFiles>& files) {
  if (arguments.no_files) return {};
  const std::filesystem::path folder = folder_of(arguments, start);
  if (is_continued_there(folder, start.snapshot))
    return {{folder.string(), 0, "", "holds the run that is continued", "choose another --out"}};
  Result<FolderLock> lock = FolderLock::take(folder);
  if (!lock) return lock.error();
  files.emplace(start.scene, folder, std::move(*lock),
                RunFiles::Options{.snapshot_every = arguments.snapshot_every,
                                  .csv = arguments.csv,
                                  .npz = arguments.npz,
                                  .level = start.level});
  files->open();
  return files->faults();
}

int exit_code(const study::Scene& scene, const RunSummary& summary, bool files_kept) {
  if (!summary.failure.empty()) return kFailed;
  if (summary.interrupted) return kInterrupted;
  return files_kept && expectations_hold(scene, summary) ? kOk : kFailed;
}

// Throws RefusedWords with the words that nothing would read.
void refuse_unread(const RunArguments& arguments) {
  WordReader words;
  if (!arguments.resume.empty())
    words.read(
        [&] { require_no_robot_flags(arguments.robot, "--resume, whose file holds a scene"); });
  for (const auto& [flag, given] :
       {std::pair("--out", !arguments.out.empty()), std::pair("--csv", arguments.csv),
        std::pair("--npz", arguments.npz)})
    words.leave_out(arguments.no_files && given, flag, "--no-files");
  words.refuse_any();
}

void check_words(const RunArguments& arguments) {
  refuse_unread(arguments);
  require(arguments.scene.empty() || arguments.resume.empty(), "SCENE",
          "left out with --resume, whose file holds the scene", arguments.scene);
  require(arguments.parameters.empty() || arguments.resume.empty(), "--set",
          "left out with --resume, whose file holds the parameters",
          arguments.parameters.empty() ? "" : arguments.parameters.front());
  require(std::isfinite(arguments.snapshot_every) && arguments.snapshot_every >= 0,
          "--snapshot-every", "at least 0 and finite", arguments.snapshot_every);
}

// Prints the answer on stdout; with --json or --hash the table goes to stderr.
void print(const RunArguments& arguments, const study::Scene& scene, const RunSummary& summary,
           const State& state, const RunSummary* unstabilised) {
  const bool bare = arguments.json || arguments.hash;
  print_table(bare ? stderr : stdout, scene, summary, unstabilised);
  if (summary.interrupted) say(stderr, "  interrupted at t = {:.6g} s\n", state.time);
  if (arguments.json)
    say_json(to_json(scene, summary, state, unstabilised));
  else if (arguments.hash)
    say(stdout, "{:016x}\n", summary.hash);
}

}  // namespace

int run(const RunArguments& arguments) {
  if (arguments.scene.empty() && arguments.resume.empty()) return list({.json = arguments.json});
  check_words(arguments);
  const Result<Start> start = start_of(arguments);
  if (!start) return refuse(start.error(), kUsage);
  const study::Scene& scene = start->scene;
  print_warnings(scene.model);
  stop_on_signals();

  std::optional<ProblemDump> dump = dump_of(arguments, *start);
  std::optional<RunFiles> files;
  const Diagnostics refused = open_files(arguments, *start, files);
  if (!refused.empty()) return refuse(refused, kUsage);
  State state = start->state;
  RunFiles* const record_to = files ? &*files : nullptr;
  const bool of_velocities = start->level.level == Level::velocity;
  RunSummary summary = of_velocities ? record(scene, state, record_to, dump ? &*dump : nullptr)
                                     : record_at(start->level, scene, state, record_to);
  if (files) files->save_state(state);
  const std::optional<RunSummary> unstabilised = record_unstabilised(arguments, *start, record_to);
  if (files) {
    files->export_all(summary);
    summary.files = files->written();
  }
  Diagnostics faults = files ? files->faults() : Diagnostics{};
  if (dump) {
    summary.files.insert(summary.files.end(), dump->written().begin(), dump->written().end());
    faults.insert(faults.end(), dump->faults().begin(), dump->faults().end());
  }
  for (const Diagnostic& fault : faults) say(stderr, "{}\n", to_string(fault));
  summary.interrupted = stop_requested();
  print(arguments, scene, summary, state, unstabilised ? &*unstabilised : nullptr);
  return exit_code(scene, summary, faults.empty());
}

}  // namespace perpend::app
