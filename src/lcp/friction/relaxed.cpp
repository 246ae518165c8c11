// SPDX-License-Identifier: Apache-2.0
//
// The convex relaxation of polyhedral friction, and the fixed point that undoes it.
//
// Limitations: a sliding contact opens by mu lambda, which is large in fast sliding (a cube sent
// across a plane takes off). The fixed point needs more passes with larger mu and can cycle; its
// answer is checked by the residual checker of the polyhedral problem.
// Tried: plain passes, full or half, stall at 1e-8 where nearly hard contacts share their load.
#include "lcp/friction/relaxed.hpp"

#include <algorithm>
#include <utility>

#include "lcp/friction/anderson.hpp"
#include "lcp/friction/facets.hpp"
#include "lcp/problem/budget.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

RelaxedProblem::RelaxedProblem(const ContactProblem& problem, const FacetOptions& options) {
  validate(problem, options);
  require_not_sliding(problem, "relaxed");
  lay_out(problem, options);
  spread_ = spread_of_edges(problem.size());
  assemble(problem, spread_);
}

RelaxedProblem::RelaxedProblem(const ContactProblem& problem, const FacetOptions& options, Made) {
  restate(problem, options);
}

void RelaxedProblem::restate(const ContactProblem& problem, const FacetOptions& options,
                             const linalg::PairBlocks* blocks) {
  lay_out(problem, options);
  assemble_symmetric(problem, blocks);
}

// Lays out one beta for each edge n + mu d_j of the cone.
void RelaxedProblem::lay_out(const ContactProblem& problem, const FacetOptions& options) {
  shift_.setZero(static_cast<Index>(problem.contacts.size()));
  Index columns = 0;
  bilateral_.clear();
  for (const Index row : bilateral_rows(problem)) bilateral_.push_back({row, columns++});
  facets_.resize(problem.contacts.size());
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const Contact& contact = problem.contacts[i];
    Facets& facets = facets_[i];
    facets.row = contact.row;
    facets.first = columns;
    facets.mu = contact.mu_s;
    if (contact.tangents == 0 || contact.mu_s == 0) {
      facets.directions.resize(0, 1);
    } else if (contact.tangents == 1) {
      facets.directions.resize(1, 2);
      facets.directions << 1, -1;
    } else {
      facets.directions =
          facet_directions(contact.tangents, options.directions, rotation_of(options, i));
    }
    columns += facets.directions.cols();
  }
  set_edges();
}

// Sets S by contacts and bilateral rows.
void RelaxedProblem::set_edges() {
  edges_.resize(bilateral_.size() + facets_.size());
  auto edges = edges_.begin();
  for (const auto& [row, column] : bilateral_) {
    edges->row = row;
    edges->column = column;
    edges++->S.setOnes(1, 1);
  }
  for (const Facets& facets : facets_) {
    const MatrixXd& D = facets.directions;
    edges->row = facets.row;
    edges->column = facets.first;
    edges->S.setOnes(1 + D.rows(), D.cols());
    edges++->S.bottomRows(D.rows()) = facets.mu * D;
  }
}

VectorXd RelaxedProblem::start(const VectorXd& f) const {
  VectorXd x = VectorXd::Zero(boxed_.size());
  for (const auto& [row, column] : bilateral_) x[column] = f[row];
  for (const Facets& facets : facets_) {
    const Index count = facets.directions.cols(), tangents = facets.directions.rows();
    auto beta = x.segment(facets.first, count);
    const double t = tangents == 1 ? f[facets.row + 1] / facets.mu : 0.0;
    if (tangents == 1)
      beta << std::max(0.0, t), std::max(0.0, -t);
    else if (tangents > 0)
      beta = facet_weights(facets.directions, f.segment(facets.row + 1, tangents) / facets.mu);
    // The part of f_N that friction leaves goes to all directions alike, which adds no friction.
    const double rest = f[facets.row] - beta.sum();
    if (rest > kStartRounding * f[facets.row]) beta.array() += rest / static_cast<double>(count);
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

namespace {

// Solves with the pivots that are left, and adds the counts of the passes before.
void solve_pass(const RelaxedProblem& problem, const Options& options, Workspace& workspace,
                Solution& solution) {
  const int pivots = solution.pivots, drives = solution.drives;
  const int factorisations = solution.factorisations;
  solve(problem.boxed(), rest_of(options, pivots), workspace, solution);
  solution.pivots += pivots;
  solution.drives += drives;
  solution.factorisations += factorisations;
}

}  // namespace

Unrelaxed solve_unrelaxed(RelaxedProblem& problem, const Options& options, int passes,
                          Workspace& workspace, Solution& solution) {
  // A tenth of what the residual checker asks of the polyhedral problem.
  constexpr double kChange = 1e-11;
  require(passes >= 1, "passes", ">= 1", passes);
  Unrelaxed run;
  Options warm = options;
  VectorXd guess;
  Anderson anderson;
  solution.pivots = solution.drives = solution.factorisations = 0;
  while (run.passes < passes) {
    solve_pass(problem, warm, workspace, solution);
    const VectorXd lift = problem.lift(solution.a);
    const double unit = problem.boxed().b.lpNorm<Eigen::Infinity>();
    const double change = (lift - problem.shift()).lpNorm<Eigen::Infinity>();
    run.change = unit > 0 ? change / unit : 0.0;
    if (solution.status != Status::solved) break;
    ++run.passes;
    if (run.change <= kChange || run.passes == passes) break;
    if (is_spent(options, solution.pivots)) break;
    problem.set_shift(anderson.next(problem.shift(), lift).cwiseMax(0.0));
    guess = solution.f;
    warm.warm = {guess.data(), static_cast<std::size_t>(guess.size())};
    warm.guess_residual.reset();  // the last answer is within any bound but is not the answer
  }
  return run;
}

}  // namespace perpend::lcp
