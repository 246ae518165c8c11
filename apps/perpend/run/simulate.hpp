// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "perpend/io/scene.hpp"
#include "perpend/sim/level.hpp"
#include "perpend/sim/simulator.hpp"
#include "run/summary.hpp"

namespace perpend::app {

/// Requests every running simulation to stop after its step; safe in a signal handler.
void request_stop();
bool stop_requested();
/// Makes Ctrl-C, SIGTERM and a terminal that closes (SIGHUP, unless nohup ignores it) request a
/// stop. A second Ctrl-C ends the program at once.
void stop_on_signals();

/// Called after each step, including one that failed, and once before the first.
using Observer = std::function<void(const State&, const StepReport&, const Simulator&)>;

/// Steps `state` to the end of the scene, a failed step, or request_stop(). `state` then is the
/// last good state.
RunSummary simulate(const study::Scene& scene, State& state, const Observer& observe);

/// Does the same at another level than velocity, whose events are in the summary.
using LevelObserver = std::function<void(const State&, const StepReport&, const LevelSimulator&)>;
RunSummary simulate_at(const LevelOptions& level, const study::Scene& scene, State& state,
                       const LevelObserver& observe);

}  // namespace perpend::app
