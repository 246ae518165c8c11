// SPDX-License-Identifier: Apache-2.0
//
// Prints the report as Markdown, which is also readable on a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>

#include "markdown.hpp"

namespace perpend::bench {
namespace {

template <typename T>
void add_unique(std::vector<T>& list, const T& value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

std::string short_number(double x) {
  if (!std::isfinite(x)) return "inf";
  return x < 10 ? fmt::format("{:.2g}", x) : fmt::format("{:.0f}", x);
}

std::string cell_text(const BenchRow& row) {
  std::string text = short_number(row.ratio) + " / " + short_number(row.ratio_lu);
  if (row.solved < 1.0) text += fmt::format(", {:.0f} %", 100 * row.solved);
  return text;
}

Cells solver_line(const std::vector<const BenchRow*>& cells, const std::vector<int>& sizes) {
  Cells line{cells.front()->solver};
  double worst = 0.0, pivots = 0.0, drives = 0.0;
  for (const int n : sizes) {
    const auto cell = std::find_if(cells.begin(), cells.end(), [&](auto* c) { return c->n == n; });
    line.push_back(cell == cells.end() ? "" : cell_text(**cell));
    if (cell == cells.end()) continue;
    worst = std::max(worst, (*cell)->worst_residual);
    pivots = std::max(pivots, (*cell)->pivots_per_n);
    drives = std::max(drives, (*cell)->drives_per_n);
  }
  const bool counted = pivots > 0 || drives > 0;
  line.push_back(worst > 0 ? fmt::format("{:.0e}", worst) : "");
  line.push_back(counted ? short_number(pivots) : "");
  line.push_back(drives > 0 ? short_number(drives) : "");
  return line;
}

void print_family(const BenchReport& report, const std::string& family, std::ostream& out) {
  std::vector<int> sizes;
  std::vector<std::string> solvers;
  for (const BenchRow& row : report.rows)
    if (row.family == family) {
      add_unique(sizes, row.n);
      add_unique(solvers, row.solver);
    }
  std::vector<Cells> lines{{family}};
  for (const int n : sizes) lines[0].push_back(fmt::format("n = {}", n));
  lines[0].insert(lines[0].end(), {"worst residual", "pivots/n", "drives/n"});
  for (const std::string& solver : solvers) {
    std::vector<const BenchRow*> cells;
    for (const BenchRow& row : report.rows)
      if (row.family == family && row.solver == solver) cells.push_back(&row);
    lines.push_back(solver_line(cells, sizes));
  }
  print_aligned(lines, out);
}

void print_reliability(const BenchReport& report, std::ostream& out) {
  std::vector<Cells> lines{{"set", "solver", "problems", "solved", "worst solved", "false rays",
                            "status ≠ residual", "pivots/n median, max", "solved by"}};
  for (const ReliabilityRow& row : report.reliability)
    lines.push_back(
        {row.set, row.solver, std::to_string(row.problems),
         fmt::format("{} ({:.2f} %)", row.solved, 100.0 * row.solved / row.problems),
         row.worst_residual > 0 ? fmt::format("{:.0e}", row.worst_residual) : "0",
         std::to_string(row.false_rays), std::to_string(row.disagreements),
         row.largest_pivots_per_n > 0
             ? fmt::format("{:.2f}, {:.2f}", row.median_pivots_per_n, row.largest_pivots_per_n)
             : "",
         row.answered_by});
  print_aligned(lines, out);
}

}  // namespace

void print_table(const BenchReport& report, std::ostream& out) {
  out << host_line(report.host, report.mode) << "\n\n";
  out << "Cells: time / Eigen LLT, time / Eigen PartialPivLU (factor and solve, same n, same run), "
         "share solved where below 100 %.\n\n";
  std::vector<std::string> families;
  for (const BenchRow& row : report.rows) add_unique(families, row.family);
  for (const std::string& family : families) print_family(report, family, out);
  if (!report.reliability.empty()) print_reliability(report, out);
  for (const std::string& line : report.skipped) out << line << '\n';
}

}  // namespace perpend::bench
