// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "perpend/sim/options.hpp"

namespace perpend::app {

/// Exit codes of every verb.
inline constexpr int kOk = 0;      ///< done, all checks hold
inline constexpr int kFailed = 1;  ///< a check or a step failed
inline constexpr int kUsage = 2;   ///< wrong arguments or a bad input file
inline constexpr int kInterrupted = 130;

/// Sets an option of the simulation to a value from the command line.
struct OptionOverride {
  std::string flag;
  std::function<void(SimulationOptions&)> set;
};

/// Choices that robot files leave open, as words of the command line; empty if not given.
struct RobotArguments {
  bool ground = false, allow_overlap = false, mend_masses = false;
  std::optional<double> decompose;
  std::string gravity, base, motors, keyframe;
  std::vector<std::string> start;      ///< "joint=value"
  std::vector<std::string> rates;      ///< "joint=value"
  std::vector<std::string> packages;   ///< "name=folder"
  std::vector<std::string> arguments;  ///< "name=value"
};

struct RunArguments {
  std::string scene;  ///< name or path; empty: list the scenes
  RobotArguments robot;
  std::string resume;                   ///< snapshot, recording or folder to continue from
  std::vector<std::string> parameters;  ///< "name=value" of the scene
  std::vector<OptionOverride> options;  ///< options of the simulation given on the command line
  /// What a step solves for, and the error per step at level acceleration; empty: velocity and
  /// 1e-10, or what the resumed run had.
  std::optional<std::string> level;
  std::optional<double> tolerance;
  std::optional<double> duration;
  std::string out;  ///< folder; empty: runs/<scene>
  bool no_files = false;
  std::vector<std::int64_t> dump_steps;  ///< steps whose problems become files
  std::string dump_dir;                  ///< their folder; empty: `out`
  bool csv = false, npz = false;
  std::optional<int> every;    ///< steps per row of the recording; empty: the scene's value
  double snapshot_every = 10;  ///< s of wall time; 0: only the first and the last
  bool compare_unstabilised = false;
  bool json = false;
  bool hash = false;
};

struct ListArguments {
  /// Print a table instead of the scenes: simulation options, numbers of a step's report, friction
  /// laws, solvers.
  bool options = false, report = false, laws = false, solvers = false;
  bool json = false;
};

struct CheckArguments {
  std::string scene;
  RobotArguments robot;
  std::vector<std::string> parameters;  ///< "name=value" of the scene
  bool converge = false;                ///< run with three steps instead
  bool dynamics = false;                ///< mass matrix, bias forces, accelerations at the start
  bool json = false;
};

struct SolveArguments {
  std::string file;
  std::string solver = "auto";  ///< a method, "auto" or "all"
  std::string out;              ///< FCLIB file for the problem and its solution
  std::string convert;          ///< file in another format; nothing is solved
  bool json = false;
};

struct ConvertArguments {
  std::string file;
  std::string out;  ///< scene file; "-": stdout
  bool overwrite = false;
  RobotArguments robot;
  std::optional<double> duration;
};

struct CompareArguments {
  std::string scene;
  RobotArguments robot;
  std::vector<std::string> parameters;           ///< "name=value" of the scene
  std::optional<std::string> laws, solvers, dt;  ///< lists; empty: defaults of compare_plan()
  std::optional<std::string> rho;                ///< list of phantom inertias, kg⁻¹
  bool rank = false;                             ///< rank of the laws' matrices
  bool levels = false;              ///< compare the velocity and acceleration levels instead
  std::optional<double> reference;  ///< step of the reference run, s
  std::optional<double> duration;
  std::optional<int> threads;
  std::optional<double> wall_limit;  ///< s per run; 0: none; empty: kWallLimit
  std::string out;                   ///< folder; empty: runs/<scene>
  bool no_files = false, json = false;
};

inline constexpr double kWallLimit = 60;

struct ViewArguments {
  std::string scene;  ///< name or path of a scene, or a recording
  RobotArguments robot;
  std::vector<std::string> parameters;  ///< "name=value" of the scene
  std::vector<OptionOverride> options;  ///< options of the simulation given on the command line
  std::optional<int> port;              ///< empty: the first free one from kViewPort on
  bool open = false;                    ///< open the page in the desktop's browser
  bool paused = false;
};
inline constexpr int kViewPort = 8417;

struct RenderArguments {
  std::string scene;                    ///< name or path of a scene, or a recording
  std::vector<std::string> parameters;  ///< "name=value" of the scene
  RobotArguments robot;
  std::vector<OptionOverride> options;  ///< options of the simulation given on the command line
  std::string out;                      ///< .png or .mp4
  std::string size = "1280x720";        ///< pixels
  std::string show;                     ///< as in a link to the page: "cones&select=box_0"
  std::optional<double> duration;       ///< simulated time of a scene, s
  std::optional<double> from, to;       ///< s; empty: all; a picture shows `to`
  double fps = 30, speed = 1;           ///< pictures per second, simulated seconds per second
};

struct ExportWebArguments {
  std::string folder;
  std::vector<std::string> scenes;  ///< names or paths, robots too; empty: scenes of the page
};

int run(const RunArguments& arguments);
int list(const ListArguments& arguments);
int check(const CheckArguments& arguments);
int solve(const SolveArguments& arguments);
int convert(const ConvertArguments& arguments);
int compare(const CompareArguments& arguments);
/// Serves a page of the live scene, or of the recording, until Ctrl-C.
int view(const ViewArguments& arguments);
/// Draws a picture or a film of a scene or a recording with a headless browser.
int render(const RenderArguments& arguments);
/// Writes the page with the engine in it, which needs no running program.
int export_web(const ExportWebArguments& arguments);
/// Replaces this process by `perpend-bench`, which lies beside this program, with `arguments`.
/// Returns only if there is none.
int bench(const std::vector<std::string>& arguments);
/// Prints where studies are found: they are part of the Python package, whose program has the verb.
int sweep();

}  // namespace perpend::app
