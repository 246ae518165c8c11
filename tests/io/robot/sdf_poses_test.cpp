// SPDX-License-Identifier: Apache-2.0
// What SDF places by frames, and words of SDF that other programs write.
#include <fmt/format.h>

#include <numbers>

#include "io/robot/robot_text.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

const std::string kMass =
    "<inertial><mass>1</mass><inertia><ixx>.1</ixx><iyy>.1</iyy><izz>.1</izz></inertia></inertial>";
const std::string kSmallBall =
    "<collision name='c'><geometry><sphere><radius>0.1</radius></sphere></geometry></collision>";

std::string body(const std::string& name, const std::string& inside = "") {
  return "<link name='" + name + "'>" + inside + "</link>\n";
}

std::string one_model(const std::string& inside) {
  return "<sdf version='1.9'>\n<model name='m'>\n" + inside + "</model>\n</sdf>";
}

std::string hinge(const std::string& ends, const std::string& more = "",
                  const std::string& axis = "") {
  return "<joint name='j' type='revolute'>" + ends + more + "<axis><xyz>0 1 0</xyz>" + axis +
         "</axis></joint>\n";
}

TEST_CASE("a joint relative to a frame that is not there is a fault at its line") {
  const std::string ends = "<parent>a</parent><child>b</child>";
  for (const std::string frame : {"nosuch", "typo"})
    CHECK(says(faults_of(one_model(body("a") + body("b") +
                                   hinge(ends, "<pose relative_to='" + frame + "'/>"))),
               5, "stands relative to a frame that is not there"));
}

// The world turns by q about the axis seen from the link: the link turns back.
TEST_CASE("a joint whose child is the world moves its parent the other way") {
  const std::string lifted = "<pose>0 0 2 0 0 0</pose>" + kMass + kSmallBall;
  const study::Scene scene =
      scene_of(one_model(body("l", lifted) + hinge("<parent>l</parent><child>world</child>",
                                                   "<pose>0 0 3 0 0 0</pose>")),
               {.start = {{"j", 0.5}}});
  REQUIRE(scene.model.joints.size() == 1);
  const Eigen::Vector3d hangs(std::sin(0.5), 0, 3 - std::cos(0.5));
  CHECK((place_of(scene.model, "l") - hangs).norm() < 1e-14);
  const study::Scene world = scene_of(
      "<sdf version='1.9'><world name='w'><model name='m'>" + body("l", kMass) +
      "</model><joint name='j' type='fixed'><parent>m::l</parent><child>world</child></joint>"
      "</world></sdf>");
  CHECK(world.model.bodies.at(0).is_fixed());
}

TEST_CASE("the child that is the world turns about both axes of a universal joint") {
  const auto axis = [](const std::string& key, const std::string& xyz, int damping) {
    return fmt::format("<{0}><xyz>{1}</xyz><dynamics><damping>{2}</damping></dynamics></{0}>", key,
                       xyz, damping);
  };
  const study::Scene scene = scene_of(one_model(
      body("l", kMass) + "<joint name='u' type='universal'><parent>l</parent><child>world</child>" +
      axis("axis", "1 0 0", 2) + axis("axis2", "0 1 0", 3) + "</joint>"));
  // Of the bodies of the scene the first is the link, which has the axis of the parent.
  const Joint& joint = scene.model.joints.at(0);
  CHECK(joint.coordinates.at(0).damping == 3);
  CHECK(joint.coordinates.at(1).damping == 2);
}

TEST_CASE("collisions and inertials stand relative to the frames they name") {
  const std::string inertial =
      "<inertial><pose relative_to='f'>1 0 0 0 0 0</pose><mass>2</mass></inertial>";
  const std::string ball =
      "<collision name='c'><pose relative_to='f'>0 0 1 0 0 0</pose><geometry><sphere>"
      "<radius>0.1</radius></sphere></geometry></collision>";
  const std::string frame = "<frame name='f'><pose>0 0 5 0 0 0</pose></frame>\n";
  const study::Scene scene =
      scene_of(one_model(frame + body("l", "<pose>0 0 2 0 0 0</pose>" + inertial + ball)));
  const BodyDetails& details = *scene.model.bodies.at(0).details;
  CHECK((spatial_pose(scene.model, initial_state(scene.model), {0}).p - Eigen::Vector3d(1, 0, 5))
            .norm() < 1e-14);
  // Shapes are kept about the centre of mass.
  CHECK((details.spatial_shapes.at(0).pose.p - Eigen::Vector3d(-1, 0, 1)).norm() < 1e-14);
  CHECK(says(faults_of(one_model(body("l", ball))), 3, "no frame is named \"f\""));
}

TEST_CASE("1 is as true as true") {
  const study::Scene scene =
      scene_of(one_model(body("l", "<pose degrees='1'>0 0 2 0 90 0</pose>" + kMass + kSmallBall)));
  const Eigen::Quaterniond r = spatial_pose(scene.model, initial_state(scene.model), {0}).r;
  CHECK((r * Eigen::Vector3d::UnitX() + Eigen::Vector3d::UnitZ()).norm() < 1e-14);
}

