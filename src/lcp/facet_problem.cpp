// SPDX-License-Identifier: Apache-2.0
#include "facet_problem.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

FacetProblem::FacetProblem(const ContactProblem& problem, const VectorXd& turn) {
  const Index n = problem.size();
  const Index most = n + static_cast<Index>(problem.contacts.size()) * kFacets;
  spread_ = gather_ = MatrixXd::Zero(n, most);
  std::vector<bool> bilateral(n, true);
  for (const Contact& contact : problem.contacts)
    for (int k = 0; k <= contact.tangents; ++k) bilateral[contact.row + k] = false;
  for (Index i = 0; i < n; ++i)
    if (bilateral[i]) spread_(i, columns_) = gather_(i, columns_) = 1, ++columns_;
  const Index bilaterals = columns_;
  for (std::size_t i = 0; i < problem.contacts.size(); ++i)
    add_friction(problem.contacts[i], problem.law, turn.size() > 0 ? turn[i] : 0.0);
  assemble(problem);
  boxed_.lo.head(bilaterals).setConstant(-kInfinity);
}

void FacetProblem::add_friction(const Contact& contact, FrictionLaw law, double turn) {
  const Index normal = columns_++;
  normal_columns_.push_back(normal);
  spread_(contact.row, normal) = gather_(contact.row, normal) = 1;
  if (contact.sliding) {
    for (int k = 0; k < contact.tangents; ++k)
      spread_(contact.row + 1 + k, normal) = -contact.mu_k * contact.direction[k];
  } else if (contact.tangents == 2 && law != FrictionLaw::box) {
    add_facets(contact, turn);
  } else {
    for (int k = 0; k < contact.tangents; ++k) add_interval(contact, contact.row + 1 + k);
  }
}

void FacetProblem::add_facets(const Contact& contact, double turn) {
  exact_ = false;
  facets_.push_back({normal_columns_.back(), columns_, kFacets, contact.mu_s});
  for (int k = 0; k < kFacets; ++k) {
    const double angle = turn + 2 * std::numbers::pi * k / kFacets;
    const Eigen::Vector2d direction(std::cos(angle), std::sin(angle));
    spread_.col(columns_).segment<2>(contact.row + 1) = direction;
    gather_.col(columns_++).segment<2>(contact.row + 1) = direction;
  }
}

void FacetProblem::add_interval(const Contact& contact, Index row) {
  facets_.push_back({normal_columns_.back(), columns_, 2, contact.mu_s});
  for (const double sign : {1.0, -1.0}) {
    spread_(row, columns_) = gather_(row, columns_) = sign;
    ++columns_;
  }
}

void FacetProblem::assemble(const ContactProblem& problem) {
  const Index limits = static_cast<Index>(facets_.size()), size = columns_ + limits;
  spread_.conservativeResize(Eigen::NoChange, columns_);
  gather_.conservativeResize(Eigen::NoChange, columns_);
  boxed_.A = MatrixXd::Zero(size, size);
  boxed_.A.topLeftCorner(columns_, columns_) = gather_.transpose() * problem.A * spread_;
  boxed_.b = VectorXd::Zero(size);
  boxed_.b.head(columns_) = gather_.transpose() * problem.b;
  boxed_.lo = VectorXd::Zero(size);
  boxed_.hi = VectorXd::Constant(size, kInfinity);
  for (Index i = 0; i < limits; ++i) {
    const Facets& facets = facets_[i];
    const Index limit = columns_ + i;
    boxed_.A(limit, facets.normal_column) = facets.mu;
    for (int k = 0; k < facets.count; ++k) {
      boxed_.A(limit, facets.first_column + k) = -1;
      boxed_.A(facets.first_column + k, limit) = 1;
    }
  }
  spread_.conservativeResize(Eigen::NoChange, size);
  spread_.rightCols(limits).setZero();
}

}  // namespace perpend::lcp
