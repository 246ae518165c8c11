// SPDX-License-Identifier: Apache-2.0
//
// The normal rows of an island alone, without friction: whether any motion keeps their gaps, and
// the least one that parts what overlaps.
#include <algorithm>
#include <cmath>

#include "contact/island_problem.hpp"

namespace perpend {

using Eigen::Index;

// The problem of these rows alone, which must be contacts and limits.
lcp::Status IslandProblem::solve_normals(const std::vector<Index>& rows, const Eigen::VectorXd& b,
                                         lcp::Workspace& workspace, lcp::Solution& solution) {
  lcp::Lcp gaps;
  gaps.A = W()(rows, rows);
  gaps.noise = noise()(rows);
  gaps.b = b;
  if (!gaps.A.diagonal().allFinite() || !gaps.b.allFinite()) return lcp::Status::invalid;
  lcp::solve(gaps, {.method = lcp::Method::keller}, workspace, solution);
  add_effort(solution);
  return solution.status;
}

// The certificate, normal impulses that move nothing, is one of the whole problem with all other
// impulses 0.
bool IslandProblem::contradicts_gaps(const StepRows& rows, lcp::Workspace& workspace) {
  if (record_ == Record::bodies || record_ == Record::boxed) return false;
  std::vector<Index> normals;
  std::vector<double> gap_rates;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (!rows.is_contact(groups_[i])) continue;
    normals.push_back(first_row_[i]);
    gap_rates.push_back(std::max(rows.contact(groups_[i]).bias, 0.0));
  }
  lcp::Solution solution;
  const Eigen::VectorXd b =
      u_free_(normals) + Eigen::Map<const Eigen::VectorXd>(gap_rates.data(), std::ssize(gap_rates));
  return solve_normals(normals, b, workspace, solution) == lcp::Status::infeasible;
}

bool IslandProblem::part_overlap(const StepRows& rows, lcp::Workspace& workspace,
                                 Eigen::VectorXd& impulses) {
  if (record_ == Record::bodies) return false;
  std::vector<Index> normals;
  std::vector<int> pool_rows;
  std::vector<double> biases;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const int group = groups_[i];
    if (!rows.is_contact(group) && !std::isinf(rows.hi[group])) continue;
    normals.push_back(first_row_[i]);
    pool_rows.push_back(rows.first_row(group));
    biases.push_back(rows.is_contact(group) ? rows.contact(group).bias : rows.rates[group].bias);
  }
  const Eigen::VectorXd velocity = W() * solution_.f + u_free_;
  const Eigen::VectorXd b =
      velocity(normals) + Eigen::Map<const Eigen::VectorXd>(biases.data(), std::ssize(biases));
  lcp::Solution solution;
  if (solve_normals(normals, b, workspace, solution) != lcp::Status::solved) return false;
  for (std::size_t k = 0; k < pool_rows.size(); ++k)
    impulses[pool_rows[k]] += solution.f[static_cast<Index>(k)];
  return true;
}

}  // namespace perpend
