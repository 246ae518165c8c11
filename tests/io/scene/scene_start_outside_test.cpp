// SPDX-License-Identifier: Apache-2.0
// Starts that violate the limits of their coordinate, where the scene allows it.
#include <fmt/format.h>

#include <random>

#include "io/scene/scene_cases.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend::io {
using namespace scene_cases;

namespace {

struct Outside {
  std::string kind = {};
  double lo = 0, hi = 0, start = 0;
};

// A body on one joint to the world; a strut starts with the length `start`.
std::string scene_with(const Outside& outside, const std::string& more) {
  const bool is_strut = outside.kind == "strut";
  const std::string place = fmt::format("[0, 0, {:.17g}]", is_strut ? outside.start : 0.0);
  const std::string start = is_strut ? "" : fmt::format("\"start\": {:.17g},", outside.start);
  return fmt::format(
      R"({{"format": 1, "name": "outside", "gravity": [0, 0, 0],
 "bodies": [{{"name": "a", "kind": "spatial", "position": {0}, "mass": 2, "inertia": [1, 1, 1]}}],
 "joints": [{{"name": "j", "kind": "{1}", "a": "a", "anchor": {0}, {2}
   "coordinates": [{{{3} {4} "limits": [{5:.17g}, {6:.17g}]}}]}}],
 "simulation": {{"duration": 1, "dt": 0.002}}}})",
      place, outside.kind, is_strut ? "\"anchor_b\": [0, 0, 0]," : "\"axis\": [0, 0, 1],", start,
      more, outside.lo, outside.hi);
}

}  // namespace

TEST_CASE("a start outside of its limits is refused, or brought back at a bounded speed") {
  std::mt19937 random(11);
  const auto draw = [&](double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(random);
  };
  for (const char* kind : {"pin", "prismatic", "strut"})
    for (int trial = 0; trial < 8; ++trial) {
      CAPTURE(kind);
      CAPTURE(trial);
      Outside outside{.kind = kind, .lo = draw(0.5, 1)};
      outside.hi = outside.lo + draw(0.2, 1);
      const double beyond = draw(0.02, 0.2);
      outside.start = trial % 2 == 0 ? outside.lo - beyond : outside.hi + beyond;
      const Result<study::Scene> refused = parse_scene(scene_with(outside, ""), "s.json");
      REQUIRE(!refused);
      CHECK(has(to_string(refused.error()), "outside of the limits"));

      const std::string allowed = scene_with(outside, "\"start_outside\": true,");
      const Result<study::Scene> scene = parse_scene(allowed, "s.json");
      REQUIRE_MESSAGE(scene, to_string(scene ? Diagnostics{} : scene.error()));
      State state = initial_state(scene->model);
      Simulator simulator(scene->model, scene->options);
      double before = coordinate(scene->model, state, {0}, 0), fastest = 0;
      CHECK(std::abs(before - outside.start) < 1e-12);
      for (int step = 0; step < 500; ++step) {
        const StepReport report = simulator.step(state);
        REQUIRE(report.status == StepStatus::ok);
        if (step == 0) CHECK(has(report.message, "beyond its limit"));
        const double now = coordinate(scene->model, state, {0}, 0);
        fastest = std::max(fastest, std::abs(now - before) / scene->options.dt);
        before = now;
      }
      CHECK(fastest < 0.31);  // a tenth of the recovery speed
      CHECK(before > outside.lo - 1e-6);
      CHECK(before < outside.hi + 1e-6);
    }
}

TEST_CASE("limits that none can have are refused, wherever their coordinate starts") {
  const std::string allowed = "\"start_outside\": true,";
  const auto faults = [&](const Outside& outside, const std::string& more) {
    const Result<study::Scene> scene = parse_scene(scene_with(outside, allowed + more), "s.json");
    return scene ? std::string() : to_string(scene.error());
  };
  CHECK(faults({"pin", 0.5, 1, 0}, "").empty());
  CHECK(has(faults({"pin", 1, 0.5, 0}, ""), "above hi = 0.5"));
  CHECK(has(faults({"pin", 0.5, 0.5, 0}, ""), "outside of the limits"));
  CHECK(has(faults({"pin", 0.5, 1, 0}, "\"e\": 2,"), "expected 0 to 1"));
}

}  // namespace perpend::io
