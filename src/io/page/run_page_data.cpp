// SPDX-License-Identifier: Apache-2.0
#include "io/page/run_page_data.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "embedded/run_js.hpp"
#include "io/page/packed.hpp"
#include "io/page/run_page_bodies.hpp"
#include "io/page/run_page_frames.hpp"
#include "io/page/run_page_view.hpp"
#include "io/page/space_view.hpp"

namespace perpend::io {
namespace {

using nlohmann::json;

/// Number of points of a plot: more than a screen has pixels, few enough to redraw at once.
constexpr std::size_t kPlotPoints = 2000;

enum class Thin { largest, last };

// Reduces a series to kPlotPoints buckets and keeps the largest or last value of each. The first
// row is skipped: it is the start, which no step led to.
std::vector<float> thinned(std::span<const double> values, Thin thin, double factor = 1.0) {
  std::vector<float> points;
  const std::size_t bucket = (values.size() + kPlotPoints - 1) / kPlotPoints;
  for (std::size_t i = std::min<std::size_t>(1, values.size() - 1); i < values.size();
       i += bucket) {
    const auto part = values.subspan(i, std::min(bucket, values.size() - i));
    const double value =
        thin == Thin::last ? part.back() : *std::max_element(part.begin(), part.end());
    points.push_back(static_cast<float>(factor * value));
  }
  return points;
}

json plots_json(const Recording& run) {
  const auto field = [&](const char* name) { return report_field(run, name); };
  const auto milliseconds = [&](const char* longest, const char* sum) {
    if (has_report_field(run, longest)) return thinned(field(longest), Thin::largest, 1e3);
    return thinned(report_means(run, sum), Thin::largest, 1e3);
  };
  return {{"time", deflated(thinned(run.time, Thin::last))},
          {"penetration", deflated(thinned(field("penetration"), Thin::largest))},
          {"joint_gap", deflated(thinned(field("joint_gap"), Thin::largest))},
          {"contacts", deflated(thinned(field("contacts"), Thin::largest))},
          {"solve_ms", deflated(milliseconds("longest_solve", "time_solve"))},
          {"total_ms", deflated(milliseconds("longest_step", "time_total"))},
          {"energy", deflated(thinned(field("energy_after"), Thin::last))},
          {"pivots", deflated(thinned(field("pivots"), Thin::largest))},
          {"factorisations", deflated(thinned(field("factorisations"), Thin::largest))},
          {"residual", deflated(thinned(field("residual"), Thin::largest))},
          {"bound", deflated(thinned(field("residual_bound"), Thin::largest))}};
}

// Returns about a hundred states, which determine the view as well as all rows do.
std::vector<State> sampled_states(const Recording& recording) {
  std::vector<State> states;
  const std::size_t rows = recording.rows(), stride = std::max<std::size_t>(1, rows / 100);
  for (std::size_t row = 0; row < rows; row += stride)
    states.push_back(recorded_state(recording, row));
  states.push_back(recorded_state(recording, rows - 1));
  return states;
}

json first_view(const RunPage& page) {
  return view_json(page, sampled_states(*page.recording));
}

json expectations_json(const RunPage& page) {
  json rows = json::array();
  for (const ExpectedRow& row : page.expectations)
    rows.push_back({{"name", row.name},
                    {"computed", std::isfinite(row.computed) ? json(row.computed) : json()},
                    {"expected", row.expected},
                    {"tolerance", row.tolerance},
                    {"holds", std::abs(row.computed - row.expected) <= row.tolerance},
                    {"why", row.why}});
  return rows;
}

std::string_view words_of(const ContactLaw& law) {
  return names<ContactLaw::Kind>()[static_cast<std::size_t>(law.kind)].doc;
}

json table_json(const std::vector<SummaryRow>& rows) {
  json table = json::array();
  for (const SummaryRow& row : rows) table.push_back({row.name, row.value});
  return table;
}

std::string text(const json& data) {
  return data.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string run_page_data(const RunPage& page) {
  const SimulationOptions& options = page.recording->header.options;
  json data = {{"scene", page.recording->header.scene},
               {"description", page.description},
               {"in_space", is_in_space(*page.model)},
               {"law", to_string(options.law)},
               {"law_words", words_of(options.law)},
               {"dt", options.dt},
               {"expectations", expectations_json(page)},
               {"summary", table_json(summarise(*page.recording, page.step_times))},
               {"notes", table_json(page.notes)},
               {"log", page.recording->log},
               {"bodies", bodies_json(page)},
               {"joints", joints_json(page)},
               {"stills", page.still_frames},
               {"label", page.label},
               {"plots", plots_json(*page.recording)},
               {"view", first_view(page)}};
  pack_meshes(data["bodies"]);
  if (page.other) {
    data["other"] = plots_json(*page.other);
    data["other_label"] = page.other_label;
    data["other_summary"] = table_json(summarise(*page.other));
  }
  // At least half of the page is reserved for its frames, however much the rest takes.
  const std::size_t taken = embedded::run_js().size() + text(data).size();
  const std::size_t left = page.max_bytes - std::min(taken, page.max_bytes);
  data["frames"] = frames_json(page, std::max(page.max_bytes / 2, left));
  return text(data);
}

}  // namespace perpend::io
