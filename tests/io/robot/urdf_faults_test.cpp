// SPDX-License-Identifier: Apache-2.0
// What is wrong with a URDF file, word for word: one fault for one mistake.
#include "io/robot/robot_text.hpp"

namespace perpend::io {
namespace {

const std::string kSound = ball_link("base");

// The only fault, without its file: "line element: message (hint)".
std::string fault_of(const std::string& inside, const RobotOptions& options = {}) {
  const Diagnostics faults = faults_of(robot(kSound + inside), options);
  if (faults.size() != 1) return to_string(faults);
  return std::to_string(faults[0].line) + " " + faults[0].element + ": " + faults[0].message +
         " (" + faults[0].hint + ")";
}

std::string link(const std::string& inside) {
  return "<link name='tip'>" + inside + "</link>\n" +
         joint("j", "continuous", "base", "tip", "1 0 0", "<axis xyz='0 1 0'/>");
}

std::string inertial(const std::string& mass) {
  return "<inertial>" + mass + "<inertia ixx='1' iyy='1' izz='1'/></inertial>";
}

std::string collision(const std::string& shape) {
  return inertial("<mass value='1'/>") + "<collision><geometry>" + shape +
         "</geometry></collision>";
}

}  // namespace

TEST_CASE("a mass is a number, and is there") {
  CHECK(fault_of(link(inertial("<mass value='1'/>"))).empty());
  // That the link moves without one is the other fault.
  CHECK(says(faults_of(robot(kSound + link(inertial("")))), 6, "inertial: has no mass"));
  for (const char* number : {"nan", "inf", "-inf", "1x", "1 2", ""}) {
    CAPTURE(number);
    const Diagnostics faults =
        faults_of(robot(kSound + link(inertial(std::string("<mass value='") + number + "'/>"))));
    CHECK(
        says(faults, 6, "mass: found \"" + std::string(number) + "\" (expected a number as value"));
  }
}

TEST_CASE("a shape whose size is empty is one fault") {
  CHECK(fault_of(link(collision("<box size='1 1 1'/>"))).empty());
  CHECK(fault_of(link(collision("<box/>"))) == "6 link \"tip\": box: has no size ()");
  CHECK(fault_of(link(collision("<box size=''/>"))) == "6 link \"tip\": box: has no size ()");
  CHECK(fault_of(link(collision("<box size='1 1'/>"))) ==
        "6 link \"tip\": box: found \"1 1\" (expected three numbers as size)");
}

TEST_CASE("a joint has a type, and ends that are links, the nearest of which is told") {
  const std::string tip = ball_link("tip");
  CHECK(fault_of(tip + joint("j", "", "base", "tip", "1 0 0")) ==
        "10 joint \"j\": joint: has no type ()");
  CHECK(fault_of(tip + joint("j", "fixed", "", "tip", "1 0 0")) ==
        "10 joint \"j\": parent: has no link ()");
  CHECK(fault_of(tip + joint("j", "fixed", "bas", "tip", "1 0 0")) ==
        "10 joint \"j\": parent: no link is named \"bas\" (did you mean \"base\"?)");
  CHECK(fault_of(tip + joint("j", "fixed", "pedestal", "tip", "1 0 0")) ==
        "10 joint \"j\": parent: no link is named \"pedestal\" ()");
}

TEST_CASE("joints that have no axis are not asked for its direction") {
  for (const char* type : {"fixed", "floating"})
    CHECK(
        fault_of(ball_link("tip") + joint("j", type, "base", "tip", "1 0 0", "<axis xyz='0 0 0'/>"))
            .empty());
  for (const char* type : {"continuous", "planar"})
    CHECK(fault_of(ball_link("tip") +
                   joint("j", type, "base", "tip", "1 0 0", "<axis xyz='0 0 0'/>")) ==
          "10 joint \"j\": axis: has no direction ()");
}

TEST_CASE("a start outside of the limits names both limits as they are") {
  const auto text = [](const std::string& limits) {
    return ball_link("tip") + joint("j", "prismatic", "base", "tip", "1 0 0",
                                    "<axis xyz='0 1 0'/><limit " + limits + "/>");
  };
  CHECK(fault_of(text("lower='-0.7' upper='0.6'"), {.start = {{"j", 0.605}}}) ==
        "10 joint \"j\": starts at 0.605 (its limits are -0.7 to 0.6)");
  CHECK(fault_of(text("lower='-0.7' upper='0.6'"), {.start = {{"j", -0.705}}}) ==
        "10 joint \"j\": starts at -0.705 (its limits are -0.7 to 0.6)");
}

TEST_CASE("limits the wrong way round are a fault of joints that have limits") {
  for (const std::string type : {"revolute", "prismatic", "continuous"}) {
    const Diagnostics faults = faults_of(
        robot(kSound + ball_link("tip") +
              joint("j", type, "base", "tip", "1 0 0",
                    "<axis xyz='0 1 0'/><limit lower='2' upper='1' effort='1' velocity='1'/>")));
    CHECK(faults.size() == (type == "continuous" ? 0 : 1));
  }
}

TEST_CASE("an effort of 0 says that nothing drives the joint") {
  for (const double effort : {0.0, 4.0}) {
    const study::Scene scene = scene_of(
        robot(kSound + ball_link("tip") +
              joint("j", "continuous", "base", "tip", "1 0 0",
                    "<axis xyz='0 1 0'/><limit effort='" + std::to_string(effort) + "'/>")),
        {.motors = RobotMotors::position});
    REQUIRE(scene.model.joints.size() == 1);
    const std::vector<CoordinateDef>& defs = scene.model.joints[0].coordinates;
    REQUIRE(defs.size() == (effort > 0 ? 1 : 0));
    if (effort > 0) CHECK(defs[0].motor == MotorKind::position);
    if (effort > 0) CHECK(defs[0].max_force == effort);
  }
}

}  // namespace perpend::io
