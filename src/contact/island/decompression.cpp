// SPDX-License-Identifier: Apache-2.0
//
// Impacts of an island: the decompression of Poisson's law, which is a second problem with the same
// matrix, and the energy that the impulses of the impact add.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "contact/island/island_problem.hpp"
#include "contact/row_restitution.hpp"
#include "dynamics/bodies/body_velocity.hpp"

namespace perpend {
namespace {

using Eigen::Index;

// One entry per row of a group, which is a contact or a bounded row.
using ContactVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;

// Largest number of passes of decompress_boxed(). Each pass has constant friction limits, from the
// normal impulses of the pass before it.
constexpr int kDecompressionPasses = 60;

// The passes end when no impulse changes by more than this share of the largest one. The friction
// limits are then correct to a hundredth of the bound of the residual checker.
constexpr double kSettledLimits = 1e-12;

// Share of the terms of the gain below which it counts as rounding. An elastic impact neither gains
// nor loses energy, and its rounding errors are far smaller than this.
constexpr double kEnergyRounding = 1e-10;

}  // namespace

// Sets the lower bounds of the second problem: each normal impulse is at least that of compression
// plus the part of it that is restituted. The impulse that balances the forces of the step is
// estimated from the change of the normal velocity by these forces and the diagonal entry of W.
void IslandProblem::set_floors(const StepRows& rows, double e_scale) {
  set_bounds(rows);
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (rows.is_resistance(groups_[i])) continue;
    const Index row = first_row_[i];
    const double w = W()(row, row);
    const double approach = approach_of(rows, groups_[i]);
    const double pressed = w > 0 ? std::max(0.0, approach - u_free_[row]) / w : 0.0;
    boxed_.lo[row] = decompression_floor(rows, groups_[i], compression_[row], pressed, e_scale);
  }
}

// Limits friction by mu times the total normal impulse of the last pass.
void IslandProblem::bound_friction(const StepRows& rows, const Eigen::VectorXd& total) {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (!rows.is_contact(groups_[i])) continue;
    const Index row = first_row_[i];
    const double limit = rows.contact(groups_[i]).mu * std::max(boxed_.lo[row], total[row]);
    boxed_.lo[row + 1] = -limit;
    boxed_.hi[row + 1] = limit;
  }
}

void IslandProblem::decompress_boxed(const StepRows& rows, lcp::Workspace& workspace) {
  boxed_.A.swap(W());
  boxed_.b = b();
  boxed_.noise = noise();
  const bool frictionless = rows.setup.law == ContactLaw::frictionless;
  Eigen::VectorXd total = compression_;
  for (int pass = 0; pass < (frictionless ? 1 : kDecompressionPasses); ++pass) {
    if (!frictionless) bound_friction(rows, total);
    lcp::solve(boxed_, {}, workspace, solution_);
    const double change = (solution_.f - total).lpNorm<Eigen::Infinity>();
    total = solution_.f;
    if (change <= kSettledLimits * total.lpNorm<Eigen::Infinity>()) break;
  }
  boxed_.A.swap(W());
}

