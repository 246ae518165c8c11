// SPDX-License-Identifier: Apache-2.0
#include "contact/island/island_problem.hpp"

#include "contact/island/normal_problem.hpp"
#include "contact/island/slight_compliance.hpp"

namespace perpend {

bool IslandProblem::repeats(const StepRows& rows, std::span<const int> groups,
                            lcp::DraftRule draft) {
  if (!inputs_.repeat(rows, groups) || (answer_.is_draft && !draft.wanted)) return false;
  equations_.renumber(groups);
  answer_.effort = {};
  return true;
}

void IslandProblem::keep() {
  const bool solved = answer_.solution.status == lcp::Status::solved;
  const bool guessed = answer_.solution.answered_by == lcp::Method::guess;
  if (solved || answer_.is_draft) inputs_.keep(solved && guessed);
}

void IslandProblem::assemble(const StepRows& rows, std::span<const int> groups,
                             const lcp::Options& options) {
  decompression_.clear();
  answer_.effort = {};
  equations_.assemble(rows, groups, options);
}

void IslandProblem::end_infeasible() {
  answer_.is_draft = false;
  answer_.solution = {};
  answer_.solution.f = Eigen::VectorXd::Zero(size());
  answer_.solution.status = lcp::Status::infeasible;
  answer_.solution.residual = 1;
}

void IslandProblem::solve(const StepRows& rows, const lcp::Options& options,
                          lcp::Workspace& workspace, lcp::DraftRule draft) {
  decompression_.clear();
  solver_.solve(rows, {options, workspace, draft}, equations_, answer_);
}

bool IslandProblem::solve_further(const StepRows& rows, const lcp::Options& options,
                                  lcp::Workspace& workspace) {
  if (!equations_.resistances().empty()) return false;
  const lcp::Solution before = answer_.solution;
  equations_.update_bias(rows);
  equations_.set_guess(before.f);
  solver_.solve_from(before.residual, rows, {options, workspace}, equations_, answer_);
  if (answer_.solution.status == lcp::Status::solved) return true;
  answer_.solution = before;
  return false;
}

void IslandProblem::solve_compliant(const StepRows& rows, const lcp::Options& options,
                                    lcp::Workspace& workspace) {
  const Eigen::VectorXd own = equations_.record().W().diagonal();
  add_slight_compliance(rows, equations_);
  solve(rows, options, workspace);
  equations_.record().W().diagonal() = own;
}

void IslandProblem::decompress(const StepRows& rows, double e_scale, lcp::Workspace& workspace) {
  decompression_.decompress(rows, e_scale, workspace, equations_, answer_.solution);
  answer_.effort.add(answer_.solution);
}

bool IslandProblem::contradicts_gaps(const StepRows& rows, lcp::Workspace& workspace) {
  return NormalProblem(rows, equations_, workspace, answer_.effort).contradicts_gaps();
}

bool IslandProblem::separate_overlap(const StepRows& rows, lcp::Workspace& workspace,
                                     Eigen::VectorXd& impulses) {
  return NormalProblem(rows, equations_, workspace, answer_.effort)
      .separate_overlap(answer_.solution.f, impulses);
}

Eigen::VectorXd IslandProblem::induced_rates(const StepRows& rows, lcp::Workspace& workspace) {
  return NormalProblem(rows, equations_, workspace, answer_.effort).induced_rates();
}

void IslandProblem::scatter(StepRows& rows) const {
  const IslandLayout& layout = equations_.layout();
  const bool decompressed = decompression_.is_done();
  for (std::size_t i = 0; i < layout.count(); ++i) {
    const int g = layout.group(i);
    const RowGroup& group = rows.pool.groups()[g];
    const Eigen::Index row = layout.first_row(i);
    rows.impulses.lambda.segment(group.first_row, group.rows) =
        answer_.solution.f.segment(row, group.rows);
    rows.impulses.decompressed[g] = decompressed;
    rows.impulses.blocked[g] = equations_.blocked().is_blocked(row);
    if (rows.is_resistance(g))
      rows.hi[g] = equations_.hi(rows, i);
    else if (decompressed)
      rows.impulses.floor[group.first_row] = equations_.record().boxed.lo[row];
  }
}

void IslandProblem::add_missed(const StepRows& rows, const Eigen::VectorXd& v,
                               Eigen::VectorXd& missed) {
  IslandRecord& record = equations_.record();
  if (!record.stores_W() || record.in_bodies || rows.setup.masses->empty()) return;
  const IslandLayout& layout = equations_.layout();
  const Eigen::VectorXd known = record.W() * answer_.solution.f + equations_.vectors().u_free;
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1> u;
  for (std::size_t i = 0; i < layout.count(); ++i) {
    const int g = layout.group(i), at = rows.first_row(g), n = rows.pool.groups()[g].rows;
    u.resize(n);
    multiply(rows.pool, g, v, u);
    if (rows.is_contact(g)) u += rows.contact(g).surface_velocity.head(n);
    for (int r = 0; r < n; ++r)
      missed[at + r] += u[r] + rows.compliance[at + r] * rows.impulses.lambda[at + r] -
                        known[layout.first_row(i) + r];
  }
}

const LawProblem* IslandProblem::law_problem() const {
  return equations_.record().kind == Record::law ? &solver_.law_problem() : nullptr;
}

double IslandProblem::relaxation_error() const {
  return law_problem() ? law_problem()->relaxation_error() : 0.0;
}

}  // namespace perpend
