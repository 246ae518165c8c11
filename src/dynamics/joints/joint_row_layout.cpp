// SPDX-License-Identifier: Apache-2.0
//
// Joint rows whose layout is the same at every pose. A ball joint has J = [1, -hat(r)] and its
// negative, with r from each body to the midpoint of the anchors: 12 of 36 numbers change.
#include <algorithm>

#include "dynamics/joints/joint_row_values.hpp"
#include "dynamics/joints/joint_rows.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

bool is_ball_in_space(const Model& model, const Joint& joint) {
  const auto fits = [&](BodyId id) {
    return id == kWorld || model.bodies[id.index].has_quaternion();
  };
  return joint.kind == JointKind::spherical && fits(joint.a) && fits(joint.b);
}

void write_arm(const Vector3d& r, double* J) {
  J[4] = r.z(), J[5] = -r.y();
  J[9] = -r.z(), J[11] = r.x();
  J[15] = r.y(), J[16] = -r.x();
}

}  // namespace

JointRows::JointRows(const Model& model) : model_(&model), balls_(model.joints.size()) {
  for (const Joint& joint : model.joints)
    pool_.add(model, joint.a.index, joint.b.index, joint.rows);
  for (const Coupler& coupler : model.couplers) pool_.add(model, coupler.bodies, 1);
  phi_.setZero(pool_.rows());
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const Joint& joint = model.joints[j];
    if (!is_ball_in_space(model, joint)) continue;
    balls_[j] = {pool_.groups()[j].first_row, ball_end(joint.a, joint.frame_a.p, j, 0),
                 ball_end(joint.b, joint.frame_b.p, j, 1)};
    write_ends(j);
  }
}

// Writes the constant part of a ball joint's rows.
void JointRows::write_ends(int j) {
  for (int block = 0; block < 2; ++block) {
    if (pool_.blocks(j)[block].body < 0) continue;
    RowPool::Block J = pool_.block(j, block);
    for (int k = 0; k < 3; ++k) J(k, k) = block == 0 ? 1.0 : -1.0;
  }
}

bool has_breaking_joints(const Model& model) {
  return std::ranges::any_of(model.joints, &Joint::may_break);
}

bool is_dropped(const Model& model, const State& state, int group) {
  const int joints = static_cast<int>(model.joints.size());
  if (state.broken.empty()) return false;
  if (group < joints) return state.is_broken({group});
  return std::ranges::any_of(model.couplers[group - joints].terms,
                             [&](const CouplerTerm& term) { return state.is_broken(term.joint); });
}

void JointRows::drop_broken(const State& state) {
  if (state.broken.empty()) return;
  for (int g = 0; g < static_cast<int>(pool_.groups().size()); ++g) {
    if (!is_dropped(*model_, state, g)) continue;
    for (int k = 0; k < static_cast<int>(pool_.blocks(g).size()); ++k) pool_.block(g, k).setZero();
    phi_.segment(pool_.groups()[g].first_row, pool_.groups()[g].rows).setZero();
    dropped_.push_back(g);
  }
}

JointRows::BallEnd JointRows::ball_end(BodyId body, const Vector3d& anchor, int group, int block) {
  if (body == kWorld) return {.anchor = anchor};
  return {model_->bodies[body.index].q_offset, pool_.blocks(group)[block].values, anchor};
}

void JointRows::evaluate_ball(const Ball& ball, const double* q) {
  const auto place = [q](const BallEnd& end, Vector3d& origin, Vector3d& anchor) {
    anchor = end.anchor;
    if (end.pose < 0) return;
    const double* pose = q + end.pose;
    const Vector3d u(pose[4], pose[5], pose[6]), t = 2 * u.cross(end.anchor);
    origin = {pose[0], pose[1], pose[2]};
    anchor = origin + end.anchor + pose[3] * t + u.cross(t);
  };
  Vector3d origin_a, origin_b, anchor_a, anchor_b;
  place(ball.a, origin_a, anchor_a);
  place(ball.b, origin_b, anchor_b);
  const Vector3d between = 0.5 * (anchor_a + anchor_b);
  if (ball.a.pose >= 0) write_arm(between - origin_a, pool_.values() + ball.a.values);
  if (ball.b.pose >= 0) write_arm(origin_b - between, pool_.values() + ball.b.values);
  phi_.segment<3>(ball.row) = anchor_a - anchor_b;
}

void JointRows::evaluate_joint(int j, const State& state) {
  if (balls_[j].row >= 0)
    evaluate_ball(balls_[j], state.q.data());
  else
    write_joint(*model_, state, model_->joints[j], pool_, j,
                phi_.data() + pool_.groups()[j].first_row);
}

void JointRows::evaluate(const State& state) {
  const int joints = static_cast<int>(model_->joints.size());
  for (const int g : dropped_)
    if (g < joints && balls_[g].row >= 0) write_ends(g);
  dropped_.clear();
  threads_->chunks(joints, [&](Chunk s) {
    for (int j = s.first; j < s.last; ++j) evaluate_joint(j, state);
  });
  threads_->chunks(static_cast<int>(model_->couplers.size()), [&](Chunk s) {
    for (int c = s.first; c < s.last; ++c)
      write_coupler(*model_, state, model_->couplers[c], pool_, joints + c,
                    phi_.data() + pool_.groups()[joints + c].first_row);
  });
  drop_broken(state);
}

void append_joint_rows(const Model& model, const State& state, RowPool& pool,
                       std::vector<double>& phi) {
  JointRows rows(model);
  rows.evaluate(state);
  for (int g = 0; g < static_cast<int>(rows.pool().groups().size()); ++g)
    pool.append(rows.pool(), g);
  phi.insert(phi.end(), rows.phi().begin(), rows.phi().end());
}

}  // namespace perpend
