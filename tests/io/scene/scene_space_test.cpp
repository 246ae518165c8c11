// SPDX-License-Identifier: Apache-2.0
// Bodies and joints in space as a scene describes them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/scene/scene_space_cases.hpp"
#include "perpend/io/scene.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using namespace study;
using Eigen::Vector3d;
using scene_space_cases::kTwoBodies;
using scene_space_cases::one_fault_with;
using scene_space_cases::read;

std::string with_joint(const std::string& joint) {
  return kTwoBodies + ",\n\"joints\": [" + joint + "]";
}

TEST_CASE("a spatial body has the pose, velocity, mass and axes that the file says") {
  const Scene scene = read(R"("gravity": [0, 0, -9.81], "bodies": [
    {"name": "top", "kind": "spatial", "position": [1, 2, 3], "orientation": [0, 0, 0, 2],
     "velocity": [4, 5, 6], "omega": [7, 8, 9], "mass": 15, "inertia": [2, 3, 4],
     "center_of_mass": [0, 1, 0]},
    {"name": "brick", "kind": "spatial", "axis_angle": [0, 0, 2, 1.5707963267948966],
     "shapes": [{"box": {"size": [1, 2, 3]}, "position": [0, 0, 1]}], "density": 100},
    {"name": "bead", "kind": "spatial_particle", "mass": 0.5, "position": [0, 0, 9]}])");
  const Model& model = scene.model;
  CHECK(model.gravity == Vector3d(0, 0, -9.81));
  const State start = initial_state(model);
  const spatial::Pose top = spatial_frame_pose(model, start, {0});
  CHECK((top.p - Vector3d(1, 2, 3)).norm() < 1e-15);
  CHECK((top.r * Vector3d::UnitX() + Vector3d::UnitX()).norm() < 1e-15);
  CHECK((spatial_pose(model, start, {0}).p - Vector3d(1, 1, 3)).norm() < 1e-15);
  CHECK(body_twist(model, start, {0}).velocity == Vector3d(4, 5, 6));
  CHECK(body_twist(model, start, {0}).omega == Vector3d(7, 8, 9));
  const Body& brick = model.bodies[1];
  CHECK(brick.mass == relative(600));
  // m (a² + b²) / 12 of each pair of sides, in any order.
  CHECK(brick.principal_inertia.sum() == relative(600.0 / 12 * 2 * (1 + 4 + 9)));
  CHECK(brick.principal_inertia.prod() == relative(50.0 * 50 * 50 * 5 * 10 * 13));
  CHECK((spatial_pose(model, start, {1}).p - Vector3d(0, 0, 1)).norm() < 1e-15);
  const spatial::Pose turned = spatial_frame_pose(model, start, {1});
  CHECK((turned.r * Vector3d::UnitX() - Vector3d::UnitY()).norm() < 1e-15);
  CHECK(model.bodies[2].mass == 0.5);
  CHECK(model.start_q.tail<3>() == Vector3d(0, 0, 9));
}

TEST_CASE("an inertia tensor and its principal moments in turned axes are the same body") {
  // Moments 1, 2, 2.5 about axes that are turned by 30 degrees about z.
  const double c = std::sqrt(0.75), s = 0.5;
  const double xx = c * c + 2 * s * s, yy = s * s + 2 * c * c, xy = c * s * (1 - 2);
  const Scene scene = read(fmt::format(R"("bodies": [{{"name": "b", "kind": "spatial", "mass": 1,
    "inertia": [[{0}, {1}, 0], [{1}, {2}, 0], [0, 0, 2.5]]}}])",
                                       xx, xy, yy));
  Vector3d moments = scene.model.bodies[0].principal_inertia;
  std::sort(moments.begin(), moments.end());
  CHECK((moments - Vector3d(1, 2, 2.5)).norm() < 1e-14);
  const spatial::Pose pose = spatial_pose(scene.model, initial_state(scene.model), {0});
  const Eigen::Matrix3d tensor = pose.r.toRotationMatrix() *
                                 scene.model.bodies[0].principal_inertia.asDiagonal() *
                                 pose.r.toRotationMatrix().transpose();
  CHECK(tensor(0, 1) == relative(xy));
}

