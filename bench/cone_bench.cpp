// SPDX-License-Identifier: Apache-2.0
#include "cone_bench.hpp"

#include <utility>

#include "perpend/core/error.hpp"

namespace perpend::bench {

ConeReport run_cone_bench(const ConeBenchOptions& options, const Progress& progress) {
  const std::filesystem::path& folder = options.folder;
  require(folder.empty() || std::filesystem::is_directory(folder), "folder",
          "a folder with problem files", folder.string());
  ConeReport report;
  report.host = this_host();
  report.mode = options.effort == Effort::quick ? "quick" : "default";
  double from = 0.0;
  const auto part = [&](double share) {
    const double begin = std::exchange(from, from + share);
    return [&, begin, share](std::string_view next, double done) {
      if (progress) progress(next, begin + share * done);
    };
  };
  run_cone_reliability(options.effort, part(0.2), report);
  run_cone_cost(options.effort, part(0.15), report);
  run_cone_sparse(options.effort, part(0.15), report);
  run_cone_profiles(options, part(0.5), report);
  return report;
}

}  // namespace perpend::bench
