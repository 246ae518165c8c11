// SPDX-License-Identifier: Apache-2.0
#include "perpend/study/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <numeric>
#include <thread>

#include "perpend/core/error.hpp"
#include "study/compared_run.hpp"

namespace perpend::study {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Most positions kept per run: enough for smooth lines, few enough for thousands of bodies.
constexpr std::size_t kPositions = 500'000, kMostTimes = 1000, kFewestTimes = 100;

std::vector<BodyId> moving_bodies(const Model& model) {
  std::vector<BodyId> bodies;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
    if (model.bodies[i].is_dynamic()) bodies.push_back({i});
  return bodies;
}

// Returns multiples of the longest step, so that steps which divide it need no interpolation.
std::vector<double> comparison_times(double duration, double dt, std::size_t bodies) {
  const double most = static_cast<double>(
      std::clamp(kPositions / std::max<std::size_t>(1, bodies), kFewestTimes, kMostTimes));
  const double every = dt * std::max(1.0, std::ceil(duration / dt / most - 1e-9));
  std::vector<double> times;
  for (int k = 0; k * every < duration - 1e-6 * dt; ++k) times.push_back(k * every);
  times.push_back(duration);
  return times;
}

void check(const Scene& scene, const ComparisonPlan& plan) {
  require(!plan.runs.empty(), "runs", "at least one", "none");
  require(plan.threads >= 0, "threads", "at least 0", plan.threads);
  require(plan.wall_limit >= 0, "wall_limit", "at least 0", plan.wall_limit);
  std::vector<RunVariant> all = plan.runs;
  all.push_back(plan.reference);
  for (const RunVariant& variant : all) {
    SimulationOptions options = scene.options;
    options.law = variant.law;
    options.solver = variant.solver;
    options.dt = variant.dt;
    validate(options);
  }
}

// Workers take runs one by one, the longest first; the calling thread reports and waits.
class Workers {
 public:
  Workers(const Scene& scene, Comparison& comparison) : scene_(scene), comparison_(comparison) {
    jobs_.push_back(&comparison.reference);
    for (ComparedRun& run : comparison.runs) jobs_.push_back(&run);
    std::stable_sort(jobs_.begin(), jobs_.end(), [](const ComparedRun* a, const ComparedRun* b) {
      return a->variant.dt < b->variant.dt;
    });
    for (const ComparedRun* job : jobs_) total_ += scene.duration / job->variant.dt;
  }

  void finish(const ComparisonPlan& plan, const ComparisonProgress& progress) {
    shared_.wall_limit = plan.wall_limit;
    shared_.lead = plan.lead;
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int count =
        std::min(plan.threads > 0 ? plan.threads : cores, static_cast<int>(jobs_.size()));
    std::vector<std::jthread> workers;
    for (int i = 0; i < count; ++i) workers.emplace_back([this] { work(); });
    std::unique_lock lock(mutex_);
    while (ended_ < static_cast<int>(jobs_.size())) {
      changed_.wait_for(lock, std::chrono::milliseconds(50));
      const double share = static_cast<double>(shared_.steps) / total_;
      if (progress && !progress(std::min(1.0, share), ended_)) shared_.stop = true;
    }
  }

 private:
  void work() {
    for (std::size_t i = next_++; i < jobs_.size(); i = next_++) {
      const RunVariant variant = jobs_[i]->variant;
      try {
        *jobs_[i] = run_variant(scene_, variant, comparison_.times, comparison_.bodies, shared_);
      } catch (const std::exception& error) {
        jobs_[i]->failure = error.what();
      }
      const std::lock_guard lock(mutex_);
      ++ended_;
      changed_.notify_one();
    }
  }

  const Scene& scene_;
  Comparison& comparison_;
  std::vector<ComparedRun*> jobs_;
  double total_ = 0;  // steps of all runs
  std::atomic<std::size_t> next_{0};
  RunsUnderWay shared_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int ended_ = 0;
};

struct Farthest {
  double distance = kNone;
  BodyId body = kWorld;
};

Farthest farthest(const Comparison& c, const ComparedRun& run, std::size_t time) {
  const std::size_t bodies = c.bodies.size();
  Farthest worst;
  for (std::size_t i = 0; i < bodies; ++i) {
    const std::size_t at = time * bodies + i;
    const double distance = (run.series.position[at] - c.reference.series.position[at]).norm();
    if (!(distance <= worst.distance)) worst = {distance, c.bodies[i]};
  }
  return worst;
}

void measure_distance(const Comparison& c, ComparedRun& run) {
  const std::size_t times = std::min(run.series.energy.size(), c.reference.series.energy.size());
  run.final_distance = run.largest_distance = kNone;
  if (times < 2) return;  // all runs start at the same place
  for (std::size_t k = 0; k < times; ++k) {
    const Farthest worst = farthest(c, run, k);
    run.series.distance.push_back(worst.distance);
    run.final_distance = worst.distance;
    run.farthest = worst.body;
    if (!(worst.distance <= run.largest_distance)) run.largest_distance = worst.distance;
  }
}

// Returns the run of the cone law with that step, if possible with the solver of the reference.
const ComparedRun* cone_with_step(const Comparison& c, double dt) {
  const ComparedRun* found = nullptr;
  for (const ComparedRun& run : c.runs) {
    if (!(run.variant.law == ContactLaw::cone) || run.variant.dt != dt) continue;
    if (!found || run.variant.solver == c.reference.variant.solver) found = &run;
  }
  return found;
}

}  // namespace

std::string to_string(const RunVariant& variant) {
  return fmt::format("{}, {}, {} s", to_string(variant.law), lcp::to_string(variant.solver),
                     variant.dt);
}

Comparison run_comparison(const Scene& scene, const ComparisonPlan& plan,
                          const ComparisonProgress& progress) {
  check(scene, plan);
  Comparison comparison;
  comparison.reference.variant = plan.reference;
  for (const RunVariant& variant : plan.runs) comparison.runs.push_back({.variant = variant});
  comparison.bodies = moving_bodies(scene.model);
  const double longest = std::ranges::max(plan.runs, {}, &RunVariant::dt).dt;
  comparison.times = comparison_times(scene.duration, longest, comparison.bodies.size());
  Workers(scene, comparison).finish(plan, progress);
  for (ComparedRun& run : comparison.runs) measure_distance(comparison, run);
  for (ComparedRun& run : comparison.runs) {
    const ComparedRun* cone = cone_with_step(comparison, run.variant.dt);
    run.cost =
        cone && cone->complete && run.complete ? run.totals.step_ms / cone->totals.step_ms : kNone;
  }
  return comparison;
}

}  // namespace perpend::study
