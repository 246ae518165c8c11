// SPDX-License-Identifier: Apache-2.0
// Mechanisms drawn at random: bodies turned and off their centres, one after the other on a
// carriage that moves as prescribed, by joints of any kind with either body first.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "perpend/model/model_builder.hpp"
#include "sim/draw.hpp"

namespace perpend::mechanisms {

inline int pick(Draw& draw, int count) {
  return std::min(count - 1, static_cast<int>(draw(0, count)));
}

inline Eigen::Vector3d vector(Draw& draw, double size) {
  const double x = draw(-size, size), y = draw(-size, size);
  return {x, y, draw(-size, size)};
}

inline Eigen::Quaterniond rotation(Draw& draw) {
  const Eigen::Vector3d axis = vector(draw, 1).normalized();
  return Eigen::Quaterniond(Eigen::AngleAxisd(draw(0.3, 2.5), axis));
}

/// What may act along coordinates beside springs, dampers, servos and dry friction.
struct Drives {
  bool motors = true;  ///< that spare no force up to their limit
  bool limits = true;  ///< that springs pull onto
};

inline CoordinateDef spring(Draw& draw) {
  return {.stiffness = draw(20, 60), .rest = draw(-1, 1), .damping = draw(0.1, 1)};
}

/// Of less force than it needs, or of far more.
inline CoordinateDef servo(Draw& draw) {
  CoordinateDef def{.motor = draw.coin() ? MotorKind::position : MotorKind::velocity,
                    .target = draw(-1, 1),
                    .max_force = draw.coin() ? draw(0.2, 0.6) : 1e3,
                    .motor_damping = draw(0.3, 2)};
  if (def.motor == MotorKind::position) def.motor_stiffness = draw(5, 20);
  return def;
}

inline CoordinateDef motor(Draw& draw) {
  return {.motor = draw.coin() ? MotorKind::position : MotorKind::velocity,
          .target = draw(-0.5, 0.5),
          .max_force = std::array{draw(0.1, 0.3), 1e4, HUGE_VAL}[pick(draw, 3)],
          .time_constant = 0.1};
}

/// A spring pulls onto one of its limits.
inline CoordinateDef limited(Draw& draw) {
  CoordinateDef def{.stiffness = draw(10, 20), .damping = draw(1, 2)};
  (draw.coin() ? def.lo : def.hi) = 0;
  def.rest = def.lo == 0 ? -2.0 : 2.0;
  return def;
}

inline CoordinateDef acting(Draw& draw, int coordinate, const Drives& drives) {
  CoordinateDef def;
  const int what = pick(draw, 5);
  if (what == 0 || (what == 3 && !drives.motors) || (what == 4 && !drives.limits))
    def = spring(draw);
  else if (what == 1)
    def = {.damping = draw(0.5, 2), .friction = draw(0.1, 0.5)};
  else if (what == 2)
    def = servo(draw);
  else
    def = what == 3 ? motor(draw) : limited(draw);
  def.coordinate = coordinate;
  return def;
}

/// What acts along the coordinates of a joint; nothing along a swing, which starts where it is
/// singular, and on struts springs alone, pulled from the length that they start with.
inline void act(Draw& draw, bool in_plane, const Drives& drives, JointDef& joint) {
  if (joint.kind == JointKind::spherical && !in_plane) return;
  if (joint.kind == JointKind::strut) {
    joint.coordinates = {{.stiffness = draw(50, 90), .damping = draw(0.3, 1)}};
    return;
  }
  for (int k = 0; k < coordinate_count(joint.kind, in_plane); ++k) {
    if (draw.coin() && k > 0) continue;
    joint.coordinates.push_back(acting(draw, k, drives));
    const double start = draw(-0.4, 0.4);
    CoordinateDef& def = joint.coordinates.back();
    def.start = start, def.lo += start, def.hi += start;
  }
}

/// A harmonic that began before the run, at whose start it is where the model has it.
inline Motion carriage_motion(Draw& draw, bool in_space) {
  Motion motion{.velocity = vector(draw, 0.5)};
  motion.harmonics.push_back({.amplitude = vector(draw, 0.1),
                              .frequency = 1.0,
                              .phase = draw.coin() ? 0.0 : std::numbers::pi,
                              .start = -1.0});
  if (in_space) motion.omega = vector(draw, 0.5);
  if (in_space) motion.harmonics[0].rotation = vector(draw, 0.1);
  return motion;
}

/// A body of unequal inertias whose centre of mass is beside its frame.
inline BodyDef link_in_space(Draw& draw, const Eigen::Vector3d& at) {
  BodyDef def{.kind = BodyKind::spatial, .mass = draw(0.5, 2)};
  def.spatial.pose = {at, rotation(draw)};
  def.spatial.center_of_mass = vector(draw, 0.1);
  const Eigen::Matrix3d r = rotation(draw).toRotationMatrix();
  def.spatial.inertia =
      r * Eigen::Vector3d(draw(0.05, 0.06), draw(0.07, 0.08), 0.1).asDiagonal() * r.transpose();
  return def;
}

inline BodyDef link_in_plane(Draw& draw, const Eigen::Vector3d& at) {
  return {.pose = {at.head<2>(), draw(-2, 2)}, .mass = draw(0.5, 2), .inertia = draw(0.05, 0.2)};
}

inline JointDef joint_between(Draw& draw, JointKind kind, BodyId one, BodyId other,
                              const Eigen::Vector3d& at, bool in_plane) {
  JointDef joint{.kind = kind, .a = one, .b = other, .anchor = at};
  if (draw.coin()) std::swap(joint.a, joint.b);
  joint.axis = vector(draw, 1).normalized();
  if (in_plane) joint.axis = Eigen::Vector3d(joint.axis.x(), joint.axis.y(), 0).normalized();
  joint.axis_b = joint.axis.cross(vector(draw, 1)).normalized();
  joint.pitch = draw(0.1, 0.3);
  if (acts_along_line(kind)) joint.anchor_b = at + Eigen::Vector3d(0.3, draw(-0.2, 0.2), 0);
  return joint;
}

/// `kinds` of joints, one after the other, from a carriage on.
inline ModelBuilder chain(Draw& draw, bool in_space, const std::vector<JointKind>& kinds,
                          const Drives& drives) {
  ModelBuilder builder;
  Eigen::Vector3d gravity = vector(draw, 8);
  if (!in_space) gravity.z() = 0;
  builder.set_gravity(gravity);
  BodyDef carriage{.name = "carriage", .kind = BodyKind::kinematic, .pose = {{0.1, 0.2}, 0.7}};
  if (in_space) carriage.kind = BodyKind::spatial_kinematic;
  carriage.spatial.pose = {{0.1, 0.2, -0.1}, rotation(draw)};
  carriage.motion = carriage_motion(draw, in_space);
  BodyId before = builder.add_body(carriage);
  Eigen::Vector3d at(0, 0, 0);
  for (const JointKind kind : kinds) {
    Eigen::Vector3d way = vector(draw, 0.3) + Eigen::Vector3d(0.4, 0, 0);
    if (!in_space) way.z() = 0;
    at += way;
    const BodyId link =
        builder.add_body(in_space ? link_in_space(draw, at) : link_in_plane(draw, at));
    JointDef joint = joint_between(draw, kind, link, before, at - 0.5 * way, !in_space);
    act(draw, !in_space, drives, joint);
    builder.add_joint(joint);
    before = link;
  }
  return builder;
}

constexpr std::array kInSpace{
    JointKind::pin,         JointKind::prismatic,     JointKind::universal,
    JointKind::cylindrical, JointKind::planar,        JointKind::spherical,
    JointKind::screw,       JointKind::point_on_line, JointKind::point_on_plane,
    JointKind::weld,        JointKind::distance,      JointKind::strut};
constexpr std::array kInPlane{
    JointKind::pin,  JointKind::prismatic, JointKind::point_on_line, JointKind::point_on_plane,
    JointKind::weld, JointKind::distance,  JointKind::strut,         JointKind::spherical};

/// A chain of three joints: the one of the number asked for, and two others.
inline ModelBuilder chain_with(Draw& draw, bool in_space, int number, const Drives& drives) {
  const auto kind = [&](int k) {
    return in_space ? kInSpace[static_cast<std::size_t>(k) % kInSpace.size()]
                    : kInPlane[static_cast<std::size_t>(k) % kInPlane.size()];
  };
  std::vector<JointKind> kinds{kind(number), kind(pick(draw, 3)), kind(pick(draw, 6))};
  if (draw.coin()) std::swap(kinds[0], kinds[1]);
  return chain(draw, in_space, kinds, drives);
}

/// Balls of unequal sizes that roll and slide on a plate that moves and runs.
inline Model balls_on_plate(Draw& draw) {
  ModelBuilder builder;
  const Eigen::Quaterniond r = rotation(draw);
  builder.set_gravity(r * Eigen::Vector3d(draw(-2, 2), draw(-2, 2), -12));
  builder.add_material({.name = "default", .self = {.mu_s = 0.4, .mu_k = 0.3}});
  builder.add_material({.name = "ice", .self = {.mu_s = 0.02, .mu_k = 0.015}});
  BodyDef plate{.name = "plate", .kind = BodyKind::spatial_kinematic};
  plate.motion = carriage_motion(draw, true);
  plate.spatial.pose = {{0.3, -0.2, 0.1}, r};
  plate.spatial.shapes = {{.shape = spatial::box(4, 4, 0.2), .surface_velocity = {0.4, -0.7, 0}}};
  for (int k = 0; k < 4; ++k) {
    const double radius = draw(0.1, 0.2);
    BodyDef ball{.kind = BodyKind::spatial, .material = k % 2 ? "ice" : ""};
    ball.spatial.pose.p =
        plate.spatial.pose.p + r * Eigen::Vector3d(k - 1.5, draw(-1, 1), 0.1 + radius);
    ball.spatial.velocity = vector(draw, 0.5);
    ball.spatial.omega = vector(draw, 3);
    ball.spatial.shapes = {{spatial::Sphere{radius}}};
    builder.add_body(ball);
    if (k == 1) builder.add_body(plate);
  }
  return builder.build().value();
}

/// Discs and round particles on a plate whose outline runs.
inline Model discs_on_plate(Draw& draw) {
  ModelBuilder builder;
  builder.set_gravity({draw(-2, 2), -12, 0});
  builder.add_material({.name = "default", .self = {.mu_s = 0.4, .mu_k = 0.3}});
  BodyDef plate{.kind = BodyKind::kinematic, .pose = {{0.2, -0.1}, 0}};
  plate.shapes = {{.shape = planar::box(6, 0.2), .surface_velocity = draw(-1, 1)}};
  plate.motion = carriage_motion(draw, false);
  plate.motion.velocity.z() = draw(-0.2, 0.2);
  plate.motion.harmonics[0].amplitude.z() *= 0.1;
  for (int k = 0; k < 4; ++k) {
    const double radius = draw(0.1, 0.2);
    builder.add_body({.kind = k % 2 ? BodyKind::particle : BodyKind::rigid,
                      .pose = {{k - 1.5, radius}},
                      .velocity = {draw(-2, 2), 0, k % 2 ? 0.0 : draw(-9, 9)},
                      .shapes = {{planar::Disc{radius}}},
                      .mass = draw(0.5, 2)});
    if (k == 1) builder.add_body(plate);
  }
  return builder.build().value();
}

}  // namespace perpend::mechanisms
