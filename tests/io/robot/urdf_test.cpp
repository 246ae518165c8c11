// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <fstream>
#include <random>

#include "io/robot/robot_text.hpp"
#include "io/scratch_file.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/dynamics/measure.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/model/query.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

const std::string kArm =
    robot("<link name='base'/>\n" + ball_link("upper", 0.5) + ball_link("lower", 0.5) +
          joint("shoulder", "revolute", "base", "upper", "0 0 1",
                "<axis xyz='0 2 0'/><limit lower='-1' upper='2' effort='30' velocity='3'/>"
                "<dynamics damping='0.5' friction='0.25'/>") +
          joint("elbow", "continuous", "upper", "lower", "0 0 1", "<axis xyz='0 1 0'/>"));

const Joint& joint_of(const Model& model, const std::string& name) {
  for (const Joint& each : model.joints)
    if (each.name == name) return each;
  FAIL("no joint " << name);
  return model.joints[0];
}

TEST_CASE("a massless root holds the robot; limits, damping and dry friction come through") {
  const study::Scene scene = scene_of(kArm);
  const Joint& shoulder = joint_of(scene.model, "shoulder");
  CHECK(scene.model.bodies[static_cast<std::size_t>(shoulder.b.index)].is_fixed());
  REQUIRE(shoulder.coordinates.size() == 1);
  CHECK(shoulder.coordinates[0].lo == -1);
  CHECK(shoulder.coordinates[0].hi == 2);
  CHECK(shoulder.coordinates[0].damping == 0.5);
  CHECK(shoulder.coordinates[0].friction == 0.25);
  CHECK(shoulder.coordinates[0].motor == MotorKind::none);
  CHECK(joint_of(scene.model, "elbow").coordinates.empty());
}

TEST_CASE("shapes have the sizes of their file, lengths from end to end") {
  const auto collision = [](const std::string& shape) {
    return "<collision><geometry><" + shape + "/></geometry></collision>\n";
  };
  const study::Scene scene = scene_of(
      robot("<link name='base'>\n" + collision("box size='1 2 3'") +
            collision("sphere radius='0.3'") + collision("cylinder radius='0.1' length='0.8'") +
            collision("capsule radius='0.2' length='0.6'") + "</link>\n"));
  const auto& shapes = scene.model.bodies[static_cast<std::size_t>(body_of(scene.model, "base"))]
                           .details->spatial_shapes;
  REQUIRE(shapes.size() == 4);
  CHECK(std::get<spatial::Box>(shapes[0].shape).half == Eigen::Vector3d(0.5, 1, 1.5));
  CHECK(std::get<spatial::Sphere>(shapes[1].shape).radius == 0.3);
  CHECK(std::get<spatial::Cylinder>(shapes[2].shape).radius == 0.1);
  CHECK(std::get<spatial::Cylinder>(shapes[2].shape).half_length == 0.4);
  CHECK(std::get<spatial::Capsule>(shapes[3].shape).radius == 0.2);
  CHECK(std::get<spatial::Capsule>(shapes[3].shape).half_length == 0.3);
}

TEST_CASE("motors take the limit of effort, where they are asked for") {
  const study::Scene scene =
      scene_of(kArm, {.motors = RobotMotors::position, .start = {{"shoulder", 0.5}}});
  const CoordinateDef& shoulder = joint_of(scene.model, "shoulder").coordinates.at(0);
  CHECK(shoulder.motor == MotorKind::position);
  CHECK(shoulder.target == 0.5);
  CHECK(shoulder.max_force == 30);
}

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

TEST_CASE("links of fixed joints are one body with the sum of their masses") {
  const study::Scene scene =
      scene_of(robot(ball_link("a") + ball_link("b") + joint("bond", "fixed", "a", "b", "2 0 0")));
  REQUIRE(scene.model.bodies.size() == 1);
  CHECK(scene.model.bodies[0].mass == 2);
  CHECK(scene.model.bodies[0].details->spatial_shapes.size() == 2);
  const CenterOfMass center = center_of_mass(scene.model, initial_state(scene.model));
  CHECK((center.point - Eigen::Vector3d(1, 0, 0)).norm() < 1e-14);
  // Two balls of 0.004 kg m² a metre from their common centre.
  Eigen::Vector3d moments = scene.model.bodies[0].principal_inertia;
  std::sort(moments.begin(), moments.end());
  CHECK((moments - Eigen::Vector3d(0.008, 2.008, 2.008)).norm() < 1e-12);
}

