// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>

#include "report.hpp"

namespace perpend::bench {
namespace {

using nlohmann::json;

// Returns null for infinities and NaN, which JSON does not have.
json number(double x) {
  return std::isfinite(x) ? json(x) : json(nullptr);
}

json to_json(const BenchRow& row) {
  return {{"family", row.family},
          {"n", row.n},
          {"solver", row.solver},
          {"peer", row.peer},
          {"time_us", row.time_us},
          {"ratio", row.ratio},
          {"ratio_lu", row.ratio_lu},
          {"solved", row.solved},
          {"worst_residual", number(row.worst_residual)},
          {"problems", row.problems},
          {"pivots_per_n", row.pivots_per_n},
          {"drives_per_n", row.drives_per_n}};
}

json to_json(const ReliabilityRow& row) {
  return {{"set", row.set},
          {"solver", row.solver},
          {"peer", row.peer},
          {"problems", row.problems},
          {"solved", row.solved},
          {"worst_residual", number(row.worst_residual)},
          {"false_rays", row.false_rays},
          {"disagreements", row.disagreements},
          {"median_pivots_per_n", row.median_pivots_per_n},
          {"largest_pivots_per_n", row.largest_pivots_per_n},
          {"answered_by", row.answered_by}};
}

template <typename Row>
json list(const std::vector<Row>& rows) {
  json result = json::array();
  for (const Row& row : rows) result.push_back(to_json(row));
  return result;
}

}  // namespace

json to_json(const Host& host) {
  return {{"cpu", host.cpu},
          {"cores", host.cores},
          {"compiler", host.compiler},
          {"simd", host.simd},
          {"eigen", host.eigen}};
}

json to_json(const BenchReport& report) {
  return {{"host", to_json(report.host)},
          {"mode", report.mode},
          {"rows", list(report.rows)},
          {"reliability", list(report.reliability)},
          {"skipped", report.skipped}};
}

}  // namespace perpend::bench
