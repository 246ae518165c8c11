// SPDX-License-Identifier: Apache-2.0
//
// Joint coordinates to maximal coordinates and back, body by body from the roots outwards.
//   F_a, F_b   poses of the joint frames in the world
//   X          pose of F_a relative to F_b, a function of the joint's positions: F_a = F_b X
//   u, w       relative velocity of the origin of F_a, and angular velocity of a against b, in F_b
//   x          origin of F_a:  omega_a - omega_b = F_b w,  v_a(x) - v_b(x) = F_b u
// A child a is computed from b; a child b takes them with the opposite sign and X inverted.
//
// Limits: a state with joint errors has joint coordinates (the projections of coordinates.hpp), but
// they do not lead back to it.
#include "dynamics/joints/joint_tree.hpp"

#include <Eigen/Geometry>

#include "dynamics/joints/coordinates.hpp"
#include "dynamics/joints/joint_motion.hpp"
#include "perpend/core/error.hpp"

namespace perpend {
namespace {

using Eigen::Quaterniond, Eigen::Vector3d;

// Motion of a in the joint frame on b.
struct RelativeMotion {
  spatial::Pose pose;                                              // X
  Vector3d velocity = Vector3d::Zero(), omega = Vector3d::Zero();  // u, w
  double angle = 0;                                                // in the plane
};

Quaterniond about(const Vector3d& axis, double angle) {
  return Quaterniond(Eigen::AngleAxisd(angle, axis));
}

// q and v are the joint's positions, measured from its start pose, and its velocities.
RelativeMotion in_plane(const Joint& joint, const double* q, const double* v) {
  RelativeMotion motion;
  if (joint.kind == JointKind::weld) return motion;
  if (joint.kind == JointKind::prismatic) {
    motion.pose.p.x() = q[0];
    motion.velocity.x() = v[0];
  } else {
    motion.angle = q[0];
    motion.pose.r = about(Vector3d::UnitZ(), q[0]);
    motion.omega.z() = v[0];
  }
  return motion;
}

void rotate_about_x(double angle, double rate, RelativeMotion& motion) {
  motion.pose.r = about(Vector3d::UnitX(), angle);
  motion.omega.x() = rate;
}

void rotate_universally(const double* q, const double* v, RelativeMotion& motion) {
  const Quaterniond first = about(Vector3d::UnitY(), q[0]);
  motion.pose.r = first * about(Vector3d::UnitX(), q[1]);
  motion.omega = v[0] * Vector3d::UnitY() + v[1] * (first * Vector3d::UnitX());
}

RelativeMotion in_space(const Joint& joint, const double* q, const double* v) {
  RelativeMotion motion;
  switch (joint.kind) {
    case JointKind::spherical:
      motion.pose.r = Quaterniond(q[0], q[1], q[2], q[3]).normalized();
      motion.omega = {v[0], v[1], v[2]};
      break;
    case JointKind::universal:
      rotate_universally(q, v, motion);
      break;
    case JointKind::planar:
      motion.pose.p = {0, q[0], q[1]};
      motion.velocity = {0, v[0], v[1]};
      rotate_about_x(q[2], v[2], motion);
      break;
    case JointKind::pin:
      rotate_about_x(q[0], v[0], motion);
      break;
    case JointKind::screw:
      rotate_about_x(q[0], v[0], motion);
      motion.pose.p.x() = joint.pitch * q[0];
      motion.velocity.x() = joint.pitch * v[0];
      break;
    case JointKind::cylindrical:
      rotate_about_x(q[1], v[1], motion);
      [[fallthrough]];
    case JointKind::prismatic:
      motion.pose.p.x() = q[0];
      motion.velocity.x() = v[0];
      break;
    default:  // weld
      break;
  }
  return motion;
}

bool is_ball(const Joint& joint) {
  return joint.kind == JointKind::spherical && !joint.in_plane;
}

RelativeMotion relative_motion(const Joint& joint, const double* q, const double* v) {
  constexpr int kMaxPositions = 4;
  std::array<double, kMaxPositions> from_start{};
  for (int k = 0; k < joint_size(joint).positions; ++k)
    from_start[k] = q[k] - (is_ball(joint) ? 0.0 : start_value(joint, k));
  return joint.in_plane ? in_plane(joint, from_start.data(), v)
                        : in_space(joint, from_start.data(), v);
}

void set_pose(const Body& body, const spatial::Pose& pose, double angle, State& state) {
  auto q = state.q.segment(body.q_offset, body.q_size);
  if (body.kind == BodyKind::rigid)
    q << pose.p.x(), pose.p.y(), angle;
  else
    q << pose.p, pose.r.w(), pose.r.x(), pose.r.y(), pose.r.z();
}

void set_twist(const Body& body, const Twist& twist, State& state) {
  auto v = state.v.segment(body.v_offset, body.dof);
  if (body.kind == BodyKind::rigid)
    v << twist.velocity.x(), twist.velocity.y(), twist.omega.z();
  else
    v << twist.velocity, twist.omega;
}

// Places the child of an edge relative to its parent.
void set_child(const Model& model, const JointSpace::Edge& edge, const RelativeMotion& motion,
               State& state) {
  const Joint& joint = model.joints[edge.joint];
  const Body& child = model.bodies[edge.child];
  const BodyId parent = edge.child_is_a ? joint.b : joint.a;
  const spatial::Pose& parent_frame = edge.child_is_a ? joint.frame_b : joint.frame_a;
  const spatial::Pose& child_frame = edge.child_is_a ? joint.frame_a : joint.frame_b;
  const double sign = edge.child_is_a ? 1.0 : -1.0;
  const JointEnd end = joint_end(model, state, parent, parent_frame);
  const spatial::Pose F_parent = compose(end.pose, parent_frame);
  const spatial::Pose X = edge.child_is_a ? motion.pose : inverse(motion.pose);
  const spatial::Pose F_child = compose(F_parent, X);
  const spatial::Pose pose = compose(F_child, inverse(child_frame));
  set_pose(child, pose, end.angle + sign * (joint.angle + motion.angle), state);

  const Quaterniond F_b = edge.child_is_a ? F_parent.r : F_child.r;
  const Vector3d x = edge.child_is_a ? F_child.p : F_parent.p;
  const Twist base = body_twist(model, state, parent);
  const Vector3d omega = base.omega + sign * (F_b * motion.omega);
  const Vector3d at_x =
      base.velocity + base.omega.cross(x - end.pose.p) + sign * (F_b * motion.velocity);
  set_twist(child, {at_x + omega.cross(pose.p - x), omega}, state);
}

void read_ball(const Model& model, const State& state, const Joint& joint, double* q, double* v) {
  const JointPlace at = place(model, state, joint);
  const Quaterniond P = relative_rotation(at);
  const Vector3d relative =
      body_twist(model, state, joint.a).omega - body_twist(model, state, joint.b).omega;
  Eigen::Map<Eigen::Vector4d>(q) << P.w(), P.x(), P.y(), P.z();
  Eigen::Map<Vector3d>(v).noalias() = joint_frame_b(at).conjugate() * relative;
}

}  // namespace

void set_joint_coordinates(const Model& model, const JointSpace& space,
                           const JointCoordinates& coordinates, State& state) {
  require(coordinates.q.size() == space.positions, "q", "JointSpace::positions entries",
          static_cast<double>(coordinates.q.size()));
  require(coordinates.v.size() == space.velocities, "v", "JointSpace::velocities entries",
          static_cast<double>(coordinates.v.size()));
  for (const JointSpace::Edge& edge : space.edges) {
    const Joint& joint = model.joints[edge.joint];
    const double* q = coordinates.q.data() + space.first_position[edge.joint];
    const double* v = coordinates.v.data() + space.first_velocity[edge.joint];
    set_child(model, edge, relative_motion(joint, q, v), state);
    if (is_ball(joint)) continue;
    for (int k = 0; k < joint_size(joint).positions; ++k)
      state.coordinates[joint.first_coordinate + k] = q[k];
  }
  update_coordinates(model, state);
}

JointCoordinates joint_coordinates(const Model& model, const JointSpace& space,
                                   const State& state) {
  JointCoordinates coordinates{Eigen::VectorXd(space.positions), Eigen::VectorXd(space.velocities)};
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const Joint& joint = model.joints[j];
    double* q = coordinates.q.data() + space.first_position[j];
    double* v = coordinates.v.data() + space.first_velocity[j];
    if (is_ball(joint)) {
      read_ball(model, state, joint, q, v);
      continue;
    }
    for (int k = 0; k < joint_size(joint).positions; ++k) {
      q[k] = coordinate(model, state, {j}, k);
      v[k] = coordinate_rate(model, state, {j}, k);
    }
  }
  return coordinates;
}

}  // namespace perpend
