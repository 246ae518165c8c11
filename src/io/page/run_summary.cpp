// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "perpend/io/run_page.hpp"
#include "study/step_times.hpp"

namespace perpend::io {
namespace {

double largest(const Recording& run, const char* name) {
  const auto values = report_field(run, name);
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

double total(const Recording& run, const char* name) {
  const auto values = report_field(run, name);
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// Describes how the run ended and counts the steps and islands that fell short.
std::string status_words(const Recording& run) {
  const auto worst = static_cast<int>(largest(run, "status"));
  std::string words(to_string(static_cast<StepStatus>(worst)));
  const std::pair<const char*, const char*> shortfalls[] = {
      {"uncertified", "steps not certified"},
      {"inexact", "islands solved to accepted_residual only"},
      {"squeezed", "islands squeezed by prescribed bodies"},
      {"no_push_out", "islands without push-out"}};
  for (const auto& [field, what] : shortfalls) {
    if (!has_report_field(run, field)) continue;
    const double count = total(run, field);
    if (count > 0) words += fmt::format(", {:.0f} {}", count, what);
  }
  return words;
}

// The first row is the start, whose report belongs to no step.
std::string energy_words(const Recording& run) {
  if (run.rows() < 2) return "no step";
  const double before = report_field(run, "energy_before")[1];
  const double after = report_field(run, "energy_after").back();
  return fmt::format("{:.6g} J to {:.6g} J", before, after);
}

std::string answered_by(const Recording& run) {
  std::string words;
  constexpr std::string_view kPrefix = "answered_by_";
  for (const ReportSeries& series : run.report) {
    if (!series.name.starts_with(kPrefix)) continue;
    const double islands = std::accumulate(series.values.begin(), series.values.end(), 0.0);
    if (islands == 0) continue;
    words += fmt::format("{}{} {:.0f}", words.empty() ? "" : ", ",
                         series.name.substr(kPrefix.size()), islands);
  }
  return words.empty() ? "no islands" : words + " islands";
}

std::string step_times(const Recording& run) {
  const auto means = report_means(run, "time_total");
  if (means.size() < 2) return "no step";
  study::StepTimes times;
  for (const double mean : std::span(means).subspan(1)) times.add(mean);
  return to_string(times);
}

// Rows of several steps give only mean step times, not their quantiles.
SummaryRow step_time_row(const Recording& run, const std::string& step_times_of_run) {
  if (!step_times_of_run.empty()) return {"step", step_times_of_run};
  const int every = run.recorder.every;
  return {"step", (every > 1 ? fmt::format("means of {}: ", every) : "") + step_times(run)};
}

}  // namespace

std::vector<SummaryRow> summarise(const Recording& run, const std::string& step_times_of_run) {
  const SimulationOptions& options = run.header.options;
  const std::int64_t steps = run.step.empty() ? 0 : run.step.back() - run.step.front();
  const double simulated = run.time.empty() ? 0 : run.time.back() - run.time.front();
  std::vector<SummaryRow> rows = {
      {"scene", run.header.scene},
      {"law", std::string(to_string(options.law))},
      {"solver", std::string(lcp::to_string(options.solver))},
      {"stabilised", options.stabilise ? "yes" : "no"},
      {"dt", fmt::format("{:g} s", options.dt)},
      {"steps", fmt::format("{}", steps)},
      {"simulated", fmt::format("{:g} s", simulated)},
      {"status", status_words(run)},
      {"worst residual", fmt::format("{:.2e}", largest(run, "residual"))},
      {"worst penetration", fmt::format("{:.3g} m", largest(run, "penetration"))},
      {"worst joint gap", fmt::format("{:.3g} m", largest(run, "joint_gap"))},
      {"energy", energy_words(run)},
      {"most contacts", fmt::format("{:.0f}", largest(run, "contacts"))},
      {"pivots", fmt::format("{:.0f}", total(run, "pivots"))},
      step_time_row(run, step_times_of_run),
      {"wall time", fmt::format("{:.3g} s", total(run, "time_total"))},
      {"solved by", answered_by(run)},
  };
  if (run.recorder.every > 1)
    rows.push_back({"shown", fmt::format("every {} steps", run.recorder.every)});
  return rows;
}

}  // namespace perpend::io
