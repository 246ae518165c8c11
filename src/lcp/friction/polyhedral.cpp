// SPDX-License-Identifier: Apache-2.0
//
// The friction disc as a polygon of k corners: the force is discretised, with one multiplier lambda
// per contact.
//
// Limitations: anisotropic, friction is mu f_N in the directions of the corners and mu f_N
// cos(pi/k) between them, off by O(1/k²); friction need not oppose the slip (it can lean by up to
// pi/k), which a corner rotated along the slip corrects. One unknown per corner.
#include "lcp/friction/polyhedral.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "lcp/friction/facets.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct PolyhedralProblem::Layout {
  ForceColumns columns;

  Bilateral add_row(Index row) {
    const Index column = columns.add();
    columns.spread(row, column, 1);
    columns.gather(row, column, 1);
    return {row, column};
  }
};

PolyhedralProblem::PolyhedralProblem(const ContactProblem& problem, const FacetOptions& options) {
  validate(problem, options);
  lay_out(problem, [&](std::size_t i, Layout& layout) {
    add_contact(problem.contacts[i], problem.law, options.directions, rotation_of(options, i),
                layout);
  });
}

PolyhedralProblem PolyhedralProblem::of_corners(const ContactProblem& problem,
                                                const std::vector<MatrixXd>& corners) {
  validate(problem);
  require_not_sliding(problem, "polygonal");
  require(corners.size() == problem.contacts.size(), "corners.size()", "the number of contacts",
          static_cast<double>(corners.size()));
  PolyhedralProblem polygons;
  polygons.exact_ = false;
  polygons.lay_out(problem, [&](std::size_t i, Layout& layout) {
    const Contact& contact = problem.contacts[i];
    polygons.normals_.push_back(layout.add_row(contact.row));
    if (contact.tangents > 0) polygons.add_facets(contact, contact.row + 1, corners[i], layout);
  });
  return polygons;
}

template <typename AddContact>
void PolyhedralProblem::lay_out(const ContactProblem& problem, AddContact add) {
  Layout layout{ForceColumns(problem.size())};
  for (const Index row : bilateral_rows(problem)) bilateral_.push_back(layout.add_row(row));
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) add(i, layout);
  first_limit_ = layout.columns.columns();
  const Index size = first_limit_ + static_cast<Index>(facets_.size());
  spread_ = layout.columns.spread(size);
  assemble(problem, layout.columns.gather(size));
  add_limits();
}

void PolyhedralProblem::add_contact(const Contact& contact, FrictionLaw law, int directions,
                                    double rotation, Layout& layout) {
  normals_.push_back(layout.add_row(contact.row));
  if (contact.sliding) {
    for (int k = 0; k < contact.tangents; ++k)
      layout.columns.spread(contact.row + 1 + k, normals_.back().column,
                            -contact.mu_k * contact.direction[k]);
  } else if (contact.tangents == 2 && law != FrictionLaw::box) {
    exact_ = false;
    add_facets(contact, contact.row + 1, facet_directions(2, directions, rotation), layout);
  } else {
    for (int k = 0; k < contact.tangents; ++k)
      add_facets(contact, contact.row + 1 + k, facet_directions(1, 2, 0), layout);
  }
}

void PolyhedralProblem::add_facets(const Contact& contact, Index row, MatrixXd directions,
                                   Layout& layout) {
  ForceColumns& columns = layout.columns;
  facets_.push_back(
      {row, normals_.back().column, columns.columns(), contact.mu_s, std::move(directions)});
  const MatrixXd& D = facets_.back().directions;
  for (Index j = 0; j < D.cols(); ++j) {
    const Index column = columns.add();
    for (Index k = 0; k < D.rows(); ++k) {
      columns.spread(row + k, column, D(k, j));
      columns.gather(row + k, column, D(k, j));
    }
  }
}

void PolyhedralProblem::add_limits() {
  for (std::size_t i = 0; i < facets_.size(); ++i) {
    const Facets& facets = facets_[i];
    const Index limit = first_limit_ + static_cast<Index>(i), count = facets.directions.cols();
    boxed_.A(limit, facets.normal) = facets.mu;
    boxed_.A.row(limit).segment(facets.first, count).setConstant(-1);
    boxed_.A.col(limit).segment(facets.first, count).setConstant(1);
  }
}

VectorXd PolyhedralProblem::start(const VectorXd& f) const {
  VectorXd x = VectorXd::Zero(boxed_.size());
  for (const auto& [row, column] : bilateral_) x[column] = f[row];
  for (const auto& [row, column] : normals_) x[column] = f[row];
  for (const Facets& facets : facets_)
    x.segment(facets.first, facets.directions.cols()) =
        facet_weights(facets.directions, f.segment(facets.row, facets.directions.rows()));
  const VectorXd a = boxed_.A * x + boxed_.b;
  const double still = kStartRounding * boxed_.b.lpNorm<Eigen::Infinity>();
  for (std::size_t i = 0; i < facets_.size(); ++i) {
    const Facets& facets = facets_[i];
    Index against = 0;
    const auto slip = a.segment(facets.first, facets.directions.cols());
    const double least = slip.minCoeff(&against);
    if (-least <= still) continue;
    x[first_limit_ + static_cast<Index>(i)] = -least;
    // While a contact slips, only corners that oppose the slip most carry friction, whatever f has
    // on others.
    auto beta = x.segment(facets.first, facets.directions.cols());
    beta = (slip.array() <= least + still).select(beta, 0.0);
    // An open contact slips too: its lambda is free, so one beta must be too, or the set is
    // singular.
    beta[against] = std::max(beta[against], std::numeric_limits<double>::min());
  }
  return x;
}

}  // namespace perpend::lcp
