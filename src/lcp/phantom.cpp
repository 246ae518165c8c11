// SPDX-License-Identifier: Apache-2.0
//
// Friction with phantom inertia: acceleration discrete, the limits sigma of each direction are
// complementary to the slip towards it.
//
// The set of solutions is the same for every rho > 0; what changes is the matrix of the LCP left
// when bilateral rows are eliminated (reduce, discretised.hpp). It has full rank for four
// directions and rho above about 1e-8. The w block is positive semidefinite for the default rho: by
// Gershgorin diag(row sums) - (J_t M⁻¹ J_tᵀ + eps) is, so its inverse is above diag(rho), and half
// the bound is left over.
//
// Limitations: the polygon of fixed directions circumscribes the disc: with four of them friction
// is up to sqrt 2 too strong between the axes, as in a box. With more than four the principal block
// of all w_up of a contact is singular for every rho, which stops block pivoting; Lemke's method
// takes it.
#include "perpend/lcp/phantom.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "facets.hpp"
#include "perpend/core/error.hpp"
#include "slip_frames.hpp"

namespace perpend::lcp {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool is_spatial(const ContactProblem& problem) {
  return std::any_of(problem.contacts.begin(), problem.contacts.end(),
                     [](const Contact& contact) { return contact.tangents == 2; });
}

void check(const ContactProblem& problem, const PhantomOptions& options) {
  validate(problem, FacetOptions{options.directions, options.turn});
  require_not_sliding(problem, "phantom");
  require(options.directions >= 4 || !is_spatial(problem), "options.directions",
          ">= 4 for contacts in space", options.directions);
  const double rho = options.rho.value_or(1.0);
  require(rho > 0 && rho < kInfinity, "options.rho", "finite and > 0", rho);
}

}  // namespace

PhantomProblem::PhantomProblem(const ContactProblem& problem, const PhantomOptions& options) {
  check(problem, options);
  lay_out(problem, options);
  set_inertia(problem, options.rho);
  for (std::size_t i = 0; i < facets_.size(); ++i) couple(i);
}

void PhantomProblem::lay_out(const ContactProblem& problem, const PhantomOptions& options) {
  std::vector<SlipFrame> frames = slip_frames(problem, options.slip);
  Index size = problem.size();
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Contact& contact = problem.contacts[i];
    const bool across =
        options.lateral == Lateral::regularised && std::isfinite(frames[i].lateral_compliance);
    const double turn = options.turn.size() > 0 ? options.turn[static_cast<Index>(i)] : 0.0;
    Facets facets{contact.row + 1, size, MatrixXd(0, 0), VectorXd()};
    if (contact.tangents > 0 && frames[i].slides) {
      facets.directions = facet_directions(contact.tangents, 4, 0);
      facets.mu = VectorXd::Constant(contact.tangents, contact.mu_k);
      if (contact.tangents == 2 && !across) facets.mu[1] = 0;
    } else if (contact.tangents > 0) {
      facets.directions = facet_directions(contact.tangents, options.directions, turn);
      facets.mu = VectorXd::Constant(facets.directions.cols() / 2, contact.mu_s);
    }
    size += facets.directions.cols();
    facets_.push_back(std::move(facets));
  }
  spread_ = turned_forces(problem, frames, size);
  boxed_ = {spread_.transpose() * (problem.A * spread_).eval(), spread_.transpose() * problem.b,
            VectorXd::Constant(size, -kInfinity), VectorXd::Constant(size, kInfinity)};
  boxed_.lo.tail(size - problem.size()).setZero();
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Contact& contact = problem.contacts[i];
    boxed_.lo[contact.row] = 0;
    if (facets_[i].mu.size() == 2 && frames[i].slides && facets_[i].mu[1] > 0)
      boxed_.A(contact.row + 2, contact.row + 2) += frames[i].lateral_compliance;
  }
}

void PhantomProblem::set_inertia(const ContactProblem& problem, const std::optional<double>& rho) {
  inertia_ = VectorXd::Constant(static_cast<Index>(facets_.size()), rho.value_or(1.0));
  if (rho) return;
  VectorXd tangential = VectorXd::Zero(boxed_.size());
  for (const Contact& contact : problem.contacts)
    tangential.segment(contact.row + 1, contact.tangents).setOnes();
  const VectorXd sums = boxed_.A.cwiseAbs() * tangential;
  for (std::size_t i = 0; i < facets_.size(); ++i) {
    const Index tangents = facets_[i].directions.rows();
    const double most = tangents > 0 ? sums.segment(facets_[i].row, tangents).maxCoeff() : 0.0;
    if (most > 0) inertia_[static_cast<Index>(i)] = 1 / most;
  }
}

// The rows and columns of w at contact i.
void PhantomProblem::couple(std::size_t i) {
  const Facets& facets = facets_[i];
  const Index tangents = facets.directions.rows(), count = facets.directions.cols();
  const Index half = count / 2;
  boxed_.A.block(facets.row, facets.first, tangents, count) = -facets.directions;
  boxed_.A.block(facets.first, facets.row, count, tangents) = facets.directions.transpose();
  for (Index j = 0; j < count; ++j) {
    boxed_.A(facets.first + j, facets.row - 1) = facets.mu[j % half];
    boxed_.A(facets.first + j, facets.first + (j + half) % count) = inertia_[static_cast<Index>(i)];
  }
}

VectorXd PhantomProblem::start(const VectorXd& f) const {
  VectorXd x = spread_.transpose() * f;
  const VectorXd a = boxed_.A * x + boxed_.b;
  for (const Facets& facets : facets_)
    if (facets.directions.rows() > 0)
      x.segment(facets.first, facets.directions.cols()) =
          facet_weights(facets.directions, a.segment(facets.row, facets.directions.rows()));
  return x;
}

}  // namespace perpend::lcp
