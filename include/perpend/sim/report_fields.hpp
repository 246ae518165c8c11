// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "perpend/sim/step_report.hpp"

namespace perpend {

/// How the values of two reports become one.
enum class Merge {
  sum,
  effort,    ///< sum; a part of a step that led nowhere counts too
  largest,   ///< a value that is not a number is the worst of all and stays
  smallest,  ///< the same
  first,
  last,
  follow  ///< of the report that the field before was taken from
};

std::string_view to_string(Merge merge);

/// A number of a StepReport as users see it: a column of recordings, CSV and NPZ, a key of
/// `perpend run --json`, a row of the table in docs/formats/recording.md.
struct ReportField {
  using Member = std::variant<StepStatus StepReport::*, int StepReport::*, double StepReport::*,
                              double StepCertificate::*, double PhaseTimes::*, lcp::Method>;
  std::string name;
  Member member;     ///< a method: islands that it solved
  std::string unit;  ///< "1": a count or a ratio
  Merge steps;       ///< over steps: rows of a recording, a whole run
  Merge halves;      ///< over the halves of one step
  std::string doc;
  /// Recordings made before the field was known lack its column.
  bool may_be_missing = false;

  double value(const StepReport& report) const;
  void set(StepReport& report, double value) const;
  /// Whole numbers.
  bool is_count() const;
};

/// Every number of a StepReport but time and step, which recordings have in places of their own.
std::span<const ReportField> report_fields();

/// Reports of several steps as one, a value per field. The first report is taken as it is.
class MergedReport {
 public:
  void add(const StepReport& report);
  /// The values() of the steps after those taken so far.
  void add(std::span<const double> later);
  void clear() { values_.clear(); }
  std::span<const double> values() const { return values_; }

 private:
  template <typename ValueOf>
  void merge(ValueOf value_of);

  std::vector<double> values_;
};

/// The report of a step from those of its halves: the worst of both certificates, the end of the
/// second, the effort of both. Time and step are the second's, and so is the message if it has one.
StepReport merged_halves(const StepReport& first, const StepReport& second);
/// Adds what solving took in a part of a step that led nowhere.
void add_effort(const StepReport& part, StepReport& report);

}  // namespace perpend
