// SPDX-License-Identifier: Apache-2.0
// Observed order of a value u(h) = u + C h^p + ...: the differences d1 = u(h) - u(h/2) and d2 =
// u(h/2) - u(h/4) have the ratio 2^p, so p = log2 |d1 / d2|. It needs no reference. It is the order
// of the stepper only where C h^p dominates: not across impacts, and not where both differences are
// round-off.
#include "compare/converge.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "run/progress_bar.hpp"
#include "run/simulate.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace perpend::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kRuns = 3;
// Relative difference that the round-off of 10⁴ steps of 1e-16 leaves.
constexpr double kRounding = 1e-12;

using Runs = std::array<RunSummary, kRuns>;

struct Row {
  std::array<double, kRuns> value;
  std::optional<double> order;  // empty if differences are round-off
  bool holds = false;           // for the smallest step
};

study::Scene with_step(const study::Scene& scene, std::size_t run) {
  study::Scene finer = scene;
  finer.options.dt = std::ldexp(scene.options.dt, -static_cast<int>(run));
  double last = 0;
  for (const study::Expectation& expected : scene.expectations)
    last = std::max(last, expected.time);
  if (!scene.expectations.empty()) finer.duration = std::min(scene.duration, last);
  return finer;
}

RunSummary run_once(const study::Scene& scene, std::size_t run) {
  ProgressBar bar;
  State state = initial_state(scene.model);
  RunSummary summary =
      simulate(scene, state, [&](const State& s, const StepReport&, const Simulator&) {
        bar.show(s.time / scene.duration, fmt::format("run {} of {}", run + 1, kRuns));
      });
  bar.finish();
  return summary;
}

std::optional<double> order_of(const std::array<double, kRuns>& u) {
  const double d1 = std::abs(u[0] - u[1]), d2 = std::abs(u[1] - u[2]);
  const double rounding = kRounding * std::max(1.0, std::abs(u[2]));
  if (d1 <= rounding || d2 <= rounding) return std::nullopt;
  return std::log2(d1 / d2);
}

Row row_of(const study::Expectation& expected, const Runs& runs, std::size_t i) {
  Row row;
  for (std::size_t k = 0; k < kRuns; ++k) row.value[k] = runs[k].measured[i];
  row.order = order_of(row.value);
  row.holds = std::abs(row.value.back() - expected.value) <= expected.tolerance;
  return row;
}

void print(const study::Scene& scene, const std::vector<Row>& rows) {
  const double h = scene.options.dt;
  say(stdout, "{}: steps of {}, {} and {} s, stepper {}\n", scene.name, h, h / 2, h / 4,
      to_string(scene.options.stepper));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const study::Expectation& expected = scene.expectations[i];
    const auto& u = rows[i].value;
    say(stdout, "  {}{}\n", study::to_string(scene.model, expected.measurand),
        std::isinf(expected.time) ? "" : fmt::format(", t = {} s", expected.time));
    say(stdout, "    values       {:.12g}  {:.12g}  {:.12g}\n", u[0], u[1], u[2]);
    say(stdout, "    differences  {:.3e}  {:.3e}   order {}\n", u[0] - u[1], u[1] - u[2],
        rows[i].order ? fmt::format("{:.2f}", *rows[i].order) : "- (rounding)");
    say(stdout, "    errors       {:.3e}  {:.3e}  {:.3e}   expected {:.12g} ± {:.2g} {}\n",
        u[0] - expected.value, u[1] - expected.value, u[2] - expected.value, expected.value,
        expected.tolerance, rows[i].holds ? "ok" : "FAILED");
  }
}

Json to_json(const study::Scene& scene, const std::vector<Row>& rows) {
  Json list = Json::array();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const study::Expectation& expected = scene.expectations[i];
    Json row = {{"what", study::to_string(scene.model, expected.measurand)}};
    row["time"] = std::isinf(expected.time) ? scene.duration : expected.time;
    row["values"] = rows[i].value;
    row["order"] = rows[i].order ? Json(*rows[i].order) : Json();
    row["expected"] = expected.value;
    row["tolerance"] = expected.tolerance;
    row["holds"] = rows[i].holds;
    list.push_back(row);
  }
  const double h = scene.options.dt;
  return {{"scene", scene.name},
          {"stepper", to_string(scene.options.stepper)},
          {"dt", {h, h / 2, h / 4}},
          {"expectations", list}};
}

}  // namespace

int converge(const study::Scene& scene, bool json) {
  if (scene.expectations.empty())
    return refuse({{scene.name, 0, "", "nothing is expected, so nothing can converge", ""}},
                  kUsage);
  Runs runs;
  for (std::size_t k = 0; k < kRuns; ++k) {
    runs[k] = run_once(with_step(scene, k), k);
    if (runs[k].failure.empty()) continue;
    const std::string run = fmt::format("run {} of {}: {}", k + 1, kRuns, runs[k].failure);
    return refuse({{scene.name, 0, "", run, ""}}, kFailed);
  }
  std::vector<Row> rows;
  for (std::size_t i = 0; i < scene.expectations.size(); ++i)
    rows.push_back(row_of(scene.expectations[i], runs, i));
  if (json)
    say_json(to_json(scene, rows));
  else
    print(scene, rows);
  return std::ranges::all_of(rows, &Row::holds) ? kOk : kFailed;
}

}  // namespace perpend::app
