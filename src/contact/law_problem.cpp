// SPDX-License-Identifier: Apache-2.0
#include "perpend/contact/law_problem.hpp"

#include <cmath>
#include <memory>
#include <vector>

#include "perpend/lcp/box.hpp"
#include "perpend/lcp/hybrid.hpp"
#include "perpend/lcp/phantom.hpp"
#include "perpend/lcp/polyhedral.hpp"
#include "perpend/lcp/relaxed.hpp"

namespace perpend {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// Where a contact does not slip yet the frame's own axis is as good as any.
VectorXd turns(const ContactLaw& law, const lcp::SlipOptions& slip) {
  VectorXd turn;
  if (!law.turned) return turn;
  turn.resize(static_cast<Index>(slip.slips.size()));
  for (Index i = 0; i < turn.size(); ++i) {
    const Eigen::Vector2d& u = slip.slips[static_cast<std::size_t>(i)].velocity;
    turn[i] = std::atan2(u.y(), u.x());
  }
  return turn;
}

VectorXd last_normals(const lcp::SlipOptions& slip) {
  VectorXd normal(static_cast<Index>(slip.slips.size()));
  for (Index i = 0; i < normal.size(); ++i)
    normal[i] = slip.slips[static_cast<std::size_t>(i)].impulse;
  return normal;
}

lcp::PhantomOptions phantom_options(const ContactLaw& law, const LawRows& rows) {
  return {.directions = law.directions,
          .turn = turns(law, rows.slip),
          .slip = rows.slip,
          .rho = law.rho > 0 ? std::optional(law.rho) : std::nullopt};
}

std::unique_ptr<lcp::DiscretisedProblem> make(const ContactLaw& law, const LawRows& rows) {
  switch (law.kind) {
    case ContactLaw::frozen_box:
      return std::make_unique<lcp::BoxProblem>(rows.problem, last_normals(rows.slip));
    case ContactLaw::hybrid:
      return std::make_unique<lcp::HybridProblem>(rows.problem, rows.slip);
    default:
      return std::make_unique<lcp::PolyhedralProblem>(
          rows.problem,
          lcp::FacetOptions{.directions = law.directions, .turn = turns(law, rows.slip)});
  }
}

std::vector<char> rows_of_contacts(const lcp::ContactProblem& problem) {
  std::vector<char> claimed(static_cast<std::size_t>(problem.size()), 0);
  for (const lcp::Contact& contact : problem.contacts)
    for (Index r = contact.row; r <= contact.row + contact.tangents; ++r) claimed[r] = 1;
  return claimed;
}

void hand_back(const lcp::DiscretisedProblem& law, const lcp::ContactProblem& problem,
               lcp::Solution& solution) {
  solution.f = law.forces(solution.f);
  solution.a = problem.A * solution.f + problem.b;
  solution.ray.resize(0);
}

}  // namespace

lcp::Options LawProblem::prepare(lcp::DiscretisedProblem& law, const LawRows& rows,
                                 const lcp::Options& options) {
  const std::vector<char> claimed = rows_of_contacts(rows.problem);
  for (Index row = 0; row < rows.problem.size(); ++row)
    if (!claimed[row]) law.bound(row, rows.lo[row], rows.hi[row]);
  lcp::Options own = options;
  if (options.warm.empty()) return own;
  start_ = law.start(Eigen::Map<const VectorXd>(options.warm.data(), rows.problem.size()));
  own.warm = {start_.data(), static_cast<std::size_t>(start_.size())};
  return own;
}

void LawProblem::solve_relaxed(const ContactLaw& law, const LawRows& rows,
                               const lcp::Options& options, lcp::Workspace& workspace,
                               lcp::Solution& solution) {
  lcp::RelaxedProblem relaxed(rows.problem,
                              {.directions = law.directions, .turn = turns(law, rows.slip)});
  const lcp::Options own = prepare(relaxed, rows, options);
  if (rows.relaxation_passes > 0) {
    const double change =
        solve_unrelaxed(relaxed, own, rows.relaxation_passes + 1, workspace, solution).change;
    relaxation_error_ = change * rows.problem.b.lpNorm<Eigen::Infinity>();
  } else {
    lcp::solve(relaxed.boxed(), own, workspace, solution);
  }
  hand_back(relaxed, rows.problem, solution);
}

void LawProblem::solve_phantom(const ContactLaw& law, const LawRows& rows,
                               const lcp::Options& options, lcp::Workspace& workspace,
                               lcp::Solution& solution) {
  lcp::PhantomProblem phantom(rows.problem, phantom_options(law, rows));
  lcp::solve_phantom(phantom, prepare(phantom, rows, options), workspace, solution);
  hand_back(phantom, rows.problem, solution);
}

void LawProblem::solve(const ContactLaw& law, const LawRows& rows, const lcp::Options& options,
                       lcp::Workspace& workspace, lcp::Solution& solution) {
  relaxation_error_ = 0;
  if (law == ContactLaw::relaxed) return solve_relaxed(law, rows, options, workspace, solution);
  if (law == ContactLaw::phantom) return solve_phantom(law, rows, options, workspace, solution);
  const std::unique_ptr<lcp::DiscretisedProblem> own = make(law, rows);
  lcp::solve(own->boxed(), prepare(*own, rows, options), workspace, solution);
  hand_back(*own, rows.problem, solution);
}

}  // namespace perpend
