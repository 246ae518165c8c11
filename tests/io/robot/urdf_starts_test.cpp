// SPDX-License-Identifier: Apache-2.0
// Where a robot of URDF starts, with what motion, on what it stands.
#include "io/robot/urdf_text.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/dynamics/measure.hpp"
#include "perpend/model/query.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using urdf::joint_of;
using urdf::kArm;

TEST_CASE("the robot starts where it is told, with the motion of its joints") {
  const study::Scene scene = scene_of(kArm, {.start = {{"shoulder", 0.5}, {"elbow", -0.25}},
                                             .rates = {{"shoulder", 2}, {"elbow", 3}}});
  const State start = initial_state(scene.model);
  for (const auto& [name, value, rate] :
       {std::tuple{"shoulder", 0.5, 2.0}, {"elbow", -0.25, 3.0}}) {
    const JointId id{static_cast<int>(&joint_of(scene.model, name) - scene.model.joints.data())};
    CHECK(coordinate(scene.model, start, id, 0) == relative(value, 1e-12));
    CHECK(coordinate_rate(scene.model, start, id, 0) == relative(rate, 1e-12));
  }
  const Eigen::Vector3d elbow(std::sin(0.5), 0, 1 + std::cos(0.5));
  CHECK((place_of(scene.model, "lower") - elbow).norm() < 1e-12);
  CHECK(constraint_rows(scene.model, start).error.norm() < 1e-12);
  CHECK((constraint_rows(scene.model, start).jacobian * start.v).norm() < 1e-12);
}

TEST_CASE("a free robot stands on the ground, whichever way gravity pulls") {
  const std::string ball = robot(ball_link("ball", 0.3));
  const study::Scene z = scene_of(ball, {.ground = true});
  CHECK(place_of(z.model, "ball").z() == relative(-0.2, 1e-12));
  const study::Scene y = scene_of(ball, {.ground = true, .gravity = Eigen::Vector3d(0, -1.62, 0)});
  CHECK(place_of(y.model, "ball").y() == relative(0.1, 1e-12));
  CHECK(y.model.gravity.y() == -1.62);
}

TEST_CASE("the base is held or free as it is told") {
  const std::string ball = robot(ball_link("ball"));
  CHECK(scene_of(ball).model.bodies[0].is_dynamic());
  CHECK(scene_of(ball, {.base = RobotBase::fixed}).model.bodies[0].is_fixed());
  CHECK(says(faults_of(kArm, {.base = RobotBase::free}), 2, "moves, but has no mass"));
}

TEST_CASE("a start of 0 outside of the limits becomes the nearest limit, and is told") {
  const std::string text = robot("<link name='base'/>\n" + ball_link("arm") +
                                 joint("j", "prismatic", "base", "arm", "0 0 0",
                                       "<limit lower='0.5' upper='2' effort='1' velocity='1'/>"));
  CHECK(place_of(scene_of(text).model, "arm").x() == 0.5);
  CHECK(says(notes_of(text), 7, "starts at 0.5"));
  const std::string below =
      robot("<link name='base'/>\n" + ball_link("arm") +
            joint("j", "prismatic", "base", "arm", "0 0 0",
                  "<limit lower='-2' upper='-0.5' effort='1' velocity='1'/>"));
  CHECK(place_of(scene_of(below).model, "arm").x() == -0.5);
  CHECK(says(notes_of(below), 7, "starts at -0.5"));
}

TEST_CASE("starts outside of the limits and of joints that are not there are told") {
  CHECK(says(faults_of(kArm, {.start = {{"shoulder", 2.5}}}), 11,
             "starts at 2.5 (its limits are -1 to 2"));
  CHECK(says(faults_of(kArm, {.start = {{"shoulder", -1.5}}}), 11, "starts at -1.5"));
  CHECK(says(faults_of(kArm, {.rates = {{"elbo", 1}}}), 0,
             "is named \"elbo\" (did you mean \"elbow\"?"));
  CHECK(faults_of(kArm, {.start = {{"shoulder", 2}}}).empty());
}

// Arms that turn downwards lift the robot as a whole: its joints go along, its motion stays.
TEST_CASE("a jointed robot is put on the ground with its joints closed and its rates kept") {
  const std::string text =
      robot(ball_link("body") + ball_link("arm", -0.5) +
            joint("j", "continuous", "body", "arm", "1 0 0", "<axis xyz='0 1 0'/>"));
  const RobotOptions above{.start = {{"j", 0.6}}, .rates = {{"j", 3}}};
  RobotOptions on = above;
  on.ground = true;
  const study::Scene free = scene_of(text, above), standing = scene_of(text, on);
  const State start = initial_state(standing.model);
  CHECK(place_of(standing.model, "body").z() == relative(0.5 * std::cos(0.6) + 0.1, 1e-12));
  CHECK(constraint_rows(standing.model, start).error.norm() < 1e-12);
  const Joint &up = free.model.joints[0], &down = standing.model.joints[0];
  CHECK((down.frame_a.p - up.frame_a.p).norm() < 1e-12);
  CHECK((down.frame_b.p - up.frame_b.p).norm() < 1e-12);
  const State other = initial_state(free.model);
  for (const char* name : {"body", "arm"}) {
    const Twist a = body_twist(standing.model, start, {body_of(standing.model, name)});
    const Twist b = body_twist(free.model, other, {body_of(free.model, name)});
    CHECK((a.velocity - b.velocity).norm() < 1e-14);
    CHECK((a.omega - b.omega).norm() < 1e-14);
  }
  const study::Scene held =
      scene_of(text, {.ground = true, .base = RobotBase::fixed, .start = {{"j", 2.5}}});
  CHECK(place_of(held.model, "body").norm() < 1e-14);  // the ground is in the frame of what is held
}

TEST_CASE("a robot of 1000 m is told") {
  const std::string text =
      robot(ball_link("a") + ball_link("b") + joint("ab", "continuous", "a", "b", "1000 0 0"));
  CHECK(says(notes_of(text), 6, "1000 m large"));
}

}  // namespace
}  // namespace perpend::io
