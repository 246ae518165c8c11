// SPDX-License-Identifier: Apache-2.0
// What of a URDF file is refused, and what is left out with a note.
#include <fstream>

#include "io/robot/robot_text.hpp"
#include "io/scratch_file.hpp"

namespace perpend::io {
namespace {

TEST_CASE("what is not done is listed by name with its line, once for many") {
  const std::string text = robot(
      "<link name='base'>\n<visual><geometry><box size='1 1 1'/></geometry></visual>\n"
      "<visual><geometry><box size='1 1 "
      "1'/></geometry></visual>\n<flavour/>\n</link>\n<gazebo/>\n<transmission/>\n"
      "<link name='tip' colour='red'/>\n");
  const Diagnostics notes = notes_of(text);
  CHECK(says(notes, 3, "link \"base\": visual"));
  CHECK(says(notes, 3, "so in lines 4"));
  CHECK(says(notes, 5, "flavour"));
  CHECK(says(notes, 7, "gazebo"));
  CHECK(says(notes, 8, "transmission"));
  CHECK(says(notes, 9, "colour is not done"));
  CHECK(says(notes, 2, "has no mass: it is held; so in lines 9"));
  CHECK(notes.size() == 6);
}

TEST_CASE("every fault of a file is told with its line") {
  const std::string text = robot(
      "<link name='a'><inertial><mass value='one'/><inertia ixx='1' iyy='1' "
      "izz='1'/></inertial></link>\n"
      "<link name='a'/>\n"
      "<link name='b'><collision><geometry><box size='1 -1 1'/></geometry></collision></link>\n"
      "<link name='c'><collision><geometry><mesh "
      "filename='package://none/c.stl'/></geometry></collision></link>\n" +
      joint("ab", "hinge", "a", "b", "0 0 0") + joint("bc", "fixed", "bb", "c", "0 0 0") +
      joint("ca", "revolute", "c", "a", "0 0 0",
            "<axis xyz='0 0 0'/><limit lower='2' upper='1' effort='1' velocity='1'/>"));
  const Diagnostics faults = faults_of(text);
  CHECK(says(faults, 2, "found \"one\""));
  CHECK(says(faults, 3, "is there twice"));
  CHECK(says(faults, 4, "-"));
  CHECK(says(faults, 5, "no file is found for \"package://none/c.stl\""));
  CHECK(says(faults, 6, "\"hinge\""));
  CHECK(says(faults, 7, "no link is named \"bb\""));
  CHECK(says(faults, 8, "has no direction"));
  CHECK(says(faults, 8, "above upper"));
  CHECK(faults.size() == 8);
}

TEST_CASE("trees alone: circles and second parents are told") {
  const std::string links = ball_link("a") + ball_link("b") + ball_link("c");
  CHECK(says(faults_of(robot(links + joint("ab", "continuous", "a", "b", "1 0 0") +
                             joint("cb", "continuous", "c", "b", "1 0 0"))),
             15, "is the second that holds link \"b\""));
  CHECK(says(faults_of(robot(links + joint("bc", "continuous", "b", "c", "1 0 0") +
                             joint("cb", "continuous", "c", "b", "1 0 0"))),
             6, "lies on a circle"));
}

TEST_CASE("inertia that no body has is told with its link") {
  const auto with = [](const std::string& moments) {
    return robot("<link name='base'/>\n<link name='rod'><inertial><mass value='2'/><inertia " +
                 moments + "/></inertial></link>\n" +
                 joint("j", "continuous", "base", "rod", "0 0 0"));
  };
  CHECK(
      says(faults_of(with("ixx='0' iyy='0' izz='0'")), 3, "principal moments of inertia 0, 0, 0"));
  CHECK(says(faults_of(with("ixx='1' iyy='1' izz='3'")), 3, "above the sum"));
  CHECK(faults_of(with("ixx='1' iyy='1' izz='1.5'")).empty());
}

TEST_CASE("text that is no robot is refused with its line") {
  CHECK(says(faults_of("<robot>\n<link name='a'>\n</robot>"), 3, "is no XML"));
  CHECK(says(faults_of("\n<svg/>"), 2, "no root element"));
  CHECK(says(faults_of("<robot name='r'>\n</robot>"), 1, "has no link"));
  const ScratchFile empty("empty.urdf");
  std::ofstream(empty.path).flush();
  const Result<study::Scene> scene = read_scene(empty.path);
  REQUIRE(!scene);
  CHECK(to_string(scene.error()[0]).find("is no XML") != std::string::npos);
  CHECK(is_robot_text(" \n<robot/>"));
  CHECK(!is_robot_text("{\"format\": 1}"));
}

TEST_CASE("xacro is what has its elements, not what mentions them") {
  const std::string text =
      robot("<!-- <xacro:include filename='arm.xacro'/> -->\n" + ball_link("a"));
  CHECK(scene_of(text).model.bodies.size() == 1);
  const Diagnostics faults = faults_of(robot(ball_link("a") + "<xacro:arm/>\n"));
  REQUIRE(!faults.empty());
  CHECK(to_string(faults[0]).find("xacro") != std::string::npos);
}

}  // namespace
}  // namespace perpend::io
