// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>

#include "perpend/geometry/spatial/pose.hpp"

namespace perpend {

/// Pose and velocity of one body of a joint.
struct JointBody {
  spatial::Pose pose;                 ///< pose of the body frame (spatial_pose())
  Eigen::Vector3d velocity{0, 0, 0};  ///< m/s, world, at the origin of that frame
  Eigen::Vector3d omega{0, 0, 0};     ///< rad/s, world
};

/// One row of a joint. The row constrains the velocity
/// force_a · v_a(point_a) + torque_a · omega_a + force_b · v_b(point_b) + torque_b · omega_b
/// to -phi/dt, so force and torque are what a unit multiplier exerts on a and b.
struct JointRow {
  Eigen::Vector3d point_a{0, 0, 0}, force_a{0, 0, 0}, torque_a{0, 0, 0};  ///< world frame
  Eigen::Vector3d point_b{0, 0, 0}, force_b{0, 0, 0}, torque_b{0, 0, 0};  ///< world frame
  double phi = 0.0;    ///< position error, m or rad; 0 for nonholonomic rows
  bool angle = false;  ///< phi is an angle
};

/// Base class of user-defined constraints between a and b (or the world), which bodies and solver
/// treat as a black box (Baraff 1996, section 3). Several threads may call its members at once
/// (SimulationOptions::threads).
class JointType {
 public:
  static constexpr int kMaxRows = 6;
  virtual ~JointType() = default;
  /// Returns the number of rows, 1 to kMaxRows.
  virtual int rows() const = 0;
  /// Fills the first rows() entries of `rows`.
  virtual void evaluate(const JointBody& a, const JointBody& b,
                        std::array<JointRow, kMaxRows>& rows) const = 0;
};

}  // namespace perpend
