// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/report_fields.hpp"

#include <algorithm>
#include <array>

#include "core/worst.hpp"
#include "perpend/core/error.hpp"
#include "perpend/core/names.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend {
namespace {

using R = StepReport;
using C = StepCertificate;
using P = PhaseTimes;

// A ReportField before its texts are copied.
template <typename Member>
struct Line {
  const char* name;
  Member member;
  const char* unit;
  Merge steps, halves;
  const char* doc;
  bool may_be_missing = false;
};

constexpr bool kMayBeMissing = true;

constexpr std::array kSizes{
    Line<int R::*>{"contacts", &R::contacts, "1", Merge::largest, Merge::last,
                   "active contact points"},
    Line<int R::*>{"rows", &R::rows, "1", Merge::largest, Merge::last,
                   "rows of all complementarity problems"},
    Line<int R::*>{"islands", &R::islands, "1", Merge::largest, Merge::last, "problems solved"},
    Line<int R::*>{"pivots", &R::pivots, "1", Merge::effort, Merge::effort, "index set changes"},
    Line<int R::*>{"drives", &R::drives, "1", Merge::effort, Merge::effort,
                   "calls of drive-to-zero"},
    Line<int R::*>{"factorisations", &R::factorisations, "1", Merge::effort, Merge::effort,
                   "matrices factored from scratch"},
    Line<int R::*>{"braked", &R::braked, "1", Merge::sum, Merge::largest,
                   "steps in which the energy guard braked the joints", kMayBeMissing},
    Line<int R::*>{"stiffened", &R::stiffened, "1", Merge::sum, Merge::largest,
                   "steps in which joints became taut and were factored again", kMayBeMissing},
    Line<int R::*>{"inexact", &R::inexact, "1", Merge::sum, Merge::largest,
                   "islands solved to `accepted_residual` only", kMayBeMissing},
    Line<int R::*>{"unsolved", &R::unsolved, "1", Merge::sum, Merge::sum,
                   "islands or joints of which the best point found was taken", kMayBeMissing},
    Line<int R::*>{"uncertified", &R::uncertified, "1", Merge::sum, Merge::largest,
                   "steps in which a bound of the certificate does not hold", kMayBeMissing},
    Line<int R::*>{"broken", &R::broken, "1", Merge::sum, Merge::sum, "joints that broke",
                   kMayBeMissing},
    Line<int R::*>{"no_restitution", &R::no_restitution, "1", Merge::sum, Merge::sum,
                   "islands that are jammed and do not bounce", kMayBeMissing},
    Line<int R::*>{"no_push_out", &R::no_push_out, "1", Merge::sum, Merge::sum,
                   "islands that are jammed in overlap: no impulse pushes it out", kMayBeMissing},
    Line<int R::*>{"squeezed", &R::squeezed, "1", Merge::sum, Merge::sum,
                   "islands that prescribed bodies squeeze: overlap grows at their rate",
                   kMayBeMissing},
    Line<int R::*>{"stalled", &R::stalled, "1", Merge::sum, Merge::sum,
                   "motors without a limit that no motion lets reach their target", kMayBeMissing},
    Line<int R::*>{"halvings", &R::halvings, "1", Merge::largest, Merge::largest,
                   "n: taken in parts, the smallest dt/2^n; 0: whole", kMayBeMissing},
};

constexpr std::array kRatios{Line<double R::*>{"restitution_scale", &R::restitution_scale, "1",
                                               Merge::smallest, Merge::smallest,
                                               "smallest factor put on e by the energy check"}};

constexpr Line<double C::*> worst(const char* name, double C::*member, const char* unit,
                                  const char* doc, bool may_be_missing = false) {
  return {name, member, unit, Merge::largest, Merge::largest, doc, may_be_missing};
}

constexpr Line<double C::*> work(const char* name, double C::*member, const char* doc) {
  return {name, member, "J", Merge::sum, Merge::sum, doc, kMayBeMissing};
}

constexpr std::array kCertificate{
    worst("residual", &C::residual, "1", "worst relative residual over islands"),
    Line<double C::*>{"residual_bound", &C::residual_bound, "1", Merge::follow, Merge::follow,
                      "bound of that island"},
    worst("velocity_residual", &C::velocity_residual, "m/s", "natural map of all rows"),
    worst("velocity_ratio", &C::velocity_ratio, "1",
          "worst natural map of a row over what its size and its rounding allow", kMayBeMissing),
    worst("impulse_residual", &C::impulse_residual, "N s", "worst negative normal impulse"),
    worst("cone_excess", &C::cone_excess, "N s", "worst |f_t| - mu f_n"),
    worst("wrong_way", &C::wrong_way, "J", "worst work of friction along the slip"),
    worst("rolling_residual", &C::rolling_residual, "rad/s",
          "natural map of rolling and spinning friction", kMayBeMissing),
    worst("coulomb_residual", &C::coulomb_residual, "m/s",
          "natural map of exact Coulomb friction, whatever the law"),
    worst("direction_error", &C::direction_error, "rad",
          "worst angle between friction and the opposite of slip"),
    worst("relaxation_error", &C::relaxation_error, "m/s",
          "what the fixed point of the relaxed law had still to take back", kMayBeMissing),
    worst("penetration", &C::penetration, "m", "deepest penetration where the step starts"),
    Line<double C::*>{"joint_gap", &C::joint_gap, "m", Merge::largest, Merge::last,
                      "worst position error of a joint at the end of the step"},
    Line<double C::*>{"joint_angle", &C::joint_angle, "rad", Merge::largest, Merge::last,
                      "worst angle error of a joint at the end of the step"},
    Line<double C::*>{"energy_before", &C::energy_before, "J", Merge::first, Merge::first,
                      "kinetic + potential before the first step of the row"},
    Line<double C::*>{"energy_after", &C::energy_after, "J", Merge::last, Merge::last,
                      "kinetic + potential after the last step of the row"},
    worst("momentum_error", &C::momentum_error, "N s",
          "largest entry of M (v+ - v) - h f - J^T lambda, of free bodies"),
    worst("joint_residual", &C::joint_residual, "1",
          "backward error of the joints' system, componentwise", kMayBeMissing),
    work("work", &C::work, "of contacts, limits, motors, dry friction, the drive and movers"),
    work("joint_work", &C::joint_work,
         "of hard joints with their added mass and damping; 0 by the laws"),
    work("spring_work", &C::spring_work,
         "of springs, dampers and soft joints beside the energy springs hold"),
    work("push_out_work", &C::push_out_work,
         "of contacts and limits that push overlap apart, and of bodies that are jammed in it"),
    work("drift_work", &C::drift_work,
         "of moving on beside that of forces: geometry taken at the start, bodies stopped"),
    work("projection_work", &C::projection_work, "of joints closed after the step"),
};
static_assert(kCertificate.size() * sizeof(double) == sizeof(StepCertificate));

constexpr Line<double P::*> phase(const char* name, double P::*member, const char* doc) {
  return {name, member, "s", Merge::effort, Merge::effort, doc};
}

constexpr std::array kPhases{
    phase("time_drift", &P::drift, "wall time of both drifts"),
    phase("time_collide", &P::collide, "wall time of collision detection"),
    phase("time_assemble", &P::assemble, "wall time of assembly"),
    phase("time_solve", &P::solve, "wall time of the solvers"),
    phase("time_certify", &P::certify, "wall time of the certificate"),
    phase("time_total", &P::total, "wall time of the steps"),
};
static_assert(kPhases.size() * sizeof(double) == sizeof(PhaseTimes));

template <typename Lines>
void append(const Lines& lines, std::vector<ReportField>& fields) {
  for (const auto& line : lines)
    fields.push_back({line.name, line.member, line.unit, line.steps, line.halves, line.doc,
                      line.may_be_missing});
}

std::vector<ReportField> all_fields() {
  std::vector<ReportField> fields;
  fields.push_back(
      {"status", &R::status, "1", Merge::largest, Merge::last, "0 ok, 1 unsolved, 2 diverged"});
  append(kSizes, fields);
  append(kRatios, fields);
  // A recording lacks the columns of methods that are newer.
  for (const lcp::Method method : lcp::all_methods()) {
    const std::string name(lcp::to_string(method));
    fields.push_back({"answered_by_" + name, method, "1", Merge::effort, Merge::effort,
                      "islands solved by " + name, kMayBeMissing});
  }
  fields.push_back({"answered_by_guess", lcp::Method::guess, "1", Merge::effort, Merge::effort,
                    "islands whose guess was the solution already", kMayBeMissing});
  append(kCertificate, fields);
  append(kPhases, fields);
  return fields;
}

// Visits the number behind a member: calls use(T&) with its own type.
template <typename Report, typename Use>
void visit_member(const ReportField::Member& member, Report& report, Use use) {
  struct Visitor {
    Report& report;
    Use use;
    void operator()(StepStatus R::*m) const { use(report.*m); }
    void operator()(int R::*m) const { use(report.*m); }
    void operator()(double R::*m) const { use(report.*m); }
    void operator()(double C::*m) const { use(report.certificate.*m); }
    void operator()(double P::*m) const { use(report.phases.*m); }
    void operator()(lcp::Method m) const { use(report.answered_by[static_cast<std::size_t>(m)]); }
  };
  std::visit(Visitor{report, use}, member);
}

// True if the value of the second report is taken instead of that of the first.
bool takes_second(Merge merge, double first, double second) {
  if (merge == Merge::smallest) return is_worse(-second, -first);
  if (merge == Merge::largest) return is_worse(second, first);
  return merge == Merge::last;
}

// Merges values in the order of the fields, so that one may follow the one before it.
class Merger {
 public:
  double operator()(Merge merge, double first, double second) {
    if (merge == Merge::sum || merge == Merge::effort) return first + second;
    if (merge != Merge::follow) second_taken_ = takes_second(merge, first, second);
    return second_taken_ ? second : first;
  }

