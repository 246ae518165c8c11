// SPDX-License-Identifier: Apache-2.0
// Joints of URDF: limits, motors, axes and frames.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <random>

#include "io/robot/urdf_text.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/dynamics/measure.hpp"
#include "perpend/model/query.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using urdf::joint_of;
using urdf::kArm;

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

TEST_CASE("motors take the limit of effort, where they are asked for") {
  const study::Scene scene =
      scene_of(kArm, {.motors = RobotMotors::position, .start = {{"shoulder", 0.5}}});
  const CoordinateDef& shoulder = joint_of(scene.model, "shoulder").coordinates.at(0);
  CHECK(shoulder.motor == MotorKind::position);
  CHECK(shoulder.target == 0.5);
  CHECK(shoulder.max_force == 30);
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

}  // namespace
}  // namespace perpend::io