// Writes f_n = floor + g. The friction disc of radius mu f_n (in the plane an interval) is the sum
// of a disc of radius mu g and one of radius mu floor. So each contact becomes two contacts with
// the same tangents; a slack row holds the normal impulse of the second one at the floor. The
// result is a contact problem of the same law in x = (the rows, with g in place of f_n; the slack
// row and the tangents of each second contact), with f = S x + floors.
void IslandProblem::decompress_contacts(lcp::Workspace& workspace) {
  const Index n = size();
  Eigen::VectorXd floors = Eigen::VectorXd::Zero(n);
  lcp::ContactProblem split{{}, {}, contact_.contacts, contact_.law};
  std::vector<Index> source(static_cast<std::size_t>(n));  // row of f for each x; -1 if slack
  std::iota(source.begin(), source.end(), Index{0});
  for (const lcp::Contact& contact : contact_.contacts) {
    floors[contact.row] = std::max(0.0, boxed_.lo[contact.row]);
    if (contact.tangents == 0 || !(floors[contact.row] > 0)) continue;
    lcp::Contact second = contact;
    second.row = static_cast<Index>(source.size());
    split.contacts.push_back(second);
    source.push_back(-1);
    for (int k = 1; k <= contact.tangents; ++k) source.push_back(contact.row + k);
  }
  const Index size = static_cast<Index>(source.size());
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(n, size);
  for (Index j = 0; j < size; ++j)
    if (source[j] >= 0) S(source[j], j) = 1;
  split.A = S.transpose() * contact_.A * S;
  split.b = S.transpose() * (contact_.b + contact_.A * floors);
  split.noise = S.transpose() * contact_.noise;
  std::size_t next = contact_.contacts.size();
  for (const lcp::Contact& contact : contact_.contacts) {
    if (contact.tangents == 0 || !(floors[contact.row] > 0)) continue;
    const Index slack = split.contacts[next++].row;
    split.A(slack, slack) = contact_.A(contact.row, contact.row);
    split.b[slack] = -split.A(slack, slack) * floors[contact.row];
  }
  lcp::solve(split, {}, workspace, solution_);
  solution_.f = (S * solution_.f + floors).eval();
  solution_.a = contact_.A * solution_.f + contact_.b;
}

void IslandProblem::decompress(const StepRows& rows, double e_scale, lcp::Workspace& workspace) {
  if (!decompressed_) compression_ = solution_.f;
  decompressed_ = true;
  set_floors(rows, e_scale);
  if (record_ == Record::contact)
    decompress_contacts(workspace);
  else
    decompress_boxed(rows, workspace);
  add_effort(solution_);
}

// Sums ½ λ·(u+ + u) over rigid contacts, limits and rolling friction, with u the velocities before
// the step. The work of separating overlap is left out. A step that drifts by v+ alone moves bodies
// by ½ dt (v+ - v) farther than one that drifts half with v and half with v+, which adds the
// potential energy
//   -½ (v+ - v)·dt f = -½ λ·(J fall) - ½ dt f·fall,
// with the weight f and fall = M⁻¹ dt f (StepRows::fall). Forces other than the weight are left
// out.
ImpactEnergy IslandProblem::impact_energy(const StepRows& rows) const {
  double work = 0, largest = 0;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const int group = groups_[i];
    const bool resists = rows.is_contact(group) || rows.is_resistance(group);
    if ((!resists && std::isfinite(rows.hi[group])) || is_compliant(rows, group)) continue;
    const int n = rows.pool.groups()[group].rows;
    const auto part = [&](const Eigen::VectorXd& x) { return x.segment(first_row_[i], n); };
    const ContactVector relief = part(compliance_).cwiseProduct(part(solution_.f));
    ContactVector u = part(solution_.a) - part(bias_) - relief;
    if (!rows.is_resistance(group)) u[0] -= separation_rate(rows, group);
    work += part(solution_.f).dot(u + part(u_start_));
    largest += part(solution_.f).cwiseAbs().dot(u.cwiseAbs() + part(u_start_).cwiseAbs());
    if (rows.fall.size() == 0) continue;
    ContactVector fall(n);
    multiply(rows.pool, group, rows.fall, fall);
    work -= part(solution_.f).dot(fall);
    largest += part(solution_.f).cwiseAbs().dot(fall.cwiseAbs());
  }
  const double fallen = rows.fall.size() > 0 ? work_of_fall(rows) : 0.0;
  work -= fallen;
  largest += fallen;
  return {.gain = 0.5 * work, .terms = 0.5 * largest, .rounding = 0.5 * kEnergyRounding * largest};
}

// Returns dt f·fall, J, for the bodies of the island and those that joints connect with them.
double IslandProblem::work_of_fall(const StepRows& rows) const {
  const Model& model = *rows.setup.model;
  const MassSystem& masses = *rows.setup.masses;
  std::vector<char> belongs(model.bodies.size(), 0);
  for (const int group : groups_)
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

}  // namespace perpend
