// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "perpend/geometry/spatial/pose.hpp"
#include "perpend/model/body.hpp"
#include "perpend/model/joint_type.hpp"

namespace perpend {

struct JointId {
  int index = -1;
  friend bool operator==(JointId, JointId) = default;
};

/// The constraint that a joint imposes. Each line gives the number of equality rows, in the plane
/// (all its bodies planar) / in space, and the joint coordinates. Joint coordinates measure the
/// pose of a relative to b from their value at the start: first displacements (m), then angles
/// (rad), along or about the axis; the axis of angles in the plane is z.
enum class JointKind {
  pin,        ///< revolute: the anchors coincide, the axes stay aligned; 2 / 5 rows; angle
  prismatic,  ///< a slides along the axis of b without rotating; 2 / 5 rows; displacement
  distance,   ///< the anchors keep their distance; 1 row
  weld,       ///< the anchors coincide and nothing rotates; 3 / 6 rows
  spherical,  ///< the anchors coincide; 2 / 3 rows (in the plane it is a pin); in the plane: angle;
              ///< in space: swing angle of the axis from its start direction, >= 0, and twist about
              ///< the axis
  universal,  ///< the anchors coincide, the axis of a stays normal to axis_b of b; space, 4 rows;
              ///< angles about axis_b of b and about the axis of a
  cylindrical,     ///< a slides along and rotates about the axis of b; space, 4 rows; displacement,
                   ///< angle
  planar,          ///< a slides on the plane of b normal to the axis and rotates about the axis;
                   ///< space, 3 rows; two displacements, angle
  point_on_line,   ///< the anchor of a stays on the line of b along the axis; 1 / 2 rows;
                   ///< displacement
  point_on_plane,  ///< the anchor of a stays on the plane of b normal to the axis; 1 / 1 row;
                   ///< displacement in the plane, two in space
  screw,           ///< cylindrical, advancing by `pitch` per radian; space, 5 rows; angle
  rolling,  ///< a is round about its centre of mass, its rim passes through the anchor, and it
            ///< rolls without slipping on the plane of b normal to the axis; 2 / 3 rows, all but
            ///< one nonholonomic (Baraff 1996, section 1.2)
  strut,  ///< no constraint: carries springs, dampers, motors and limits along the line between the
          ///< anchors; 0 rows; coordinate: the distance of the anchors itself. Its bodies collide
  custom  ///< the rows that its JointType evaluates
};

inline constexpr int kJointKinds = 14;
std::string_view to_string(JointKind kind);
/// Returns the customary name in the plane or in space: a pin of the plane is "revolute" in space.
std::string_view to_string(JointKind kind, bool in_plane);

/// The target of a motor. Without gains the motor exerts the force that reaches the target, at most
/// max_force. With gains it is a servo, which exerts the force that the gains give, at most
/// max_force.
enum class MotorKind {
  none,
  velocity,  ///< to the speed `target`, m/s or rad/s; servo: motor_damping · (target - rate)
  position   ///< to the value `target`, m or rad, at (target - value) / time_constant; servo:
             ///< motor_stiffness · (target - value) - motor_damping · rate
};

/// Limits, motor, spring, damper and dry friction along one coordinate of a joint. Forces are in N
/// along displacements and N·m about angles; a positive force pushes a along the coordinate and b
/// in the opposite direction.
struct CoordinateDef {
  int coordinate = 0;  ///< index of the coordinate, see JointKind
  double start = 0.0;  ///< value in the start pose, m or rad; for a strut, its length
  double lo = -std::numeric_limits<double>::infinity();  ///< lower limit, m or rad
  double hi = std::numeric_limits<double>::infinity();   ///< upper limit, m or rad
  double e = 0.0;  ///< restitution of the limits, 0 (plastic) to 1 (elastic)
  MotorKind motor = MotorKind::none;
  double target = 0.0;                                         ///< see MotorKind
  double max_force = std::numeric_limits<double>::infinity();  ///< N or N·m
  double time_constant = 0.0;       ///< s, position motors; at least one step is used
  double motor_stiffness = 0.0;     ///< gain of a position servo, N/m or N·m/rad
  double motor_damping = 0.0;       ///< gain of a servo on the rate, N·s/m or N·m·s/rad
  double stiffness = 0.0;           ///< N/m or N·m/rad, towards `rest`
  std::optional<double> rest = {};  ///< m or rad; default: 0, for a strut its length at the start
  double damping = 0.0;             ///< N·s/m or N·m·s/rad
  double friction = 0.0;            ///< dry friction, N or N·m
  /// Reflected inertia of a rotor behind gears, kg or kg·m², in addition to the inertia of the
  /// bodies. It resists the acceleration of the coordinate alone.
  double armature = 0.0;
  /// Own name, or none; different from those of all joints and other coordinates.
  std::string name = {};

