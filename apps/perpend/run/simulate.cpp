// SPDX-License-Identifier: Apache-2.0
#include "run/simulate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <map>

#include "perpend/dynamics/measure.hpp"
#include "run/expected_values.hpp"

namespace perpend::app {
namespace {

std::atomic<bool> stop{false};

// Returns the step, s, for which energy_parts() gives the energy that reports contain.
double measured_step(const Simulator& simulator) {
  return simulator.options().dt;
}
double measured_step(const LevelSimulator&) {
  return 0.0;
}

// Describes impulsive jams and ends of bouncing one by one; the other events are only counted.
std::vector<std::string> events_in_words(const Model& model, std::span<const MotionEvent> events) {
  constexpr std::size_t kTold = 12;
  std::map<EventKind, int> counts;
  std::vector<std::string> words;
  for (const MotionEvent& event : events) {
    ++counts[event.kind];
    const bool singular = event.kind == EventKind::jam || event.kind == EventKind::rest;
    if (singular && words.size() < kTold) words.push_back(to_string(event, model));
  }
  std::vector<std::string> numbers;
  for (const auto& [kind, count] : counts)
    numbers.push_back(fmt::format("{} {}", count, to_string(kind)));
  if (!numbers.empty()) words.insert(words.begin(), fmt::format("{}", fmt::join(numbers, ", ")));
  return words;
}

}  // namespace

void request_stop() {
  stop = true;
}
bool stop_requested() {
  return stop;
}

void stop_on_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction old = {}, asks = {};
    sigaction(signal, nullptr, &old);
    if (signal == SIGHUP && old.sa_handler == SIG_IGN) continue;
    asks.sa_handler = [](int) { request_stop(); };
    asks.sa_flags = SA_RESTART;
    if (signal == SIGINT) asks.sa_flags |= SA_RESETHAND;
    sigaction(signal, &asks, nullptr);
  }
}

namespace {

void add_details(const Simulator& simulator, const StepReport& report, RunSummary& summary) {
  summary.add(simulator.islands());
  if (report.broken == 0) return;
  for (const JointBreak& each : simulator.breaks())
    summary.events.push_back(fmt::format("t = {:.6g} s: joint {} broke under {:.4g} N, {:.4g} N m",
                                         each.time, simulator.model().joints[each.joint.index].name,
                                         each.force, each.torque));
}
// Adds nothing: the problems of single instants are too many to report.
void add_details(const LevelSimulator&, const StepReport&, RunSummary&) {}

template <typename AnySimulator, typename AnyObserver>
RunSummary simulate_by(AnySimulator& simulator, const study::Scene& scene, State& state,
                       const AnyObserver& observe) {
  RunSummary summary;
  ExpectedValues expected(scene, measured_step(simulator));
  expected.add(state);
  summary.energy_start = energy_parts(scene.model, state, measured_step(simulator)).total();
  const double start = state.time, end = scene.duration - 0.5 * scene.options.dt;
  observe(state, StepReport{.time = state.time, .step = state.step}, simulator);
  const auto clock = std::chrono::steady_clock::now();
  while (state.time < end && summary.failure.empty() && !stop) {
    const StepReport report = simulator.step(state);
    if (report.status != StepStatus::ok)
      summary.failure =
          fmt::format("{} at t = {:.6g} s: {}; last good residual {:.2e}", to_string(report.status),
                      report.time, report.message, summary.residual);
    summary.add(report, report.time > 0.75 * scene.duration);
    add_details(simulator, report, summary);
    expected.add(state);
    observe(state, report, simulator);
  }
  summary.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - clock).count();
  summary.simulated = state.time - start;
  summary.measured = expected.take();
  summary.energy_end = energy_parts(scene.model, state, measured_step(simulator)).total();
  summary.hash = hash(state);
  return summary;
}

}  // namespace

RunSummary simulate(const study::Scene& scene, State& state, const Observer& observe) {
  Simulator simulator(scene.model, scene.options);
  return simulate_by(simulator, scene, state, observe);
}

RunSummary simulate_at(const LevelOptions& level, const study::Scene& scene, State& state,
                       const LevelObserver& observe) {
  LevelSimulator simulator(scene.model, level);
  RunSummary summary = simulate_by(simulator, scene, state, observe);
  summary.level = to_string(level.level);
  summary.events = events_in_words(scene.model, simulator.events());
  return summary;
}

}  // namespace perpend::app
