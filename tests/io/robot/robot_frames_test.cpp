// SPDX-License-Identifier: Apache-2.0
// Links that fixed joints make part of a body, and frames of SDF, stay as named frames.
#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "io/robot/sdf_text.hpp"
#include "io/robot/urdf_text.hpp"
#include "perpend/dynamics/body_frame.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector3d;

spatial::Pose pose_of(const study::Scene& scene, const std::string& name) {
  const auto frame = find_frame(scene.model, scene.frames, name);
  REQUIRE_MESSAGE(frame, "no frame ", name);
  return world_pose(scene.model, initial_state(scene.model), *frame);
}

void check_same(const spatial::Pose& a, const spatial::Pose& b) {
  CHECK((a.p - b.p).norm() < 1e-12);
  CHECK((a.r.toRotationMatrix() - b.r.toRotationMatrix()).norm() < 1e-12);
}

struct DrawnLink {
  int parent = -1;
  bool is_fixed = false;
  double start = 0;  // rad
  Vector3d xyz{0, 0, 0}, rpy{0, 0, 0};
  spatial::Pose pose = {};  // world, at the start
};

// A tree whose links are each held by a fixed joint or a hinge about z, placed by forward
// kinematics along the chain of origins.
std::vector<DrawnLink> drawn_tree(std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<DrawnLink> links(std::uniform_int_distribution<std::size_t>(2, 12)(random));
  for (std::size_t i = 1; i < links.size(); ++i) {
    DrawnLink& link = links[i];
    link.parent = std::uniform_int_distribution<int>(0, static_cast<int>(i) - 1)(random);
    link.is_fixed = number(random) < 0.3;
    for (double& x : link.xyz) x = number(random);
    for (double& x : link.rpy) x = number(random);
    if (!link.is_fixed) link.start = number(random);
    const auto about = [](double angle, const Vector3d& axis) {
      return Eigen::AngleAxisd(angle, axis);
    };
    const Eigen::Quaterniond turn(
        about(link.rpy.z(), Vector3d::UnitZ()) * about(link.rpy.y(), Vector3d::UnitY()) *
        about(link.rpy.x(), Vector3d::UnitX()) * about(link.start, Vector3d::UnitZ()));
    link.pose = compose(links[static_cast<std::size_t>(link.parent)].pose, {link.xyz, turn});
  }
  return links;
}

std::string urdf_of(const std::vector<DrawnLink>& links, const std::string& visual = "") {
  std::string text = "<link name='l0'/>\n";
  for (std::size_t i = 1; i < links.size(); ++i) {
    const DrawnLink& link = links[i];
    text += fmt::format("<link name='l{}'>{}{}</link>\n", i, visual,
                        link.is_fixed ? ""
                                      : "<inertial><mass value='1'/><inertia ixx='1' iyy='1' "
                                        "izz='1'/></inertial>");
    const auto list = [](const Vector3d& v) {
      return fmt::format("{:.17g} {:.17g} {:.17g}", v.x(), v.y(), v.z());
    };
    text += fmt::format(
        "<joint name='j{0}' type='{1}'><parent link='l{2}'/><child link='l{0}'/><origin xyz='{3}' "
        "rpy='{4}'/><axis xyz='0 0 1'/></joint>\n",
        i, link.is_fixed ? "fixed" : "continuous", link.parent, list(link.xyz), list(link.rpy));
  }
  return robot(text);
}

RobotOptions started(const std::vector<DrawnLink>& links) {
  RobotOptions options{.base = RobotBase::fixed};
  for (std::size_t i = 1; i < links.size(); ++i)
    if (!links[i].is_fixed) options.start.push_back({fmt::format("j{}", i), links[i].start});
  return options;
}

TEST_CASE("every link of a URDF is a frame, at the pose that its joints give it") {
  std::mt19937 random(11);
  int merged = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const std::vector<DrawnLink> links = drawn_tree(random);
    const study::Scene scene = scene_of(urdf_of(links), started(links));
    std::size_t fixed = 0;
    for (std::size_t i = 0; i < links.size(); ++i) {
      check_same(pose_of(scene, fmt::format("l{}", i)), links[i].pose);
      fixed += i > 0 && links[i].is_fixed ? 1u : 0u;
    }
    CHECK(scene.frames.size() == fixed);
    CHECK(scene.model.bodies.size() == links.size() - fixed);
    merged += static_cast<int>(fixed);
  }
  CHECK(merged > 50);
}

// The world poses of all visuals of a scene at its start.
std::vector<spatial::Pose> visual_poses(const study::Scene& scene) {
  std::vector<spatial::Pose> poses;
  for (int i = 0; i < static_cast<int>(scene.model.bodies.size()); ++i)
    for (const study::Visual& visual : scene.visuals.at(static_cast<std::size_t>(i)))
      poses.push_back(
          compose(spatial_frame_pose(scene.model, initial_state(scene.model), {i}), visual.pose));
  return poses;
}

