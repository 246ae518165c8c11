// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "command_line/wrong_words.hpp"
#include "compare/compare_levels.hpp"
#include "compare/compare_report.hpp"
#include "io/page/compare_page.hpp"
#include "load_scene.hpp"
#include "run/progress_bar.hpp"
#include "run/run_folder.hpp"
#include "run/simulate.hpp"
#include "terminal.hpp"

namespace perpend::app {
namespace {

namespace fs = std::filesystem;

study::Comparison run_with_bar(const study::Scene& scene, const study::ComparisonPlan& plan) {
  ProgressBar bar;
  const std::size_t all = plan.runs.size() + 1;
  study::Comparison comparison = study::run_comparison(scene, plan, [&](double share, int ended) {
    bar.show(share, fmt::format("{} of {} runs", ended, all));
    return !stop_requested();
  });
  bar.finish();
  return comparison;
}

bool failed(const study::ComparedRun& run) {
  return !run.failure.empty();
}

int exit_code(const study::Comparison& comparison) {
  if (failed(comparison.reference) || std::ranges::any_of(comparison.runs, failed)) return kFailed;
  return stop_requested() ? kInterrupted : kOk;
}

}  // namespace

int compare(const CompareArguments& arguments) {
  WordReader words_of_files;
  words_of_files.leave_out(arguments.no_files && !arguments.out.empty(), "--out", "--no-files");
  words_of_files.refuse_any();
  Result<study::Scene> scene = load_scene(arguments.scene, arguments.parameters, arguments.robot);
  if (!scene) return refuse(scene.error(), kUsage);
  RunArguments overrides;
  overrides.duration = arguments.duration;
  override_options(overrides, *scene);
  if (arguments.levels) return compare_levels(*scene, arguments);
  const Result<ComparePlan> plan = compare_plan(arguments, *scene);
  if (!plan) return refuse(plan.error(), kUsage);
  fs::path folder = arguments.out;
  if (folder.empty()) folder = default_folder(scene->name);
  std::error_code error;
  if (!arguments.no_files) fs::create_directories(folder, error);
  if (error)
    return refuse({{folder.string(), 0, "", error.message(), "choose another --out"}}, kUsage);
  stop_on_signals();

  const study::Comparison comparison = run_with_bar(*scene, plan->comparison);
  Diagnostics faults;
  std::vector<std::string> files;
  if (!arguments.no_files) {
    faults = io::write_compare_page(folder / "compare.html", *scene, comparison);
    if (faults.empty()) files.push_back((folder / "compare.html").string());
  }
  std::FILE* const words = arguments.json ? stderr : stdout;
  print_comparison(words, *scene, comparison, plan->skipped);
  for (const std::string& file : files) say(words, "  wrote {}\n", file);
  if (stop_requested()) say(stderr, "  interrupted\n");
  if (arguments.json) say_json(to_json(*scene, comparison, plan->skipped, files));
  return faults.empty() ? exit_code(comparison) : refuse(faults, kFailed);
}

}  // namespace perpend::app
