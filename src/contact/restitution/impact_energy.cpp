// SPDX-License-Identifier: Apache-2.0
#include "contact/restitution/impact_energy.hpp"

#include <algorithm>
#include <cmath>

#include "contact/row_restitution.hpp"
#include "dynamics/bodies/body_velocity.hpp"

namespace perpend {
namespace {

// One entry per row of a group, which is a contact or a bounded row.
using GroupVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;

// Share of the terms of the gain below which it counts as rounding. An elastic impact neither gains
// nor loses energy, and its rounding errors are far smaller than this.
constexpr double kEnergyRounding = 1e-10;

// True for rigid contacts, limits and rolling friction.
bool takes_part(const StepRows& rows, int group) {
  const bool resists = rows.is_contact(group) || rows.is_resistance(group);
  return (resists || !std::isfinite(rows.hi[group])) && !is_compliant(rows, group);
}

// Returns u+ of group i of the island without what its compliance yields and without the
// separation of overlap.
GroupVector end_velocity(const StepRows& rows, const IslandProblem& problem, std::size_t i) {
  const IslandVectors& vectors = problem.equations().vectors();
  const lcp::Solution& solution = problem.solution();
  const Eigen::Index row = problem.equations().layout().first_row(i);
  const int group = problem.groups()[i], n = rows.pool.groups()[group].rows;
  const auto part = [&](const Eigen::VectorXd& x) { return x.segment(row, n); };
  const GroupVector relief = part(vectors.compliance).cwiseProduct(part(solution.f));
  GroupVector u = part(solution.a) - part(vectors.bias) - relief;
  if (!rows.is_resistance(group)) u[0] -= separation_rate(rows, group);
  return u;
}

// Returns dt f·fall, J, for the bodies of the island and those that joints connect with them.
double work_of_fall(const StepRows& rows, std::span<const int> groups) {
  const Model& model = *rows.setup.model;
  const MassSystem& masses = *rows.setup.masses;
  std::vector<char> belongs(model.bodies.size(), 0);
  for (const int group : groups)
    for (const RowBlock& block : rows.pool.blocks(group))
      if (block.body >= 0) belongs[masses.component(block.body)] = 1;
  double sum = 0;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    if (!body.is_dynamic() || body.kind == BodyKind::custom || !belongs[masses.component(i)])
      continue;
    const int lines = linear_dof(body);
    sum += body.mass * rows.setup.dt *
           model.gravity.head(lines).dot(rows.fall.segment(body.v_offset, lines));
  }
  return std::max(sum, 0.0);
}

}  // namespace

// Sums ½ λ·(u+ + u) over rigid contacts, limits and rolling friction, with u the velocities before
// the step. The work of separating overlap is left out. A step that drifts by v+ alone moves bodies
// by ½ dt (v+ - v) farther than one that drifts half with v and half with v+, which adds the
// potential energy
//   -½ (v+ - v)·dt f = -½ λ·(J fall) - ½ dt f·fall,
// with the weight f and fall = M⁻¹ dt f (StepRows::fall). Forces other than the weight are left
// out.
ImpactEnergy impact_energy(const StepRows& rows, const IslandProblem& problem) {
  const IslandLayout& layout = problem.equations().layout();
  double work = 0, largest = 0;
  for (std::size_t i = 0; i < layout.count(); ++i) {
    const int group = layout.group(i), n = rows.pool.groups()[group].rows;
    if (!takes_part(rows, group)) continue;
    const auto f = problem.solution().f.segment(layout.first_row(i), n);
    const auto start = problem.equations().vectors().u_start.segment(layout.first_row(i), n);
    const GroupVector u = end_velocity(rows, problem, i);
    work += f.dot(u + start);
    largest += f.cwiseAbs().dot(u.cwiseAbs() + start.cwiseAbs());
    if (rows.fall.size() == 0) continue;
    GroupVector fall(n);
    multiply(rows.pool, group, rows.fall, fall);
    work -= f.dot(fall);
    largest += f.cwiseAbs().dot(fall.cwiseAbs());
  }
  const double fallen = rows.fall.size() > 0 ? work_of_fall(rows, layout.groups()) : 0.0;
  work -= fallen;
  largest += fallen;
  return {.gain = 0.5 * work, .terms = 0.5 * largest, .rounding = 0.5 * kEnergyRounding * largest};
}

}  // namespace perpend
