// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "perpend/dynamics/generalised_force.hpp"
#include "perpend/model/model.hpp"

namespace perpend {

/// Energy by kind, J.
struct EnergyParts {
  double kinetic = 0.0;    ///< bodies that forces move, and rotors (CoordinateDef::armature)
  double potential = 0.0;  ///< gravity, and the elasticity of custom bodies
  double springs = 0.0;    ///< springs along joint coordinates
  double total() const { return kinetic + potential + springs; }
};
/// Returns the energies at a state. With dt > 0 (s) the springs are those that a step of dt uses,
/// as in StepReport: a strut too stiff for the step acts in part as a rod, and that part stores no
/// energy (docs/methods/joints.md). With dt = 0 the full spring energy counts. Throws
/// InvalidArgument where dt is negative or not finite.
EnergyParts energy_parts(const Model& model, const State& state, double dt = 0.0);

/// Total mass, centre of mass and its velocity of bodies that forces move; custom bodies, which
/// have no Body::mass, are left out.
struct CenterOfMass {
  double mass = 0.0;                  ///< kg
  Eigen::Vector3d point{0, 0, 0};     ///< m, world; the origin where nothing has mass
  Eigen::Vector3d velocity{0, 0, 0};  ///< m/s, world
};
/// Returns the centre of mass of all bodies of the model.
CenterOfMass center_of_mass(const Model& model, const State& state);
/// Returns the centre of mass of the given bodies; fixed and kinematic ones do not count.
CenterOfMass center_of_mass(const Model& model, const State& state, std::span<const BodyId> bodies);

/// Returns the mass matrix M with one row and column per velocity of the model, kg and kg m²; the
/// blocks of fixed and kinematic bodies are zero.
Eigen::MatrixXd mass_matrix(const Model& model, const State& state);

// The Jacobians below throw InvalidArgument where the model has no such body, joint or coordinate.

/// Returns J, 3 × velocities of the model, for which J v is the velocity (m/s, world) of a point
/// (m) that moves with a body.
Eigen::MatrixXd point_jacobian(const Model& model, const State& state, BodyId body,
                               const Eigen::Vector3d& point, Frame point_in = Frame::body);
/// Returns J, 3 × velocities of the model, for which J v is the angular velocity (rad/s, world) of
/// a body.
Eigen::MatrixXd spin_jacobian(const Model& model, const State& state, BodyId body);
/// Returns J, 1 × velocities of the model, for which J v is the rate (m/s or rad/s) of coordinate k
/// of a joint.
Eigen::RowVectorXd coordinate_jacobian(const Model& model, const State& state, JointId joint,
                                       int k);

/// Rows of all joints and couplers, laid out as State::joint_impulses.
struct ConstraintRows {
  Eigen::MatrixXd jacobian;  ///< joint rows × velocities of the model
  Eigen::VectorXd error;     ///< position error of each row, m or rad; 0 for nonholonomic rows
};
/// Returns the rows and their position errors at a state.
ConstraintRows constraint_rows(const Model& model, const State& state);

}  // namespace perpend
