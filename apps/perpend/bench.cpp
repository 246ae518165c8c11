// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "lcp_bench.hpp"
#include "perpend/core/error.hpp"
#include "progress_bar.hpp"
#include "verbs.hpp"

namespace perpend::app {

int bench(const BenchArguments& arguments) {
  require(arguments.name == "lcp", "name", "lcp", arguments.name);
  bench::BenchOptions options;
  if (arguments.quick) options.effort = bench::Effort::quick;
  if (arguments.full) options.effort = bench::Effort::full;
  ProgressBar bar;
  const bench::BenchReport report = bench::run_lcp_bench(
      options, [&](std::string_view next, double done) { bar.show(done, std::string(next)); });
  bar.finish();

  const std::filesystem::path folder = arguments.out.empty() ? "runs/bench" : arguments.out;
  std::filesystem::create_directories(folder);
  const std::filesystem::path page = folder / "lcp.html";
  bench::write_page(report, page);
  if (arguments.json)
    fmt::print("{}\n", bench::to_json(report).dump());
  else
    bench::print_table(report, std::cout);
  fmt::print(stderr, "wrote {}\n", page.string());
  return kOk;
}

}  // namespace perpend::app
