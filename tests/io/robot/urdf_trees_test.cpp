// SPDX-License-Identifier: Apache-2.0
// Files of several trees, masses of what is held, and inertials that lack a part.
#include <algorithm>
#include <random>

#include "io/robot/robot_text.hpp"

namespace perpend::io {
namespace {

// A link on one line, with a mass if it is asked for.
std::string link(int i, bool has_mass) {
  const std::string mass =
      "<inertial><mass value='2'/><inertia ixx='1' iyy='1' izz='1'/></inertial>";
  return "<link name='l" + std::to_string(i) + "'>" + (has_mass ? mass : "") + "</link>\n";
}

std::string hinge(int child, int parent, const char* type) {
  return joint("j" + std::to_string(child), type, "l" + std::to_string(parent),
               "l" + std::to_string(child), "1 0 0", "<axis xyz='0 1 0'/>");
}

// Lines of the notes with these words; a note of several elements names all their lines.
std::vector<int> lines_with(const Diagnostics& notes, const std::string& words) {
  std::vector<int> lines;
  for (const Diagnostic& each : notes) {
    if (each.message.find(words) == std::string::npos) continue;
    lines.push_back(each.line);
    const std::size_t others = each.message.find("; so in lines ");
    if (others == std::string::npos) continue;
    for (std::size_t at = others + 13; at != std::string::npos;
         at = each.message.find(", ", at + 1))
      lines.push_back(std::stoi(each.message.substr(at + 1)));
  }
  std::ranges::sort(lines);
  return lines;
}

}  // namespace

TEST_CASE("each root after the first is told with its line, and is a robot of its own") {
  std::mt19937 random(5);
  const auto draw = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
  for (int trial = 0; trial < 40; ++trial) {
    CAPTURE(trial);
    const int count = 2 + draw(7);
    std::string links, joints;
    std::vector<int> roots;
    for (int i = 0; i < count; ++i) {
      links += link(i, true);
      if (i == 0 || draw(3) == 0)
        roots.push_back(i + 2);
      else
        joints += hinge(i, draw(i), "continuous");
    }
    const std::string text = robot(links + joints);
    const std::vector<int> further(roots.begin() + 1, roots.end());
    CHECK(lines_with(notes_of(text), "is a root beside link \"l0\"") == further);
    const Model model = scene_of(text, {.base = RobotBase::fixed}).model;
    int fixed = 0;
    for (const Body& body : model.bodies) fixed += body.kind == BodyKind::spatial_fixed ? 1 : 0;
    CHECK(fixed == static_cast<int>(roots.size()));
  }
}

TEST_CASE("a link called world is supplied where joints name it as their parent only") {
  const std::string pole = ball_link("pole"),
                    hinge_up = joint("up", "continuous", "world", "pole", "0 0 1");
  const std::string text = robot(pole + hinge_up);
  CHECK(says(notes_of(text), 6, "no link is named \"world\": it is the fixed frame"));
  const Model given = scene_of(robot("<link name='world'/>\n" + pole + hinge_up)).model;
  const Model model = scene_of(text).model;
  REQUIRE(model.joints.size() == 1);
  CHECK(model.joints[0].b == given.joints[0].b);
  CHECK(model.joints[0].frame_b.p == given.joints[0].frame_b.p);
  CHECK(model.bodies.size() == given.bodies.size());
  const std::string other = robot(pole + joint("up", "continuous", "wrld", "pole", "0 0 1"));
  CHECK(says(faults_of(other), 6, "no link is named \"wrld\""));
}

TEST_CASE("an inertial of what is held is told to be unused, and no other is") {
  std::mt19937 random(6);
  const auto draw = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
  for (int trial = 0; trial < 40; ++trial) {
    CAPTURE(trial);
    const bool base_is_fixed = draw(2) == 0;
    std::string links, joints;
    std::vector<int> unused;
    std::vector<bool> held{base_is_fixed};
    const int count = 2 + draw(6);
    for (int i = 0; i < count; ++i) {
      const int parent = i > 0 ? draw(i) : 0;
      const bool is_welded = draw(2) == 0;
      if (i > 0) held.push_back(is_welded && held[static_cast<std::size_t>(parent)]);
      if (i > 0) joints += hinge(i, parent, is_welded ? "fixed" : "continuous");
      const bool has_mass = !held.back() || draw(2) == 0;
      links += link(i, has_mass);
      if (held.back() && has_mass) unused.push_back(i + 2);
    }
    const RobotBase base = base_is_fixed ? RobotBase::fixed : RobotBase::free;
    CHECK(lines_with(notes_of(robot(links + joints), {.base = base}), "is not used: the body") ==
          unused);
  }
}

TEST_CASE("an inertial that lacks a part is told what was expected") {
  const auto fault = [](const std::string& parts) {
    return to_string(faults_of(robot("<link name='base'/>\n<link name='tip'>\n<inertial>" + parts +
                                     "</inertial></link>\n" +
                                     joint("j", "continuous", "base", "tip", "1 0 0"))));
  };
  CHECK(fault("<mass value='1'/>")
            .find("urdf:4: link \"tip\": inertial: has no inertia (expected an inertia with ixx, "
                  "iyy and izz in kg m²)") != std::string::npos);
  CHECK(fault("<inertia ixx='1' iyy='1' izz='1'/>")
            .find("urdf:4: link \"tip\": inertial: has no mass (expected a mass with its value in "
                  "kg, or allow it by --mend-masses)") != std::string::npos);
  CHECK(fault("<mass value='1'/><inertia ixx='1' iyy='1'/>")
            .find("urdf:4: link \"tip\": inertia: has no izz (expected a number)") !=
        std::string::npos);
}

}  // namespace perpend::io
