// SPDX-License-Identifier: Apache-2.0
#include "contact/equations/island_layout.hpp"

#include <cmath>

namespace perpend {

void IslandLayout::lay_out(const StepRows& rows, std::span<const int> groups, bool is_cone) {
  renumber(groups);
  first_row_.clear();
  has_slack_row_.clear();
  int next = 0;
  for (const int group : groups_) {
    const bool has_slack = is_cone && !rows.is_contact(group) && std::isfinite(rows.hi[group]);
    has_slack_row_.push_back(has_slack);
    if (has_slack) ++next;
    first_row_.push_back(next);
    next += rows.pool.groups()[group].rows;
  }
  size_ = next;
}

void IslandLayout::gather(const StepRows& rows, const Eigen::VectorXd& of_pool,
                          Eigen::VectorXd& out) const {
  out.setZero(size_);
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const RowGroup& group = rows.pool.groups()[groups_[i]];
    out.segment(first_row_[i], group.rows) = of_pool.segment(group.first_row, group.rows);
  }
}

}  // namespace perpend
