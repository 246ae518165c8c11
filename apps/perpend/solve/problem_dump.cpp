// SPDX-License-Identifier: Apache-2.0
#include "solve/problem_dump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "core/text.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/problem_file.hpp"

namespace perpend::app {
namespace {

bool unsolved(const Island& island) {
  return island.solution().status != lcp::Status::solved;
}

// Writes .hdf5, or .json if FCLIB has no form for the problem. Other faults, such as a full disk,
// occur again for .json and are returned then. No format holds numbers that are not finite.
Diagnostics write_problem(std::filesystem::path& file, const Island& island) try {
  const io::Problem problem = island.problem();
  file += ".hdf5";
  if (io::write_problem(file, problem).empty()) return {};
  return io::write_problem(file.replace_extension(".json"), problem);
} catch (const InvalidArgument& fault) {
  return {{file.string(), 0, fault.argument(), fault.what(), "no file is written"}};
}

}  // namespace

ProblemDump::ProblemDump(std::string scene, std::vector<std::int64_t> steps,
                         std::filesystem::path folder)
    : scene_(std::move(scene)), steps_(std::move(steps)), folder_(std::move(folder)) {}

void ProblemDump::write(const StepReport& report, std::span<const Island> islands,
                        bool solved_too) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);  // errors show at the first file
  for (std::size_t k = 0; k < islands.size(); ++k) {
    if (!solved_too && !unsolved(islands[k])) continue;
    std::filesystem::path file =
        folder_ / fmt::format("{}_step{}_island{}", file_name(scene_), report.step, k);
    const Diagnostics faults = write_problem(file, islands[k]);
    faults_.insert(faults_.end(), faults.begin(), faults.end());
    if (!faults.empty()) continue;
    written_.push_back(file.string());
    if (report.status != StepStatus::ok && unsolved(islands[k])) failed_.push_back(file.string());
  }
}

void ProblemDump::add(const StepReport& report, std::span<const Island> islands) {
  const bool asked = std::erase(steps_, report.step) > 0;
  constexpr std::size_t kMost = 20;  // steps that did not end the run; there may be thousands
  const bool short_of = report.inexact + report.unsolved > 0 && written_.size() < kMost;
  const bool failed = report.status != StepStatus::ok || short_of;
  if (!asked && !failed) return;
  write(report, islands, asked || std::none_of(islands.begin(), islands.end(), unsolved));
  if (asked && islands.empty())
    faults_.push_back({scene_, 0, "--dump-step",
                       fmt::format("step {} has no contact and no limit at work", report.step),
                       "no file is written"});
}

std::string ProblemDump::finish() {
  for (const std::int64_t step : steps_)
    faults_.push_back({scene_, 0, "--dump-step", fmt::format("the run has no step {}", step),
                       "steps count from 1"});
  steps_.clear();
  return failed_.empty() ? "" : fmt::format("; its problem is in {}", fmt::join(failed_, ", "));
}

}  // namespace perpend::app
