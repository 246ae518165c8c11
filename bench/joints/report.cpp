// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "bench.hpp"
#include "bench/markdown.hpp"

namespace perpend::bench {
namespace {

std::string time_text(double us) {
  return us < 1e4 ? fmt::format("{:.3g} µs", us) : fmt::format("{:.3g} ms", 1e-3 * us);
}

Cells line_of(const JointsRow& row) {
  return {row.family,
          std::to_string(row.n),
          row.solver,
          time_text(row.time_us),
          fmt::format("{:.3g}", row.time_us / row.n),
          fmt::format("{:.3g}", row.ratio),
          row.solved ? fmt::format("{:.0e}", row.worst_residual) : "failed " + row.note};
}

nlohmann::json to_json(const JointsRow& row) {
  return {{"family", row.family},
          {"n", row.n},
          {"solver", row.solver},
          {"time_us", row.time_us},
          {"ratio", row.ratio},
          {"solved", row.solved ? 1.0 : 0.0},
          {"worst_residual", std::isfinite(row.worst_residual) ? nlohmann::json(row.worst_residual)
                                                               : nlohmann::json(nullptr)},
          {"note", row.note}};
}

}  // namespace

void print_table(const JointsReport& report, std::ostream& out) {
  out << host_line(report.host, report.mode) << "\n\n";
  out << "Time of one step, or of factor and solve where a system is named; ratio to perpend on "
         "the "
         "same mechanism in the same run.\n\n";
  std::vector<Cells> lines{{"mechanism", "n", "solver", "time", "µs / n", "ratio", "gap or error"}};
  for (const JointsRow& row : report.rows) lines.push_back(line_of(row));
  print_aligned(lines, out);
  for (const Growth& growth : report.growth)
    out << fmt::format("{}: time grows with n^{:.3f} from 1000 bodies on, {} thread{}\n",
                       growth.family, growth.exponent, growth.threads,
                       growth.threads == 1 ? "" : "s");
  for (const std::string& line : report.skipped) out << line << '\n';
}

nlohmann::json to_json(const JointsReport& report) {
  nlohmann::json rows = nlohmann::json::array(), growth = nlohmann::json::array();
  for (const JointsRow& row : report.rows) rows.push_back(to_json(row));
  for (const Growth& each : report.growth)
    growth.push_back(
        {{"family", each.family}, {"threads", each.threads}, {"exponent", each.exponent}});
  return {{"host", to_json(report.host)},
          {"mode", report.mode},
          {"rows", rows},
          {"growth", growth},
          {"skipped", report.skipped}};
}

}  // namespace perpend::bench
