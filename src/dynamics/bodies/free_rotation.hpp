// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace perpend {

/// Orientation and angular velocity of a rigid body.
struct Rotation {
  Eigen::Quaterniond orientation;  ///< R_WB as a unit quaternion, body frame to world frame
  Eigen::Vector3d omega;           ///< angular velocity in the world frame (rad/s)
};

/// Rotates a body without torque over h seconds (h < 0: backwards). Kinetic energy and the angular
/// momentum in the world frame are kept to round-off for any h. The error of orientation and
/// angular velocity is O(h⁴), and the map over -h is the inverse of that over h. A sphere rotates
/// exactly. The method is the midpoint rule for Euler's equations with a Cayley update and the two
/// corrections derived in docs/methods/free_rotation.md. Does not allocate.
///
/// principal_inertia: moments about the axes of the body frame (kg m²), positive, none larger than
/// the sum of the others. Returns false where h is too long to follow the motion (more than 32 rad
/// within h, or no root found): the body then rotates steadily about its angular momentum, which
/// keeps both invariants but not the phase.
bool rotate_freely(const Eigen::Vector3d& principal_inertia, double h, Rotation& rotation);

}  // namespace perpend
