// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "perpend/sim/step_report.hpp"

namespace perpend {

/// Rule by which the values of two reports are merged.
enum class Merge {
  sum,
  effort,    ///< sum, including substeps that were discarded
  largest,   ///< NaN counts as larger than every number
  smallest,  ///< NaN counts as smaller than every number
  first,
  last,
  follow  ///< from the report from which the preceding field was taken
};

std::string_view to_string(Merge merge);

/// A number of a StepReport as users see it: a column of recordings, CSV and NPZ files, a key of
/// `perpend run --json`, and a row of the table in docs/formats/recording.md.
struct ReportField {
  using Member = std::variant<StepStatus StepReport::*, int StepReport::*, double StepReport::*,
                              double StepCertificate::*, double PhaseTimes::*, lcp::Method>;
  std::string name;
  Member member;     ///< an lcp::Method stands for the number of islands that it solved
  std::string unit;  ///< "1": a count or a ratio
  Merge steps;       ///< rule for several steps: rows of a recording, a whole run
  Merge halves;      ///< rule for the halves of one step
  std::string doc;
  /// True if recordings of earlier versions may lack the column.
  bool may_be_missing = false;

  /// Returns the value of the field in a report.
  double value(const StepReport& report) const;
  /// Sets the field in a report.
  void set(StepReport& report, double value) const;
  /// True if the values are integers.
  bool is_count() const;
};

/// Returns a field for every number of a StepReport except time and step, for which recordings have
/// separate datasets.
std::span<const ReportField> report_fields();

/// Merges the reports of several steps into one value per field.
class MergedReport {
 public:
  /// Adds the report of the next step; the first report is taken as it is.
  void add(const StepReport& report);
  /// Adds the values() of another MergedReport whose steps follow those added so far. Throws
  /// InvalidArgument where their number is not that of report_fields().
  void add(std::span<const double> later);
  void clear() { values_.clear(); }
  std::span<const double> values() const { return values_; }

 private:
  template <typename ValueOf>
  void merge(ValueOf value_of);

  std::vector<double> values_;
};

/// Returns the report of a step from the reports of its halves: the worst of both certificates, the
/// end of the second half, the effort of both. Time and step are those of the second half, and so
/// is the message if it has one.
StepReport merged_halves(const StepReport& first, const StepReport& second);
/// Adds the solver effort of a discarded substep to a report.
void add_effort(const StepReport& part, StepReport& report);

}  // namespace perpend
