// SPDX-License-Identifier: Apache-2.0
// Scenes of friction in space and of impacts by friction: every step is certified and every value
// known from theory is met.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "dynamics/bodies/kinetics.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/io/scene_catalogue.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend::io {
namespace {

using namespace study;

Scene scene_named(const std::string& name, const std::vector<Parameter>& parameters = {}) {
  const std::filesystem::path folder = std::filesystem::path(PERPEND_SOURCE_DIR) / "scenes";
  return read_scene(find_scene(name, {{folder}}).value(), parameters).value();
}

void check_values(const Scene& scene, const State& before, const State& state, bool last) {
  for (const Expectation& expected : scene.expectations) {
    // The first state within half a step of the time.
    const double due = expected.time - 0.5 * scene.options.dt;
    if (std::isfinite(expected.time) ? (before.time >= due || state.time < due) : !last) continue;
    CAPTURE(to_string(scene.model, expected.measurand));
    CAPTURE(expected.time);
    const double value = measure(scene.model, state, expected.measurand);
    CHECK(std::abs(value - expected.value) <= expected.tolerance);
  }
}

State run(const Scene& scene) {
  Simulator simulator(scene.model, scene.options);
  State state = initial_state(scene.model);
  const double end = scene.duration - 0.5 * scene.options.dt;
  while (state.time < end) {
    const State before = state;
    const StepReport report = simulator.step(state);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    CHECK(report.certificate.residual <= 1e-10);
    check_values(scene, before, state, state.time >= end);
  }
  return state;
}

}  // namespace

TEST_CASE("scenes of friction hold what theory says, each step solved to 1e-10") {
  for (const char* name : {"backspin_ball", "box_on_ground", "conveyor", "incline_3d",
                           "painleve_rod", "rotating_disc", "turntable", "woodpecker"}) {
    CAPTURE(name);
    const Scene scene = scene_named(name);
    CHECK(scene.expectations.size() >= 2);
    run(scene);
  }
}

TEST_CASE("a slope of any heading stops its block after the same distance") {
  double shortest = 1e9, longest = 0;
  for (const double heading : {0.0, 0.3, 0.7853981633974483, 1.2, 2.0, 3.5, 5.1}) {
    const Scene scene = scene_named("incline_3d", {{"heading", heading}});
    const State state = run(scene);
    const Measurand slid{.quantity = Quantity::displacement, .body = {1}};
    const double length = measure(scene.model, state, slid);
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
  }
  MESSAGE("distance " << longest << " m, difference " << longest - shortest << " m");
  CHECK(longest - shortest < 1e-6);
}

TEST_CASE("a jammed rod loses energy in one step and never gains any") {
  const Scene scene = scene_named("painleve_rod");
  Simulator simulator(scene.model, scene.options);
  State state = initial_state(scene.model);
  double last = energy(scene.model, state);
  while (state.time < scene.duration) {
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    const double now = energy(scene.model, state);
    // In flight and in contact alike the midpoint step keeps energy to its second order.
    CHECK(now <= last + 1e-6);
    last = now;
  }
}

TEST_CASE("below mu = 4/3 the rod slides on without a jolt") {
  const Scene scene = scene_named("painleve_rod", {{"mu", 1.2}});
  Simulator simulator(scene.model, scene.options);
  State state = initial_state(scene.model);
  REQUIRE(simulator.step(state).status == StepStatus::ok);
  CHECK(std::abs(measure(scene.model, state, {.quantity = Quantity::omega, .body = {1}})) < 0.02);
}

}  // namespace perpend::io
