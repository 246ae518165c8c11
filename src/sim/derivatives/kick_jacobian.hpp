// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/derivatives/body_colours.hpp"
#include "sim/derivatives/kick_equations.hpp"

namespace perpend {

/// Derivatives of KickValues, one column for each of what they are taken by.
struct KickJacobian {
  Eigen::MatrixXd momentum, joints, coordinates, rows;

  void set_zero(const TakenStep& step, Eigen::Index columns);
};

/// By the pose and the velocities before the kick (velocity coordinates, twice the number of
/// velocities) by central differences of the equations at fixed velocities and impulses after it.
/// `carried`: see KickEquations::carried(). Cost: an evaluation of all rows for each coordinate of
/// a body and each set of bodies, twice.
KickJacobian jacobian_by_state(const TakenStep& step, const BodyColours& colours,
                               std::vector<char>& carried);

/// By the mass of each body, its inertia in proportion; one column per body, 1/kg.
KickJacobian jacobian_by_mass(const TakenStep& step, const BodyColours& colours);

}  // namespace perpend
