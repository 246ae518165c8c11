// SPDX-License-Identifier: Apache-2.0
//
// The friction disc as a polygon of k corners: force discrete, one multiplier lambda per contact.
//
// Limitations: anisotropic, friction is mu f_N in the directions of the corners and mu f_N
// cos(pi/k) between them, off by O(1/k²); friction need not oppose the slip (it can lean by up to
// pi/k), which turning a corner along the slip mends. One unknown per corner.
#include "perpend/lcp/polyhedral.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "facets.hpp"

namespace perpend::lcp {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct PolyhedralProblem::Unknowns {
  ForceColumns columns;

  Index add_both(Index row) {
    const Index column = columns.add();
    columns.spread(row, column, 1);
    columns.gather(row, column, 1);
    return column;
  }
};

PolyhedralProblem::PolyhedralProblem(const ContactProblem& problem, const FacetOptions& options) {
  validate(problem, options);
  Unknowns unknowns{ForceColumns(problem.size())};
  for (const Index row : bilateral_rows(problem)) direct_.emplace_back(row, unknowns.add_both(row));
  const auto bilaterals = static_cast<Index>(direct_.size());
  for (std::size_t i = 0; i < problem.contacts.size(); ++i)
    add_contact(problem.contacts[i], problem.law, options.directions,
                options.turn.size() > 0 ? options.turn[static_cast<Index>(i)] : 0.0, unknowns);
  assemble(problem, unknowns);
  boxed_.lo.head(bilaterals).setConstant(-std::numeric_limits<double>::infinity());
}

void PolyhedralProblem::add_contact(const Contact& contact, FrictionLaw law, int directions,
                                    double turn, Unknowns& unknowns) {
  const Index normal = unknowns.add_both(contact.row);
  direct_.emplace_back(contact.row, normal);
  if (contact.sliding) {
    for (int k = 0; k < contact.tangents; ++k)
      unknowns.columns.spread(contact.row + 1 + k, normal, -contact.mu_k * contact.direction[k]);
  } else if (contact.tangents == 2 && law != FrictionLaw::box) {
    exact_ = false;
    add_facets(contact, contact.row + 1, facet_directions(2, directions, turn), unknowns);
  } else {
    for (int k = 0; k < contact.tangents; ++k)
      add_facets(contact, contact.row + 1 + k, facet_directions(1, 2, 0), unknowns);
  }
}

void PolyhedralProblem::add_facets(const Contact& contact, Index row, MatrixXd directions,
                                   Unknowns& unknowns) {
  ForceColumns& columns = unknowns.columns;
  const Index normal = direct_.back().second;
  facets_.push_back({row, normal, columns.columns(), contact.mu_s, std::move(directions)});
  const MatrixXd& D = facets_.back().directions;
  for (Index j = 0; j < D.cols(); ++j) {
    const Index column = columns.add();
    for (Index k = 0; k < D.rows(); ++k) {
      columns.spread(row + k, column, D(k, j));
      columns.gather(row + k, column, D(k, j));
    }
  }
}

void PolyhedralProblem::assemble(const ContactProblem& problem, const Unknowns& unknowns) {
  first_limit_ = unknowns.columns.columns();
  const auto limits = static_cast<Index>(facets_.size()), size = first_limit_ + limits;
  spread_ = unknowns.columns.spread(size);
  const Eigen::SparseMatrix<double> gather = unknowns.columns.gather(size);
  boxed_.A = gather.transpose() * (problem.A * spread_).eval();
  boxed_.b = gather.transpose() * problem.b;
  boxed_.lo = VectorXd::Zero(size);
  boxed_.hi = VectorXd::Constant(size, std::numeric_limits<double>::infinity());
  for (Index i = 0; i < limits; ++i) {
    const Facets& facets = facets_[i];
    const Index limit = first_limit_ + i, count = facets.directions.cols();
    boxed_.A(limit, facets.normal) = facets.mu;
    boxed_.A.row(limit).segment(facets.first, count).setConstant(-1);
    boxed_.A.col(limit).segment(facets.first, count).setConstant(1);
  }
}

VectorXd PolyhedralProblem::start(const VectorXd& f) const {
  VectorXd x = VectorXd::Zero(boxed_.size());
  for (const auto& [row, column] : direct_) x[column] = f[row];
  for (const Facets& facets : facets_)
    x.segment(facets.first, facets.directions.cols()) =
        facet_weights(facets.directions, f.segment(facets.row, facets.directions.rows()));
  const VectorXd a = boxed_.A * x + boxed_.b;
  for (std::size_t i = 0; i < facets_.size(); ++i) {
    const Facets& facets = facets_[i];
    const double least = a.segment(facets.first, facets.directions.cols()).minCoeff();
    x[first_limit_ + static_cast<Index>(i)] = std::max(0.0, -least);
  }
  return x;
}

}  // namespace perpend::lcp
