// SPDX-License-Identifier: Apache-2.0
// Without impacts the velocity level converges to the acceleration level: with order p the largest
// distance falls by a factor 2^p if the step is halved. Impacts and stick-slip transitions happen
// within a step and limit the order to one.
#include "compare/compare_levels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "command_line/wrong_words.hpp"
#include "compare/compare_words.hpp"
#include "load_scene.hpp"
#include "perpend/core/error.hpp"
#include "perpend/sim/level.hpp"
#include "perpend/sim/simulator.hpp"
#include "run/progress_bar.hpp"
#include "run/simulate.hpp"
#include "terminal.hpp"

namespace perpend::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kReferenceTolerance = 1e-11;
// Distances below this may be errors of the reference itself.
constexpr double kRounding = 1e-10;

// Centres of the dynamic bodies at each sample.
struct Path {
  std::vector<Eigen::Vector3d> positions;
  std::string failure;
};

struct Row {
  double dt = 0.0, largest = 0.0;
  std::optional<double> order;  // relative to the row before
};

// Reports options of the table of laws that this table does not use.
void refuse_unused(const CompareArguments& arguments) {
  WordReader words;
  const auto leave_out = [&](bool given, const char* flag) {
    words.leave_out(given, flag, "--levels");
  };
  leave_out(arguments.laws.has_value(), "--laws");
  leave_out(arguments.solvers.has_value(), "--solvers");
  leave_out(arguments.reference.has_value(), "--reference");
  leave_out(arguments.rho.has_value(), "--rho");
  leave_out(arguments.rank, "--rank");
  leave_out(arguments.threads.has_value(), "--threads");
  leave_out(arguments.wall_limit.has_value(), "--wall-limit");
  leave_out(!arguments.out.empty(), "--out");
  words.refuse_any();
}

// Returns the steps of --dt, the longest first; by default the step of the scene, halved up to
// three times.
std::vector<double> steps_of(const CompareArguments& arguments, double dt) {
  std::vector<double> steps;
  if (!arguments.dt) return {dt, dt / 2, dt / 4, dt / 8};
  for (const std::string& word : split_list(*arguments.dt)) {
    double step = 0;
    const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), step);
    const bool whole = fault == std::errc() && end == word.data() + word.size();
    require(whole && step > 0 && std::isfinite(step), "--dt", "positive steps in s", word);
    steps.push_back(step);
  }
  std::ranges::sort(steps, std::greater<>());
  for (const double step : steps) {
    constexpr double kMostSteps = 1e6;
    const double count = steps.front() / step;
    require(count <= kMostSteps, "--dt", "steps of at least 1e-6 of the longest one", step);
    require(std::abs(count - std::round(count)) <= 1e-6, "--dt",
            "steps that divide the longest one", step);
  }
  return steps;
}

void add_positions(const Model& model, const State& state, Path& path) {
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
    if (model.bodies[i].is_dynamic()) path.positions.push_back(spatial_pose(model, state, {i}).p);
}

// Simulates with `every` / `dt` steps between two samples.
template <typename AnySimulator>
Path follow(AnySimulator& simulator, const study::Scene& scene, double dt, double every,
            ProgressBar& bar) {
  Path path;
  State state = initial_state(scene.model);
  const int stride = static_cast<int>(std::lround(every / dt));
  const int samples = static_cast<int>(std::floor(scene.duration / every + 1e-9));
  for (int k = 0; k < samples && path.failure.empty(); ++k) {
    for (int i = 0; i < stride && path.failure.empty(); ++i) {
      const StepReport report = simulator.step(state);
      if (report.status != StepStatus::ok || stop_requested())
        path.failure = fmt::format("t = {:.6g} s: {}", report.time,
                                   stop_requested() ? "interrupted" : report.message);
    }
    add_positions(scene.model, state, path);
    bar.show(static_cast<double>(k + 1) / samples, fmt::format("dt {} s", dt));
  }
  return path;
}

Row compared(const Path& reference, const Path& path, double dt) {
  Row row{.dt = dt, .order = {}};
  const std::size_t count = std::min(reference.positions.size(), path.positions.size());
  for (std::size_t i = 0; i < count; ++i)
    row.largest = std::max(row.largest, (path.positions[i] - reference.positions[i]).norm());
  return row;
}

void print(const study::Scene& scene, const std::vector<Row>& rows) {
  say(stdout, "{}: level velocity (stepper {}) beside level acceleration, {} s\n", scene.name,
      to_string(scene.options.stepper), scene.duration);
  say(stdout, "  step, s        largest distance, m   order\n");
  for (const Row& row : rows)
    say(stdout, "  {:<14.6g} {:<21.3e} {}\n", row.dt, row.largest,
        row.order ? fmt::format("{:.2f}", *row.order) : "-");
}

Json to_json(const study::Scene& scene, const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const Row& row : rows)
    list.push_back({{"dt", row.dt},
                    {"largest_distance_m", row.largest},
                    {"order", row.order ? Json(*row.order) : Json()}});
  return {{"scene", scene.name},
          {"stepper", to_string(scene.options.stepper)},
          {"duration", scene.duration},
          {"reference_tolerance", kReferenceTolerance},
          {"levels", list}};
}

}  // namespace

int compare_levels(const study::Scene& scene, const CompareArguments& arguments) {
  refuse_unused(arguments);
  const std::vector<double> steps = steps_of(arguments, scene.options.dt);
  for (const double step : steps) require_step("--dt", scene, step);
  const double every = steps.front();
  stop_on_signals();
  ProgressBar bar;
  LevelSimulator instants(
      scene.model, {.level = Level::acceleration, .dt = every, .tolerance = kReferenceTolerance});
  const Path reference = follow(instants, scene, every, every, bar);
  std::vector<Row> rows;
  std::string failure = reference.failure;
  SimulationOptions options = scene.options;
  for (std::size_t k = 0; k < steps.size() && failure.empty(); ++k) {
    options.dt = steps[k];
    Simulator simulator(scene.model, options);
    const Path path = follow(simulator, scene, steps[k], every, bar);
    failure = path.failure;
    rows.push_back(compared(reference, path, steps[k]));
    if (k == 0 || rows[k].largest <= kRounding || rows[k - 1].largest <= kRounding) continue;
    rows[k].order =
        std::log(rows[k - 1].largest / rows[k].largest) / std::log(steps[k - 1] / steps[k]);
  }
  bar.finish();
  if (!failure.empty())
    return refuse({{scene.name, 0, "", failure, ""}}, stop_requested() ? kInterrupted : kFailed);
  if (arguments.json)
    say_json(to_json(scene, rows));
  else
    print(scene, rows);
  return kOk;
}

}  // namespace perpend::app
