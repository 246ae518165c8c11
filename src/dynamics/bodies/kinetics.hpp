// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/threads.hpp"
#include "perpend/dynamics/energy.hpp"
#include "perpend/model/model.hpp"

namespace perpend {

inline Chunk all_bodies(const Model& model) {
  return {0, static_cast<int>(model.bodies.size())};
}

// A function that takes a chunk of bodies reads and writes only the data of these bodies and
// expects vectors to have their final size.

/// Copies q and v of the bodies into `to`.
void copy_motion(const Model& model, Chunk bodies, const Eigen::VectorXd& q,
                 const Eigen::VectorXd& v, State& to);

/// Returns 1/mass and 1/inertia of planar rigid bodies and particles, per velocity. Entries are
/// 0 where motion is prescribed and for spatial and custom bodies, whose mass is a block.
Eigen::VectorXd inverse_mass(const Model& model);

/// Writes the mass block (dof × dof, column-major, kg and kg m², world frame) of a dynamic body
/// into `mass`.
void mass_block(const Model& model, const Eigen::VectorXd& q, int body,
                Eigen::Map<Eigen::MatrixXd> mass);

/// Vector with one entry per velocity of a body, and matrix over these; both on the stack.
using BodyVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, BodyType::kMaxVelocities, 1>;
using BodyMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0,
                                 BodyType::kMaxVelocities, BodyType::kMaxVelocities>;
/// Returns the same block.
BodyMatrix mass_block(const Model& model, const Eigen::VectorXd& q, int body);

/// Returns R I Rᵀ of a spatial body at q, kg m².
Eigen::Matrix3d world_inertia(const Body& body, const Eigen::VectorXd& q);

/// Computes M v of dynamic bodies, 0 for the others (N·s, N·m·s).
void momentum(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
              Eigen::VectorXd& p);
void momentum(const Model& model, Chunk bodies, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
              Eigen::VectorXd& p);

/// Computes gravity and, for custom bodies, all their own forces (N, N·m). Gyroscopic terms belong
/// to drift().
void applied_force(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                   Eigen::VectorXd& force);
void applied_force(const Model& model, Chunk bodies, const Eigen::VectorXd& q,
                   const Eigen::VectorXd& v, Eigen::VectorXd& force);

/// Returns the kinetic energy of one body, J; 0 if its motion is prescribed.
double kinetic_energy(const Body& body, const Eigen::VectorXd& q, const Eigen::VectorXd& v);
/// Returns the kinetic plus potential energy (J) of these bodies.
double energy(const Model& model, Chunk bodies, const State& state);

/// Computes the velocity at the end of a step without constraints: v + dt (g + M⁻¹ f) for planar
/// bodies. Kinematic bodies get the mean velocity of their motion over the step. Spatial and custom
/// bodies keep state.v: MassSystem computes their velocities.
void free_velocity(const Model& model, Chunk bodies, const State& state,
                   const Eigen::VectorXd& force, double dt, Eigen::VectorXd& v_free);

/// Moves q along v for h seconds without forces and adds h to the time. Spatial bodies rotate
/// freely, keeping energy and angular momentum, and their v rotates with them; kinematic bodies end
/// on their motion.
void drift(const Model& model, double h, State& state);
/// Moves some bodies only; state.time must already be that of the end.
void drift(const Model& model, Chunk bodies, double h, State& state);

}  // namespace perpend
