// SPDX-License-Identifier: Apache-2.0
//
// Every size takes the same steps, repeatedly from the start, because steps later in the motion may
// differ from those at rest (dampers between light bodies).
#include "growth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "bench/timing.hpp"
#include "core/threads.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kSteps = 12;
// Smallest size used for the fit and run with several threads; ladders have 999 bars.
constexpr int kSmallest = 999;

struct Run {
  double step_us = 0.0, gap = 0.0;
  bool ok = true;
};

// Takes kSteps steps from the start, after one step that allocates all memory.
void run_once(Simulator& simulator, std::vector<double>& times, Run& run) {
  State state = initial_state(simulator.model());
  run.ok = simulator.step(state).status == StepStatus::ok;
  for (int k = 0; k < kSteps && run.ok; ++k) {
    const auto start = Clock::now();
    const StepReport report = simulator.step(state);
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    run.ok = report.status == StepStatus::ok;
    run.gap = std::max(run.gap, report.certificate.joint_gap);
  }
}

Run run_structure(const Model& model, int threads) {
  Simulator simulator(model, {.dt = 1e-3, .threads = threads});
  const int bodies = static_cast<int>(model.bodies.size());
  Run run;
  std::vector<double> times;
  for (int left = std::clamp(20000 / bodies, 2, 20); left > 0 && run.ok; --left)
    run_once(simulator, times, run);
  run.step_us = median(times);
  return run;
}

// Returns the slope of log time over log n by least squares.
double fit_exponent(const std::vector<double>& n, const std::vector<double>& time) {
  double x = 0, y = 0, xx = 0, xy = 0;
  const auto count = static_cast<double>(n.size());
  for (std::size_t i = 0; i < n.size(); ++i) {
    const double u = std::log(n[i]), w = std::log(time[i]);
    x += u, y += w, xx += u * u, xy += u * w;
  }
  return (count * xy - x * y) / (count * xx - x * x);
}

// Appends the rows of one thread, or of several; ratios are relative to one thread.
void append_runs(const std::vector<Model>& models, const std::string& family, int threads,
                 JointsReport& report) {
  const std::size_t first_row = report.rows.size() - (threads > 1 ? models.size() : 0);
  std::vector<double> sizes, times;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const int bodies = static_cast<int>(models[i].bodies.size());
    if (bodies < kSmallest && threads > 1) continue;
    const Run run = run_structure(models[i], threads);
    report.rows.push_back(
        {.family = family,
         .n = bodies,
         .solver = threads > 1 ? fmt::format("perpend, {} threads", threads) : "perpend",
         .time_us = run.step_us,
         .ratio = threads > 1 ? run.step_us / report.rows[first_row + i].time_us : 1.0,
         .solved = run.ok,
         .worst_residual = run.gap});
    if (bodies < kSmallest) continue;
    sizes.push_back(bodies);
    times.push_back(run.step_us);
  }
  if (sizes.size() > 1) report.growth.push_back({family, threads, fit_exponent(sizes, times)});
}

}  // namespace

void append_growth(Structure structure, bool quick, JointsReport& report) {
  std::vector<Model> models;
  for (const int n : {10, 100, 1000, 10000, 100000})
    if (!quick || n <= 1000) models.push_back(structure_model(structure, n));
  const std::string family(to_string(structure));
  append_runs(models, family, 1, report);
  if (const int cores = Threads(0).count(); cores > 1) append_runs(models, family, cores, report);
}

}  // namespace perpend::bench
