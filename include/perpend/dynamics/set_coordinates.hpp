// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/dynamics/generalised_force.hpp"
#include "perpend/model/model.hpp"

namespace perpend {

/// A value for a joint coordinate, which find_coordinate() finds by name.
struct CoordinateValue {
  CoordinateId coordinate;
  double value = 0.0;  ///< m or rad, or their rates
};

/// Forward kinematics: moves the bodies attached through each joint, as one rigid body with its
/// velocities, until the coordinates have the values. A coordinate that a coupler ties to those
/// that are set follows them; all others stay. Throws InvalidArgument where a joint does not exist,
/// is part of a loop, broken, or cannot have the value, and where a coupler does not allow the
/// values or leaves several coordinates open; `state` is then between the old and the new one.
void set_coordinates(const Model& model, const std::vector<CoordinateValue>& values, State& state);
/// Does the same for rates, at the present pose.
void set_rates(const Model& model, const std::vector<CoordinateValue>& values, State& state);

/// Returns the velocity of the point `point` of a body, given in the frame `point_in`, per rate of
/// each coordinate alone (3 rows, world frame), then the angular velocity of the body (3 rows):
/// what set_rates() gives from rest, followers of couplers included. Throws as set_rates() does.
Eigen::MatrixXd joint_jacobian(const Model& model, const State& state, BodyId body,
                               const Eigen::Vector3d& point, Frame point_in,
                               const std::vector<CoordinateId>& coordinates);

}  // namespace perpend
