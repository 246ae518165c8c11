// SPDX-License-Identifier: Apache-2.0
//
// Rates that prescribed bodies impose: directly, through joints, and through limits that do not
// give way.
#include "contact/induced_rates.hpp"

#include <algorithm>

#include "contact/island_problem.hpp"

namespace perpend {

using Eigen::Index, Eigen::VectorXd;

bool is_led(const StepRows& rows, int body) {
  if (!rows.setup.model->bodies[body].is_dynamic()) return true;
  return rows.induced.size() > 0 && rows.setup.masses->is_joined(body);
}

double led_rate(const StepRows& rows, int group, int r) {
  const auto blocks = rows.pool.blocks(group);
  double rate = 0;
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
    if (blocks[k].body < 0 || !is_led(rows, blocks[k].body)) continue;
    const bool moves = rows.setup.model->bodies[blocks[k].body].is_dynamic();
    const VectorXd& v = moves ? rows.induced : rows.v_free;
    rate += rows.pool.block(group, k).row(r).dot(v.segment(blocks[k].v_offset, blocks[k].cols));
  }
  return rate;
}

// Returns the induced rates; limits are satisfied by the motion with the least energy that does so.
VectorXd IslandProblem::induced_rates(const StepRows& rows, lcp::Workspace& workspace) {
  VectorXd rates = VectorXd::Zero(size());
  std::vector<Index> limits;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    for (int r = 0; r < rows.pool.groups()[groups_[i]].rows; ++r)
      rates[first_row_[i] + r] = led_rate(rows, groups_[i], r);
    if (is_limit(rows, groups_[i])) limits.push_back(first_row_[i]);
  }
  if (rows.induced.size() == 0 || limits.empty() || record_ == Record::bodies) return rates;
  lcp::Solution solution;
  const VectorXd b = rates(limits) + bias_(limits).cwiseMax(0.0);
  const VectorXd hard = VectorXd::Zero(b.size());
  if (solve_normals(limits, b, hard, workspace, solution) == lcp::Status::solved)
    rates += W()(Eigen::all, limits) * solution.f;
  return rates;
}

}  // namespace perpend
