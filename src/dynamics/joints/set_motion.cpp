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
  require(!body.is_kinematic() && body.kind != BodyKind::custom, "body",
          "one whose motion can be set, not a kinematic or custom one", body.details->name);
  require(body.is_planar() == planar, "body", planar ? "a planar body" : "a body in space",
          body.details->name);
  return body;
}

const Body& moving_body_at(const Model& model, BodyId id, bool planar) {
  const Body& body = body_at(model, id, planar);
  require(body.is_dynamic(), "body", "a body that forces move", body.details->name);
  return body;
}

}  // namespace

void set_pose(const Model& model, BodyId id, const planar::Pose& pose, State& state) {
  const Body& body = body_at(model, id, true);
  require(pose.p.allFinite() && std::isfinite(pose.angle), "pose", "finite", pose.p.norm());
  state.q.segment<2>(body.q_offset) = pose.p - transform_vector(pose, body.details->body_origin);
  if (body.dof == 3) state.q[body.q_offset + 2] = pose.angle;
  update_coordinates(model, state);
}

void set_pose(const Model& model, BodyId id, const spatial::Pose& pose, State& state) {
  const Body& body = body_at(model, id, false);
  const double size = pose.r.squaredNorm();
  require(pose.p.allFinite() && size > 0 && std::isfinite(size), "pose", "finite, with a rotation",
          pose.p.norm());
  const spatial::Pose frame{pose.p, pose.r.normalized()};
  const spatial::Pose center = compose(frame, inverse(body.details->definition));
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

}  // namespace perpend
