// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/threads.hpp"
#include "perpend/dynamics/energy.hpp"
#include "perpend/model/model.hpp"

namespace perpend {

inline Chunk all_bodies(const Model& model) {
  return {0, static_cast<int>(model.bodies.size())};
}

// Where a function takes a chunk of bodies it reads and writes what belongs to these alone, and
// vectors already have their size.

/// Copies q and v of the bodies into `to`.
void copy_motion(const Model& model, Chunk bodies, const Eigen::VectorXd& q,
                 const Eigen::VectorXd& v, State& to);

/// 1/mass and 1/inertia of planar bodies and particles, one entry per velocity; 0 where motion is
/// prescribed and for the rotation of spatial bodies and custom bodies, whose mass is a block.
Eigen::VectorXd inverse_mass(const Model& model);

/// Mass block (dof × dof, column-major, kg and kg m²) of a body that forces move, axes of the
/// world; `mass` is overwritten.
void mass_block(const Model& model, const Eigen::VectorXd& q, int body,
                Eigen::Map<Eigen::MatrixXd> mass);

/// One per velocity of a body, and their products with one another; off the heap.
using BodyVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, BodyType::kMaxVelocities, 1>;
using BodyMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0,
                                 BodyType::kMaxVelocities, BodyType::kMaxVelocities>;
/// The same block.
BodyMatrix mass_block(const Model& model, const Eigen::VectorXd& q, int body);

/// R I Rᵀ of a spatial body at q, kg m².
Eigen::Matrix3d world_inertia(const Body& body, const Eigen::VectorXd& q);

/// M v of the bodies that forces move, 0 for the others (N·s, N·m·s).
void momentum(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
              Eigen::VectorXd& p);
void momentum(const Model& model, Chunk bodies, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
              Eigen::VectorXd& p);

/// Gravity and, for custom bodies, all forces of their own (N, N·m). Gyroscopic terms belong to
/// drift().
void applied_force(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                   Eigen::VectorXd& force);
void applied_force(const Model& model, Chunk bodies, const Eigen::VectorXd& q,
                   const Eigen::VectorXd& v, Eigen::VectorXd& force);

/// Of one body, J; 0 where its motion is prescribed.
double kinetic_energy(const Body& body, const Eigen::VectorXd& q, const Eigen::VectorXd& v);
/// Kinetic plus potential energy (J) of these bodies.
double energy(const Model& model, Chunk bodies, const State& state);

/// Velocity at the end of a step without constraints: v + dt M⁻¹ f, gravity included; kinematic
/// bodies get the mean velocity of their motion between `start` and `end` (s). Spatial rotations
/// and custom bodies are left at state.v: mass_system.hpp moves them.
void free_velocity(const Model& model, Chunk bodies, const State& state,
                   const Eigen::VectorXd& force, double dt, Eigen::VectorXd& v_free);

/// Moves q along v for h seconds without forces and adds h to the time. Spatial bodies rotate
/// freely, keeping energy and angular momentum, and their v rotates with them; kinematic bodies
/// land on their motion.
void drift(const Model& model, double h, State& state);
/// The same, with the time at its end already.
void drift(const Model& model, Chunk bodies, double h, State& state);

}  // namespace perpend
