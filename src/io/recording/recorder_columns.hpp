// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "perpend/sim/step_report.hpp"

namespace perpend::io {

/// How the reports of several steps become one row.
enum class Merge { first, last, sum, smallest, largest };

/// A number of a StepReport as a column of `/report`.
struct ReportColumn {
  std::string name;
  std::string unit;
  std::string meaning;
  Merge merge;
  bool is_integer;
  double (*value)(const StepReport&, int);
  int argument = 0;  ///< passed to `value`: the method of an `answered_by_` column
};

/// Every number of a StepReport, in the order of the struct.
std::span<const ReportColumn> report_columns();

/// `merged` holds one entry per column; a row starts with the values of its first step.
void start_row(const StepReport& report, std::vector<double>& merged);
void merge_step(const StepReport& report, std::vector<double>& merged);
/// Two rows, one after the other, become one.
void merge_rows(std::span<const double> later, std::vector<double>& merged);

/// "step 3: unsolved: why\n", for the log of a run.
std::string log_line(const StepReport& report);

}  // namespace perpend::io
