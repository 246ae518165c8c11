// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/next_pose.hpp"

#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"

namespace perpend {

void NextPose::drift_all(const State& pose, const Eigen::VectorXd& v, double time) {
  state_ = pose;
  state_.v = v;
  drift(model_, time, state_);
}

void NextPose::drift_body(const State& pose, const Eigen::VectorXd& v, int body, double time) {
  const Chunk one{body, body + 1};
  copy_motion(model_, one, pose.q, v, state_);
  if (time > 0) drift(model_, one, time, state_);
}

void NextPose::drift_pair(const State& pose, const Eigen::VectorXd& v, const ContactPair& pair,
                          double time, double apart) {
  state_.q.resize(model_.q_size());
  state_.v.resize(model_.dof());
  state_.time = pose.time + time;
  for (const int body : {pair.body_a, pair.body_b}) {
    const Body& moved = model_.bodies[body];
    const Chunk one{body, body + 1};
    copy_motion(model_, one, pose.q, v, state_);
    if (moved.is_dynamic() && moved.kind != BodyKind::custom) {
      const double along = (body == pair.body_b ? apart : -apart) / time;
      const int lines = linear_dof(moved);
      state_.v.segment(moved.v_offset, lines) += along * pair.normal.head(lines);
    }
    drift(model_, one, time, state_);
  }
}

std::span<const ContactPair> NextPose::contacts_of(const ContactPair& pair, double margin) {
  contacts_.clear();
  collider_.collide(state_, pair.piece_a, pair.piece_b, margin, contacts_);
  return contacts_;
}

}  // namespace perpend
