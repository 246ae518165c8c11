// SPDX-License-Identifier: Apache-2.0
#include "io/recording/recorder_columns.hpp"

#include <algorithm>

namespace perpend::io {
namespace {

using R = const StepReport&;

std::vector<ReportColumn> counts() {
  return {
      {"status", "1", "0 ok, 1 unsolved, 2 diverged", Merge::largest, true,
       [](R r, int) { return static_cast<double>(r.status); }},
      {"contacts", "1", "active contact points", Merge::largest, true,
       [](R r, int) { return static_cast<double>(r.contacts); }},
      {"rows", "1", "rows of all complementarity problems", Merge::largest, true,
       [](R r, int) { return static_cast<double>(r.rows); }},
      {"islands", "1", "problems solved", Merge::largest, true,
       [](R r, int) { return static_cast<double>(r.islands); }},
      {"pivots", "1", "index set changes", Merge::sum, true,
       [](R r, int) { return static_cast<double>(r.pivots); }},
      {"drives", "1", "calls of drive-to-zero", Merge::sum, true,
       [](R r, int) { return static_cast<double>(r.drives); }},
      {"factorisations", "1", "matrices factored from scratch", Merge::sum, true,
       [](R r, int) { return static_cast<double>(r.factorisations); }},
      {"restitution_scale", "1", "smallest factor put on e by the energy check", Merge::smallest,
       false, [](R r, int) { return r.restitution_scale; }},
  };
}

std::vector<ReportColumn> certificate() {
  return {
      {"residual", "1", "worst relative residual over islands", Merge::largest, false,
       [](R r, int) { return r.certificate.residual; }},
      {"residual_bound", "1", "bound of the residual (the largest of the steps)", Merge::largest,
       false, [](R r, int) { return r.certificate.residual_bound; }},
      {"velocity_residual", "m/s", "natural map of all rows", Merge::largest, false,
       [](R r, int) { return r.certificate.velocity_residual; }},
      {"impulse_residual", "N s", "worst negative normal impulse", Merge::largest, false,
       [](R r, int) { return r.certificate.impulse_residual; }},
      {"cone_excess", "N s", "worst |f_t| - mu f_n", Merge::largest, false,
       [](R r, int) { return r.certificate.cone_excess; }},
      {"wrong_way", "J", "worst work of friction along the slip", Merge::largest, false,
       [](R r, int) { return r.certificate.wrong_way; }},
      {"coulomb_residual", "m/s", "natural map of exact Coulomb friction, whatever the law",
       Merge::largest, false, [](R r, int) { return r.certificate.coulomb_residual; }},
      {"direction_error", "rad", "worst angle between friction and the opposite of slip",
       Merge::largest, false, [](R r, int) { return r.certificate.direction_error; }},
      {"penetration", "m", "deepest penetration at the end of the step", Merge::largest, false,
       [](R r, int) { return r.certificate.penetration; }},
      {"joint_gap", "m", "worst position error of a joint", Merge::largest, false,
       [](R r, int) { return r.certificate.joint_gap; }},
      {"joint_angle", "rad", "worst angle error of a joint", Merge::largest, false,
       [](R r, int) { return r.certificate.joint_angle; }},
      {"energy_before", "J", "kinetic + potential before the first step of the row", Merge::first,
       false, [](R r, int) { return r.certificate.energy_before; }},
      {"energy_after", "J", "kinetic + potential after the last step of the row", Merge::last,
       false, [](R r, int) { return r.certificate.energy_after; }},
      {"momentum_error", "N s", "|M (v+ - v) - h f - J^T lambda|, largest entry", Merge::largest,
       false, [](R r, int) { return r.certificate.momentum_error; }},
  };
}

std::vector<ReportColumn> phases() {
  return {
      {"time_drift", "s", "wall time of both drifts", Merge::sum, false,
       [](R r, int) { return r.phases.drift; }},
      {"time_collide", "s", "wall time of collision detection", Merge::sum, false,
       [](R r, int) { return r.phases.collide; }},
      {"time_assemble", "s", "wall time of assembly", Merge::sum, false,
       [](R r, int) { return r.phases.assemble; }},
      {"time_solve", "s", "wall time of the solvers", Merge::sum, false,
       [](R r, int) { return r.phases.solve; }},
      {"time_certify", "s", "wall time of the certificate", Merge::sum, false,
       [](R r, int) { return r.phases.certify; }},
      {"time_total", "s", "wall time of the steps", Merge::sum, false,
       [](R r, int) { return r.phases.total; }},
  };
}

std::vector<ReportColumn> all_columns() {
  std::vector<ReportColumn> columns = counts();
  for (const lcp::Method method : lcp::all_methods()) {
    const std::string name(lcp::to_string(method));
    columns.push_back({"answered_by_" + name, "1", "islands whose answer came from " + name,
                       Merge::sum, true,
                       [](R r, int m) { return static_cast<double>(r.answered_by[m]); },
                       static_cast<int>(method)});
  }
  for (auto& group : {certificate(), phases()})
    columns.insert(columns.end(), group.begin(), group.end());
  return columns;
}

// A value that is not a number is the worst of all and stays.
double merged_value(Merge merge, double old, double value) {
  switch (merge) {
    case Merge::first:
      return old;
    case Merge::last:
      return value;
    case Merge::sum:
      return old + value;
    case Merge::smallest:
      return !(value >= old) && old == old ? value : old;
    case Merge::largest:
      return !(value <= old) && old == old ? value : old;
  }
  return value;
}

}  // namespace

std::span<const ReportColumn> report_columns() {
  static const std::vector<ReportColumn> columns = all_columns();
  return columns;
}

void start_row(const StepReport& report, std::vector<double>& merged) {
  const auto columns = report_columns();
  merged.resize(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i)
    merged[i] = columns[i].value(report, columns[i].argument);
}

void merge_step(const StepReport& report, std::vector<double>& merged) {
  const auto columns = report_columns();
  for (std::size_t i = 0; i < columns.size(); ++i)
    merged[i] =
        merged_value(columns[i].merge, merged[i], columns[i].value(report, columns[i].argument));
}

void merge_rows(std::span<const double> later, std::vector<double>& merged) {
  const auto columns = report_columns();
  for (std::size_t i = 0; i < columns.size(); ++i)
    merged[i] = merged_value(columns[i].merge, merged[i], later[i]);
}

std::string log_line(const StepReport& report) {
  return "step " + std::to_string(report.step) + ": " + std::string(to_string(report.status)) +
         ": " + report.message + "\n";
}

}  // namespace perpend::io
