// SPDX-License-Identifier: Apache-2.0
#include "io/robot/robot_text.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/dynamics/measure.hpp"
#include "perpend/model/query.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

TEST_CASE("a mimic joint follows its master by a coupler") {
  const std::string gripper =
      robot("<link name='palm'/>\n" + ball_link("left") + ball_link("right") +
            joint("left_slide", "prismatic", "palm", "left", "0 0.3 0",
                  "<limit lower='0' upper='0.2' effort='5' velocity='1'/>") +
            joint("right_slide", "prismatic", "palm", "right", "0 -0.3 0",
                  "<limit lower='-1' upper='1' effort='5' velocity='1'/>"
                  "<mimic joint='left_slide' multiplier='-2' offset='0.1'/>"));
  const study::Scene scene =
      scene_of(gripper, {.start = {{"left_slide", 0.15}}, .rates = {{"left_slide", 0.5}}});
  REQUIRE(scene.model.couplers.size() == 1);
  const Coupler& coupler = scene.model.couplers[0];
  CHECK(coupler.terms.at(0).factor == 1);
  CHECK(coupler.terms.at(1).factor == 2);
  CHECK(place_of(scene.model, "right").x() == relative(-0.2, 1e-14));
  const Twist right =
      body_twist(scene.model, initial_state(scene.model), {body_of(scene.model, "right")});
  CHECK((right.velocity - Eigen::Vector3d(-2 * 0.5, 0, 0)).norm() < 1e-14);
}

TEST_CASE("a mimic follows a mimic that follows, in any order of the file; a circle is told") {
  const auto slide = [](const std::string& name, const std::string& mimic) {
    return joint(name, "prismatic", "base", name + "_tip", "0 0 0",
                 "<limit lower='-9' upper='9' effort='1' velocity='1'/>" + mimic);
  };
  const std::string links =
      "<link name='base'/>\n" + ball_link("a_tip") + ball_link("b_tip") + ball_link("c_tip");
  const std::string chain = links + slide("a", "<mimic joint='b' multiplier='3' offset='0.5'/>") +
                            slide("b", "<mimic joint='c' multiplier='-2' offset='0.25'/>");
  const study::Scene scene =
      scene_of(robot(chain + slide("c", "")), {.start = {{"c", 0.1}}, .rates = {{"c", 0.7}}});
  CHECK(place_of(scene.model, "b_tip").x() == relative(-2 * 0.1 + 0.25, 1e-14));
  CHECK(place_of(scene.model, "a_tip").x() == relative(3 * 0.05 + 0.5, 1e-14));
  const State start = initial_state(scene.model);
  CHECK(body_twist(scene.model, start, {body_of(scene.model, "a_tip")}).velocity.x() ==
        relative(-6 * 0.7, 1e-14));
  CHECK((constraint_rows(scene.model, start).jacobian * start.v).norm() < 1e-14);
  CHECK(says(faults_of(robot(chain + slide("c", "<mimic joint='a' multiplier='2' offset='1'/>"))),
             15, "follows itself"));
}

TEST_CASE(
    "what follows itself or a joint of several coordinates is refused, what follows a fixed one is "
    "held") {
  const auto made = [](const std::string& kind, const std::string& mimic_a,
                       const std::string& mimic_b) {
    const std::string limit = "<limit lower='-9' upper='9' effort='1' velocity='1'/>";
    return robot(
        "<link name='base'/>\n" + ball_link("a_tip") + ball_link("b_tip") +
        joint("a", kind, "base", "a_tip", "0 0 0", kind == "fixed" ? mimic_a : limit + mimic_a) +
        joint("b", "prismatic", "base", "b_tip", "0 0 0", limit + mimic_b));
  };
  CHECK(says(faults_of(made("prismatic", "", "<mimic joint='b'/>")), 12, "follows itself"));
  CHECK(says(faults_of(made("prismatic", "<mimic joint='b'/>", "<mimic joint='a'/>")), 11,
             "follows itself"));
  CHECK(says(faults_of(made("planar", "", "<mimic joint='a'/>")), 12, "more than one coordinate"));
  const study::Scene held =
      scene_of(made("fixed", "", "<mimic joint='a' multiplier='2' offset='0.5'/>"));
  CHECK(place_of(held.model, "b_tip").x() == relative(0.5, 1e-14));
  CHECK(constraint_rows(held.model, initial_state(held.model)).jacobian.rows() == 6);
  const std::string follower =
      made("prismatic", "", "<mimic joint='a' multiplier='2' offset='0.5'/>");
  CHECK(says(faults_of(follower, {.start = {{"b", 0.25}}}), 0,
             "which follows \"a\" to 0.5 (give it for \"a\""));
  const Diagnostics faults = faults_of(follower, {.rates = {{"b", 0.25}}});
  CHECK(says(faults, 0, "which follows \"a\" to 0"));
  CHECK(faults.front().element == "rate");
  CHECK(faults_of(follower, {.start = {{"a", 0.25}, {"b", 1.0}}, .rates = {{"a", 1}, {"b", 2}}})
            .empty());
}

TEST_CASE("a mimic has no motor that fights its master's") {
  const std::string limit = "<limit lower='-2' upper='2' effort='10' velocity='1'/>";
  const std::string text = robot("<link name='base'/>\n" + ball_link("a") + ball_link("b") +
                                 joint("ja", "prismatic", "base", "a", "0 1 0", limit) +
                                 joint("jb", "prismatic", "base", "b", "0 2 0",
                                       limit + "<mimic joint='ja' multiplier='-1'/>"));
  const RobotOptions motors{.motors = RobotMotors::position};
  const Model model = scene_of(text, motors).model;
  CHECK(model.joints.at(0).coordinates.at(0).motor == MotorKind::position);
  CHECK(model.joints.at(1).coordinates.at(0).motor == MotorKind::none);
  CHECK(says(notes_of(text, motors), 12, "has no motor: it follows joint \"ja\""));
}

TEST_CASE("a start beside that of the master is refused, however near; a mimic needs a master") {
  const auto slide = [](const std::string& name, const std::string& mimic) {
    return joint(name, "prismatic", "base", name + "_tip", "0 0 0",
                 "<limit lower='-9' upper='9' effort='1'/>" + mimic);
  };
  const auto following = [&](const std::string& mimic) {
    return robot("<link name='base'/>\n" + ball_link("a_tip") + ball_link("b_tip") +
                 slide("a", "") + slide("b", mimic));
  };
  const std::string text = following("<mimic joint='a' multiplier='2' offset='0.5'/>");
  CHECK(says(faults_of(text, {.start = {{"b", 0.501}}}), 0, "follows \"a\" to 0.5"));
  CHECK(faults_of(text, {.start = {{"b", 0.5 + 1e-12}}}).empty());
  const Diagnostics empty = faults_of(following("<mimic joint=''/>"));
  REQUIRE(empty.size() == 1);
  CHECK(to_string(empty[0]).find("has no joint") != std::string::npos);
  CHECK(says(faults_of(following("<mimic joint='aa'/>")), 12, "no joint is named \"aa\""));
}

}  // namespace
}  // namespace perpend::io