TEST_CASE("every kind of joint is read with the rows it has in space and in the plane") {
  const std::string space = R"("a": "arm", "b": "wheel", "anchor": [1, 2, 1], "axis": [0, 0, 1])";
  for (int k = 0; k < kJointKinds; ++k) {
    const auto kind = static_cast<JointKind>(k);
    if (kind == JointKind::custom) continue;
    std::string joint = fmt::format(R"({{"kind": "{}", {})", to_string(kind), space);
    if (kind == JointKind::distance || kind == JointKind::strut)
      joint += R"(, "anchor_b": [0, 0, 3])";
    if (kind == JointKind::universal) joint += R"(, "axis_b": [1, 0, 0])";
    if (kind == JointKind::screw) joint += R"(, "pitch": 0.25)";
    const Model model = read(with_joint(joint + "}")).model;
    CAPTURE(joint);
    CHECK(model.joints[0].kind == kind);
    CHECK(model.joint_rows == row_count(kind, false));
    CHECK(model.joints[0].pitch == (kind == JointKind::screw ? 0.25 : 0.0));
  }
  CHECK(read(kTwoBodies + R"(, "joints": [{"kind": "pin", "a": "arm", "axis": [0, 1, 0],
    "anchor": [0, 0, 1]}])")
            .model.joint_rows == 5);
}

TEST_CASE("what is welded or slides is joined at its body where no anchor is given") {
  for (const std::string joint :
       {R"("kind": "weld")", R"("kind": "prismatic", "axis": [0, 1, 0])"}) {
    CAPTURE(joint);
    const Scene space = read(with_joint(R"({"a": "arm", )" + joint + "}"));
    CHECK(space.model.joints[0].frame_a.p.norm() < 1e-15);
    CHECK((space.model.joints[0].frame_b.p - Vector3d(1, 2, 3)).norm() < 1e-15);
  }
  const Scene plane =
      read(R"("bodies": [{"name": "a", "position": [1, 2], "mass": 1, "inertia": 1}],
    "joints": [{"kind": "weld", "a": "a"}])");
  CHECK((plane.model.joints[0].frame_b.p - Vector3d(1, 2, 0)).norm() < 1e-15);
}

TEST_CASE("limits, motors, springs, dampers and friction reach their coordinate") {
  const Scene scene = read(with_joint(R"({"name": "c", "kind": "cylindrical", "a": "arm",
    "b": "wheel", "anchor": [0, 0, 0], "axis": [0, 0, 1], "coordinates": [
      {"coordinate": 1, "motor": {"kind": "position", "target": 2, "max_force": 3,
                                  "time_constant": 0.5}, "friction": 0.25},
      {"coordinate": 0, "start": 0.5, "limits": [-1, null], "e": 0.75,
       "spring": {"stiffness": 100, "rest": 0.1}, "damping": 7}]})"));
  const std::vector<CoordinateDef>& defs = scene.model.joints[0].coordinates;
  REQUIRE(defs.size() == 2);
  CHECK(defs[0].start == 0.5);
  CHECK(defs[0].lo == -1);
  CHECK(std::isinf(defs[0].hi));
  CHECK(defs[0].e == 0.75);
  CHECK(defs[0].stiffness == 100);
  CHECK(defs[0].rest == 0.1);
  CHECK(defs[0].damping == 7);
  CHECK(defs[0].motor == MotorKind::none);
  CHECK(defs[1].motor == MotorKind::position);
  CHECK(defs[1].target == 2);
  CHECK(defs[1].max_force == 3);
  CHECK(defs[1].time_constant == 0.5);
  CHECK(defs[1].friction == 0.25);
  const State start = initial_state(scene.model);
  CHECK(measure(scene.model, start, {.quantity = Quantity::coordinate, .joint = {0}}) == 0.5);
}

TEST_CASE("gains of servos and rotors reach their coordinate") {
  const Scene scene = read(with_joint(R"({"name": "c", "kind": "cylindrical", "a": "arm",
    "b": "wheel", "anchor": [0, 0, 0], "axis": [0, 0, 1], "coordinates": [
      {"coordinate": 0, "motor": {"kind": "position", "target": 2, "stiffness": 40, "damping": 5},
       "armature": 0.125},
      {"coordinate": 1, "motor": {"kind": "velocity", "target": 3, "damping": 6}}]})"));
  const std::vector<CoordinateDef>& defs = scene.model.joints[0].coordinates;
  CHECK(defs[0].motor == MotorKind::position);
  CHECK(defs[0].motor_stiffness == 40);
  CHECK(defs[0].motor_damping == 5);
  CHECK(defs[0].armature == 0.125);
  CHECK(defs[0].damping == 0);
  CHECK(defs[1].motor == MotorKind::velocity);
  CHECK(defs[1].target == 3);
  CHECK(defs[1].motor_damping == 6);
}

