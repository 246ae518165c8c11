// SPDX-License-Identifier: Apache-2.0
//
// Friction with phantom inertia: the acceleration is discretised, and the limits sigma of each
// direction are complementary to the slip towards it.
//
// The set of solutions is the same for every rho > 0; what changes is the matrix of the LCP left
// when bilateral rows are eliminated (reduce, discretised.hpp). It has full rank for four
// directions and rho above about 1e-9 kg. The w block is positive semidefinite for the default rho:
// by Gershgorin diag(row sums) - (J_t M⁻¹ J_tᵀ + eps) is positive semidefinite, so the inverse of
// the latter is above diag(rho), and half the bound is left over.
//
// Limitations: the polygon of fixed directions circumscribes the disc: with four of them friction
// is up to sqrt 2 too strong between the axes, as in a box. With more than four the principal block
// of all w_up of a contact is singular for every rho, which stops block pivoting; Lemke's method
// handles it.
#include "lcp/friction/phantom.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/infinity.hpp"
#include "lcp/friction/facets.hpp"
#include "lcp/friction/slip_frames.hpp"
#include "lcp/pivoting/boxed_fallbacks.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// Limit of factorisations: block pivoting that ends takes fewer (12 in the cube's worst step).
constexpr int kFactorisations = 50;

bool is_spatial(const ContactProblem& problem) {
  return std::any_of(problem.contacts.begin(), problem.contacts.end(),
                     [](const Contact& contact) { return contact.tangents == 2; });
}

void check(const ContactProblem& problem, const PhantomOptions& options) {
  validate(problem, FacetOptions{options.directions, options.rotation});
  require_not_sliding(problem, "phantom");
  require(options.directions >= 4 || !is_spatial(problem), "options.directions",
          ">= 4 for contacts in space", options.directions);
  const double rho = options.rho.value_or(1.0);
  require(rho > 0 && rho < kInfinity, "options.rho", "finite and > 0", rho);
}

}  // namespace

PhantomProblem::PhantomProblem(const ContactProblem& problem, const PhantomOptions& options) {
  check(problem, options);
  const std::vector<SlipFrame> frames = slip_frames(problem, options.slip);
  Index size = problem.size();
  for (std::size_t i = 0; i < frames.size(); ++i) {
    facets_.push_back(facets_of(problem.contacts[i], frames[i], options, i));
    facets_.back().first = size;
    size += facets_.back().directions.cols();
  }
  for (const Index row : bilateral_rows(problem)) bilateral_.push_back({row, row});
  spread_ = rotated_forces(problem, frames, size);
  assemble(problem, spread_);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Facets& facets = facets_[i];
    boxed_.lo.segment(facets.row, facets.directions.rows()).setConstant(-kInfinity);
    if (frames[i].slides && facets.mu.size() == 2 && facets.mu[1] > 0)
      boxed_.A(facets.row + 1, facets.row + 1) += frames[i].lateral_compliance;
  }
  set_inertia(problem, options.rho);
  for (std::size_t i = 0; i < facets_.size(); ++i)
    couple(facets_[i], inertia_[static_cast<Index>(i)]);
}

