// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "command_line/command_line.hpp"
#include "command_line/option_flags.hpp"
#include "command_line/robot_flags.hpp"
#include "command_line/wrong_words.hpp"
#include "perpend/core/version.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace {

using namespace perpend::app;
using perpend::Diagnostics;

CLI::Validator positive() {
  const auto judge = [](const std::string& word) {
    double number = 0.0;
    const bool holds = CLI::detail::lexical_cast(word, number) && number > 0;
    return holds ? std::string() : "must be a positive number, got " + word;
  };
  return CLI::Validator(judge, "POSITIVE");
}

CLI::Validator within(int least, int most) {
  const auto judge = [=](const std::string& word) {
    double number = 0.0;
    const bool holds = CLI::detail::lexical_cast(word, number) && number >= least && number <= most;
    return holds ? std::string()
                 : fmt::format("must be a number from {} to {}, got {}", least, most, word);
  };
  return CLI::Validator(judge, fmt::format("{} to {}", least, most));
}

// Adds the scene options of run, check and compare.
template <typename Arguments>
CLI::Option* add_scene(CLI::App& app, Arguments& a,
                       const char* words = "Scene by name or file, or a robot's file") {
  add_robot_flags(app, a.robot);
  app.add_option("--set", a.parameters, "A parameter of the scene, name=value; may be repeated")
      ->allow_extra_args(false);
  return app.add_option("scene", a.scene, words);
}

// Adds the output options of run and compare.
template <typename Arguments>
void add_output(CLI::App& app, Arguments& a, const char* duration = "Simulated time, s") {
  app.add_option("--duration", a.duration, duration);
  app.add_option("--out", a.out, "Folder for the files; default runs/<scene>");
  app.add_flag("--no-files", a.no_files, "Write no files");
  app.add_flag("--json", a.json, "One JSON object on stdout, words on stderr");
}

void add_run(CLI::App& app, RunArguments& a) {
  add_scene(app, a, "Scene by name or file, or a robot's file; none: list the scenes");
  app.add_option(
      "--resume", a.resume,
      "Continue with the same bits from the last snapshot of a run to the end it was asked "
      "for: its folder, its recording or the snapshot itself");
  app.add_option("--snapshot-every", a.snapshot_every,
                 "Wall time between snapshots to resume from after a kill, s; 0: none but at the "
                 "start and the end; default 10");
  app.add_option("--level", a.level,
                 "What a step solves for: velocity (impulses over dt), acceleration (forces at "
                 "instants, events located in time; dt between samples), first_order (force = mass "
                 "x velocity); default velocity, with --resume that of the run");
  app.add_option("--tolerance", a.tolerance,
                 "Level acceleration: error per step of its integrator, absolute and relative; "
                 "default 1e-10, with --resume that of the run");
  add_option_flags(app, a.options);
  app.add_flag("--compare-unstabilised", a.compare_unstabilised,
               "Run without stabilisation too and show both on the page");
  add_output(app, a, "Simulated time at the end, s; with --resume too, from the scene's start");
  app.add_option("--dump-step", a.dump_steps, "Steps whose contact problems become files, N[,N...]")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(positive());
  app.add_option("--dump-dir", a.dump_dir, "Folder for those files; default --out");
  app.add_option("--every", a.every, "Steps per row of the recording; default: as the scene says")
      ->check(positive());
  app.add_flag("--csv", a.csv, "Write CSV too");
  app.add_flag("--npz", a.npz, "Write .npz too, for NumPy");
  app.add_flag("--hash", a.hash, "Print the hash of the last state's bits");
}

void add_view(CLI::App& app, ViewArguments& a) {
  add_scene(app, a, "Scene by name or file, or a run (its folder or run.h5)")->required();
  add_option_flags(app, a.options);
  app.add_option("--port", a.port, "Port of the page; default: the first free one from 8417 on")
      ->check(within(1, 65535));
  app.add_flag("--open", a.open, "Open the page in the desktop's browser");
  app.add_flag("--paused", a.paused, "Wait for the page to run it");
}

