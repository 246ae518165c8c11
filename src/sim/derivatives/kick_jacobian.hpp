// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/derivatives/body_colours.hpp"
#include "sim/derivatives/kick_equations.hpp"

namespace perpend {

/// Derivatives of KickValues, one column per parameter.
struct KickJacobian {
  Eigen::MatrixXd momentum, joints, coordinates, rows;

  void set_zero(const TakenStep& step, Eigen::Index columns);
};

/// Returns the derivatives by the pose and the velocities before the kick (velocity coordinates,
/// twice the number of velocities) by central differences of the equations at fixed velocities and
/// impulses after it. `carried`: see KickEquations::carried(). Cost: two evaluations of all rows
/// for each coordinate of a body and each set of bodies.
KickJacobian jacobian_by_state(const TakenStep& step, const BodyColours& colours,
                               std::vector<char>& carried);

/// Returns the derivatives by the mass of each body, with its inertia in proportion; one column per
/// body, 1/kg.
KickJacobian jacobian_by_mass(const TakenStep& step, const BodyColours& colours);

}  // namespace perpend
