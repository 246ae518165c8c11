// SPDX-License-Identifier: Apache-2.0
#include "bench.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "bench/cone/bench.hpp"
#include "bench/joints/bench.hpp"
#include "bench/lcp/bench.hpp"
#include "interactive.hpp"
#include "perpend/core/error.hpp"
#include "perpend/run/progress_bar.hpp"
#include "perpend/terminal.hpp"

namespace perpend::app {

namespace {

std::filesystem::path page_folder(const BenchArguments& arguments) {
  std::filesystem::path folder = arguments.out.empty() ? "runs/bench" : arguments.out;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  require(!error, "--out", "a folder that can be written", folder.string());
  return folder;
}

template <typename Report>
void print(const Report& report, const BenchArguments& arguments) {
  if (arguments.json) return say_json(bench::to_json(report));
  std::ostringstream table;
  bench::print_table(report, table);
  put(stdout, table.str());
}

void bench_lcp(const BenchArguments& arguments) {
  const std::filesystem::path page = page_folder(arguments) / "lcp.html";
  bench::BenchOptions options;
  if (arguments.quick) options.effort = bench::Effort::quick;
  if (arguments.full) options.effort = bench::Effort::full;
  ProgressBar bar;
  const bench::BenchReport report = bench::run_lcp_bench(
      options, [&](std::string_view next, double done) { bar.show(done, std::string(next)); });
  bar.finish();

  bench::write_page(report, page);
  print(report, arguments);
  say(stderr, "wrote {}\n", page.string());
}

void bench_joints(const BenchArguments& arguments) {
  ProgressBar bar;
  const bench::JointsReport report = bench::run_joints_bench(
      arguments.quick,
      [&](std::string_view next, double done) { bar.show(done, std::string(next)); });
  bar.finish();
  print(report, arguments);
}

void bench_interactive(const BenchArguments& arguments) {
  ProgressBar bar;
  const InteractiveReport report = run_interactive_bench(
      arguments.quick,
      [&](std::string_view next, double done) { bar.show(done, std::string(next)); });
  bar.finish();
  if (arguments.json) return say_json(to_json(report));
  std::ostringstream table;
  print_table(report, table);
  put(stdout, table.str());
}

void bench_cone(const BenchArguments& arguments) {
  const bench::ConeBenchOptions options{
      .effort = arguments.quick ? bench::Effort::quick : bench::Effort::standard,
      .folder = arguments.folder,
      .only = arguments.only};
  validate(options);
  const std::filesystem::path page = page_folder(arguments) / "cone.html";
  ProgressBar bar;
  const bench::ConeReport report = bench::run_cone_bench(
      options, [&](std::string_view next, double done) { bar.show(done, std::string(next)); });
  bar.finish();

  bench::write_page(report, page);
  print(report, arguments);
  say(stderr, "wrote {}\n", page.string());
}

}  // namespace

void bench(const BenchArguments& arguments) {
  const std::string& name = arguments.name;
  require(name == "lcp" || name == "joints" || name == "cone" || name == "interactive", "name",
          "lcp, joints, cone, interactive or scenes", name);
  require(arguments.folder.empty() || name == "cone", "folder", "for bench cone", arguments.folder);
  require(arguments.only.empty() || name == "cone", "--only", "for bench cone", arguments.only);
  if (name == "joints")
    bench_joints(arguments);
  else if (name == "cone")
    bench_cone(arguments);
  else if (name == "interactive")
    bench_interactive(arguments);
  else
    bench_lcp(arguments);
}

}  // namespace perpend::app
