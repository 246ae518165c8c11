// SPDX-License-Identifier: Apache-2.0
// What the scene of a robot has of its surfaces, coordinates, couplers and pairs.
#include <fmt/format.h>

#include <algorithm>

#include "io/robot/sdf_text.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector3d;
using sdf::frame_of;
using sdf::kBall;
using sdf::link;
using sdf::model;

std::string ball_of(double mu, double e) {
  std::string text = kBall;
  return text.insert(
      text.find("</collision>"),
      fmt::format("<surface><friction><ode><mu>{}</mu></ode></friction><bounce>"
                  "<restitution_coefficient>{}</restitution_coefficient></bounce></surface>",
                  mu, e));
}

std::string joined(const std::string& name, const std::string& type, const std::string& parent,
                   const std::string& child, const std::string& inside) {
  return fmt::format("<joint name='{}' type='{}'><parent>{}</parent><child>{}</child>{}</joint>\n",
                     name, type, parent, child, inside);
}

std::string axis(const std::string& xyz, const std::string& inside,
                 const std::string& key = "axis") {
  return fmt::format("<{0}><xyz>{1}</xyz>{2}</{0}>", key, xyz, inside);
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST_CASE("links have the surface that each says, and links of one surface share it") {
  const std::string links = link("a", ">0 0 0 0 0 0", ball_of(0.25, 0.75)) +
                            link("b", ">1 0 0 0 0 0", ball_of(0.7, 0.125)) +
                            link("c", ">2 0 0 0 0 0", ball_of(0.25, 0.75)) +
                            link("d", ">3 0 0 0 0 0", ball_of(0.5, 0));
  const Model found = scene_of(model(links)).model;
  const auto own = [&](const char* name) {
    const int material = found.bodies[static_cast<std::size_t>(body_of(found, name))].material;
    return found.surface(material, material);
  };
  for (const auto& [name, mu, e] :
       {std::tuple("a", 0.25, 0.75), {"b", 0.7, 0.125}, {"c", 0.25, 0.75}, {"d", 0.5, 0.0}}) {
    CHECK(own(name).mu_s == mu);
    CHECK(own(name).mu_k == mu);
    CHECK(own(name).e == e);
  }
  CHECK(found.bodies[0].material == found.bodies[2].material);
  CHECK(found.bodies[0].material != found.bodies[1].material);
  CHECK(found.materials.size() == 3);  // that of d is the one of scenes
}

TEST_CASE("both axes of a universal joint keep springs, friction and one-sided limits") {
  const auto dynamics = [](double stiffness, double rest, double friction) {
    return fmt::format(
        "<dynamics><spring_stiffness>{}</spring_stiffness><spring_reference>{}</spring_reference>"
        "<friction>{}</friction></dynamics>",
        stiffness, rest, friction);
  };
  const study::Scene scene = scene_of(model(
      link("a", ">0 0 0 0 0 0", kBall) + link("b", ">0 0 1 0 0 0", kBall) +
      joined("u", "universal", "a", "b",
             axis("1 0 0", dynamics(0.5, 0.1, 0.2) + "<limit><lower>-0.3</lower></limit>") +
                 axis("0 1 0", dynamics(0.25, -0.4, 0.6) + "<limit><upper>0.8</upper></limit>",
                      "axis2"))));
  const std::vector<CoordinateDef>& defs = scene.model.joints.at(0).coordinates;
  REQUIRE(defs.size() == 2);
  for (const auto& [def, stiffness, rest, friction] :
       {std::tuple(defs[0], 0.5, 0.1, 0.2), {defs[1], 0.25, -0.4, 0.6}}) {
    CHECK(def.stiffness == stiffness);
    CHECK(*def.rest == rest);
    CHECK(def.friction == friction);
  }
  CHECK(defs[0].lo == -0.3);
  CHECK(std::isinf(defs[0].hi));
  CHECK(std::isinf(defs[1].lo));
  CHECK(defs[1].hi == 0.8);
}

// The world holds the child: what moves is the parent.
TEST_CASE("a joint stays where only its parent moves, and goes where nothing does") {
  const auto world = [](const std::string& joint) {
    return "<sdf version='1.9'><world name='w'>\n<model name='post'><static>1</static>" +
           link("l", ">0 0 0 0 0 0", kBall) + "</model><model name='wall'><static>1</static>" +
           link("l", ">9 0 0 0 0 0", kBall) + "</model><model name='arm'>" +
           link("l", ">3 0 0 0 0 0", kBall) + "</model>\n" + joint + "</world></sdf>";
  };
  const auto turned = [&](const char* type, const char* parent, const char* child) {
    return world(joined("j", type, parent, child, axis("0 0 1", "")));
  };
  const study::Scene scene = scene_of(turned("revolute", "arm::l", "post::l"));
  REQUIRE(scene.model.joints.size() == 1);
  CHECK(scene.model.joints[0].a == BodyId{body_of(scene.model, "post::l")});
  CHECK(scene.model.joints[0].b == BodyId{body_of(scene.model, "arm::l")});
  const std::string still = turned("revolute", "wall::l", "post::l");
  CHECK(scene_of(still).model.joints.empty());
  CHECK(says(notes_of(still), 6, "joins what does not move"));
  CHECK(notes_of(turned("fixed", "wall::l", "post::l")).empty());
}

TEST_CASE("what follows a joint that stands still has no term of it; a follower that stands none") {
  const std::string slide =
      link("m", ">0 1 0 0 0 0", kBall) + link("s", ">0 2 0 0 0 0", kBall) +
      link("t", ">0 3 0 0 0 0", kBall) +
      joined("free", "prismatic", "world", "m", axis("1 0 0", "")) +
      joined("held", "fixed", "world", "s", "") +
      joined("still", "prismatic", "s", "world", axis("1 0 0", "")) +
      joined("after", "prismatic", "world", "t",
             axis("1 0 0", "<mimic joint='still'><multiplier>2</multiplier></mimic>"));
  const study::Scene scene = scene_of(model(slide));
  REQUIRE(scene.model.couplers.size() == 1);
  REQUIRE(scene.model.couplers[0].terms.size() == 1);
  CHECK(scene.model.couplers[0].name == "after_follows_still");
  CHECK(scene.model.couplers[0].terms[0].factor == 1);
}

TEST_CASE("links that overlap and do not collide anyway are one pair, without a word") {
  const std::string links = link("a", ">0 0 0 0 0 0", kBall) + link("b", ">0.05 0 0 0 0 0", kBall) +
                            link("c", ">9 0 0 0 0 0", kBall);
  const std::string hinges = joined("j", "revolute", "c", "a", axis("0 0 1", "")) +
                             joined("k", "revolute", "c", "b", axis("0 0 1", ""));
  const std::string apart = model(links + hinges);
  const Result<ConvertedRobot> one = convert_robot_text(apart, "m.sdf", {});
  REQUIRE(one);
  CHECK(times(one->text, "{\"a\":\"a\",\"b\":\"b\"}") == 1);
  CHECK(notes_of(apart).empty());
  const std::string meeting = model("<self_collide>1</self_collide>" + links + hinges);
  const Result<ConvertedRobot> told = convert_robot_text(meeting, "m.sdf", {});
  CHECK(times(told->text, "{\"a\":\"a\",\"b\":\"b\"}") == 1);
  CHECK(says(told->notes, 3, "overlaps link \"b\" at the start"));
}

TEST_CASE("without gravity the ground is below z, and a place of a millimetre is one") {
  const study::Scene near = scene_of(model(link("a", ">0.001 0 0 0 0 0", kBall)));
  CHECK((frame_of(near, "a").p - Vector3d(0.001, 0, 0)).norm() < 1e-15);
  const study::Scene scene = scene_of(model(link("a", ">0.001 0 5 0 0 0", kBall)),
                                      {.ground = true, .gravity = Vector3d(0, 0, 0)});
  CHECK(scene.model.gravity == Vector3d(0, 0, 0));
  CHECK((frame_of(scene, "a").p - Vector3d(0.001, 0, 0.1)).norm() < 1e-14);
  CHECK((frame_of(scene, "ground").r * Vector3d::UnitZ() - Vector3d::UnitZ()).norm() < 1e-15);
}

TEST_CASE("a motor is that of a joint with an effort, and the note that of one that lost it") {
  const auto slide = [](const char* name, const char* child, const std::string& limit,
                        const std::string& mimic) {
    return joint(name, "prismatic", "base", child, "0 0 0",
                 "<limit lower='-9' upper='9'" + limit + "/>" + mimic);
  };
  const std::string text =
      robot("<link name='base'/>\n" + ball_link("a") + ball_link("b") +
            slide("ja", "a", " effort='7'", "") + slide("jb", "b", "", "<mimic joint='ja'/>"));
  const RobotOptions motors{.motors = RobotMotors::velocity};
  const CoordinateDef own = scene_of(text, motors).model.joints.at(0).coordinates.at(0);
  CHECK(own.motor == MotorKind::velocity);
  CHECK(own.target == 0);
  CHECK(own.max_force == 7);
  CHECK(std::ranges::none_of(notes_of(text, motors), [](const Diagnostic& note) {
    return note.message.find("has no motor") != std::string::npos;
  }));
}

TEST_CASE("robots that stand in each other are not kept apart: the scene tells it") {
  const auto ball = [](const std::string& name, const std::string& x) {
    return "<model name='" + name + "'>" + link("l", ">" + x + " 0 0 0 0 0", kBall) + "</model>";
  };
  const std::string text =
      "<sdf version='1.9'><world name='w'>" + ball("p", "0") + ball("q", "0.15") + "</world></sdf>";
  const Result<ConvertedRobot> converted = convert_robot_text(text, "w.sdf", {});
  REQUIRE(converted);
  CHECK(times(converted->text, "exclude_collisions") == 0);
  const Result<study::Scene> scene = parse_scene(converted->text, "w.sdf");
  REQUIRE(!scene);
  CHECK(to_string(scene.error()).find("'q::l' overlaps 'p::l' by 0.05 m") != std::string::npos);
}

TEST_CASE("a scene has the name of its robot, or else of its file") {
  const std::string ball = ball_link("a");
  CHECK(scene_of("<robot name='crab 2'>" + ball + "</robot>").name == "crab 2");
  CHECK(scene_of("<robot>" + ball + "</robot>").name == "test");
}

}  // namespace
}  // namespace perpend::io
