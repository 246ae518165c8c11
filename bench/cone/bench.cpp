// SPDX-License-Identifier: Apache-2.0
#include "bench.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "perpend/core/error.hpp"

namespace perpend::bench {

void validate(const ConeBenchOptions& options) {
  const std::filesystem::path& folder = options.folder;
  require(folder.empty() || std::filesystem::is_directory(folder), "folder",
          "a folder with problem files", folder.string());
  const auto last = std::end(kConeParts);
  require(options.only.empty() || std::find(std::begin(kConeParts), last, options.only) != last,
          "--only", "reliability, cost, sparse, bins or solvers", options.only);
}

ConeReport run_cone_bench(const ConeBenchOptions& options, const Progress& progress) {
  validate(options);
  ConeReport report;
  report.host = this_host();
  report.mode = options.effort == Effort::quick ? "quick" : "default";
  const bool all = options.only.empty();
  double from = 0.0;
  const auto part = [&](std::string_view name, double share, auto run) {
    if (!all && options.only != name) return;
    const double begin = std::exchange(from, from + (all ? share : 1.0));
    run([&, begin, scale = from - begin](std::string_view next, double done) {
      if (progress) progress(next, begin + scale * done);
    });
  };
  const Effort effort = options.effort;
  part(kConeParts[0], 0.2, [&](auto show) { run_cone_reliability(effort, show, report); });
  part(kConeParts[1], 0.15, [&](auto show) { run_cone_cost(effort, show, report); });
  part(kConeParts[2], 0.15, [&](auto show) { run_cone_sparse(effort, show, report); });
  part(kConeParts[3], 0.1, [&](auto show) { run_cone_bins(effort, show, report); });
  part(kConeParts[4], 0.4, [&](auto show) { run_cone_profiles(options, show, report); });
  return report;
}

}  // namespace perpend::bench
