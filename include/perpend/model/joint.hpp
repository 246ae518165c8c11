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

/// What a joint keeps. Rows in the plane (all its bodies planar) / in space. Coordinates measure a
/// against b from their value at the start: displacements (m), then angles (rad), along or about
/// the axis, which is z for angles in the plane.
enum class JointKind {
  pin,        ///< revolute: the anchors coincide, the axes stay aligned; 2 / 5 rows; angle
  prismatic,  ///< a slides along the axis of b without rotating; 2 / 5 rows; displacement
  distance,   ///< the anchors keep their distance; 1 row
  weld,       ///< the anchors coincide and nothing rotates; 3 / 6 rows
  spherical,  ///< the anchors coincide; 2 / 3 rows (in the plane: a pin); coordinate in the plane:
              ///< angle; in space: swing angle of the axis, >= 0, away from where it started, and
              ///< twist about it
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
  rolling,         ///< a, round about its centre of mass with its rim at the anchor, rolls without
            ///< slipping on the plane of b normal to the axis; 2 / 3 rows, all but one nonholonomic
            ///< (Baraff 1996, section 1.2)
  strut,  ///< keeps nothing: what acts along the line between the anchors; 0 rows; coordinate:
          ///< their distance itself. Its bodies collide
  custom  ///< as its JointType says
};

inline constexpr int kJointKinds = 14;
std::string_view to_string(JointKind kind);
/// As people call it there: a pin of the plane is a revolute joint in space.
std::string_view to_string(JointKind kind, bool in_plane);

/// What a motor drives its coordinate to, with at most max_force: with as much of it as that needs,
/// or, where it has gains, as a servo with the force they give.
enum class MotorKind {
  none,
  velocity,  ///< to the speed `target`, m/s or rad/s; servo: motor_damping · (target - rate)
  position   ///< to the value `target`, m or rad, at (target - value) / time_constant; servo:
             ///< motor_stiffness · (target - value) - motor_damping · rate
};

/// What acts along one coordinate of a joint: limits, motor, spring, damper, dry friction.
/// Forces are in N along displacements and N·m about angles; positive ones push a along the
/// coordinate and b against it.
struct CoordinateDef {
  int coordinate = 0;  ///< which one, see JointKind
  double start = 0.0;  ///< its value in the start pose, m or rad; of a strut that is its length
  double lo = -std::numeric_limits<double>::infinity();
  double hi = std::numeric_limits<double>::infinity();
  double e = 0.0;  ///< restitution of the limits, 0 (plastic) to 1 (elastic)
  MotorKind motor = MotorKind::none;
  double target = 0.0;
  double max_force = std::numeric_limits<double>::infinity();
  double time_constant = 0.0;       ///< s, position motors; shorter than a step: one step
  double motor_stiffness = 0.0;     ///< gain of a position servo, N/m or N·m/rad
  double motor_damping = 0.0;       ///< gain of a servo on the rate, N·s/m or N·m·s/rad
  double stiffness = 0.0;           ///< N/m or N·m/rad, towards `rest`
  std::optional<double> rest = {};  ///< m or rad; default: 0, the length at the start of a strut
  double damping = 0.0;             ///< N·s/m or N·m·s/rad
  double friction = 0.0;            ///< dry friction, N or N·m
  /// kg or kg·m²: inertia of a rotor behind gears, on top of that of the bodies. It resists the
  /// acceleration of the coordinate alone.
  double armature = 0.0;

  bool is_servo() const { return motor_stiffness > 0 || motor_damping > 0; }
  /// Moved by a motor that spares no force.
  bool is_led() const { return motor != MotorKind::none && !is_servo() && std::isinf(max_force); }
};

