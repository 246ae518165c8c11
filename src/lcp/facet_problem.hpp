// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "perpend/lcp/problem.hpp"

namespace perpend::lcp {

/// Number of facets that replace the friction disc of a contact in space.
constexpr int kFacets = 8;

/// A contact problem as a mixed LCP with polyhedral friction (Stewart and Trinkle 1996, Anitescu
/// and Potra 1997; Hart and Anitescu 2003, eqs. 2.7 and 2.11): unknowns x = (bilateral forces, f_N,
/// beta, lambda), f_T = D beta and
///   D' a_T + lambda e >= 0 ⊥ beta >= 0,   mu f_N - e' beta >= 0 ⊥ lambda >= 0.
/// In the plane, and for the box law, D = (1, -1) is exact. Sliding contacts put
/// -mu_k A_T direction into the normal column (Baraff 1994, eq. 24). The matrix is copositive, so
/// Lemke's method ends in a solution wherever the problem is one of velocities (b in range).
class FacetProblem {
 public:
  /// turn[i] turns the facets of contact i (radians); empty: none.
  explicit FacetProblem(const ContactProblem& problem, const Eigen::VectorXd& turn = {});

  const BoxedLcp& boxed() const { return boxed_; }
  /// Whether the facets are the law itself, not an approximation of a disc.
  bool exact() const { return exact_; }
  /// f (n) of an x, or the change of f along a change of x.
  Eigen::VectorXd forces(const Eigen::VectorXd& x) const { return spread_ * x; }

 private:
  struct Facets {
    Eigen::Index normal_column = 0;
    Eigen::Index first_column = 0;  // of beta
    int count = 0;
    double mu = 0.0;
  };
  void add_friction(const Contact& contact, FrictionLaw law, double turn);
  void add_facets(const Contact& contact, double turn);
  void add_interval(const Contact& contact, Eigen::Index row);
  void assemble(const ContactProblem& problem);

  Eigen::MatrixXd spread_;  // n × columns, f = spread_ x
  Eigen::MatrixXd gather_;  // n × columns, the motion of a column is gather_' a
  std::vector<Facets> facets_;
  std::vector<Eigen::Index> normal_columns_;
  Eigen::Index columns_ = 0;
  BoxedLcp boxed_;
  bool exact_ = true;
};

}  // namespace perpend::lcp