  bool is_servo() const { return motor_stiffness > 0 || motor_damping > 0; }
  /// True if a motor without a force limit, which is not a servo, prescribes the coordinate.
  bool is_led() const { return motor != MotorKind::none && !is_servo() && std::isinf(max_force); }
};

/// Definition of a joint in the start pose. All vectors are in the world frame (z = 0 in the
/// plane). `a` must be a body, `b` may be the world.
struct JointDef {
  std::string name = {};  ///< unique; empty: "joint_<index>"
  JointKind kind = JointKind::pin;
  BodyId a = kWorld;
  BodyId b = kWorld;
  Eigen::Vector3d anchor{0, 0, 0};  ///< m
  std::optional<Eigen::Vector3d> anchor_b =
      {};  ///< m; distance, strut: the anchor on b; other kinds: the
           ///< anchor as b has it, a fault where it violates the joint
  Eigen::Vector3d axis{1, 0, 0};
  Eigen::Vector3d axis_b{0, 1, 0};  ///< universal: axis of b, normal to `axis`
  double pitch = 0.0;               ///< screw: advance along the axis, m/rad
  bool bodies_collide = false;  ///< a and b collide if all joints between them allow it; a strut
                                ///< always allows it
  /// Largest force (N) and torque (N·m). The joint breaks at the end of a step over which the mean
  /// of what it exerts, springs and dampers included, exceeds one of them; from the next step on it
  /// has no effect (State::broken).
  double break_force = std::numeric_limits<double>::infinity();
  double break_torque = std::numeric_limits<double>::infinity();
  std::vector<CoordinateDef> coordinates = {};
  std::shared_ptr<const JointType> type = {};  ///< custom joints only
};

/// A joint of a Model. Local frames are those of the bodies (the world's for kWorld). The members
/// that a step reads for most joints come first and fill whole cache lines, as in Body.
struct alignas(64) Joint {
  JointKind kind = JointKind::pin;
  BodyId a = kWorld, b = kWorld;
  bool in_plane = true;      ///< both bodies are planar, or one is and the other is the world
  int rows = 2;              ///< equality rows
  int first_row = 0;         ///< index of the first row in State::joint_impulses
  int first_coordinate = 0;  ///< index of the first coordinate in State::coordinates
  /// Joint frames on a and b: origin at the anchor, x along the axis (in the plane, z is normal to
  /// the plane). At the start they coincide, except for the anchors of distance joints and struts.
  spatial::Pose frame_a = {}, frame_b = {};
  double angle = 0.0;   ///< in the plane: angle of a minus angle of b at the start (rad)
  double length = 0.0;  ///< distance: its length (m); strut: at the start; rolling: the radius (m)
  double pitch = 0.0;   ///< m/rad
  std::vector<CoordinateDef> coordinates = {};  ///< sorted by coordinate, start and rest filled in
  std::shared_ptr<const JointType> type = {};
  std::string name = {};
  double break_force = std::numeric_limits<double>::infinity();   ///< N, see JointDef
  double break_torque = std::numeric_limits<double>::infinity();  ///< N·m
  bool bodies_collide = false;  ///< this joint allows its bodies to collide

  bool may_break() const { return std::isfinite(break_force) || std::isfinite(break_torque); }
};

/// Returns the number of coordinates of a joint of that kind.
int coordinate_count(JointKind kind, bool in_plane);
/// True if the coordinate is an angle (rad), false if it is a displacement (m).
bool is_angle(JointKind kind, bool in_plane, int coordinate);
/// True if the kind takes an axis; false for custom joints, whose JointType has its own axes.
bool has_axis(JointKind kind, bool in_plane);
/// True if the joint acts along the line between two separate anchors: distance joints and struts.
bool acts_along_line(JointKind kind);
/// Returns the number of equality rows; 0 where the kind does not exist in the plane, and for
/// custom joints.
int row_count(JointKind kind, bool in_plane);

/// One term of a coupler: factor times a coordinate of a joint.
struct CouplerTerm {
  JointId joint;
  int coordinate = 0;
  double factor = 1.0;
};

/// Linear constraint between joint coordinates: keeps the sum of its terms at its value in the
/// start pose. A gear pair couples two angles with the numbers of teeth as factors, a rack and
/// pinion an angle and a displacement, a differential three angles. A coupler is one row on all
/// bodies of its joints.
struct Coupler {
  std::string name = {};  ///< unique; empty: "coupler_<index>"
  std::vector<CouplerTerm> terms = {};
  int row = 0;  ///< row in State::joint_impulses, after those of joints; set by ModelBuilder
  std::vector<int> bodies = {};  ///< bodies of its joints, sorted, no world; set by ModelBuilder
};

}  // namespace perpend
