// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>

#include "perpend/geometry/spatial/pose.hpp"

namespace perpend {

/// Placement and motion of one body as a joint sees it.
struct JointBody {
  spatial::Pose pose;                 ///< of the body frame (spatial_pose())
  Eigen::Vector3d velocity{0, 0, 0};  ///< m/s, of the origin of that frame
  Eigen::Vector3d omega{0, 0, 0};     ///< rad/s
};

/// One row of a joint: the velocity it keeps at -phi/dt is
/// force_a · v_a(point_a) + torque_a · omega_a + force_b · v_b(point_b) + torque_b · omega_b,
/// so that force and torque are what a unit multiplier exerts on a and b.
struct JointRow {
  Eigen::Vector3d point_a{0, 0, 0}, force_a{0, 0, 0}, torque_a{0, 0, 0};  ///< world frame
  Eigen::Vector3d point_b{0, 0, 0}, force_b{0, 0, 0}, torque_b{0, 0, 0};  ///< world frame
  double phi = 0.0;    ///< position error, m or rad; 0 for nonholonomic rows
  bool angle = false;  ///< phi is an angle
};

/// A constraint of the user's own between a and b (or the world): a black box to bodies and solver
/// (Baraff 1996, section 3). Several threads may call its members at once
/// (SimulationOptions::threads).
class JointType {
 public:
  static constexpr int kMaxRows = 6;
  virtual ~JointType() = default;
  /// 1 to kMaxRows.
  virtual int rows() const = 0;
  virtual void evaluate(const JointBody& a, const JointBody& b,
                        std::array<JointRow, kMaxRows>& rows) const = 0;
};

}  // namespace perpend
