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
  std::vector<Material> materials;         ///< materials[0] is the default
  std::vector<SurfacePair> surface_pairs;  ///< materials² entries, row by row, symmetric
  Eigen::Vector2d gravity{0, -9.81};       ///< m/s²
  Eigen::VectorXd start_q, start_v;        ///< State::q and State::v at time 0
  /// Pairs of bodies (lower index first, sorted) joined by a joint; they do not collide.
  std::vector<std::pair<int, int>> joined;

  int dof() const { return static_cast<int>(start_v.size()); }
  const SurfacePair& surface(int material_a, int material_b) const {
    return surface_pairs[material_a * materials.size() + material_b];
  }
};

/// Index of the body of that name, or kWorld.
BodyId find_body(const Model& model, std::string_view name);

/// The impulse of one contact point of the last step, keyed so that the next step finds it.
struct ContactMemory {
  std::uint64_t key = 0;          ///< bodies, shapes and feature of the contact point
  Eigen::Vector2d impulse{0, 0};  ///< normal and tangential, N·s
  friend bool operator==(const ContactMemory&, const ContactMemory&) = default;
};

/// Everything the next step depends on; a copy is a snapshot.
struct State {
  double time = 0.0;      ///< s
  std::int64_t step = 0;  ///< steps taken since the start
  Eigen::VectorXd q;      ///< per body (x, y, angle) or (x, y), at the centre of mass
  Eigen::VectorXd v;      ///< same layout, m/s and rad/s
  std::vector<ContactMemory> contacts = {};  ///< sorted by key
  Eigen::VectorXd joint_impulses;            ///< per joint row, N·s (N·m·s for angles)
};

State initial_state(const Model& model);

/// Pose of the centre of mass of a body (a particle has angle 0).
planar::Pose body_pose(const Model& model, const State& state, BodyId body);
/// (vx, vy, omega) of the centre of mass of a body.
Eigen::Vector3d body_velocity(const Model& model, const State& state, BodyId body);
/// Pose of the frame that BodyDef was given in.
planar::Pose frame_pose(const Model& model, const State& state, BodyId body);

/// 64-bit FNV-1a of the bits of time, step, q, v, contacts and joint impulses.
std::uint64_t hash(const State& state);

}  // namespace perpend
