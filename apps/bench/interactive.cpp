// SPDX-License-Identifier: Apache-2.0
#include "interactive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <ostream>

#include "bench/markdown.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/io/scene_catalogue.hpp"
#include "view/random_hand.hpp"

namespace perpend::app {
namespace {

constexpr std::array kScenes{"block_feeder", "double_action_jack", "ragdoll", "robot_arm"};
constexpr int kSteps = 10'000, kQuickSteps = 600;
constexpr unsigned kSeed = 1;

study::Scene read(const std::string& name) {
  const auto file = io::find_scene(name, io::scene_folders());
  require(file.has_value(), "scene", "one that is there", name);
  Result<study::Scene> scene = io::read_scene(*file);
  require(scene.has_value(), "scene", "one that can be read", name);
  scene->options.budget_ms = 1e3 / kInteractiveRate;
  return std::move(*scene);
}

// Returns the wall time of one step, ms; negative if the step failed.
double timed(view::World& world) {
  const auto start = std::chrono::steady_clock::now();
  const bool is_done = world.step();
  const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
  return is_done ? passed.count() : -1;
}

InteractiveRow pulled(study::Scene scene, int steps) {
  InteractiveRow row{.scene = scene.name, .dt = scene.options.dt};
  view::World world(std::move(scene));
  view::RandomHand hand(world, kSeed);
  std::vector<double> times;
  for (; row.steps < steps; ++row.steps) {
    hand.act(world);
    const double time = timed(world);
    if (time < 0) {
      ++row.failed;
      break;
    }
    times.push_back(time);
    const StepReport& report = world.now().report;
    row.contacts = std::max(row.contacts, report.contacts);
    row.uncertified += report.uncertified > 0;
  }
  std::sort(times.begin(), times.end());
  if (times.empty()) return row;
  row.median = times[times.size() / 2];
  row.p99 = times[times.size() * 99 / 100];
  row.longest = times.back();
  return row;
}

std::string milliseconds(double value) {
  return fmt::format("{:.3g}", value);
}

nlohmann::json row_json(const InteractiveRow& row) {
  return {{"scene", row.scene},        {"dt", row.dt},
          {"steps", row.steps},        {"contacts", row.contacts},
          {"median_ms", row.median},   {"p99_ms", row.p99},
          {"longest_ms", row.longest}, {"uncertified", row.uncertified},
          {"failed", row.failed}};
}

}  // namespace

InteractiveReport run_interactive_bench(
    bool quick, const std::function<void(std::string_view, double)>& progress) {
  InteractiveReport report{.host = bench::this_host(), .mode = quick ? "quick" : "default"};
  for (std::size_t i = 0; i < kScenes.size(); ++i) {
    progress(kScenes[i], static_cast<double>(i) / kScenes.size());
    const int steps = quick ? kQuickSteps : kSteps;
    study::Scene scene = read(kScenes[i]), coarse = scene;
    coarse.options.dt = 1 / kInteractiveRate;
    report.rows.push_back(pulled(std::move(scene), steps));
    report.rows.push_back(pulled(std::move(coarse), steps));
  }
  return report;
}

void print_table(const InteractiveReport& report, std::ostream& out) {
  out << bench::host_line(report.host, report.mode) << "\n\n";
  out << fmt::format(
      "Times of a step in ms, pulled at random, with a budget of a frame; the margin "
      "is that of the 99 % time to {:.0f} steps a second.\n\n",
      kInteractiveRate);
  std::vector<bench::Cells> lines{{"scene", "dt, s", "steps", "contacts", "median", "99 %",
                                   "longest", "margin", "not certified", "failed"}};
  for (const InteractiveRow& row : report.rows)
    lines.push_back({row.scene, fmt::format("{:.4g}", row.dt), std::to_string(row.steps),
                     std::to_string(row.contacts), milliseconds(row.median), milliseconds(row.p99),
                     milliseconds(row.longest),
                     fmt::format("{:.0f} ×", 1e3 / kInteractiveRate / row.p99),
                     std::to_string(row.uncertified), std::to_string(row.failed)});
  bench::print_aligned(lines, out);
}

nlohmann::json to_json(const InteractiveReport& report) {
  nlohmann::json rows = nlohmann::json::array();
  for (const InteractiveRow& row : report.rows) rows.push_back(row_json(row));
  return {{"host", bench::to_json(report.host)}, {"mode", report.mode}, {"rows", rows}};
}

}  // namespace perpend::app
