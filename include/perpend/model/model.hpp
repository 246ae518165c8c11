// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string_view>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/model/body.hpp"
#include "perpend/model/joint.hpp"
#include "perpend/model/material.hpp"

namespace perpend {

/// Bodies, joints and surfaces: everything that stays the same during a simulation.
struct Model {
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Coupler> couplers;
  std::vector<Material> materials;         ///< materials[0] is the default
  std::vector<SurfacePair> surface_pairs;  ///< materials² entries, row by row, symmetric
  Eigen::Vector3d gravity{0, -9.81, 0};    ///< m/s²
  Eigen::VectorXd start_q, start_v;        ///< State::q and State::v at time 0
  /// Pairs of bodies (lower index first, sorted) joined by a joint; they do not collide.
  std::vector<std::pair<int, int>> joined;
  /// The same of pairs that ModelBuilder::exclude_collision() keeps apart.
  std::vector<std::pair<int, int>> excluded;

  int joint_rows = 0;         ///< equality rows of joints and couplers
  int joint_coordinates = 0;  ///< coordinates of all joints

  int dof() const { return static_cast<int>(start_v.size()); }
  int q_size() const { return static_cast<int>(start_q.size()); }
  const SurfacePair& surface(int material_a, int material_b) const {
    return surface_pairs[material_a * materials.size() + material_b];
  }
  const SurfacePair& surface_between(int body_a, int body_b) const {
    return surface(bodies[body_a].material, bodies[body_b].material);
  }
};

/// Index of the body of that name, or kWorld.
BodyId find_body(const Model& model, std::string_view name);

/// The impulse of one contact point of the last step, keyed so that the next step finds it. In the
/// world frame: the tangents of a contact jump where rounding decides between two axes.
struct ContactMemory {
  std::uint64_t key = 0;             ///< bodies, shapes and feature of the contact point
  Eigen::Vector3d impulse{0, 0, 0};  ///< on b, world frame, N·s; 0 where the contact bore nothing
  friend bool operator==(const ContactMemory&, const ContactMemory&) = default;
};

/// Energy (J) that the guard of the midpoint step keeps account of.
struct JointWork {
  double gained = 0.0;  ///< accumulated spurious constraint energy, clamped at zero
  double scale = 0.0;   ///< recent kinetic energy and work of the bodies in joints
};

/// Everything the next step depends on; a copy is a snapshot.
struct State {
  double time = 0.0;                         ///< s
  std::int64_t step = 0;                     ///< steps taken since the start
  Eigen::VectorXd q;                         ///< per body, see BodyKind; at the centre of mass
  Eigen::VectorXd v;                         ///< per body, m/s and rad/s
  std::vector<ContactMemory> contacts = {};  ///< sorted by key
  Eigen::VectorXd joint_impulses;            ///< per joint row, N·s (N·m·s for angles)
  Eigen::VectorXd coordinates;  ///< per joint coordinate, m or rad; angles count full turns
  JointWork joint_work = {};
  /// Per joint: 1 where it broke; empty where none did. A broken joint keeps nothing and bears
  /// nothing, its coordinates are measured on, couplers of them are gone, and its bodies collide.
  std::vector<std::int8_t> broken = {};

  bool is_broken(JointId joint) const {
    return !broken.empty() && broken[static_cast<std::size_t>(joint.index)] != 0;
  }
};

State initial_state(const Model& model);

/// Pose of the centre of mass of a planar body (a particle has angle 0).
planar::Pose body_pose(const Model& model, const State& state, BodyId body);
/// (vx, vy, omega) of the centre of mass of a planar body.
Eigen::Vector3d body_velocity(const Model& model, const State& state, BodyId body);
/// Pose of the frame that BodyDef was given in; planar bodies.
planar::Pose frame_pose(const Model& model, const State& state, BodyId body);

/// Pose of the body's own frame: centre of mass, principal axes. Planar bodies lie in z = 0, the
/// world is the identity, custom bodies have the position of their point 0 and the rotation of
/// their material x and y directions.
spatial::Pose spatial_pose(const Model& model, const State& state, BodyId body);
/// Velocity of the origin of that frame and angular velocity, world frame.
struct Twist {
  Eigen::Vector3d velocity{0, 0, 0};  ///< m/s
  Eigen::Vector3d omega{0, 0, 0};     ///< rad/s
};
Twist body_twist(const Model& model, const State& state, BodyId body);
/// Pose of the frame that BodyDef was given in, for any body.
spatial::Pose spatial_frame_pose(const Model& model, const State& state, BodyId body);

/// 64-bit FNV-1a of the bits of everything in it.
std::uint64_t hash(const State& state);

}  // namespace perpend
