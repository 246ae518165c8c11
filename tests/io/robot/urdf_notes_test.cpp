// SPDX-License-Identifier: Apache-2.0
// What of a URDF file is refused, and what is left out with a note.
#include <cstdlib>
#include <fstream>
#include <vector>

#include "io/robot/robot_text.hpp"
#include "io/scratch_file.hpp"

namespace perpend::io {
namespace {

TEST_CASE("what is not done is listed by name with its line, once for many") {
  const std::string text = robot(
      "<link name='base'>\n<visual><geometry><torus/></geometry></visual>\n"
      "<visual><geometry><torus/></geometry></visual>\n<flavour/>\n</link>\n<gazebo/"
      ">\n<transmission/>\n"
      "<link name='tip' colour='red'/>\n");
  const Diagnostics notes = notes_of(text);
  CHECK(says(notes, 3, "link \"base\": torus: is a shape that is not done"));
  CHECK(says(notes, 3, "so in lines 4"));
  CHECK(says(notes, 5, "flavour"));
  CHECK(says(notes, 7, "gazebo"));
  CHECK(says(notes, 8, "transmission"));
  CHECK(says(notes, 9, "colour is not done"));
  CHECK(says(notes, 2, "has no mass: it is held; so in lines 9"));
  CHECK(says(notes, 9, "is a root beside link \"base\""));
  CHECK(notes.size() == 7);
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
  CHECK(to_string(scene.error()[0]).ends_with("empty.urdf:1: is empty (expected XML)"));
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

TEST_CASE("notes and faults come in the order of the lines, whatever is read first") {
  const auto lines = [](const Diagnostics& all) {
    std::vector<int> found;
    for (const Diagnostic& each : all) found.push_back(each.line);
    return found;
  };
  const std::string limited =
      joint("j", "continuous", "a", "b", "1 0 0", "<limit effort='1' velocity='2'/>");
  const std::string noted = limited + "<material name='m'><texture/></material>\n";
  const std::string links = ball_link("b") + "<link name='a'>\n<flavour/>\n</link>\n";
  CHECK(lines(notes_of(robot(noted + links))) == std::vector<int>{2, 3, 9});
  const std::string wrong =
      joint("j", "hinge", "a", "b", "1 0 0") +
      "<link name='b'/>\n<link name='b'/>\n<link name='a'><inertial/></link>\n";
  CHECK(lines(faults_of(robot(wrong))) == std::vector<int>{2, 4, 5});
}

TEST_CASE("blank lines before a declaration of XML count as lines") {
  for (const int blank : {0, 1, 4}) {
    const std::string before =
        std::string(static_cast<std::size_t>(blank), '\n') + "<?xml version=\"1.0\"?>\n";
    CHECK(says(notes_of(before + robot(ball_link("a") + "<gazebo/>\n")), blank + 7, "gazebo"));
    CHECK(says(faults_of(before + "<robot>\n</wrong>"), blank + 3, "is no XML"));
  }
}

TEST_CASE("a byte order mark and blanks may stand before a robot") {
  CHECK(is_robot_text("\xef\xbb\xbf<robot/>"));
  CHECK(is_robot_text("\xef\xbb\xbf \r\n\t<robot/>"));
  CHECK(!is_robot_text("\xef\xbb\xbf{}"));
  CHECK(!is_robot_text("\xef\xbb\xbf"));
  CHECK(scene_of("\xef\xbb\xbf" + robot(ball_link("a"))).model.bodies.size() == 1);
}

TEST_CASE("a number ends with a blank or its text, and colours are held between 0 and 1") {
  const auto sized = [](const std::string& size) {
    return robot("<link name='a'><collision><geometry><box size='" + size +
                 "'/></geometry></collision></link>");
  };
  CHECK(faults_of(sized(" 1\t2\n3 ")).empty());
  for (const std::string wrong : {"1,2,3", "1m 2m 3m", "1 2 3 4", "1 2", "1+2+3", "3-2-1"})
    CHECK(says(faults_of(sized(wrong)), 2, "found \"" + wrong + "\""));
  const auto colored = [](const std::string& rgba) {
    std::string text = ball_link("a");
    text.insert(text.find("</link>"),
                "<visual><material><color rgba='" + rgba + "'/></material></visual>");
    return scene_of(robot(text)).colors.at(0);
  };
  CHECK(colored("-0.5 1.5 0.5 1") == "#00ff80");
  CHECK(colored("1 0 0.999 0") == "#ff00ff");
}

TEST_CASE("friction and damping below 0 are faults, a limit of one value is one") {
  const auto hinge = [](const std::string& inside) {
    return robot("<link name='base'/>\n" + ball_link("arm") +
                 joint("j", "revolute", "base", "arm", "0 0 1", inside));
  };
  const std::string limit = "<limit lower='0' upper='0' effort='1'/>";
  CHECK(says(faults_of(hinge(limit + "<dynamics damping='-2'/>")), 7, "is -2 (expected >= 0"));
  CHECK(says(faults_of(hinge(limit + "<dynamics friction='-3'/>")), 7, "is -3 (expected >= 0"));
  CHECK(says(faults_of(hinge("<limit lower='1' upper='0.5'/>")), 7, "lower = 1 is above upper"));
  CHECK(faults_of(hinge("<limit lower='1' upper='0.5'/>")).size() == 1);
  const CoordinateDef still = scene_of(hinge(limit)).model.joints.at(0).coordinates.at(0);
  CHECK(still.lo == 0);
  CHECK(still.hi == 0);
  CHECK(notes_of(hinge("<limit lower='0' upper='1' effort='1'/>")).empty());
  CHECK(notes_of(hinge("<limit lower='-1' upper='0' effort='1'/>")).empty());
}

TEST_CASE("xacro that fails says why, one that is not there how to get it") {
  const ScratchFile folder("tools"), arm("arm.xacro");
  std::filesystem::create_directories(folder.path);
  std::ofstream(arm.path) << "<robot/>";
  const char* const before = std::getenv("PATH");
  const std::string path = before ? before : "";
  const auto fault = [&] {
    const Result<study::Scene> scene = read_scene(arm.path);
    REQUIRE(!scene);
    REQUIRE(scene.error().size() == 1);
    CHECK(scene.error()[0].file == arm.path.string());
    return scene.error()[0];
  };
  const char* const python = std::getenv("PERPEND_PYTHON");
  const std::string interpreter = python ? python : "";
  ::setenv("PERPEND_PYTHON", (folder.path / "python").c_str(), 1);
  ::setenv("PATH", folder.path.c_str(), 1);
  CHECK(fault().hint == "the file is xacro: install it with `pip install xacro`");
  std::ofstream(folder.path / "xacro") << "#!/bin/sh\necho no such macro >&2\nexit 2\n";
  std::filesystem::permissions(folder.path / "xacro", std::filesystem::perms::owner_all);
  CHECK(fault().hint == "no such macro");
  ::setenv("PERPEND_PYTHON", interpreter.c_str(), 1);
  ::setenv("PATH", path.c_str(), 1);
  std::filesystem::remove_all(folder.path);
}

}  // namespace
}  // namespace perpend::io