void add_render(CLI::App& app, RenderArguments& a) {
  add_scene(app, a, "Scene by name or file, or a run (its folder or run.h5)")->required();
  add_option_flags(app, a.options);
  app.add_option("-o,--out", a.out, "Picture (.png) or film (.mp4)")->required();
  app.add_option("--size", a.size, "Width and height in even pixels; default 1280x720");
  app.add_option("--show", a.show, "As in a link to the page, such as cones&select=box_0");
  app.add_option("--duration", a.duration, "Simulated time of a scene, s");
  app.add_option("--from", a.from, "First moment of a film, s; default: the start");
  app.add_option("--to", a.to,
                 "Last moment of a film, the moment of a picture, s; default: the end");
  app.add_option("--fps", a.fps, "Pictures per second; default 30")->check(within(1, 120));
  app.add_option("--speed", a.speed, "Simulated seconds per second; default 1")->check(positive());
}

void add_list(CLI::App& app, ListArguments& a) {
  app.add_flag("--options", a.options, "The options of a simulation, as a Markdown table");
  app.add_flag("--report", a.report, "The numbers of a step's report, as a Markdown table");
  app.add_flag("--laws", a.laws, "The friction laws, as a Markdown table");
  app.add_flag("--solvers", a.solvers, "The solvers, as a Markdown table");
  app.add_flag("--json", a.json, "One JSON object on stdout");
}

void add_check(CLI::App& app, CheckArguments& a) {
  add_scene(app, a)->required();
  app.add_flag("--converge", a.converge, "Run with steps h, h/2, h/4: order of what is expected");
  app.add_flag(
      "--dynamics", a.dynamics,
      "Mass, and in joint coordinates mass matrix, bias forces and accelerations at the start");
  app.add_flag("--json", a.json, "One JSON object on stdout");
}

void add_solve(CLI::App& app, SolveArguments& a) {
  app.add_option("file", a.file, "Problem: .json, .npz, text or FCLIB (.hdf5, .h5)")->required();
  CLI::Option* solver = app.add_option("--solver", a.solver, "A method, auto or all");
  CLI::Option* out =
      app.add_option("--out", a.out, "Write problem and solution to an FCLIB file (.hdf5, .h5)");
  CLI::Option* json = app.add_flag("--json", a.json, "One JSON object on stdout");
  app.add_option("--convert", a.convert,
                 "Write the problem in another format (.json, .npz, .hdf5, .h5) and stop")
      ->excludes(solver, out, json);
}

void add_compare(CLI::App& app, CompareArguments& a) {
  add_scene(app, a)->required();
  app.add_option("--laws", a.laws, "cone,polyhedral(16,rotated),...; default: all");
  app.add_option("--solvers", a.solvers, "auto,keller,...; default: auto");
  app.add_option("--dt", a.dt, "Time steps, s; default: the scene's and a tenth of it");
  app.add_option("--reference", a.reference,
                 "Time step of the reference run under the exact cone, s; default: a quarter");
  app.add_option("--rho", a.rho, "Phantom inertias, 1/kg: one run for each; implies --rank");
  app.add_flag("--rank", a.rank,
               "Rank of the laws' matrices, and the problems that single methods leave unsolved");
  app.add_flag(
      "--levels", a.levels,
      "The velocity level beside the acceleration level, with steps h, h/2, h/4, h/8 or those "
      "of --dt: distance and order; writes no files");
  app.add_option("--threads", a.threads, "Runs at a time; 0: as many as cores");
  app.add_option("--wall-limit", a.wall_limit,
                 "Wall time after which a run ends as failed, s; 0: none; default 60");
  add_output(app, a);
}

void add_convert(CLI::App& app, ConvertArguments& a) {
  app.add_option("file", a.file, "Robot (URDF, SDF, MJCF), or a scene by name or file")->required();
  app.add_option("out", a.out, "Scene file to write, .json (docs/formats/scene.md); -: stdout")
      ->required();
  app.add_flag("--overwrite", a.overwrite, "Replace the scene file if it is there");
  app.add_option("--duration", a.duration, "Simulated time of the scene, s; default 10");
  add_robot_flags(app, a.robot);
}

