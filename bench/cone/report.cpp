// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "bench.hpp"
#include "bench/markdown.hpp"

namespace perpend::bench {
namespace {

using nlohmann::json;

std::string percent(int part, int whole) {
  return fmt::format("{:.4g} %", 100.0 * part / whole);
}

void print_reliability(const ConeReport& report, std::ostream& out) {
  out << "Seeded piles under the exact cone, judged again by the residual checker at 1e-10. "
         "`at the floor`: "
         "above\n1e-10 and within what rounding of the data leaves. Warm: the load moved by 1 % "
         "within the range of W.\n\n";
  std::vector<Cells> lines{{"set", "problems", "solved", "at the floor", "false claims",
                            "worst claimed", "factorisations: median", "mean", "most",
                            "solved by"}};
  for (const ConeReliability& row : report.reliability)
    lines.push_back({row.set, std::to_string(row.problems), percent(row.solved, row.problems),
                     std::to_string(row.at_floor), std::to_string(row.false_claims),
                     fmt::format("{:.0e}", row.worst_residual),
                     std::to_string(row.median_factorisations),
                     fmt::format("{:.1f}", row.mean_factorisations),
                     std::to_string(row.most_factorisations), row.answered_by});
  print_aligned(lines, out);
}

void print_cost(const ConeReport& report, std::ostream& out) {
  out << "Whole solves, residual checker included, in units of one dense Cholesky "
         "(Eigen LLT, factor and "
         "solve) of\nW + I of the same size; medians.\n\n";
  std::vector<Cells> lines{
      {"contacts", "rows", "problems", "cold / LLT", "warm / LLT", "factorisations cold", "warm"}};
  for (const ConeCost& row : report.cost)
    lines.push_back({std::to_string(row.contacts), std::to_string(row.rows),
                     std::to_string(row.problems), fmt::format("{:.3g}", row.cold),
                     fmt::format("{:.3g}", row.warm), fmt::format("{:g}", row.cold_factorisations),
                     fmt::format("{:g}", row.warm_factorisations)});
  print_aligned(lines, out);
}

void print_sparse(const ConeReport& report, std::ostream& out) {
  out << "Large problems in the velocities of their bodies, cold. `condensed`: time of the same "
         "problem\nthrough its dense W, in units of this time.\n\n";
  std::vector<Cells> lines{{"family", "bodies", "contacts", "status", "residual", "factorisations",
                            "solved by", "condensed"}};
  for (const ConeSparse& row : report.sparse)
    lines.push_back({row.family, std::to_string(row.bodies), std::to_string(row.contacts),
                     row.status, fmt::format("{:.0e}", row.residual),
                     std::to_string(row.factorisations), row.answered_by,
                     row.condensed > 0 ? fmt::format("{:.3g}", row.condensed) : ""});
  print_aligned(lines, out);
}

void print_bins(const ConeReport& report, std::ostream& out) {
  out << "Cubes that fall into a bin at 1/240 s; factorisations and times of the last half of the "
         "steps.\n`time per box`: median of a step, in units of the first line; `tail`: longest "
         "step / median.\n\n";
  std::vector<Cells> lines{{"boxes", "mass ratio", "steps", "certified", "contacts",
                            "factorisations: median", "90 %", "most", "time per box", "tail"}};
  for (const ConeBin& row : report.bins)
    lines.push_back({std::to_string(row.boxes), fmt::format("{:g}", row.ratio),
                     std::to_string(row.steps), percent(row.certified, row.steps),
                     std::to_string(row.contacts), std::to_string(row.median_factorisations),
                     std::to_string(row.p90_factorisations),
                     std::to_string(row.most_factorisations), fmt::format("{:.3g}", row.per_box),
                     fmt::format("{:.3g}", row.tail)});
  print_aligned(lines, out);
}

void print_profiles(const ConeReport& report, std::ostream& out) {
  out << "Problems of our own scenes, of seeded piles and of a folder, solved where the "
         "residual checker finds 1e-8 or\nthe floor. `claimed`: the solver said solved and the "
         "residual checker did not; "
         "`stopped`: it crashed or took more than 15 s. "
         "Then the median of time / time\nof perpend where both solve, and the share solved "
         "within a factor of the fastest (Dolan and Moré 2002).\n\n";
  std::vector<Cells> lines;
  std::string set;
  const auto flush = [&] {
    if (!lines.empty()) print_aligned(lines, out);
  };
  for (const ConeProfile& row : report.profiles) {
    if (row.set != set) {
      flush();
      set = row.set;
      lines = {{fmt::format("{} ({} problems)", set, row.problems), "solved", "claimed", "stopped",
                "/ perpend"}};
      for (const double factor : kProfileFactors)
        lines[0].push_back(fmt::format("within {:g}", factor));
    }
    lines.push_back({row.solver, percent(row.solved, row.problems), std::to_string(row.claimed),
                     std::to_string(row.stopped),
                     row.slowdown > 0 ? fmt::format("{:.3g}", row.slowdown) : ""});
    for (const double factor : kProfileFactors)
      lines.back().push_back(fmt::format("{:.3g} %", 100 * row.within(factor)));
  }
  flush();
}

json to_json(const ConeReliability& row) {
  return {{"set", row.set},
          {"problems", row.problems},
          {"solved", row.solved},
          {"at_floor", row.at_floor},
          {"false_claims", row.false_claims},
          {"worst_residual", row.worst_residual},
          {"median_factorisations", row.median_factorisations},
          {"mean_factorisations", row.mean_factorisations},
          {"most_factorisations", row.most_factorisations},
          {"answered_by", row.answered_by}};
}

json to_json(const ConeCost& row) {
  return {{"contacts", row.contacts},
          {"rows", row.rows},
          {"problems", row.problems},
          {"cold", row.cold},
          {"warm", row.warm},
          {"cold_factorisations", row.cold_factorisations},
          {"warm_factorisations", row.warm_factorisations}};
}

json to_json(const ConeSparse& row) {
  return {{"family", row.family},           {"bodies", row.bodies},
          {"contacts", row.contacts},       {"status", row.status},
          {"answered_by", row.answered_by}, {"factorisations", row.factorisations},
          {"residual", row.residual},       {"seconds", row.seconds},
          {"condensed", row.condensed}};
}

json to_json(const ConeBin& row) {
  return {{"boxes", row.boxes},
          {"ratio", row.ratio},
          {"steps", row.steps},
          {"certified", row.certified},
          {"contacts", row.contacts},
          {"median_factorisations", row.median_factorisations},
          {"p90_factorisations", row.p90_factorisations},
          {"most_factorisations", row.most_factorisations},
          {"seconds", row.seconds},
          {"per_box", row.per_box},
          {"tail", row.tail}};
}

json to_json(const ConeProfile& row) {
  std::vector<double> within;
  for (const double factor : kProfileFactors) within.push_back(row.within(factor));
  return {{"set", row.set},           {"solver", row.solver},       {"problems", row.problems},
          {"solved", row.solved},     {"claimed", row.claimed},     {"stopped", row.stopped},
          {"slowdown", row.slowdown}, {"factors", kProfileFactors}, {"within", within},
          {"ratios", row.ratios}};
}

json list(const auto& rows) {
  json result = json::array();
  for (const auto& row : rows) result.push_back(to_json(row));
  return result;
}

}  // namespace

void print_table(const ConeReport& report, std::ostream& out) {
  out << host_line(report.host, report.mode) << "\n\n";
  if (!report.reliability.empty()) print_reliability(report, out);
  if (!report.cost.empty()) print_cost(report, out);
  if (!report.sparse.empty()) print_sparse(report, out);
  if (!report.bins.empty()) print_bins(report, out);
  if (!report.profiles.empty()) print_profiles(report, out);
  for (const std::string& line : report.skipped) out << line << '\n';
}

json to_json(const ConeReport& report) {
  return {{"host", to_json(report.host)},
          {"mode", report.mode},
          {"reliability", list(report.reliability)},
          {"cost", list(report.cost)},
          {"sparse", list(report.sparse)},
          {"bins", list(report.bins)},
          {"profiles", list(report.profiles)},
          {"skipped", report.skipped}};
}

}  // namespace perpend::bench
