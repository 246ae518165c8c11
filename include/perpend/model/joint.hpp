// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>

#include "perpend/model/body.hpp"

namespace perpend {

struct JointId {
  int index = -1;
  friend bool operator==(JointId, JointId) = default;
};

enum class JointKind {
  pin,        ///< the anchors coincide; 2 rows
  prismatic,  ///< b slides along an axis of a and keeps its angle to a; 2 rows
  distance,   ///< the anchors keep their distance; 1 row
  weld        ///< the anchors coincide and the angle is kept; 3 rows
};

/// Number of rows of a joint of that kind.
int row_count(JointKind kind);

/// A joint in the start pose. `a` must be a body, `b` may be the world.
struct JointDef {
  std::string name = {};  ///< unique; empty: "joint_<index>"
  JointKind kind = JointKind::pin;
  BodyId a = kWorld;
  BodyId b = kWorld;
  Eigen::Vector2d anchor{0, 0};    ///< world frame at the start (m); for distance: the end on a
  Eigen::Vector2d anchor_b{0, 0};  ///< distance only: the end on b, world frame at the start (m)
  Eigen::Vector2d axis{1, 0};      ///< prismatic only: sliding direction, world frame at the start
};

/// A joint of a Model; local frames are those of the centres of mass (the world's for kWorld).
struct Joint {
  std::string name = {};
  JointKind kind = JointKind::pin;
  BodyId a = kWorld, b = kWorld;
  Eigen::Vector2d anchor_a{0, 0}, anchor_b{0, 0};  ///< in the frames of a and b (m)
  Eigen::Vector2d axis_a{1, 0};                    ///< prismatic: unit axis in the frame of a
  double angle = 0.0;   ///< angle of b minus angle of a at the start (rad)
  double length = 0.0;  ///< distance: its length (m)
};

}  // namespace perpend
