// SPDX-License-Identifier: Apache-2.0
// Frames of a scene: they move with their bodies, and wrong ones are told.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>

#include "io/scene/scene_cases.hpp"
#include "perpend/dynamics/generalised_force.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector3d;
using scene_cases::faults;
using scene_cases::has;
using scene_cases::parse;

std::string list_of(const Eigen::VectorXd& v) {
  std::string text;
  for (const double x : v) text += fmt::format("{}{:.17g}", text.empty() ? "" : ", ", x);
  return "[" + text + "]";
}

spatial::Pose drawn_pose(std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  const auto next = [&](auto) { return number(random); };
  const Eigen::Vector4d r = Eigen::Vector4d::NullaryExpr(next).normalized();
  return {Vector3d::NullaryExpr(next), Eigen::Quaterniond(r[0], r[1], r[2], r[3])};
}

std::string text_of(const spatial::Pose& pose) {
  return R"("position": )" + list_of(pose.p) + R"(, "orientation": )" +
         list_of(Eigen::Vector4d(pose.r.w(), pose.r.x(), pose.r.y(), pose.r.z()));
}

// The velocity of a frame is the derivative of its pose along the motion, which central differences
// of an even rotation and translation give to second order.
TEST_CASE("a frame keeps its pose on a body, and its velocity is the rate of that pose") {
  std::mt19937 random(7);
  for (int trial = 0; trial < 20; ++trial) {
    const spatial::Pose body = drawn_pose(random), own = drawn_pose(random);
    const Vector3d velocity = drawn_pose(random).p, omega = drawn_pose(random).p;
    const Result<study::Scene> scene = parse(
        R"("gravity": [0, 0, 0], "bodies": [{"name": "b", "kind": "spatial", "mass": 2, "inertia": [1, 1, 1],
            "center_of_mass": [0.3, -0.1, 0.2], )" +
        text_of(body) + R"(, "velocity": )" + list_of(velocity) + R"(, "omega": )" +
        list_of(omega) + R"(}], "frames": [{"name": "tool", "body": "b", )" + text_of(own) + "}]");
    REQUIRE_MESSAGE(scene, to_string(scene ? Diagnostics{} : scene.error()));
    State state = initial_state(scene->model);
    const auto tool = find_frame(scene->model, scene->frames, "tool");
    REQUIRE(tool);
    const spatial::Pose expected = compose(body, own);
    const spatial::Pose before = world_pose(scene->model, state, *tool);
    CHECK((before.p - expected.p).norm() < 1e-14);
    CHECK(before.r.angularDistance(expected.r) < 1e-7);
    const Twist twist = world_twist(scene->model, state, *tool);
    const Vector3d arm = before.p - transform_point(body, Vector3d(0.3, -0.1, 0.2));
    CHECK((twist.velocity - (velocity + omega.cross(arm))).norm() < 1e-14);
    CHECK((twist.omega - omega).norm() < 1e-15);
    Simulator simulator(scene->model, {.dt = 1e-4});
    REQUIRE(simulator.step(state).status == StepStatus::ok);
    const Twist after = world_twist(scene->model, state, *tool);
    const Vector3d moved = world_pose(scene->model, state, *tool).p - before.p;
    CHECK((moved / 1e-4 - (twist.velocity + after.velocity) / 2).norm() < 1e-7);
  }
}

TEST_CASE("a body without a frame of its name is a frame itself; frames come first") {
  const Result<study::Scene> scene = parse(
      R"("bodies": [{"name": "a", "mass": 1, "inertia": 1, "position": [1, 2], "angle": 0.5},
                    {"name": "b", "mass": 1, "inertia": 1}],
         "frames": [{"name": "b", "body": "a", "position": [1, 0], "angle": 0.25},
                    {"name": "room", "position": [0, 0, 3]}])");
  REQUIRE_MESSAGE(scene, to_string(scene ? Diagnostics{} : scene.error()));
  const State start = initial_state(scene->model);
  const auto pose = [&](const char* name) {
    return world_pose(scene->model, start, *find_frame(scene->model, scene->frames, name));
  };
  CHECK((pose("a").p - Vector3d(1, 2, 0)).norm() < 1e-15);
  CHECK((pose("b").p - Vector3d(1 + std::cos(0.5), 2 + std::sin(0.5), 0)).norm() < 1e-15);
  CHECK(pose("b").r.angularDistance(
            Eigen::Quaterniond(Eigen::AngleAxisd(0.75, Vector3d::UnitZ()))) < 1e-7);
  CHECK(pose("room").p == Vector3d(0, 0, 3));
  CHECK_FALSE(find_frame(scene->model, scene->frames, "c"));
}

const std::string kBodies =
    R"("bodies": [{"name": "disc", "shapes": [{"disc": {"radius": 1}}], "position": [3, 4]},
       {"name": "ball", "kind": "spatial", "shapes": [{"sphere": {"radius": 1}}]}], )";

TEST_CASE("each fault of a frame is told") {
  const std::string found = faults(kBodies + R"("frames": [
    {"body": "ball"},
    {"name": "", "body": "ball"},
    {"name": "a", "body": "bal"},
    {"name": "a", "body": "ball", "orientation": [0, 0, 0, 0]},
    {"name": "d", "body": "disc", "orientation": [1, 0, 0, 0]},
    {"name": "e", "body": "ball", "angle": 1},
    {"name": "f{x}", "body": "ball", "position": [1, 2, 3, 4]}])");
  for (const std::string fault :
       {"t.json:3: frames[0].name", "t.json:4: frames[1].name: is empty",
        "t.json:5: frames[2].body: no body is named \"bal\" (did you mean \"ball\"?",
        "t.json:6: frames[3].name: \"a\" is there twice", "t.json:6: frames[3].orientation: found",
        "t.json:7: frames[4].orientation", "t.json:8: frames[5].angle", "t.json:9: frames[6].name",
        "t.json:9: frames[6].position"})
    CHECK_MESSAGE(has(found, fault), found);
  CHECK_MESSAGE(scene_cases::lines(found) == 9, found);
}

TEST_CASE("an expectation may name a frame in place of a body and a point") {
  const std::string frames = kBodies + R"("frames": [
    {"name": "tip", "body": "disc", "position": [0, 2]}, {"name": "room", "position": [1, 0, 0]}],
    "expect": [{"quantity": "y", )";
  const std::string end = R"(, "value": 6, "tolerance": 1e-12}])";
  const Result<study::Scene> scene = parse(frames + R"("frame": "tip")" + end);
  REQUIRE_MESSAGE(scene, to_string(scene ? Diagnostics{} : scene.error()));
  CHECK(measure(scene->model, initial_state(scene->model), scene->expectations[0].measurand) == 6);
  CHECK(has(faults(frames + R"("frame": "tipp")" + end),
            "expect[0].frame: no frame is named \"tipp\" (did you mean \"tip\"?)"));
  CHECK(has(faults(frames + R"("frame": "tip", "body": "disc")" + end),
            "expect[0].body: stands beside \"frame\""));
  CHECK(has(faults(frames + R"("frame": "room")" + end),
            "expect[0].frame: is a frame of the world (expected a frame of a body)"));
  CHECK(has(faults(frames + R"("frame": "tip", "colour": "red")" + end), "expect[0].colour"));
}

}  // namespace
}  // namespace perpend::io
