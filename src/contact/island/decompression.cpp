// SPDX-License-Identifier: Apache-2.0
#include "contact/island/decompression.hpp"

#include <algorithm>
#include <numeric>

#include "contact/row_restitution.hpp"

namespace perpend {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

// Largest number of passes of settle_friction(). Each pass has constant friction limits, from the
// normal impulses of the pass before it.
constexpr int kDecompressionPasses = 60;

// The passes end when no impulse changes by more than this share of the largest one. The friction
// limits are then correct to a hundredth of the bound of the residual checker.
constexpr double kSettledLimits = 1e-12;

// Limits friction by mu times the total normal impulse of the last pass.
void bound_friction(const StepRows& rows, const IslandLayout& layout, const VectorXd& total,
                    lcp::BoxedLcp& boxed) {
  for (std::size_t i = 0; i < layout.count(); ++i) {
    if (!rows.is_contact(layout.group(i))) continue;
    const Index row = layout.first_row(i);
    const double limit = rows.contact(layout.group(i)).mu * std::max(boxed.lo[row], total[row]);
    boxed.lo[row + 1] = -limit;
    boxed.hi[row + 1] = limit;
  }
}

// Decompression under the law of the contacts. f_n = floor + g: the friction disc of radius mu f_n
// (in the plane an interval) is the sum of a disc of radius mu g and one of radius mu floor. So
// each contact becomes two contacts with the same tangents; a slack row holds the normal impulse of
// the second one at the floor. The result is a contact problem of the same law in x = (the rows,
// with g in place of f_n; the slack row and the tangents of each second contact), with
// f = S x + floors.
class SplitContacts {
 public:
  SplitContacts(const lcp::ContactProblem& whole, const VectorXd& lo) : whole_(whole) {
    floors_.setZero(whole.size());
    for (const lcp::Contact& contact : whole.contacts)
      floors_[contact.row] = std::max(0.0, lo[contact.row]);
    split();
    multiply();
    hold_floors();
  }

  void solve(lcp::Workspace& workspace, lcp::Solution& solution) const {
    lcp::solve(problem_, {}, workspace, solution);
    solution.f = (S_ * solution.f + floors_).eval();
    solution.a = whole_.A * solution.f + whole_.b;
  }

 private:
  bool is_split(const lcp::Contact& contact) const {
    return contact.tangents > 0 && floors_[contact.row] > 0;
  }

  void split() {
    problem_ = {{}, {}, whole_.contacts, whole_.law};
    source_.resize(static_cast<std::size_t>(whole_.size()));
    std::iota(source_.begin(), source_.end(), Index{0});
    for (const lcp::Contact& contact : whole_.contacts) {
      if (!is_split(contact)) continue;
      lcp::Contact second = contact;
      second.row = static_cast<Index>(source_.size());
      problem_.contacts.push_back(second);
      source_.push_back(-1);
      for (int k = 1; k <= contact.tangents; ++k) source_.push_back(contact.row + k);
    }
  }

  void multiply() {
    S_.setZero(whole_.size(), std::ssize(source_));
    for (Index j = 0; j < S_.cols(); ++j)
      if (source_[j] >= 0) S_(source_[j], j) = 1;
    problem_.A = S_.transpose() * whole_.A * S_;
    problem_.b = S_.transpose() * (whole_.b + whole_.A * floors_);
    problem_.noise = S_.transpose() * whole_.noise;
  }

  void hold_floors() {
    std::size_t next = whole_.contacts.size();
    for (const lcp::Contact& contact : whole_.contacts) {
      if (!is_split(contact)) continue;
      const Index slack = problem_.contacts[next++].row;
      problem_.A(slack, slack) = whole_.A(contact.row, contact.row);
      problem_.b[slack] = -problem_.A(slack, slack) * floors_[contact.row];
    }
  }

  const lcp::ContactProblem& whole_;
  lcp::ContactProblem problem_;
  VectorXd floors_;
  MatrixXd S_;
  std::vector<Index> source_;  // row of f for each entry of x; -1 if it is a slack row
};

}  // namespace

// Sets the lower bounds of the second problem: each normal impulse is at least that of compression
// plus the part of it that is restituted. The impulse that balances the forces of the step is
// estimated from the change of the normal velocity by these forces and the diagonal entry of W.
void Decompression::set_floors(const StepRows& rows, double e_scale,
                               IslandEquations& equations) const {
  equations.set_bounds(rows);
  const IslandLayout& layout = equations.layout();
  const MatrixXd& W = equations.record().W();
  for (std::size_t i = 0; i < layout.count(); ++i) {
    const int group = layout.group(i);
    if (rows.is_resistance(group)) continue;
    const Index row = layout.first_row(i);
    const double w = W(row, row);
    const double change = approach_of(rows, group) - equations.vectors().u_free[row];
    const double pressed = w > 0 ? std::max(0.0, change) / w : 0.0;
    equations.record().boxed.lo[row] =
        decompression_floor(rows, group, compression_[row], pressed, e_scale);
  }
}

// Solves with boxes for friction, in passes.
void Decompression::settle_friction(const StepRows& rows, lcp::Workspace& workspace,
                                    IslandEquations& equations, lcp::Solution& solution) const {
  IslandRecord& record = equations.record();
  lcp::BoxedLcp& boxed = record.boxed;
  boxed.A.swap(record.W());
  boxed.b = record.b();
  boxed.noise = record.noise();
  const bool frictionless = rows.setup.law == ContactLaw::frictionless;
  VectorXd total = compression_;
  for (int pass = 0; pass < (frictionless ? 1 : kDecompressionPasses); ++pass) {
    if (!frictionless) bound_friction(rows, equations.layout(), total, boxed);
    lcp::solve(boxed, {}, workspace, solution);
    const double change = (solution.f - total).lpNorm<Eigen::Infinity>();
    total = solution.f;
    if (change <= kSettledLimits * total.lpNorm<Eigen::Infinity>()) break;
  }
  boxed.A.swap(record.W());
}

void Decompression::decompress(const StepRows& rows, double e_scale, lcp::Workspace& workspace,
                               IslandEquations& equations, lcp::Solution& solution) {
  if (!is_done_) compression_ = solution.f;
  is_done_ = true;
  set_floors(rows, e_scale, equations);
  const IslandRecord& record = equations.record();
  if (record.kind == Record::contact)
    SplitContacts(record.contact, record.boxed.lo).solve(workspace, solution);
  else
    settle_friction(rows, workspace, equations, solution);
}

}  // namespace perpend
