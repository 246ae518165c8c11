// SPDX-License-Identifier: Apache-2.0
// A motor turns an elliptic cam, the cam pushes a follower, the follower squeezes a balloon against
// a wall. Body, constraint and shape are this program's own; the library knows none of them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numbers>
#include <perpend/perpend.hpp>

#include "balloon.hpp"
#include "cam_follower.hpp"

using namespace perpend;

namespace {

constexpr double kSpeed = 2 * std::numbers::pi;  // of the cam, rad/s
constexpr double kRod = 0.4, kRadius = 0.2;      // length of the follower, radius of the balloon, m
constexpr EllipticCam kCam;
const double kWall = kCam.radius(0) + kRod + 2 * kRadius;  // m along x

BodyDef solid(const char* name, double x, double mass) {
  BodyDef def{.name = name, .kind = BodyKind::spatial, .mass = mass};
  def.spatial.pose.p = {x, 0, 0};
  def.spatial.inertia = 0.01 * mass * Eigen::Matrix3d::Identity();
  return def;
}

Model mechanism() {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  BodyDef cam_def = solid("cam", 0, 2.0);
  cam_def.spatial.omega = {0, 0, kSpeed};
  const double rod = kCam.radius(0) + kRod / 2, ball = kWall - kRadius;
  const BodyId cam = builder.add_body(cam_def);
  const BodyId follower = builder.add_body(solid("follower", rod, 0.5));
  const BodyId balloon = builder.add_body({.name = "balloon",
                                           .kind = BodyKind::custom,
                                           .type = std::make_shared<Balloon>(0.1, kRadius, 5.0),
                                           .custom_q = Eigen::Vector4d(ball, 0, 0, 1),
                                           .custom_v = Eigen::Vector4d::Zero()});
  builder.add_joint({.kind = JointKind::pin,
                     .a = cam,
                     .axis = {0, 0, 1},
                     .coordinates = {{.motor = MotorKind::velocity, .target = kSpeed}}});
  builder.add_joint({.kind = JointKind::prismatic, .a = follower, .axis = {1, 0, 0}});
  const Eigen::Vector3d tip(-kRod / 2, 0, 0);
  builder.add_joint({.name = "cam_follower",
                     .kind = JointKind::custom,
                     .a = follower,
                     .b = cam,
                     .type = std::make_shared<CamFollower<EllipticCam>>(kCam, tip)});
  builder.add_joint({.kind = JointKind::spherical, .a = balloon, .anchor = {kWall, 0, 0}});
  builder.add_joint({.kind = JointKind::point_on_plane,
                     .a = balloon,
                     .b = follower,
                     .anchor = {kWall - 2 * kRadius, 0, 0},
                     .axis = {1, 0, 0}});
  return builder.build().value();
}

}  // namespace

int main() {
  const Model model = mechanism();
  State state = initial_state(model);
  Simulator simulator(model, {.dt = 0.001});
  double worst = 0;
  for (int step = 1; step <= 1000; ++step) {
    if (const auto report = simulator.step(state); report.status != StepStatus::ok)
      return std::puts(report.message.c_str()), 1;
    const double lift = kCam.radius(kSpeed * state.time);
    const double scale = (kWall - lift - kRod) / (2 * kRadius);
    const double follower = spatial_pose(model, state, {1}).p.x() - kRod / 2;
    const double balloon = state.q[model.bodies[2].q_offset + 3];
    worst = std::max({worst, std::abs(follower - lift), std::abs(balloon - scale)});
    if (step % 125 == 0)
      std::printf("t %.3f s: lift %.6f m, theory %.6f m; scale %.6f, theory %.6f\n", state.time,
                  follower, lift, balloon, scale);
  }
  std::printf("worst difference %.1e\n", worst);
  return worst < 1e-4 ? 0 : 1;
}