TEST_CASE("the visual of every link of a URDF is where its joints put the link") {
  std::mt19937 random(12);
  const spatial::Pose origin{{0.1, 0.2, 0.3}, Eigen::Quaterniond(0, 0, 0, 1)};
  const std::string visual =
      "<visual><origin xyz='0.1 0.2 0.3' rpy='0 0 3.141592653589793'/><geometry><box size='1 2 3'/>"
      "</geometry></visual>";
  for (int trial = 0; trial < 40; ++trial) {
    const std::vector<DrawnLink> links = drawn_tree(random);
    const auto found = visual_poses(scene_of(urdf_of(links, visual), started(links)));
    CHECK(found.size() == links.size() - 1);
    for (std::size_t i = 1; i < links.size(); ++i) {
      const spatial::Pose expected = compose(links[i].pose, origin);
      CHECK(std::ranges::any_of(found, [&](const spatial::Pose& pose) {
        return (pose.p - expected.p).norm() < 1e-12 && pose.r.angularDistance(expected.r) < 1e-7;
      }));
    }
  }
}

TEST_CASE("links that the world holds are frames of the world") {
  const study::Scene scene =
      scene_of(robot("<link name='world'/><link name='post'/><link name='camera'/>\n" +
                     ball_link("ball") + joint("a", "fixed", "world", "post", "1 0 0") +
                     joint("b", "fixed", "post", "camera", "0 2 0") +
                     joint("c", "continuous", "camera", "ball", "0 0 3")));
  CHECK(scene.model.bodies.size() == 1);
  check_same(pose_of(scene, "post"), {{1, 0, 0}});
  check_same(pose_of(scene, "camera"), {{1, 2, 0}});
  for (const BodyFrame& frame : scene.frames) CHECK(frame.body == kWorld);
}

TEST_CASE("frames of SDF are those of the link, joint, model or frame they are attached to") {
  const std::string text = sdf::model(
      sdf::link("arm", ">1 0 0 0 0 0") + sdf::link("hand", ">1 0 2 0 0 0") +
      R"(<joint name='wrist' type='revolute'><parent>arm</parent><child>hand</child><axis>
         <xyz>0 0 1</xyz></axis></joint>
         <frame name='tool' attached_to='hand'><pose>0 0 1 0 0 0.5</pose></frame>
         <frame name='tip' attached_to='tool'><pose>1 0 0 0 0 0</pose></frame>
         <frame name='pivot' attached_to='wrist'/>
         <frame name='mark'><pose>0 5 0 0 0 0</pose></frame>
         <frame name='seen' attached_to='hand'><pose relative_to='mark'>0 0 1 0 0 0</pose></frame>)");
  const study::Scene start = scene_of(text);
  const auto turned = [](double angle) {
    return Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitZ()));
  };
  check_same(pose_of(start, "tip"), {{1 + std::cos(0.5), std::sin(0.5), 3}, turned(0.5)});
  check_same(pose_of(start, "seen"), {{0, 5, 1}});
  const study::Scene moved = scene_of(text, {.start = {{"wrist", 0.25}}});
  check_same(pose_of(moved, "tip"), {{1 + std::cos(0.75), std::sin(0.75), 3}, turned(0.75)});
  check_same(pose_of(moved, "pivot"), {{1, 0, 2}, turned(0.25)});
  check_same(pose_of(moved, "mark"), {{0, 5, 0}});
  CHECK(start.frames.size() == 5);
  const auto body = [&](const char* name) {
    return start.model
        .bodies[static_cast<std::size_t>(find_frame(start.model, start.frames, name)->body.index)]
        .details->name;
  };
  CHECK(body("pivot") == "hand");
  CHECK(body("mark") == "arm");
}

TEST_CASE("a frame that is attached to nothing is a fault with its line") {
  const Diagnostics found =
      faults_of(sdf::model(sdf::link("arm", ">1 0 0 0 0 0") +
                           "<frame name='a' attached_to='amr'/>\n"
                           "<frame name='b'><pose relative_to='c'>0 0 0 0 0 0</pose></frame>\n"));
  CHECK(says(found, 4, "frame \"a\": stands relative to a frame that is not there"));
  CHECK(says(found, 5, "frame \"b\": stands relative to a frame that is not there"));
  CHECK(found.size() == 2);
}

TEST_CASE("frames of several models are named after their models") {
  const std::string one = "<model name='{}'><pose>{} 0 0 0 0 0</pose>" +
                          sdf::link("l", ">0 0 0 0 0 0") + "<frame name='f'/></model>\n";
  const study::Scene scene =
      scene_of("<sdf version='1.9'><world name='w'>" + fmt::format(fmt::runtime(one), "a", 1) +
               fmt::format(fmt::runtime(one), "b", 5) +
               "<frame name='room'><pose>0 0 9 0 0 0</pose></frame></world></sdf>");
  check_same(pose_of(scene, "a::f"), {{1, 0, 0}});
  check_same(pose_of(scene, "b::f"), {{5, 0, 0}});
  check_same(pose_of(scene, "room"), {{0, 0, 9}});
}

}  // namespace
}  // namespace perpend::io
