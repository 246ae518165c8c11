// SPDX-License-Identifier: Apache-2.0
//
// The normal rows of an island alone, without friction: whether any motion keeps their gaps, and
// the least motion that separates overlap.
#include <algorithm>
#include <cmath>

#include "contact/induced_rates.hpp"
#include "contact/island/island_problem.hpp"

namespace perpend {

using Eigen::Index;

namespace {

// Compliance of contacts, as a share of the response of the mass at hand, in tests of whether
// anything moves. It is large beside the round-off in responses that joints prevent, 1e-12 for
// light links, and small beside those of levers and wedges.
constexpr double kGive = 1e-6;

}  // namespace

// Solves the problem of these rows alone, which must be contacts and limits.
lcp::Status IslandProblem::solve_normals(const std::vector<Index>& rows, const Eigen::VectorXd& b,
                                         const Eigen::VectorXd& gives, lcp::Workspace& workspace,
                                         lcp::Solution& solution) {
  lcp::Lcp gaps;
  gaps.A = W()(rows, rows);
  gaps.A.diagonal() += gives;
  gaps.noise = noise()(rows);
  gaps.b = b;
  if (!gaps.A.diagonal().allFinite() || !gaps.b.allFinite()) return lcp::Status::invalid;
  lcp::solve(gaps, {.method = lcp::Method::keller}, workspace, solution);
  add_effort(solution);
  return solution.status;
}

// Returns the mass of the bodies of the island and of all that joints connect with them, kg.
double IslandProblem::mass_behind(const StepRows& rows) const {
  const MassSystem& masses = *rows.setup.masses;
  std::vector<char> is_behind(rows.setup.model->bodies.size(), 0);
  for (const int g : groups_)
    for (const RowBlock& block : rows.pool.blocks(g))
      if (block.body >= 0) is_behind[masses.component(block.body)] = 1;
  double sum = 0;
  for (std::size_t i = 0; i < is_behind.size(); ++i) {
    const Body& body = rows.setup.model->bodies[i];
    if (body.is_dynamic() && is_behind[masses.component(static_cast<int>(i))]) sum += body.mass;
  }
  return sum;
}

// The certificate of infeasibility, normal impulses that move nothing, is one of the whole problem
// with all other impulses 0. Joints leave a little of every response, so that impulses exist for
// any motion: slightly compliant contacts reveal impulses that move nothing else.
bool IslandProblem::contradicts_gaps(const StepRows& rows, lcp::Workspace& workspace) {
  if (record_ == Record::bodies) return false;
  const double give = rows.induced.size() > 0 ? kGive / mass_behind(rows) : 0.0;
  std::vector<Index> normals;
  std::vector<double> gap_rates, gives;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const bool is_contact = rows.is_contact(groups_[i]);
    if (!(is_contact || is_limit(rows, groups_[i])) || alone_[first_row_[i]] > 0) continue;
    normals.push_back(first_row_[i]);
    const double bias = is_contact ? rows.contact(groups_[i]).bias : rows.rates[groups_[i]].bias;
    gap_rates.push_back(std::max(bias, 0.0));
    gives.push_back(is_contact ? give : 0.0);
  }
  const auto as_vector = [](const std::vector<double>& values) {
    return Eigen::Map<const Eigen::VectorXd>(values.data(), std::ssize(values));
  };
  lcp::Solution solution;
  const Eigen::VectorXd b = u_free_(normals) + as_vector(gap_rates);
  const lcp::Status status = solve_normals(normals, b, as_vector(gives), workspace, solution);
  if (status != lcp::Status::solved) return status == lcp::Status::infeasible;
  return as_vector(gives).dot(solution.f.cwiseAbs2()) > -0.5 * b.dot(solution.f) && give > 0;
}

void IslandProblem::solve_giving(const StepRows& rows, const lcp::Options& options,
                                 lcp::Workspace& workspace) {
  const Eigen::VectorXd own = W().diagonal();
  const double give = kGive / mass_behind(rows);
  for (std::size_t i = 0; i < groups_.size(); ++i)
    if (rows.is_contact(groups_[i])) W()(first_row_[i], first_row_[i]) += give;
  solve(rows, options, workspace);
  W().diagonal() = own;
}

bool IslandProblem::bears_over(const StepRows& rows, double times) const {
  double most = 0, speed = 0, driven = 0;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const Index row = first_row_[i], count = rows.pool.groups()[groups_[i]].rows;
    const bool is_contact = rows.is_contact(groups_[i]);
    if (is_contact || is_limit(rows, groups_[i]))
      most = std::max(most, solution_.f[row]);
    else
      driven += solution_.f.segment(row, count).lpNorm<Eigen::Infinity>();
    if (!is_contact) continue;
    speed = std::max(speed, u_free_.segment(row, count).lpNorm<Eigen::Infinity>());
    speed = std::max(speed, -bias_[row]);
  }
  return most > times * (mass_behind(rows) * speed + driven);
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
  const Eigen::VectorXd hard = Eigen::VectorXd::Zero(b.size());
  if (solve_normals(normals, b, hard, workspace, solution) != lcp::Status::solved) return false;
  for (std::size_t k = 0; k < pool_rows.size(); ++k)
    impulses[pool_rows[k]] += solution.f[static_cast<Index>(k)];
  return true;
}

// Returns the induced rates; limits are satisfied by the motion with the least energy that does so.
Eigen::VectorXd IslandProblem::induced_rates(const StepRows& rows, lcp::Workspace& workspace) {
  Eigen::VectorXd rates = Eigen::VectorXd::Zero(size());
  std::vector<Index> limits;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    for (int r = 0; r < rows.pool.groups()[groups_[i]].rows; ++r)
      rates[first_row_[i] + r] = led_rate(rows, groups_[i], r);
    if (is_limit(rows, groups_[i])) limits.push_back(first_row_[i]);
  }
  if (rows.induced.size() == 0 || limits.empty() || record_ == Record::bodies) return rates;
  lcp::Solution solution;
  const Eigen::VectorXd b = rates(limits) + bias_(limits).cwiseMax(0.0);
  const Eigen::VectorXd hard = Eigen::VectorXd::Zero(b.size());
  if (solve_normals(limits, b, hard, workspace, solution) == lcp::Status::solved)
    rates += W()(Eigen::all, limits) * solution.f;
  return rates;
}

}  // namespace perpend
