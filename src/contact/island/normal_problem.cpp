// SPDX-License-Identifier: Apache-2.0
#include "contact/island/normal_problem.hpp"

#include <algorithm>
#include <cmath>

#include "contact/induced_rates.hpp"
#include "contact/island/slight_compliance.hpp"

namespace perpend {
namespace {

using Eigen::Index, Eigen::VectorXd;

Eigen::Map<const VectorXd> as_vector(const std::vector<double>& values) {
  return {values.data(), std::ssize(values)};
}

}  // namespace

// Solves the problem of these rows alone, which must be contacts and limits.
lcp::Status NormalProblem::solve(const Rows& normals, const VectorXd& b, lcp::Solution& solution) {
  lcp::Lcp problem;
  problem.A = equations_.record().W()(normals.at, normals.at);
  if (!normals.compliance.empty()) problem.A.diagonal() += as_vector(normals.compliance);
  problem.noise = equations_.record().noise()(normals.at);
  problem.b = b;
  if (!problem.A.diagonal().allFinite() || !problem.b.allFinite()) return lcp::Status::invalid;
  lcp::solve(problem, {.method = lcp::Method::keller}, workspace_, solution);
  effort_.add(solution);
  return solution.status;
}

// Returns the bias without restitution, before any of it was given up, m/s.
double NormalProblem::own_bias(int group) const {
  return rows_.is_contact(group) ? rows_.contact(group).bias : rows_.rates[group].bias;
}

// Returns the rows of contacts and limits that are not blocked, without push-out. Contacts get this
// compliance.
NormalProblem::Rows NormalProblem::gaps(double compliance) const {
  const IslandLayout& layout = equations_.layout();
  Rows normals;
  for (std::size_t i = 0; i < layout.count(); ++i) {
    const int group = layout.group(i);
    const bool is_contact = rows_.is_contact(group);
    if (!(is_contact || is_limit(rows_, group))) continue;
    if (equations_.blocked().is_blocked(layout.first_row(i))) continue;
    normals.add(layout.first_row(i), std::max(own_bias(group), 0.0));
    normals.compliance.push_back(is_contact ? compliance : 0.0);
  }
  return normals;
}

// The certificate of infeasibility, normal impulses that move nothing, is one of the whole problem
// with all other impulses 0. Joints leave a little of every response, so that impulses exist for
// any motion: slightly compliant contacts reveal impulses that move nothing else.
bool NormalProblem::contradicts_gaps() {
  if (!equations_.record().stores_W()) return false;
  const bool is_led = rows_.induced.size() > 0 || rows_.setup.refuses_contradictions;
  const double give = is_led ? slight_compliance(rows_, equations_.layout().groups()) : 0.0;
  const Rows normals = gaps(give);
  lcp::Solution solution;
  const VectorXd b = equations_.vectors().u_free(normals.at) + as_vector(normals.bias);
  const lcp::Status status = solve(normals, b, solution);
  if (status != lcp::Status::solved) return status == lcp::Status::infeasible;
  const double stored = as_vector(normals.compliance).dot(solution.f.cwiseAbs2());
  return stored > -0.5 * b.dot(solution.f) && give > 0;
}

bool NormalProblem::separate_overlap(const VectorXd& f, VectorXd& impulses) {
  if (!equations_.record().stores_W()) return false;
  const IslandLayout& layout = equations_.layout();
  Rows normals;
  std::vector<int> pool_rows;
  for (std::size_t i = 0; i < layout.count(); ++i) {
    const int group = layout.group(i);
    if (!rows_.is_contact(group) && !is_limit(rows_, group)) continue;
    normals.add(layout.first_row(i), own_bias(group));
    pool_rows.push_back(rows_.first_row(group));
  }
  const VectorXd velocity = equations_.record().W() * f + equations_.vectors().u_free;
  lcp::Solution solution;
  const VectorXd b = velocity(normals.at) + as_vector(normals.bias);
  if (solve(normals, b, solution) != lcp::Status::solved) return false;
  for (std::size_t k = 0; k < pool_rows.size(); ++k)
    impulses[pool_rows[k]] += solution.f[static_cast<Index>(k)];
  return true;
}

// Limits are satisfied by the motion with the least energy that does so.
VectorXd NormalProblem::induced_rates() {
  const IslandLayout& layout = equations_.layout();
  VectorXd rates = VectorXd::Zero(equations_.size());
  Rows limits;
  for (std::size_t i = 0; i < layout.count(); ++i) {
    const Index first = layout.first_row(i);
    for (int r = 0; r < rows_.pool.groups()[layout.group(i)].rows; ++r)
      rates[first + r] = led_rate(rows_, layout.group(i), r);
    if (is_limit(rows_, layout.group(i)))
      limits.add(first, std::max(equations_.vectors().bias[first], 0.0));
  }
  if (rows_.induced.size() == 0 || limits.at.empty() || !equations_.record().stores_W())
    return rates;
  lcp::Solution solution;
  const VectorXd b = rates(limits.at) + as_vector(limits.bias);
  if (solve(limits, b, solution) == lcp::Status::solved)
    rates += equations_.record().W()(Eigen::all, limits.at) * solution.f;
  return rates;
}

}  // namespace perpend
