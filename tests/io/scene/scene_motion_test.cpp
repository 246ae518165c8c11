// SPDX-License-Identifier: Apache-2.0
// Motions that scene files give to bodies.
#include <doctest/doctest.h>

#include "io/scene/scene_cases.hpp"

namespace perpend::io {
namespace {

using scene_cases::faults;
using scene_cases::parse;

Motion motion_of(const std::string& kind, const std::string& motion) {
  const auto scene = parse(R"("bodies": [{"kind": "fixed"}, {"kind": ")" + kind +
                           R"(", "motion": )" + motion + "}]");
  REQUIRE_MESSAGE(scene, (scene ? "" : to_string(scene.error())));
  return scene->model.bodies[1].details->motion;
}

TEST_CASE("a body is driven from outside where its motion says so") {
  for (const char* kind : {"kinematic", "spatial_kinematic"}) {
    CHECK(motion_of(kind, R"({"driven": true})").driven);
    CHECK(!motion_of(kind, R"({"driven": false})").driven);
    CHECK(!motion_of(kind, "{}").driven);
  }
  CHECK(faults(R"("bodies": [{"kind": "kinematic", "motion": {"driven": 1}}])")
            .starts_with("t.json:1: bodies[0].motion.driven: found 1 (expected true or false"));
}

TEST_CASE("a harmonic that turns a body may shift it too, with one phase and one time") {
  const Motion motion = motion_of("spatial_kinematic", R"({"harmonics": [
    {"rotation": [0, 0.2, 0], "amplitude": [3, 0, 0], "frequency": -2, "phase": -0.5,
     "start": 1.5}, {"rotation": [0.1, 0, 0], "frequency": 1, "stop": 7}]})");
  const Harmonic &both = motion.harmonics[0], &turns = motion.harmonics[1], none = {};
  CHECK(both.rotation == Eigen::Vector3d(0, 0.2, 0));
  CHECK(both.amplitude == Eigen::Vector3d(3, 0, 0));
  CHECK(both.frequency == -2);
  CHECK(both.phase == -0.5);
  CHECK(both.start == 1.5);
  CHECK(both.stop == none.stop);
  CHECK(turns.amplitude.isZero(0));
  CHECK(turns.phase == 0);
  CHECK(turns.start == none.start);
  CHECK(turns.stop == 7);
}

}  // namespace
}  // namespace perpend::io