TEST_CASE("a body in space moves and turns as its motion says, and starts where it stands") {
  const Scene scene = read(R"("bodies": [{"kind": "spatial_kinematic", "position": [1, 0, 0],
    "motion": {"velocity": [1, 2, 3], "omega": [4, 5, 6], "harmonics": [
      {"rotation": [0.1, 0.2, 0.3], "frequency": 3, "phase": 0.5, "start": 1, "stop": 2},
      {"amplitude": [7, 8, 9], "frequency": 4}]}}])");
  const Motion& motion = scene.model.bodies[0].details->motion;
  CHECK(motion.velocity == Vector3d(1, 2, 3));
  CHECK(motion.omega == Vector3d(4, 5, 6));
  REQUIRE(motion.harmonics.size() == 2);
  CHECK(motion.harmonics[0].rotation == Vector3d(0.1, 0.2, 0.3));
  CHECK(motion.harmonics[0].amplitude.isZero(0));
  CHECK(motion.harmonics[0].frequency == 3);
  CHECK(motion.harmonics[0].phase == 0.5);
  CHECK(motion.harmonics[0].start == 1);
  CHECK(motion.harmonics[0].stop == 2);
  CHECK(motion.harmonics[1].amplitude == Vector3d(7, 8, 9));
  CHECK(motion.harmonics[1].rotation.isZero(0));
  CHECK(scene.model.start_q.head<3>() == Vector3d(1, 0, 0));
}

TEST_CASE("a gear couples the joints that it names") {
  const std::string joints = R"({"name": "j", "kind": "pin", "a": "arm", "anchor": [0, 0, 0],
    "axis": [0, 0, 1]}, {"name": "k", "kind": "pin", "a": "wheel", "anchor": [0, 0, 0],
    "axis": [0, 0, 1]})";
  const Scene scene = read(with_joint(joints) + R"(, "couplers": [{"name": "gear",
    "terms": [{"joint": "k", "factor": 12}, {"joint": "j", "coordinate": 0, "factor": -30}]}])");
  REQUIRE(scene.model.couplers.size() == 1);
  const Coupler& gear = scene.model.couplers[0];
  CHECK(gear.name == "gear");
  CHECK(gear.terms[0].joint == JointId{1});
  CHECK(gear.terms[1].joint == JointId{0});
  CHECK(gear.terms[1].factor == -30);
  CHECK(scene.model.joint_rows == 11);
  CHECK(
      one_fault_with(with_joint(joints) + ",\n\"couplers\": [{\"terms\": [\n" +
                         R"({"joint": "kk", "factor": 12}, {"joint": "j", "factor": -30}]}])",
                     "t.json:8: couplers[0].terms[0].joint: no joint is named \"kk\" (did you mean "
                     "\"k\"?)"));
}

TEST_CASE("points of bodies are measured where they are and as they move") {
  const Scene scene = read(R"("gravity": [0, 0, -10], "bodies": [
    {"name": "b", "kind": "spatial", "mass": 2, "inertia": [1, 1, 1], "position": [1, 0, 5],
     "axis_angle": [0, 0, 1, 1.5707963267948966], "velocity": [0, 0, 3], "omega": [0, 0, 2]}],
    "expect": [{"body": "b", "point": [2, 0, 0], "quantity": "y", "value": 2, "tolerance": 0},
               {"quantity": "energy", "value": 0, "tolerance": 0},
               {"body": "b", "quantity": "wz", "value": 2, "tolerance": 0}])");
  const Model& model = scene.model;
  const State start = initial_state(model);
  const auto value = [&](Quantity quantity) {
    return measure(model, start, {.quantity = quantity, .body = {0}, .point = Vector3d(2, 0, 0)});
  };
  CHECK(measure(model, start, scene.expectations[0].measurand) == relative(2));
  CHECK(value(Quantity::x) == relative(1));
  CHECK(value(Quantity::z) == 5);
  CHECK(value(Quantity::vx) == relative(-4));
  CHECK(value(Quantity::vz) == 3);
  CHECK(value(Quantity::speed) == relative(5));
  CHECK(measure(model, start, scene.expectations[1].measurand) ==
        relative(0.5 * 2 * 9 + 0.5 * 4 + 2 * 10 * 5));
  CHECK(measure(model, start, scene.expectations[2].measurand) == 2);
  CHECK(to_string(model, scene.expectations[0].measurand) == "b.y at (2, 0, 0)");
}

