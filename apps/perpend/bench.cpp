// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "lcp_bench.hpp"
#include "perpend/core/error.hpp"
#include "progress_bar.hpp"
#include "verbs.hpp"

namespace perpend::app {

int bench(const BenchArguments& arguments) {
  require(arguments.name == "lcp", "name", "lcp", arguments.name);
  const std::filesystem::path folder = arguments.out.empty() ? "runs/bench" : arguments.out;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  require(!error, "--out", "a folder that can be written", folder.string());

  bench::BenchOptions options;
  if (arguments.quick) options.effort = bench::Effort::quick;
  if (arguments.full) options.effort = bench::Effort::full;
  ProgressBar bar;
  const bench::BenchReport report = bench::run_lcp_bench(
      options, [&](std::string_view next, double done) { bar.show(done, std::string(next)); });
  bar.finish();

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
