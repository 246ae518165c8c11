// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string_view>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/model/actuator.hpp"
#include "perpend/model/body.hpp"
#include "perpend/model/joint.hpp"
#include "perpend/model/material.hpp"

namespace perpend {

/// Bodies, joints and surfaces: all data that stays constant during a simulation.
struct Model {
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Coupler> couplers;
  std::vector<Material> materials;         ///< materials[0] is the default
  std::vector<SurfacePair> surface_pairs;  ///< materials² entries, row-major, symmetric
  Eigen::Vector3d gravity{0, -9.81, 0};    ///< m/s²
  Eigen::VectorXd start_q, start_v;        ///< State::q and State::v at time 0
  /// Pairs of bodies (lower index first, sorted) that do not collide since a joint connects them.
  std::vector<std::pair<int, int>> joined;
  /// Pairs of bodies, in the same order, that ModelBuilder::exclude_collision() excludes.
  std::vector<std::pair<int, int>> excluded;
  std::vector<Actuator> actuators = {};  ///< in the order of their controls

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

/// Returns the body of that name, or kWorld where there is none.
BodyId find_body(const Model& model, std::string_view name);

/// A coordinate of a joint.
struct CoordinateId {
  JointId joint = {};
  int coordinate = 0;
};
/// Returns the coordinate of that name (CoordinateDef::name), or else coordinate 0 of the joint of
/// that name; the joint has index -1 where there is neither.
CoordinateId find_coordinate(const Model& model, std::string_view name);
/// Returns the actuator of that name, index -1 where there is none.
ActuatorId find_actuator(const Model& model, std::string_view name);

/// The impulse of one contact point in the last step, with a key by which the next step finds it.
/// It is stored in the world frame, since the tangents of a contact jump where round-off decides
/// between two axes.
struct ContactMemory {
  std::uint64_t key = 0;             ///< bodies, shapes and feature of the contact point
  Eigen::Vector3d impulse{0, 0, 0};  ///< on b, world frame, N·s; 0 where the contact had no load
  friend bool operator==(const ContactMemory&, const ContactMemory&) = default;
};

/// Energies (J) that the energy guard of the midpoint step accumulates
/// (docs/methods/energy_guard.md).
struct JointWork {
  double gained = 0.0;  ///< accumulated spurious constraint energy, clamped at zero
  double scale = 0.0;   ///< recent kinetic energy and work of the bodies in joints
};

/// All that the next step depends on besides the model and the simulator's inputs; a copy is a
/// snapshot.
struct State {
  double time = 0.0;      ///< s
  std::int64_t step = 0;  ///< steps taken since the start
  Eigen::VectorXd q;  ///< coordinates, body after body, see BodyKind; positions are those of the
                      ///< centre of mass, m and rad
  Eigen::VectorXd v;  ///< velocities, body after body, m/s and rad/s
  std::vector<ContactMemory> contacts = {};  ///< sorted by key
  Eigen::VectorXd joint_impulses;            ///< per joint row, N·s (N·m·s for angles)
  Eigen::VectorXd coordinates;  ///< per joint coordinate, m or rad; angles count full turns
  JointWork joint_work = {};
  /// One entry per joint, 1 where it has broken; empty where none has. A broken joint has no rows
  /// and exerts no force. Its coordinates are still measured, couplers of them have no effect, and
  /// its bodies collide.
  std::vector<std::int8_t> broken = {};

  bool is_broken(JointId joint) const {
    return !broken.empty() && broken[static_cast<std::size_t>(joint.index)] != 0;
  }
};

/// Returns the state at time 0.
State initial_state(const Model& model);

// The functions below throw InvalidArgument where the model has no such body or, for the first
// three, where it is not planar.

/// Returns the pose of the centre of mass of a planar body, m and rad; a particle has angle 0.
planar::Pose body_pose(const Model& model, const State& state, BodyId body);
/// Returns (vx, vy, omega) of a planar body at its centre of mass, m/s and rad/s.
Eigen::Vector3d body_velocity(const Model& model, const State& state, BodyId body);
/// Returns the pose of the frame in which the BodyDef of a planar body was given.
planar::Pose frame_pose(const Model& model, const State& state, BodyId body);

/// Returns the world pose of the body's own frame: origin at the centre of mass, principal axes.
/// Planar bodies lie in z = 0, and kWorld gives the identity. A custom body has the position of its
/// point 0 and the rotation of its material x and y directions.
spatial::Pose spatial_pose(const Model& model, const State& state, BodyId body);
/// Velocity of the origin of the frame of spatial_pose(), and angular velocity, world frame.
struct Twist {
  Eigen::Vector3d velocity{0, 0, 0};  ///< m/s
  Eigen::Vector3d omega{0, 0, 0};     ///< rad/s
};
Twist body_twist(const Model& model, const State& state, BodyId body);
/// Returns the world pose of the frame in which the BodyDef of any body was given.
spatial::Pose spatial_frame_pose(const Model& model, const State& state, BodyId body);

/// Returns the 64-bit FNV-1a hash of the bits of all members of the state.
std::uint64_t hash(const State& state);

}  // namespace perpend
