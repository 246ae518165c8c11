// SPDX-License-Identifier: Apache-2.0
#include "sim/certificate/speed_judge.hpp"

#include <algorithm>
#include <cmath>

#include "contact/row_response.hpp"
#include "core/worst.hpp"
#include "dynamics/bodies/body_velocity.hpp"

namespace perpend {
namespace {

// Returns the sum of |J| |v| of row r.
double speed_sum(const StepRows& rows, int group, int r, const Eigen::VectorXd& v) {
  double sum = 0;
  const auto blocks = rows.pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
    if (blocks[k].body >= 0)
      sum += rows.pool.block(group, k).row(r).cwiseAbs().dot(
          v.segment(blocks[k].v_offset, blocks[k].cols).cwiseAbs());
  return sum;
}

void add_push(const RowPool& pool, int group, const Eigen::Ref<const Eigen::VectorXd>& lambda,
              Eigen::VectorXd& sizes) {
  const auto blocks = pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
    if (blocks[k].body >= 0)
      sizes.segment(blocks[k].v_offset, blocks[k].cols) +=
          pool.block(group, k).cwiseAbs().transpose().lazyProduct(lambda.cwiseAbs());
}

// Converts the impulses on a body to velocities; 0 for custom bodies, whose mass is not known here.
void divide_by_mass(const Body& body, Eigen::VectorXd& sizes) {
  auto push = sizes.segment(body.v_offset, body.dof);
  if (!body.is_dynamic() || body.kind == BodyKind::custom) {
    push.setZero();
    return;
  }
  const int lines = std::min(body.dof, linear_dof(body));
  push.head(lines) /= body.mass;
  if (body.kind == BodyKind::rigid) push[2] /= body.inertia();
  if (body.kind == BodyKind::spatial) push.tail<3>() /= body.principal_inertia.minCoeff();
}

}  // namespace

void push_sizes(const StepRows& rows, const JointImpulses& joints, Eigen::VectorXd& sizes) {
  const Model& model = *rows.setup.model;
  sizes.setZero(model.dof());
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g)
    add_push(rows.pool, g, rows.lambda(g), sizes);
  if (joints.pool)
    for (int g = 0; g < static_cast<int>(joints.pool->groups().size()); ++g) {
      const RowGroup& group = joints.pool->groups()[g];
      add_push(*joints.pool, g, joints.lambda->segment(group.first_row, group.rows), sizes);
    }
  for (const Body& body : model.bodies) divide_by_mass(body, sizes);
}

SpeedJudge::SpeedJudge(const StepRows& rows, const Eigen::VectorXd& v, const JointImpulses& joints,
                       Eigen::VectorXd& memory, StepCertificate& certificate)
    : rows_(rows),
      v_(v),
      joints_(joints),
      pushes_(memory),
      certificate_(certificate),
      largest_(largest_speed(rows, v)) {
  if (rows.setup.masses->empty()) return;
  for (const Body& body : rows.setup.model->bodies)
    if (body.is_dynamic())
      fastest_ = std::max(fastest_, body.mass * v.segment(body.v_offset, body.dof).squaredNorm());
}

void SpeedJudge::take(int group, int r, int count, double wrong, double impulse, double place) {
  raise(certificate_.velocity_residual, wrong);
  if (wrong == 0) return;  // even if nothing is granted
  double size = largest_;
  for (int k = r; k < r + count; ++k)
    size =
        std::max(size, speed_sum(rows_, group, k, v_) + speed_sum(rows_, group, k, rows_.v_free) +
                           std::abs(rows_.bias[rows_.first_row(group) + k]));
  size += std::abs(impulse);
  const double rounding = size + place / rows_.setup.dt + rounded_by_joints(group, r);
  double granted = kVelocityShare * size + kSumRounding * rounding;
  if (!(wrong <= granted)) granted += kSumRounding * pushed(group, r, count);
  if (is_worse(wrong / granted, worst_ratio_)) worst_group_ = group;
  raise(worst_ratio_, wrong / granted);
  raise(certificate_.velocity_ratio, wrong / granted);
}

// Returns the scale of the round-off that joints pass from the fastest body to the velocities of
// all.
double SpeedJudge::rounded_by_joints(int group, int r) const {
  return std::sqrt(fastest_ * row_response(rows_, group, r));
}

// Returns the largest sum of the velocities that single impulses would give the rows.
double SpeedJudge::pushed(int group, int r, int count) {
  if (!knows_pushes_) push_sizes(rows_, joints_, pushes_);
  knows_pushes_ = true;
  double largest = 0;
  for (int k = r; k < r + count; ++k)
    largest = std::max(largest, speed_sum(rows_, group, k, pushes_));
  return largest;
}

}  // namespace perpend