PhantomProblem::Facets PhantomProblem::facets_of(const Contact& contact, const SlipFrame& frame,
                                                 const PhantomOptions& options, std::size_t i) {
  Facets facets{contact.row + 1, 0, MatrixXd(0, 0), VectorXd()};
  if (contact.tangents == 0) return facets;
  if (!frame.slides) {
    const double rotation = rotation_of({options.directions, options.rotation}, i);
    facets.directions = facet_directions(contact.tangents, options.directions, rotation);
    facets.rotation = rotation;
    facets.mu = VectorXd::Constant(facets.directions.cols() / 2, contact.mu_s);
    return facets;
  }
  facets.directions = facet_directions(contact.tangents, 4, 0);
  facets.mu = VectorXd::Constant(contact.tangents, contact.mu_k);
  const bool across =
      options.lateral == Lateral::regularised && std::isfinite(frame.lateral_compliance);
  if (contact.tangents == 2 && !across) facets.mu[1] = 0;
  return facets;
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

// Fills the rows and columns of w at a contact.
void PhantomProblem::couple(const Facets& facets, double rho) {
  const Index tangents = facets.directions.rows(), count = facets.directions.cols();
  const Index half = count / 2;
  boxed_.A.block(facets.row, facets.first, tangents, count) = -facets.directions;
  boxed_.A.block(facets.first, facets.row, count, tangents) = facets.directions.transpose();
  for (Index j = 0; j < count; ++j) {
    boxed_.A(facets.first + j, facets.row - 1) = facets.mu[j % half];
    boxed_.A(facets.first + j, facets.first + (j + half) % count) = rho;
  }
}

namespace {

// Returns the points where the edges of neighbouring directions meet; (e, -e) are the ends of an
// interval.
MatrixXd corners_of(const MatrixXd& directions, const VectorXd& mu) {
  const Index count = directions.cols();
  if (count == 2) return directions;
  if (mu.minCoeff() == 0) return directions(Eigen::all, std::array<Index, 2>{0, count / 2});
  MatrixXd corners(directions.rows(), count);
  for (Index j = 0; j < count; ++j) {
    const auto d = directions.col(j), next = directions.col((j + 1) % count);
    corners.col(j) = (d + next) / (1 + d.dot(next));
  }
  return corners;
}

}  // namespace

ContactProblem PhantomProblem::rotated() const {
  const Index n = spread_.rows();
  ContactProblem rotated{boxed_.A.topLeftCorner(n, n), boxed_.b.head(n), {}};
  for (const Facets& facets : facets_)
    rotated.contacts.push_back({.row = facets.row - 1,
                                .tangents = static_cast<int>(facets.directions.rows()),
                                .mu_s = facets.friction(),
                                .mu_k = facets.friction()});
  return rotated;
}

PolyhedralProblem PhantomProblem::polygons() const {
  std::vector<MatrixXd> corners;
  for (const Facets& facets : facets_)
    corners.push_back(facets.friction() > 0 ? corners_of(facets.directions, facets.mu)
                                            : facets.directions);
  PolyhedralProblem polygons = PolyhedralProblem::of_corners(rotated(), corners);
  for (const auto& [row, column] : bilateral_)
    polygons.bound(row, boxed_.lo[column], boxed_.hi[column]);
  return polygons;
}

VectorXd PhantomProblem::unrotated(const VectorXd& rotated) const {
  return spread_.leftCols(rotated.size()) * rotated;
}

std::vector<FrictionPolygon> PhantomProblem::friction_polygons() const {
  std::vector<FrictionPolygon> polygons;
  for (const Facets& facets : facets_) {
    const auto sides = static_cast<int>(facets.directions.cols());
    const double half = std::numbers::pi / sides;
    if (facets.directions.rows() < 2 || facets.friction() == 0)
      polygons.emplace_back();
    else if (facets.mu.minCoeff() == 0)
      polygons.push_back({.corners = 2});
    else
      polygons.push_back(
          {.corners = sides, .angle = facets.rotation + half, .radius = 1 / std::cos(half)});
  }
  return polygons;
}

VectorXd PhantomProblem::start(const VectorXd& f) const {
  return start_rotated((spread_.transpose() * f).head(spread_.rows()));
}

VectorXd PhantomProblem::start_rotated(const VectorXd& f) const {
  VectorXd x = VectorXd::Zero(boxed_.size());
  x.head(f.size()) = f;
  const VectorXd a = boxed_.A * x + boxed_.b;
  const double still = kStartRounding * boxed_.b.lpNorm<Eigen::Infinity>();
  for (const Facets& facets : facets_) {
    const auto slip = a.segment(facets.row, facets.directions.rows());
    if (slip.size() > 0 && slip.norm() > still)
      x.segment(facets.first, facets.directions.cols()) = facet_weights(facets.directions, slip);
  }
  return x;
}

void solve_phantom(const PhantomProblem& problem, const Options& options, Workspace& workspace,
                   Solution& solution) {
  Options own = options;
  const bool automatic = options.method == Method::automatic;
  if (automatic) own.method = Method::block;
  if (automatic && options.max_pivots == 0) own.max_pivots = kFactorisations;
  solve(problem.boxed(), own, workspace, solution);
  if (!automatic || solution.status == Status::solved) return;
  if (options.is_late()) return;
  const PolyhedralProblem polygons = problem.polygons();
  const Options cold{.max_pivots = options.max_pivots, .deadline = options.deadline};
  Solution attempt;
  solve(polygons.boxed(), cold, workspace, attempt);
  attempt.f = problem.start_rotated(polygons.forces(attempt.f));
  judge(problem.boxed(), attempt);
  keep_better(attempt, solution);
}

}  // namespace perpend::lcp
