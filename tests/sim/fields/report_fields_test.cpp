// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/report_fields.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "perpend/core/error.hpp"
#include "perpend/lcp/solve.hpp"

using namespace perpend;

namespace {

std::size_t index_of(std::string_view name) {
  const auto fields = report_fields();
  const auto found = std::ranges::find(fields, name, &ReportField::name);
  REQUIRE(found != fields.end());
  return static_cast<std::size_t>(found - fields.begin());
}

// Field k holds (k + 1) * factor, the status one that is there.
StepReport numbered(double factor) {
  StepReport report;
  for (std::size_t k = 0; k < report_fields().size(); ++k)
    report_fields()[k].set(report, static_cast<double>(k + 1) * factor);
  report.status = StepStatus::ok;
  return report;
}

}  // namespace

TEST_CASE("every field is a number of its own") {
  const StepReport report = numbered(1);
  std::set<std::string> names;
  for (std::size_t k = 0; k < report_fields().size(); ++k) {
    const ReportField& field = report_fields()[k];
    names.insert(field.name);
    CAPTURE(field.name);
    CHECK(!field.doc.empty());
    CHECK(!field.unit.empty());
    CHECK(field.value(report) == (field.name == "status" ? 0.0 : static_cast<double>(k + 1)));
    CHECK(field.is_count() ==
          (std::string(field.unit) == "1" && field.name != "residual" &&
           field.name != "residual_bound" && field.name != "joint_residual" &&
           field.name != "restitution_scale" && field.name != "velocity_ratio"));
  }
  CHECK(names.size() == report_fields().size());
  for (const lcp::Method method : lcp::all_methods())
    CHECK(names.count("answered_by_" + std::string(lcp::to_string(method))) == 1);
}

TEST_CASE("steps become one row by the rules of their fields") {
  StepReport a = numbered(1), b = numbered(2);
  MergedReport merged;
  merged.add(a);
  merged.add(b);
  for (std::size_t k = 0; k < report_fields().size(); ++k) {
    const ReportField& field = report_fields()[k];
    CAPTURE(field.name);
    const double x = field.value(a), y = field.value(b);
    switch (field.steps) {
      case Merge::sum:
      case Merge::effort:
        CHECK(merged.values()[k] == x + y);
        break;
      case Merge::largest:
      case Merge::last:
      case Merge::follow:
        CHECK(merged.values()[k] == y);
        break;
      case Merge::smallest:
      case Merge::first:
        CHECK(merged.values()[k] == x);
        break;
    }
  }
}

TEST_CASE("the bound is that of the worst residual, and no number is worse than any") {
  StepReport a, b, c;
  a.certificate.residual = 3e-9, a.certificate.residual_bound = 1e-8;
  b.certificate.residual = 2e-9, b.certificate.residual_bound = 1e-6;
  c.certificate.residual = std::numeric_limits<double>::quiet_NaN();
  c.certificate.residual_bound = 5e-7;
  MergedReport merged;
  merged.add(a);
  merged.add(b);
  CHECK(merged.values()[index_of("residual")] == 3e-9);
  CHECK(merged.values()[index_of("residual_bound")] == 1e-8);
  merged.add(c);
  merged.add(a);
  CHECK(std::isnan(merged.values()[index_of("residual")]));
  CHECK(merged.values()[index_of("residual_bound")] == 5e-7);
  merged.clear();
  merged.add(b);
  CHECK(merged.values()[index_of("residual")] == 2e-9);
}

TEST_CASE("the smallest factor put on e is that of the row, whichever step had it") {
  for (const double first : {0.25, 0.75, 1.0}) {
    StepReport a, b;
    a.restitution_scale = first;
    b.restitution_scale = 0.5;
    MergedReport merged;
    merged.add(a);
    merged.add(b);
    CHECK(merged.values()[index_of("restitution_scale")] == std::min(first, 0.5));
    CHECK(merged_halves(a, b).restitution_scale == std::min(first, 0.5));
  }
}

TEST_CASE("halves become a step: worst of both, end of the second, effort of all") {
  StepReport first, second, whole;
  first.contacts = 5, second.contacts = 3;
  first.pivots = 10, second.pivots = 20, whole.pivots = 100;
  first.phases.solve = 1, second.phases.solve = 2, whole.phases.solve = 4;
  first.restitution_scale = 0.5;
  first.braked = 1;
  first.certificate.penetration = 2e-3, second.certificate.penetration = 1e-3;
  first.certificate.joint_gap = 2e-3, second.certificate.joint_gap = 1e-3;
  first.certificate.energy_before = 7, second.certificate.energy_before = 6;
  first.certificate.joint_work = 0.25, second.certificate.joint_work = 0.5;
  whole.certificate.joint_work = 8;
  StepReport report = merged_halves(first, second);
  add_effort(whole, report);
  CHECK(report.contacts == 3);
  CHECK(report.pivots == 130);
  CHECK(report.phases.solve == 7);
  CHECK(report.restitution_scale == 0.5);
  CHECK(report.braked == 1);
  CHECK(report.certificate.penetration == 2e-3);
  CHECK(report.certificate.joint_gap == 1e-3);
  CHECK(report.certificate.energy_before == 7);
  CHECK(report.certificate.joint_work == 0.75);
}

TEST_CASE("of the messages of halves that of the second stays, or the only one") {
  StepReport none, first, second;
  first.message = "first", second.message = "second";
  CHECK(merged_halves(first, none).message == "first");
  CHECK(merged_halves(none, second).message == "second");
  CHECK(merged_halves(first, second).message == "second");
  CHECK(merged_halves(none, none).message.empty());
}
