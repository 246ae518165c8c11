// SPDX-License-Identifier: Apache-2.0
//
// The convex relaxation of polyhedral friction, and the fixed point that takes it back.
//
// Limitations: a sliding contact opens by mu lambda, which is large in fast sliding (a cube sent
// across a plane takes off). The fixed point needs more passes with larger mu and can end in a
// circle; its referee is the polyhedral problem's.
// Tried: plain passes, full or half, stall at 1e-8 where nearly hard contacts share their load.
#include "perpend/lcp/relaxed.hpp"

#include <algorithm>
#include <limits>

#include "anderson.hpp"
#include "facets.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

RelaxedProblem::RelaxedProblem(const ContactProblem& problem, const FacetOptions& options)
    : bilateral_(bilateral_rows(problem)) {
  validate(problem, options);
  shift_.setZero(static_cast<Index>(problem.contacts.size()));
  require_not_sliding(problem, "relaxed");
  ForceColumns columns(problem.size());
  for (const Index row : bilateral_) columns.spread(row, columns.add(), 1);
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const Contact& contact = problem.contacts[i];
    const double turn = options.turn.size() > 0 ? options.turn[static_cast<Index>(i)] : 0.0;
    const bool rough = contact.tangents > 0 && contact.mu_s > 0;
    facets_.push_back(
        {contact.row, columns.columns(),
         rough ? facet_directions(contact.tangents, options.directions, turn) : MatrixXd(0, 1),
         contact.mu_s});
    const MatrixXd& D = facets_.back().directions;
    for (Index j = 0; j < D.cols(); ++j) {
      const Index column = columns.add();
      columns.spread(contact.row, column, 1);
      for (Index k = 0; k < D.rows(); ++k)
        columns.spread(contact.row + 1 + k, column, contact.mu_s * D(k, j));
    }
  }
  const Index size = columns.columns();
  spread_ = columns.spread(size);
  boxed_ = {spread_.transpose() * (problem.A * spread_).eval(), spread_.transpose() * problem.b,
            VectorXd::Zero(size),
            VectorXd::Constant(size, std::numeric_limits<double>::infinity())};
  boxed_.lo.head(static_cast<Index>(bilateral_.size()))
      .setConstant(-std::numeric_limits<double>::infinity());
}

VectorXd RelaxedProblem::start(const VectorXd& f) const {
  VectorXd x = VectorXd::Zero(boxed_.size());
  for (std::size_t k = 0; k < bilateral_.size(); ++k) x[static_cast<Index>(k)] = f[bilateral_[k]];
  for (const Facets& facets : facets_) {
    const Index count = facets.directions.cols(), tangents = facets.directions.rows();
    auto beta = x.segment(facets.first, count);
    if (tangents > 0)
      beta = facet_weights(facets.directions, f.segment(facets.row + 1, tangents) / facets.mu);
    // What friction leaves of f_N goes to all directions alike, which adds no friction.
    beta.array() += std::max(0.0, f[facets.row] - beta.sum()) / static_cast<double>(count);
  }
  return x;
}

VectorXd RelaxedProblem::lift(const VectorXd& a) const {
  VectorXd lift(shift_.size());
  for (std::size_t i = 0; i < facets_.size(); ++i) {
    // The rows are a_N + mu d_j · a_T + shift with directions that add up to zero.
    const auto rows = a.segment(facets_[i].first, facets_[i].directions.cols());
    lift[static_cast<Index>(i)] = rows.mean() - rows.minCoeff();
  }
  return lift;
}

void RelaxedProblem::set_shift(const VectorXd& shift) {
  require(shift.size() == shift_.size(), "shift.size()", "the number of contacts",
          static_cast<double>(shift.size()));
  for (std::size_t i = 0; i < facets_.size(); ++i) {
    const auto at = static_cast<Index>(i);
    boxed_.b.segment(facets_[i].first, facets_[i].directions.cols()).array() +=
        shift[at] - shift_[at];
  }
  shift_ = shift;
}

Unrelaxed solve_unrelaxed(RelaxedProblem& problem, const Options& options, int passes,
                          Workspace& workspace, Solution& solution) {
  constexpr double kChange = 1e-11;  // a tenth of what the referee asks of the polyhedral problem
  Unrelaxed run;
  Options warm = options;
  VectorXd guess;
  Anderson anderson;
  int pivots = 0, drives = 0, factorisations = 0;
  while (run.passes < passes) {
    solve(problem.boxed(), warm, workspace, solution);
    pivots += solution.pivots, drives += solution.drives;
    factorisations += solution.factorisations;
    if (solution.status != Status::solved) break;
    ++run.passes;
    const VectorXd lift = problem.lift(solution.a);
    const double unit = problem.boxed().b.lpNorm<Eigen::Infinity>();
    const double change = (lift - problem.shift()).lpNorm<Eigen::Infinity>();
    run.change = unit > 0 ? change / unit : 0.0;
    if (run.change <= kChange) break;
    problem.set_shift(anderson.next(problem.shift(), lift).cwiseMax(0.0));
    guess = solution.f;
    warm.warm = {guess.data(), static_cast<std::size_t>(guess.size())};
  }
  solution.pivots = pivots, solution.drives = drives, solution.factorisations = factorisations;
  return run;
}

}  // namespace perpend::lcp
