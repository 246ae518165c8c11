// SPDX-License-Identifier: Apache-2.0
// Which links of a robot become one body, which are held, and how the scene names them.
#include <fmt/format.h>

#include <algorithm>

#include "io/robot/robot_text.hpp"

namespace perpend::io {
namespace {

std::vector<std::string> names_of(const study::Scene& scene) {
  std::vector<std::string> names;
  for (const Body& body : scene.model.bodies) names.push_back(body.details->name);
  return names;
}

const Body& named(const study::Scene& scene, const std::string& name) {
  for (const Body& body : scene.model.bodies)
    if (body.details->name == name) return body;
  FAIL("no body " << name);
  return scene.model.bodies[0];
}

long held_notes(const std::string& text, const RobotOptions& options = {}) {
  const Diagnostics notes = notes_of(text, options);
  return std::ranges::count_if(notes, [](const Diagnostic& note) {
    return note.message.starts_with("has no mass: it is held");
  });
}

}  // namespace

TEST_CASE("what a fixed joint holds to the world is held, and is no joint of the scene") {
  const auto held = [](const std::string& type) {
    return scene_of(
        "<sdf version='1.9'><model name='m'><link name='a'><pose>0 0 1 0 0 0</pose></link>"
        "<link name='b'/><joint name='j' type='" +
        type + "'><parent>world</parent><child>a</child></joint></model></sdf>");
  };
  const study::Scene scene = held("fixed"), turning = held("revolute");
  CHECK(named(scene, "a").is_fixed());
  CHECK(named(scene, "b").is_dynamic());
  CHECK(scene.model.joints.empty());
  CHECK(named(turning, "a").is_dynamic());
  CHECK(turning.model.joints.size() == 1);
}

TEST_CASE("a root named world is held, whatever its mass; others with a mass move") {
  for (const std::string name : {"world", "base"}) {
    const study::Scene scene =
        scene_of(robot(ball_link(name) + ball_link("arm") +
                       joint("j", "continuous", name, "arm", "1 0 0", "<axis xyz='0 1 0'/>")));
    CHECK(named(scene, name == "world" ? "world_link" : name).is_fixed() == (name == "world"));
  }
}

TEST_CASE("every tree of links has a root: what floats in another is one of its own") {
  const std::string text = robot(ball_link("base") + ball_link("bird") +
                                 joint("j", "floating", "base", "bird", "1 0 0"));
  for (const RobotBase base : {RobotBase::fixed, RobotBase::as_file}) {
    const study::Scene scene = scene_of(text, {.base = base});
    CHECK(named(scene, "base").is_fixed() == (base == RobotBase::fixed));
    CHECK(named(scene, "bird").is_fixed() == (base == RobotBase::fixed));
  }
  // A link that is fixed to the base is part of it, and takes nothing from its being a root.
  const std::string lumped =
      robot(ball_link("base") + ball_link("tool") + joint("j", "fixed", "base", "tool", "1 0 0"));
  const study::Scene one = scene_of(lumped, {.base = RobotBase::fixed});
  REQUIRE(one.model.bodies.size() == 1);
  CHECK(named(one, "base").is_fixed());
  // What is joined is not.
  const std::string joined =
      robot(ball_link("base") + ball_link("arm") +
            joint("j", "continuous", "base", "arm", "1 0 0", "<axis xyz='0 1 0'/>"));
  CHECK(named(scene_of(joined, {.base = RobotBase::fixed}), "arm").is_dynamic());
}

TEST_CASE("that a link without mass is held is told where nothing hangs on it") {
  const std::string arm =
      ball_link("arm") + joint("j", "continuous", "base", "arm", "0 0 1", "<axis xyz='0 1 0'/>");
  CHECK(held_notes(robot("<link name='base'/>\n")) == 1);
  CHECK(held_notes(robot("<link name='base'/>\n" + arm)) == 0);
  CHECK(held_notes(robot(ball_link("base") + arm), {.base = RobotBase::fixed}) == 0);
  CHECK(held_notes(robot(ball_link("base")), {.base = RobotBase::fixed}) == 0);
}

TEST_CASE(
    "a link named world without shapes is the world of the scene; with shapes it has another "
    "name") {
  const std::string arm =
      ball_link("arm") + joint("j", "continuous", "world", "arm", "0 0 1", "<axis xyz='0 1 0'/>");
  const study::Scene scene = scene_of(robot("<link name='world'/>\n" + arm));
  CHECK(names_of(scene) == std::vector<std::string>{"arm"});
  CHECK(scene.model.joints.at(0).b == kWorld);
  const study::Scene solid =
      scene_of(robot("<link name='world'><collision><geometry><sphere "
                     "radius='0.1'/></geometry></collision></link>\n" +
                     arm));
  CHECK(names_of(solid) == std::vector<std::string>{"world_link", "arm"});
  CHECK(solid.model.joints.at(0).b == BodyId{0});
}

TEST_CASE("each body and joint of a scene stands on a line of its own") {
  const Result<ConvertedRobot> converted =
      convert_robot_text(robot(ball_link("a") + ball_link("b") +
                               joint("ab", "continuous", "a", "b", "1 0 0", "<axis xyz='0 1 0'/>")),
                         "t.urdf");
  REQUIRE(converted);
  for (const char* name : {"a", "b", "ab"})
    CHECK(converted->text.find(fmt::format("\n  {{\"name\":\"{}\",", name)) != std::string::npos);
}

TEST_CASE("links that are one body have the colour of the first that has one") {
  const auto with = [](const std::string& name, const std::string& rgba) {
    std::string text = ball_link(name);
    const std::string color =
        "<visual><material name='" + rgba + "'><color rgba='" + rgba + " 1'/></material></visual>";
    return rgba.empty() ? text : text.insert(text.find("</link>"), color);
  };
  const auto color = [&](const std::string& base, const std::string& tool) {
    return scene_of(robot(with("base", base) + with("tool", tool) +
                          joint("j", "fixed", "base", "tool", "1 0 0")))
        .colors.at(0);
  };
  CHECK(color("1 0 0", "0 0 1") == "#ff0000");
  CHECK(color("1 0 0", "") == "#ff0000");
  CHECK(color("", "0 0 1") == "#0000ff");
}

TEST_CASE("a robot of one shape is as large as that from end to end") {
  const auto large = [](double radius) {
    return notes_of(
        robot(fmt::format("<link name='base'><collision><geometry><sphere radius='{}'/></geometry>"
                          "</collision></link>",
                          radius)));
  };
  CHECK(says(large(101), 2, "makes the robot 202 m large"));
  CHECK(!says(large(99), 2, "makes the robot"));
}

TEST_CASE("links overlap by whichever of their shapes is smaller") {
  const auto overlap = [](double gap) {
    const std::string far =
        joint("ab", "continuous", "base", "a", "9 0 0") +
        joint("bc", "continuous", "base", "b", fmt::format("{} 0 0", 9 + 1.1 + gap));
    std::string large = ball_link("b");
    large.replace(large.find("radius='0.1'"), 12, "radius='1'");
    return scene_of(robot(ball_link("base") + ball_link("a") + large + far)).model.excluded.size();
  };
  CHECK(overlap(-5e-8) == 1);
  CHECK(overlap(-5e-9) == 0);
  CHECK(overlap(1e-6) == 0);
}

namespace {

// Three links, of a ball each, that hang on each other; the first and the last are in one place.
std::string folded(const std::string& first_joint, bool is_static) {
  const auto link = [](const std::string& name, const std::string& x) {
    return "<link name='" + name + "'><pose>" + x +
           " 0 0 0 0 0</pose><collision name='c'><geometry><sphere>"
           "<radius>0.1</radius></sphere></geometry></collision></link>";
  };
  const auto hang = [](const std::string& type, const std::string& a, const std::string& b) {
    return "<joint name='" + a + b + "' type='" + type + "'><parent>" + a + "</parent><child>" + b +
           "</child><axis><xyz>0 0 1</xyz></axis></joint>";
  };
  return "<sdf version='1.9'><model name='m'>" +
         std::string(is_static ? "<static>1</static>" : "") + "<self_collide>1</self_collide>" +
         link("a", "0") + link("b", "1") + link("c", "0") + hang(first_joint, "a", "b") +
         hang("revolute", "b", "c") + "</model></sdf>";
}

}  // namespace

TEST_CASE("links that are held overlap without a word: they do not collide anyway") {
  const auto told = [](bool is_static) {
    return std::ranges::count_if(notes_of(folded("revolute", is_static)),
                                 [](const Diagnostic& note) {
                                   return note.message.find("overlaps link") != std::string::npos;
                                 });
  };
  CHECK(told(false) == 1);
  CHECK(told(true) == 0);
}

TEST_CASE("links of a model that are one body are no pair that does not collide") {
  std::string text = folded("fixed", false);
  text.replace(text.find("<self_collide>1"), 15, "<self_collide>0");
  const study::Scene scene = scene_of(text);
  CHECK(scene.model.bodies.size() == 2);
  CHECK(scene.model.excluded.size() == 1);
}

TEST_CASE("limits of hinges above four turns are told, not those of slides or of no limit") {
  const auto told = [](const std::string& type, const std::string& lower,
                       const std::string& upper) {
    const std::string limit = "<limit lower='" + lower + "' upper='" + upper + "' effort='1'/>";
    return says(notes_of(robot("<link name='base'/>\n" + ball_link("arm") +
                               joint("j", type, "base", "arm", "0 0 1", limit))),
                7, "turns as far as");
  };
  CHECK(told("revolute", "-1", "26"));
  CHECK(told("revolute", "-26", "1"));
  CHECK(told("revolute", "-1", "999"));
  CHECK(!told("revolute", "-25", "25"));  // 3.98 turns
  CHECK(!told("revolute", "-1000", "1000"));
  CHECK(!told("revolute", "-2000", "1"));
  CHECK(!told("prismatic", "-26", "26"));
}

TEST_CASE("a robot is as large as its links are apart, wherever it stands and what floats beside") {
  const auto large = [](const std::string& type, const std::string& xyz) {
    const Diagnostics notes = notes_of(
        robot(ball_link("base") + ball_link("arm") + joint("j", type, "base", "arm", xyz)));
    return says(notes, 6, "makes the robot");
  };
  CHECK(large("continuous", "201 0 0"));
  CHECK(!large("continuous", "199 0 0"));
  CHECK(!large("floating", "201 0 0"));
  const std::string far =
      "<sdf version='1.9'><model name='m'><pose>900 0 0 0 0 0</pose><link name='a'/>\n"
      "<link name='b'><pose>1 0 0 0 0 0</pose></link><joint name='j' type='ball'>"
      "<parent>a</parent><child>b</child></joint></model></sdf>";
  CHECK(notes_of(far).empty());
}

// The ball of each link lies 0.5 m above its frame.
TEST_CASE("links overlap where their shapes do, and joined ones in either order of the file") {
  const auto excluded = [](const std::string& first, const std::string& second, double dx) {
    const std::string links = ball_link("base") + first + second;
    return scene_of(robot(links + joint("ja", "continuous", "base", "a", "9 0 0") +
                          joint("jb", "continuous", "base", "b", fmt::format("{} 0 0", 9 + dx))))
        .model.excluded.size();
  };
  CHECK(excluded(ball_link("a"), ball_link("b", 0.5), 0) == 0);
  CHECK(excluded(ball_link("a", 0.5), ball_link("b"), 0) == 0);
  CHECK(excluded(ball_link("a", 0.5), ball_link("b", 0.5), 0.1) == 1);
  CHECK(excluded(ball_link("a", 0.5), ball_link("b", 0.5), 0.21) == 0);
  for (const bool parent_first : {true, false}) {
    const std::string a = ball_link("a"), b = ball_link("b");
    CHECK(scene_of(robot((parent_first ? a + b : b + a) +
                         joint("j", "continuous", "a", "b", "0.05 0 0")))
              .model.excluded.empty());
  }
}

}  // namespace perpend::io