// Of a frame turned by a quarter about z: its x and y are y and -x of the link.
TEST_CASE("a link has the products of inertia that its file names") {
  const study::Scene scene = scene_of(
      robot("<link name='wedge'><inertial><origin rpy='0 0 1.5707963267948966'/><mass value='2'/>"
            "<inertia ixx='2' iyy='3' izz='4' ixy='0.3' ixz='-0.2' iyz='0.5'/></inertial></link>"));
  Eigen::Matrix3d expected;
  expected << 3, -0.3, -0.5, -0.3, 2, -0.2, -0.5, -0.2, 4;
  const Eigen::MatrixXd M = mass_matrix(scene.model, initial_state(scene.model));
  CHECK((M.bottomRightCorner<3, 3>() - expected).norm() < 1e-12);
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

TEST_CASE("links of one robot that overlap at the start do not collide, and are told") {
  const std::string text = robot("<link name='base'/>\n" + ball_link("a") + ball_link("b") +
                                 ball_link("c") + joint("ab", "continuous", "base", "a", "0 0 0") +
                                 joint("bc", "continuous", "a", "b", "0.3 0 0") +
                                 joint("cd", "continuous", "b", "c", "-0.25 0 0"));
  CHECK(scene_of(text).model.excluded.size() == 1);
  CHECK(says(notes_of(text), 3, "overlaps link \"c\""));
}

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

TEST_CASE("a mesh collides as its convex hull, scaled; one without a volume is refused") {
  const ScratchFile mesh("wedge.obj");
  std::ofstream(mesh.path)
      << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  const auto with = [&](const std::string& scale) {
    return robot(
        "<link name='wedge'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
        "izz='1'/></inertial>\n<collision><geometry>"
        "<mesh filename='file://" +
        mesh.path.string() + "' scale='" + scale + "'/></geometry></collision></link>\n");
  };
  const study::Scene scene = scene_of(with("2 2 3"));
  const auto* hull =
      std::get_if<spatial::Hull>(&scene.model.bodies.at(0).details->spatial_shapes.at(0).shape);
  REQUIRE(hull);
  CHECK(hull->polyhedron->volume == relative(2.0 * 2 * 3 / 6, 1e-12));
  CHECK(says(notes_of(with("1 1 1")), 3, "convex hull of 4 corners"));
  CHECK(says(faults_of(with("1 1 0")), 3, "has no convex hull"));
}

TEST_CASE("a mesh that is inside out, in whole or in part, is told") {
  const auto notes = [](const std::string& faces) {
    const ScratchFile mesh("turned.obj");
    std::ofstream(mesh.path) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n" << faces;
    return notes_of(
        robot("<link name='wedge'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
              "izz='1'/></inertial>\n<collision><geometry>"
              "<mesh filename='file://" +
              mesh.path.string() + "'/></geometry></collision></link>\n"));
  };
  CHECK(notes("f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n").size() == 1);
  CHECK(says(notes("f 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n"), 3,
             "is inside out: its faces look inwards"));
  CHECK(says(notes("f 1 2 3\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"), 3, "faces that look inwards beside"));
  CHECK(notes("f 1 2 3\nf 1 4 2\n").size() == 1);  // open: no inside
}

TEST_CASE("limits that look like degrees are told") {
  const auto with = [](const char* limit) {
    return notes_of(robot(ball_link("a") + ball_link("b") +
                          joint("ab", "revolute", "a", "b", "1 0 0",
                                std::string("<limit effort='1' ") + limit + "/>")));
  };
  CHECK(says(with("lower='-90' upper='45'"), 10,
             "90 rad, 14.3 turns (angles are in rad: is the file in degrees?)"));
  CHECK(with("lower='-6.3' upper='6.3'").empty());
  CHECK(with("lower='-1e9' upper='1e9'").empty());
}

TEST_CASE("a robot of 1000 m is told") {
  const std::string text =
      robot(ball_link("a") + ball_link("b") + joint("ab", "continuous", "a", "b", "1000 0 0"));
  CHECK(says(notes_of(text), 6, "1000 m large"));
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

// A hinge or a slide along an axis of any length, in a frame that is turned and moved in its
// parent's.
struct Step {
  bool slides;
  Eigen::Vector3d xyz, rpy, axis;
  double start, rate;

  std::string text(const std::string& name, const std::string& parent,
                   const std::string& child) const {
    const auto words = [](const Eigen::Vector3d& v) {
      return fmt::format("'{} {} {}'", v.x(), v.y(), v.z());
    };
    return fmt::format(
        "<joint name='{}' type='{}'><parent link='{}'/><child link='{}'/><origin xyz={} "
        "rpy={}/><axis xyz={}/></joint>\n",
        name, slides ? "prismatic" : "continuous", parent, child, words(xyz), words(rpy),
        words(axis));
  }
  Eigen::Isometry3d at(double t) const {
    using Eigen::AngleAxisd, Eigen::Translation3d, Eigen::Vector3d;
    const Eigen::Isometry3d origin = Translation3d(xyz) * AngleAxisd(rpy.z(), Vector3d::UnitZ()) *
                                     AngleAxisd(rpy.y(), Vector3d::UnitY()) *
                                     AngleAxisd(rpy.x(), Vector3d::UnitX());
    const double value = start + rate * t;
    if (slides) return origin * Translation3d(value * axis.normalized());
    return origin * AngleAxisd(value, axis.normalized());
  }
};

TEST_CASE(
    "chains of hinges and slides in turned frames stand and move as the product of their frames") {
  std::mt19937_64 engine(3);
  const auto uniform = [&] { return static_cast<double>(engine() >> 11) * 0x1p-52 - 1; };
  const auto vector = [&] { return Eigen::Vector3d{uniform(), uniform(), uniform()}; };
  for (int trial = 0; trial < 10; ++trial) {
    std::vector<Step> steps;
    RobotOptions options;
    std::string inside = "<link name='l0'/>\n";
    for (int i = 1; i <= 4; ++i) {
      steps.push_back({uniform() < 0, vector(), 3 * vector(), vector(), uniform(), uniform()});
      const std::string name = fmt::format("j{}", i), child = fmt::format("l{}", i);
      inside += ball_link(child, 0.5) + steps.back().text(name, fmt::format("l{}", i - 1), child);
      options.start.push_back({name, steps.back().start});
      options.rates.push_back({name, steps.back().rate});
    }
    const study::Scene scene = scene_of(robot(inside), options);
    const State start = initial_state(scene.model);
    const auto frame = [&](int link, double t) {
      Eigen::Isometry3d all = Eigen::Isometry3d::Identity();
      for (int i = 0; i < link; ++i) all = all * steps[static_cast<std::size_t>(i)].at(t);
      return all;
    };
    for (int link = 1; link <= 4; ++link) {
      const BodyId body{body_of(scene.model, fmt::format("l{}", link))};
      const spatial::Pose pose = spatial_frame_pose(scene.model, start, body);
      CHECK((pose.p - frame(link, 0).translation()).norm() < 1e-12);
      CHECK((pose.r.toRotationMatrix() - frame(link, 0).linear()).norm() < 1e-12);
      const double h = 1e-6;
      const Eigen::Isometry3d ahead = frame(link, h), behind = frame(link, -h);
      const Eigen::Vector3d center(0, 0, 0.5);
      const Twist twist = body_twist(scene.model, start, body);
      CHECK((twist.velocity - (ahead * center - behind * center) / (2 * h)).norm() < 1e-8);
      const Eigen::Matrix3d spin =
          (ahead.linear() - behind.linear()) / (2 * h) * frame(link, 0).linear().transpose();
      CHECK((twist.omega - Eigen::Vector3d(spin(2, 1), spin(0, 2), spin(1, 0))).norm() < 1e-8);
    }
    for (int i = 0; i < 4; ++i) {
      const JointId id{static_cast<int>(&joint_of(scene.model, fmt::format("j{}", i + 1)) -
                                        scene.model.joints.data())};
      CHECK(coordinate(scene.model, start, id, 0) ==
            relative(steps[static_cast<std::size_t>(i)].start, 1e-10));
      CHECK(coordinate_rate(scene.model, start, id, 0) ==
            relative(steps[static_cast<std::size_t>(i)].rate, 1e-10));
    }
  }
}

TEST_CASE("a planar joint keeps a link on its plane, a floating one keeps nothing") {
  const study::Scene scene =
      scene_of(robot("<link name='base'/>\n" + ball_link("puck") + ball_link("drone") +
                     joint("table", "planar", "base", "puck", "0 0 1", "<axis xyz='0 0 2'/>") +
                     joint("air", "floating", "base", "drone", "3 0 0")));
  REQUIRE(scene.model.joints.size() == 1);
  const State start = initial_state(scene.model);
  const Eigen::MatrixXd J = constraint_rows(scene.model, start).jacobian;
  const int puck =
      scene.model.bodies[static_cast<std::size_t>(body_of(scene.model, "puck"))].v_offset;
  // Of the six motions of the puck it may slide along x and y and turn about z.
  for (int k = 0; k < 6; ++k)
    CHECK((J.col(puck + k).norm() < 1e-14) == (k == 0 || k == 1 || k == 5));
  CHECK(scene.model.bodies[static_cast<std::size_t>(body_of(scene.model, "drone"))].is_dynamic());
  CHECK((place_of(scene.model, "drone") - Eigen::Vector3d(3, 0, 0)).norm() < 1e-14);
}

TEST_CASE("a link has the colour of its first visual that has one, its own or one of the robot") {
  const auto link = [](const std::string& name, const std::string& visuals) {
    std::string text = ball_link(name);
    return text.insert(text.find("</link>"), visuals);
  };
  const auto visual = [](const std::string& material) {
    return "<visual>" + material + "</visual>\n";
  };
  const study::Scene scene = scene_of(robot(
      "<material name='sky'><color rgba='0 0.6 1 0.5'/></material>\n" +
      link("a", visual("<material name='mine'><color rgba='1 0.2 0 1'/></material>") +
                    visual("<material name='sky'/>")) +
      link("b", visual("") + visual("<material name='sky'/>")) +
      link("c", visual("<material name='none'/>")) + joint("ab", "floating", "a", "b", "1 0 0") +
      joint("ac", "floating", "a", "c", "2 0 0")));
  const auto color = [&](const char* name) {
    return scene.colors.at(static_cast<std::size_t>(body_of(scene.model, name)));
  };
  CHECK(color("a") == "#ff3300");
  CHECK(color("b") == "#0099ff");
  CHECK(color("c").empty());
}

TEST_CASE(
    "velocity motors hold still wherever the run starts, and only what has an effort is driven") {
  const study::Scene scene = scene_of(
      kArm, {.motors = RobotMotors::velocity, .start = {{"shoulder", 0.5}, {"elbow", 0.25}}});
  const CoordinateDef& shoulder = joint_of(scene.model, "shoulder").coordinates.at(0);
  CHECK(shoulder.motor == MotorKind::velocity);
  CHECK(shoulder.target == 0);
  CHECK(shoulder.max_force == 30);
  CHECK(joint_of(scene.model, "elbow").coordinates.at(0).motor == MotorKind::none);
}

TEST_CASE("a continuous joint has no limits, whatever stands beside it") {
  const study::Scene scene =
      scene_of(robot("<link name='base'/>\n" + ball_link("arm") +
                     joint("j", "continuous", "base", "arm", "0 0 1",
                           "<limit lower='-1' upper='2' effort='5' velocity='1'/>")),
               {.motors = RobotMotors::velocity});
  const CoordinateDef& free = joint_of(scene.model, "j").coordinates.at(0);
  CHECK(std::isinf(free.lo));
  CHECK(std::isinf(free.hi));
  CHECK(free.max_force == 5);
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

}  // namespace
}  // namespace perpend::io
