// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/model/model.hpp"

namespace perpend {

/// Length of the central differences of geometry, m or rad: round-off of coordinates of metres
/// leaves a relative error of 1e-10 in a derivative, the curvature of a ball of 1 mm one of 1e-6.
inline constexpr double kDifference = 1e-6;

/// Moves the pose of a body along its velocity k by h: displacements and rotations in the world.
void displace(const Model& model, int body, int k, double h, State& state);

/// Returns (q_b - q_a) of a body in its velocity coordinates, to first order in their difference.
Eigen::VectorXd displacement_between(const Model& model, int body, const Eigen::VectorXd& q_a,
                                     const Eigen::VectorXd& q_b);

/// True if displacement_between() supports the coordinates of the body.
bool has_tangent(const Body& body);

/// Derivatives of a drift of one body: of its pose and velocity after it by those before it, a
/// square matrix of twice its number of velocities.
using DriftJacobian = Eigen::MatrixXd;

/// Returns one Jacobian per body; empty if forces do not move it. `v` are the velocities to drift
/// with.
std::vector<DriftJacobian> drift_jacobians(const Model& model, const State& from,
                                           const Eigen::VectorXd& v, double h);

}  // namespace perpend