void add_export_web(CLI::App& app, ExportWebArguments& a) {
  app.add_option("folder", a.folder, "Folder for index.html")->required();
  app.add_option(
         "--scene", a.scenes,
         "A scene by name or file, or a robot, in place of those of scenes/; may be repeated")
      ->allow_extra_args(false);
}

// A verb and its action once its words are parsed.
struct Verb {
  CLI::App* app;
  std::function<int()> act;
};

template <typename Arguments>
Verb verb(CLI::App& app, const char* name, const char* words, void (*add)(CLI::App&, Arguments&),
          int (*act)(const Arguments&)) {
  CLI::App* own = app.add_subcommand(name, words);
  const auto arguments = std::make_shared<Arguments>();
  add(*own, *arguments);
  return {own, [=] { return act(*arguments); }};
}

std::vector<Verb> verbs_of(CLI::App& app) {
  std::vector<Verb> verbs{
      verb(app, "run", "Run a scene and write what happened", add_run, run),
      verb(app, "view", "Play with a scene, or see a recording, in the browser", add_view, view),
      verb(app, "render", "Draw a picture or a film of a scene or a recording", add_render, render),
      verb(app, "list", "List the scenes, or options, report fields, laws, solvers", add_list,
           list),
      verb(app, "check", "Check a scene file and say what is in it", add_check, check),
      verb(app, "solve", "Solve a complementarity problem from a file", add_solve, solve),
      verb(app, "convert", "Write a robot (URDF, SDF, MJCF) as a scene file", add_convert, convert),
      verb(app, "compare", "Run a scene under many friction laws side by side", add_compare,
           compare),
      verb(app, "export-web", "Write the page with the engine in it, for any static server",
           add_export_web, export_web)};
  CLI::App* benchmarks = app.add_subcommand("bench", "Measure solvers side by side");
  benchmarks->prefix_command()->set_help_flag();
  verbs.push_back({benchmarks, [benchmarks] { return bench(benchmarks->remaining()); }});
  CLI::App* studies = app.add_subcommand("sweep", "Run a study of many cases (the Python package)");
  studies->prefix_command()->set_help_flag();
  verbs.push_back({studies, sweep});
  return verbs;
}

int act_on(const std::vector<Verb>& verbs) {
  try {
    return std::ranges::find_if(verbs, [](const Verb& verb) { return verb.app->parsed(); })->act();
  } catch (const std::exception& error) {
    return refuse(error);
  }
}

int dispatch(std::vector<std::string> words) {
  CLI::App app{"Perpend: rigid bodies with joints, contact and friction by direct methods",
               "perpend"};
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string(perpend::version()));
  const std::vector<Verb> verbs = verbs_of(app);
  if (const Diagnostics found = wrong_switches(app, words); !found.empty())
    return refuse(found, kUsage);
  try {
    std::reverse(words.begin(), words.end());  // CLI11 expects them reversed
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return exit_code(app, error);
  }
  return act_on(verbs);
}

// Keeps freed memory in the process. Matrices of some hundred contacts take megabytes, with a
// different size in each step; returning them to the system costs a thousand page faults per step.
void keep_freed_memory() {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // largest value allowed
  mallopt(M_TRIM_THRESHOLD, 512 << 20);
#endif
}

}  // namespace

// After a full disk or a damaged file, HDF5 1.10.8 crashes or loops in its exit handler. All files
// are closed by then, so exit handlers are skipped.
int main(int argc, char** argv) {
  keep_freed_memory();
  protect_streams();
  const std::vector<std::string> words = words_of(argc, argv);
  heed_json(words);
  const Diagnostics empty = empty_values(words);
  std::_Exit(exit_code_of(empty.empty() ? dispatch(words) : refuse(empty, kUsage)));
}