/// A joint in the start pose; all vectors in the world frame (z = 0 in the plane).
/// `a` must be a body, `b` may be the world.
struct JointDef {
  std::string name = {};  ///< unique; empty: "joint_<index>"
  JointKind kind = JointKind::pin;
  BodyId a = kWorld;
  BodyId b = kWorld;
  Eigen::Vector3d anchor{0, 0, 0};  ///< m
  std::optional<Eigen::Vector3d> anchor_b =
      {};  ///< m; distance, strut: the end on b; others: where
           ///< b has it, a fault if not where the joint needs it
  Eigen::Vector3d axis{1, 0, 0};
  Eigen::Vector3d axis_b{0, 1, 0};  ///< universal: axis of b, normal to `axis`
  double pitch = 0.0;               ///< screw: advance along the axis, m/rad
  bool bodies_collide = false;      ///< with each other, if all their joints say so; a strut does
  /// N and N·m: the joint breaks at the end of a step in which it exerts more, springs and dampers
  /// included, in the mean over the step; from the next step on it is not there (State::broken).
  double break_force = std::numeric_limits<double>::infinity();
  double break_torque = std::numeric_limits<double>::infinity();
  std::vector<CoordinateDef> coordinates = {};
  std::shared_ptr<const JointType> type = {};  ///< custom joints only
};

/// A joint of a Model. Local frames are those of the bodies (the world's for kWorld).
/// What a step reads of most joints comes first and fills whole cache lines, as in Body.
struct alignas(64) Joint {
  JointKind kind = JointKind::pin;
  BodyId a = kWorld, b = kWorld;
  bool in_plane = true;      ///< both bodies are planar, or one is and the other is the world
  int rows = 2;              ///< equality rows
  int first_row = 0;         ///< of them in State::joint_impulses
  int first_coordinate = 0;  ///< in State::coordinates
  /// Joint frames: origin at the anchor, x along the axis (in the plane: z normal to it).
  /// They coincide at the start, but for the anchors of distance joints and struts.
  spatial::Pose frame_a = {}, frame_b = {};
  double angle = 0.0;   ///< in the plane: angle of a minus angle of b at the start (rad)
  double length = 0.0;  ///< distance: its length (m); strut: at the start; rolling: the radius (m)
  double pitch = 0.0;   ///< m/rad
  std::vector<CoordinateDef> coordinates = {};  ///< sorted by coordinate, start and rest filled in
  std::shared_ptr<const JointType> type = {};
  std::string name = {};
  double break_force = std::numeric_limits<double>::infinity();   ///< N, see JointDef
  double break_torque = std::numeric_limits<double>::infinity();  ///< N·m
  bool bodies_collide = false;  ///< as far as this joint is concerned

  bool may_break() const { return std::isfinite(break_force) || std::isfinite(break_torque); }
};

/// Number of coordinates of a joint of that kind.
int coordinate_count(JointKind kind, bool in_plane);
/// Whether the coordinate is an angle (rad); else it is a displacement (m).
bool is_angle(JointKind kind, bool in_plane, int coordinate);
/// Whether the kind takes an axis; false for custom joints, whose axis is their type's affair.
bool has_axis(JointKind kind, bool in_plane);
/// Whether it acts along the line between two anchors that are apart.
bool acts_along_line(JointKind kind);
/// Number of equality rows; 0 where bodies of that space cannot have the joint, and for custom.
int row_count(JointKind kind, bool in_plane);

/// One term of a coupler: factor times a coordinate of a joint.
struct CouplerTerm {
  JointId joint;
  int coordinate = 0;
  double factor = 1.0;
};

/// Keeps the sum of its terms at its value in the start pose: a gear pair couples two angles with
/// the numbers of teeth as factors, rack and pinion an angle and a displacement, a differential
/// three angles. One row over all bodies of its joints.
struct Coupler {
  std::string name = {};  ///< unique; empty: "coupler_<index>"
  std::vector<CouplerTerm> terms = {};
  int row = 0;  ///< in State::joint_impulses, after the joints'; set by ModelBuilder
  std::vector<int> bodies = {};  ///< of its joints, sorted, without the world; set by ModelBuilder
};

}  // namespace perpend