TEST_CASE("faults of bodies and joints in space carry their line and element") {
  CHECK(one_fault_with(R"("bodies": [{"name": "b", "kind": "spatial", "inertia": [1, 1, 1],
    "mass": 0}])",
                       "t.json:2: bodies[0].mass: is 0 (expected > 0"));
  CHECK(one_fault_with(R"("bodies": [{"name": "b", "kind": "spatial", "mass": 1,
    "inertia": [1, 1, 3]}])",
                       "t.json:2: bodies[0].inertia: has the principal moments 1, 1, 3"));
  CHECK(
      one_fault_with(R"("bodies": [{"name": "b", "kind": "spatial", "mass": 1, "inertia": [1, 1, 1],
    "orientation": [0, 0, 0, 0]}])",
                     "t.json:2: bodies[0].orientation: is no rotation"));
  CHECK(
      one_fault_with(R"("bodies": [{"name": "b", "kind": "spatial", "mass": 1, "inertia": [1, 1, 1],
    "angle": 1}])",
                     "t.json:2: bodies[0].angle: is not a known key"));
  CHECK(one_fault_with(R"("bodies": [{"name": "b", "kind": "spatial", "shapes": [
    {"sphere": {"radius": -1}}]}])",
                       "t.json:2: bodies[0].shapes[0].radius: "));
  CHECK(one_fault_with(R"("bodies": [{"name": "b", "kind": "spatial", "mass": 1,
    "inertia": [1, 1, 1], "shapes": [{"half_space": {}}]}])",
                       "t.json:2: bodies[0].shapes[0]: a half space cannot move freely"));
  CHECK(one_fault_with(R"("bodies": [{"name": "b", "kind": "spatial", "shapes": [
    {"ball": {"radius": 1}}]}])",
                       "t.json:2: bodies[0].shapes[0].ball: is not a known key"));
  const std::string arm = R"(
    {"kind": "KIND", "a": "arm", "b": "wheel", "anchor": [0, 0, 0], MORE})";
  const auto joint = [&](const std::string& kind, const std::string& more) {
    std::string text = arm;
    text.replace(text.find("KIND"), 4, kind);
    return with_joint(text.replace(text.find("MORE"), 4, more));
  };
  CHECK(
      one_fault_with(joint("sperical", R"("name": "j")"),
                     "t.json:5: joints[0].kind: found \"sperical\" (did you mean \"spherical\"?"));
  CHECK(one_fault_with(
      joint("spherical", R"("anchor_b": [0, 0, 0.25])"),
      "t.json:5: joints[0].anchor_b: is 0.25 m away from anchor (the joint cannot close"));
  CHECK(
      one_fault_with(joint("distance", R"("anchor_b": [0, 0, 0])"),
                     "t.json:5: joints[0].anchor_b: coincides with anchor (a rod needs a length"));
  CHECK(one_fault_with(joint("pin", R"("name": "j")"), "t.json:5: joints[0].axis: is missing"));
  CHECK(one_fault_with(joint("pin", R"("axis": [0, 0, 0])"),
                       "t.json:5: joints[0].axis: has no direction"));
  CHECK(one_fault_with(joint("pin", R"("axis": [0, 0, 1], "coordinates": [
      {"limits": [2, 1]}])"),
                       "t.json:6: joints[0].coordinates[0].limits: is 2, above hi = 1"));
  CHECK(one_fault_with(joint("pin", R"("axis": [0, 0, 1], "coordinates": [{
      "spring": {
        "stiffness": -5}}])"),
                       "t.json:7: joints[0].coordinates[0].spring.stiffness: is -5"));
  CHECK(one_fault_with(joint("pin", R"("axis": [0, 0, 1], "coordinates": [
      {"coordinate": 1}])"),
                       "t.json:6: joints[0].coordinates[0].coordinate: is 1"));
}

TEST_CASE("expectations that the scene cannot meet are faults") {
  CHECK(one_fault_with(kTwoBodies + R"(, "expect": [{"body": "arm", "value": 0, "tolerance": 0,
    "quantity": "angle"}])",
                       "t.json:4: expect[0].quantity: a spatial body has no angle"));
  CHECK(one_fault_with(kTwoBodies + R"(, "expect": [{"joint": "j", "value": 0, "tolerance": 0,
    "quantity": "coordinate"}])",
                       "t.json:3: expect[0].joint: no joint is named \"j\""));
  CHECK(one_fault_with(kTwoBodies + R"(, "expect": [{"body": "world", "value": 0, "tolerance": 0,
    "quantity": "x"}])",
                       "t.json:3: expect[0].body: no body is named \"world\""));
}

TEST_CASE("an axis of a turn has any length but 0") {
  const auto turned = [](const std::string& axis) {
    return parse_scene(R"({"format": 1, "name": "t", "simulation": {"duration": 1}, "bodies": [
      {"kind": "spatial_fixed", "axis_angle": [)" +
                           axis + ", 0.7]}]}",
                       "t.json");
  };
  const Eigen::Quaterniond expected(Eigen::AngleAxisd(0.7, Vector3d(0, 0.6, -0.8)));
  for (const char* axis : {"0, 3, -4", "0, 3e-9, -4e-9", "0, 6e-4, -8e-4"}) {
    const Result<Scene> scene = turned(axis);
    REQUIRE(scene);
    CHECK(spatial_frame_pose(scene->model, initial_state(scene->model), {0})
              .r.angularDistance(expected) < 1e-15);
  }
  CHECK(!turned("0, 0, 0"));
}

}  // namespace
}  // namespace perpend::io
