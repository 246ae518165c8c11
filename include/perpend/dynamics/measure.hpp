// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "perpend/dynamics/generalised_force.hpp"
#include "perpend/model/model.hpp"

namespace perpend {

/// Energy by kind, J.
struct EnergyParts {
  double kinetic = 0.0;    ///< of the bodies that forces move
  double potential = 0.0;  ///< of gravity, and what custom bodies store
  double springs = 0.0;    ///< of joint coordinates
  double total() const { return kinetic + potential + springs; }
};
/// With springs as steps of dt (s) take them, which is what StepReport tells of: those of struts
/// too stiff for the step are rods as to the share that it does not resolve, which holds no energy.
/// 0: with springs as they are.
EnergyParts energy_parts(const Model& model, const State& state, double dt = 0.0);

/// Mass, centre of mass and its velocity of bodies that forces move; custom ones have none of their
/// own and are left out.
struct CenterOfMass {
  double mass = 0.0;                  ///< kg
  Eigen::Vector3d point{0, 0, 0};     ///< m, world; the origin where nothing has mass
  Eigen::Vector3d velocity{0, 0, 0};  ///< m/s
};
CenterOfMass center_of_mass(const Model& model, const State& state);
/// Of these bodies alone; fixed and kinematic ones count nothing.
CenterOfMass center_of_mass(const Model& model, const State& state, std::span<const BodyId> bodies);

/// M, one row and column per velocity of the model, kg and kg m²; zero where motion is prescribed.
Eigen::MatrixXd mass_matrix(const Model& model, const State& state);

/// Velocity (m/s) of a point that moves with a body is J v; 3 × velocities of the model.
Eigen::MatrixXd point_jacobian(const Model& model, const State& state, BodyId body,
                               const Eigen::Vector3d& point, Frame point_in = Frame::body);
/// Angular velocity (rad/s, world) of a body is J v; 3 × velocities of the model.
Eigen::MatrixXd spin_jacobian(const Model& model, const State& state, BodyId body);
/// The rate (m/s, rad/s) of coordinate k of a joint is J v; 1 × velocities of the model.
Eigen::RowVectorXd coordinate_jacobian(const Model& model, const State& state, JointId joint,
                                       int k);

/// The rows of all joints and couplers, laid out as State::joint_impulses.
struct ConstraintRows {
  Eigen::MatrixXd jacobian;  ///< joint rows × velocities of the model
  Eigen::VectorXd error;     ///< m, rad: position error of each row, 0 of nonholonomic ones
};
ConstraintRows constraint_rows(const Model& model, const State& state);

}  // namespace perpend