 private:
  bool second_taken_ = false;
};

}  // namespace

std::string_view to_string(Merge merge) {
  constexpr std::array<std::string_view, 7> kNames{"sum",   "sum",  "largest", "smallest",
                                                   "first", "last", "as above"};
  return kNames[static_cast<std::size_t>(merge)];
}

double ReportField::value(const StepReport& report) const {
  double number = 0.0;
  visit_member(member, report, [&](const auto& value) { number = static_cast<double>(value); });
  return number;
}

void ReportField::set(StepReport& report, double value) const {
  visit_member(member, report, [&]<typename T>(T& number) { number = static_cast<T>(value); });
}

bool ReportField::is_count() const {
  return !std::holds_alternative<double R::*>(member) &&
         !std::holds_alternative<double C::*>(member) &&
         !std::holds_alternative<double P::*>(member);
}

std::span<const ReportField> report_fields() {
  static const std::vector<ReportField> fields = all_fields();
  return fields;
}

template <typename ValueOf>
void MergedReport::merge(ValueOf value_of) {
  const std::span<const ReportField> fields = report_fields();
  const bool is_first = values_.empty();
  values_.resize(fields.size());
  Merger merged;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const double value = value_of(i);
    values_[i] = is_first ? value : merged(fields[i].steps, values_[i], value);
  }
}

void MergedReport::add(const StepReport& report) {
  merge([&](std::size_t i) { return report_fields()[i].value(report); });
}

void MergedReport::add(std::span<const double> later) {
  require(later.size() == report_fields().size(), "later", "a value per field",
          static_cast<double>(later.size()));
  merge([&](std::size_t i) { return later[i]; });
}

StepReport merged_halves(const StepReport& first, const StepReport& second) {
  StepReport report = second;
  if (report.message.empty()) report.message = first.message;
  Merger merged;
  for (const ReportField& field : report_fields())
    field.set(report, merged(field.halves, field.value(first), field.value(second)));
  return report;
}

void add_effort(const StepReport& part, StepReport& report) {
  const StepReport before = report;  // two fields may belong to one member
  for (const ReportField& field : report_fields())
    if (field.halves == Merge::effort) field.set(report, field.value(part) + field.value(before));
}

}  // namespace perpend
