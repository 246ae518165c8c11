// SPDX-License-Identifier: Apache-2.0
#include "sim/derivatives/kick_response.hpp"

namespace perpend {

using Eigen::MatrixXd, Eigen::VectorXd;

KickResponse::KickResponse(const TakenStep& step)
    : step_(&step),
      masses_(step.joints.masses()),
      coordinate_rows_(step.joints.coordinate_rows().begin(), step.joints.coordinate_rows().end()),
      still_(VectorXd::Zero(step.model.dof())),
      impulses_(VectorXd::Zero(step.model.joint_rows)) {
  masses_.drop_compliance();
  const RowPool& pool = step.rows.pool;
  const VectorXd no_rates = VectorXd::Zero(step.model.joint_rows);
  const VectorXd no_bias = VectorXd::Zero(coordinate_rows_.size());
  of_rows_.resize(step.model.dof(), pool.rows());
  diagonal_.resize(pool.rows());
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g) {
    const RowGroup& group = pool.groups()[g];
    for (int r = 0; r < group.rows; ++r) {
      VectorXd p = VectorXd::Zero(step.model.dof());
      add_transpose(pool, g, VectorXd::Unit(group.rows, r), p);
      of_rows_.col(group.first_row + r) = solve(p, no_rates, no_bias);
    }
    const MatrixXd own = rates(g, of_rows_.middleCols(group.first_row, group.rows));
    diagonal_.segment(group.first_row, group.rows) = own.diagonal();
  }
}

VectorXd KickResponse::solve(const VectorXd& p, const VectorXd& joints,
                             const VectorXd& coordinates) {
  VectorXd v = masses_.inverse_mass().cwiseProduct(p);
  if (masses_.empty()) return v;
  for (std::size_t i = 0; i < coordinate_rows_.size(); ++i)
    coordinate_rows_[i].bias = -coordinates[i];
  masses_.set_momentum(p);
  masses_.set_rates(step_->joints.joint_rows(), joints, step_->joints.coordinate_pool(),
                    coordinate_rows_, still_);
  masses_.solve(v, impulses_);
  return v;
}

MatrixXd KickResponse::rates(int group, const MatrixXd& velocities) const {
  const RowPool& pool = step_->rows.pool;
  MatrixXd sum = MatrixXd::Zero(pool.groups()[group].rows, velocities.cols());
  const auto blocks = pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
    if (blocks[k].body >= 0)
      sum += pool.block(group, k) * velocities.middleRows(blocks[k].v_offset, blocks[k].cols);
  return sum;
}

}  // namespace perpend