TEST_CASE("infinities are no limits, no effort and no largest speed") {
  const auto limited = [](const std::string& limit) {
    return one_model(
        body("a", kMass) + body("b", kMass) +
        hinge("<parent>a</parent><child>b</child>", "", "<limit>" + limit + "</limit>"));
  };
  const std::string none =
      limited("<lower>-inf</lower><upper>inf</upper><effort>inf</effort><velocity>inf</velocity>");
  const study::Scene scene = scene_of(none, {.motors = RobotMotors::velocity});
  CHECK(scene.model.joints.at(0).coordinates.empty());
  CHECK(notes_of(none).empty());
  CHECK(says(faults_of(limited("<lower>inf</lower>")), 5, "is above upper"));
  CHECK(says(faults_of(limited("<upper>-inf</upper>")), 5, "is above upper"));
  CHECK(says(faults_of(limited("<upper>nan</upper>")), 5, "found \"nan\""));
}

TEST_CASE("a friction that is infinite is a large one, with a note") {
  const std::string rough =
      "<collision name='c'><geometry><sphere><radius>0.1</radius></sphere></geometry><surface>"
      "<friction><ode><mu>inf</mu><mu2>inf</mu2></ode></friction></surface></collision>";
  const std::string text = one_model(body("l", kMass + rough));
  const Model model = scene_of(text).model;
  CHECK(model.materials[static_cast<std::size_t>(model.bodies.at(0).material)].self.mu_s == 1000);
  CHECK(says(notes_of(text), 3, "mu = inf is 1000 here"));
  CHECK(notes_of(text).size() == 1);
}

TEST_CASE("what stands still is not kept apart, and no pair is twice") {
  const std::string links = body("a", kMass) + body("b", kMass);
  const std::string inner = "<model name='n'>" + links + "</model>";
  CHECK(scene_of(one_model(body("z", kMass) + inner)).model.excluded.size() == 3);
  const Result<ConvertedRobot> nested =
      convert_robot_text(one_model(body("z", kMass) + inner), "n.sdf", {});
  std::size_t pairs = 0;
  for (std::size_t at = nested->text.find("{\"a\":"); at != std::string::npos;
       at = nested->text.find("{\"a\":", at + 1))
    ++pairs;
  CHECK(pairs == 3);
  const auto still = convert_robot_text(one_model("<static>1</static>" + links), "s.sdf", {});
  CHECK(still->text.find("exclude_collisions") == std::string::npos);
}

TEST_CASE("the ground leaves a robot where it is that hangs on the world") {
  const std::string lifted = "<pose>0 0 2 0 0 0</pose>" + kMass + kSmallBall;
  const std::string hangs =
      one_model(body("l", lifted) + hinge("<parent>world</parent><child>l</child>"));
  CHECK(place_of(scene_of(hangs, {.ground = true}).model, "l").z() == 2);
  CHECK(place_of(scene_of(one_model(body("l", lifted)), {.ground = true}).model, "l").z() ==
        relative(0.1, 1e-14));
}

// Link and frame both turned and off the origin: the pose of the part is seen from the frame.
TEST_CASE("a part of a turned link stands as a turned frame sees it") {
  const spatial::Pose frame{{1, 2, 3},
                            Eigen::Quaterniond(Eigen::AngleAxisd(0.7, Eigen::Vector3d::UnitZ()))},
      own{{0.4, 0, 0.2}, Eigen::Quaterniond(Eigen::AngleAxisd(-0.5, Eigen::Vector3d::UnitX()))};
  const std::string box =
      "<collision name='c'><pose relative_to='f'>0.4 0 0.2 -0.5 0 0</pose><geometry><box><size>"
      "1 2 3</size></box></geometry></collision>";
  const study::Scene scene =
      scene_of(one_model("<frame name='f'><pose>1 2 3 0 0 0.7</pose></frame>" +
                         body("l", "<pose>-3 0 2 0 1.1 0</pose>" + kMass + box)));
  const spatial::Pose at = compose(spatial_pose(scene.model, initial_state(scene.model), {0}),
                                   scene.model.bodies.at(0).details->spatial_shapes.at(0).pose);
  const spatial::Pose expected = compose(frame, own);
  CHECK((at.p - expected.p).norm() < 1e-14);
  CHECK(at.r.angularDistance(expected.r) < 1e-14);
}

TEST_CASE(
    "of two links of a model that do not collide one may stand still, the first or the other") {
  const std::string still = "<model name='s'><static>1</static>" + body("a", kMass) + "</model>";
  const std::string moving = "<model name='n'>" + body("b", kMass) + "</model>";
  for (const std::string& links : {still + moving, moving + still})
    CHECK(scene_of(one_model(links)).model.excluded.size() == 1);
  CHECK(scene_of(
            one_model(still + "<model name='t'><static>1</static>" + body("c", kMass) + "</model>"))
            .model.excluded.empty());
}

}  // namespace
}  // namespace perpend::io
