// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "perpend/io/scene.hpp"
#include "perpend/sim/level.hpp"
#include "perpend/sim/simulator.hpp"
#include "run/summary.hpp"

namespace perpend::app {

/// Asks every running simulation to stop after its step; safe in a signal handler.
void request_stop();
bool stop_requested();
/// Lets Ctrl-C, SIGTERM and a terminal that closes (SIGHUP, unless nohup ignores it) ask that. A
/// second Ctrl-C ends the program at once.
void stop_on_signals();

/// What is called after each step, the one that failed included, and once before the first.
using Observer = std::function<void(const State&, const StepReport&, const Simulator&)>;

/// Steps `state` to the end of the scene, a failed step, or request_stop(). `state` is the last
/// good state then.
RunSummary simulate(const study::Scene& scene, State& state, const Observer& observe);

/// The same at another level than that of velocities, whose events the summary tells.
using LevelObserver = std::function<void(const State&, const StepReport&, const LevelSimulator&)>;
RunSummary simulate_at(const LevelOptions& level, const study::Scene& scene, State& state,
                       const LevelObserver& observe);

}  // namespace perpend::app
