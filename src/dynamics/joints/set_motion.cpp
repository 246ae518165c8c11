// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/set_motion.hpp"

#include <cmath>

#include "dynamics/joints/coordinates.hpp"
#include "perpend/core/error.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

const Body& body_at(const Model& model, BodyId id, bool planar) {
  require(id.index >= 0 && id.index < static_cast<int>(model.bodies.size()), "body",
          "a body of the model", id.index);
  const Body& body = model.bodies[id.index];
  const bool is_prescribed = body.is_kinematic() && !body.is_driven();
  require(!is_prescribed && body.kind != BodyKind::custom, "body",
          "one whose motion can be set, not a custom one or a kinematic one that is not driven",
          body.details->name);
  require(body.is_planar() == planar, "body", planar ? "a planar body" : "a body in space",
          body.details->name);
  return body;
}

const Body& moving_body_at(const Model& model, BodyId id, bool planar) {
  const Body& body = body_at(model, id, planar);
  require(body.is_dynamic() || body.is_driven(), "body", "a body that moves", body.details->name);
  return body;
}

const Body& driven_body_at(const Model& model, BodyId id, bool planar, double dt) {
  const Body& body = body_at(model, id, planar);
  require(body.is_driven(), "body", "a kinematic body that is driven", body.details->name);
  require(dt > 0 && std::isfinite(dt), "dt", "finite and greater than 0", dt);
  return body;
}

// Returns the pose of the centre of mass of a body whose frame has the given pose.
Eigen::Vector2d center_at(const Body& body, const planar::Pose& pose) {
  require(pose.p.allFinite() && std::isfinite(pose.angle), "pose", "finite", pose.p.norm());
  return pose.p - transform_vector(pose, body.details->body_origin);
}

spatial::Pose center_at(const Body& body, const spatial::Pose& pose) {
  const double size = pose.r.squaredNorm();
  require(pose.p.allFinite() && size > 0 && std::isfinite(size), "pose", "finite, with a rotation",
          pose.p.norm());
  const spatial::Pose frame{pose.p, pose.r.normalized()};
  return compose(frame, inverse(body.details->definition));
}

// Returns the rotation vector of the shorter of both rotations.
Vector3d rotation_vector(const Eigen::Quaterniond& r) {
  const double half = r.vec().stableNorm();
  if (half == 0) return Vector3d::Zero();
  const double angle = 2 * std::atan2(half, std::abs(r.w()));
  return r.vec() * (std::copysign(angle, r.w()) / half);
}

}  // namespace

void set_pose(const Model& model, BodyId id, const planar::Pose& pose, State& state) {
  const Body& body = body_at(model, id, true);
  state.q.segment<2>(body.q_offset) = center_at(body, pose);
  if (body.dof == 3) state.q[body.q_offset + 2] = pose.angle;
  update_coordinates(model, state);
}

void set_pose(const Model& model, BodyId id, const spatial::Pose& pose, State& state) {
  const Body& body = body_at(model, id, false);
  const spatial::Pose center = center_at(body, pose);
  state.q.segment<3>(body.q_offset) = center.p;
  if (body.has_quaternion())
    state.q.segment<4>(body.q_offset + 3) << center.r.w(), center.r.x(), center.r.y(), center.r.z();
  update_coordinates(model, state);
}

void set_velocity(const Model& model, BodyId id, const Vector3d& velocity, State& state) {
  const Body& body = moving_body_at(model, id, true);
  require(velocity.allFinite(), "velocity", "finite", velocity.norm());
  state.v.segment(body.v_offset, body.dof) = velocity.head(body.dof);
}

void set_velocity(const Model& model, BodyId id, const Twist& twist, State& state) {
  const Body& body = moving_body_at(model, id, false);
  require(twist.velocity.allFinite(), "velocity", "finite", twist.velocity.norm());
  require(twist.omega.allFinite(), "omega", "finite", twist.omega.norm());
  state.v.segment<3>(body.v_offset) = twist.velocity;
  if (body.dof == 6) state.v.segment<3>(body.v_offset + 3) = twist.omega;
}

void set_target_pose(const Model& model, BodyId id, const planar::Pose& pose, double dt,
                     State& state) {
  const Body& body = driven_body_at(model, id, true, dt);
  const Eigen::Vector2d way = center_at(body, pose) - state.q.segment<2>(body.q_offset);
  const double turn = pose.angle - state.q[body.q_offset + 2];
  state.v.segment<3>(body.v_offset) = Vector3d(way.x(), way.y(), turn) / dt;
}

void set_target_pose(const Model& model, BodyId id, const spatial::Pose& pose, double dt,
                     State& state) {
  const Body& body = driven_body_at(model, id, false, dt);
  const spatial::Pose target = center_at(body, pose), now = spatial_pose(model, state, id);
  state.v.segment<3>(body.v_offset) = (target.p - now.p) / dt;
  state.v.segment<3>(body.v_offset + 3) = rotation_vector(target.r * now.r.conjugate()) / dt;
}

}  // namespace perpend
