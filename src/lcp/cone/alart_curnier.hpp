// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "lcp/cone/operator/cone_problem.hpp"

namespace perpend::lcp {

/// Proximal term: the problem becomes (W + a D) r + q - a D centre, whose solution is a proximal
/// point of the cone problem; a = 0 leaves the problem itself.
struct ProximalTerm {
  double a = 0.0;
  const Eigen::VectorXd* centre = nullptr;
  /// Diagonal of D, positive and the same in all rows of a block; nullptr: D = I.
  const Eigen::VectorXd* weight = nullptr;
  /// rho of z = r - rho u, whose position relative to the cone decides between open, stick and
  /// slide. Above 1 it separates weak slip from sticking near a solution; far from one it makes the
  /// active set flip. With weights a block uses rho / weight, at least 1.
  double rho = 1.0;
  int refinements = 3;  ///< refinements of each Newton step; one is enough unless a is tiny
};

/// Method by which the Newton system is solved.
enum class NewtonSolve {
  shifted,    ///< LU of G + 1e-8 I, three refinements against G: cheap, handles rank deficiency
  least_norm  ///< minimum-norm step, rank cut 1e-11; `shifted` where the operator has none
};

/// Semismooth Newton method on the map of Alart and Curnier, with full steps.
class AlartCurnier {
 public:
  AlartCurnier() = default;
  explicit AlartCurnier(const ConeProblem& cone) { start(cone); }

  /// Starts another problem; memory is kept from one to the next.
  void start(const ConeProblem& cone) {
    cone_ = &cone;
    knows_ = false;
  }

  /// Returns the natural_map() residual of the proximal problem.
  double residual(const Eigen::VectorXd& r, ProximalTerm term = {});
  /// Returns u at the r of the last residual() or at the start of the last step().
  const Eigen::VectorXd& motion() const { return u_; }
  /// Returns u of the problem itself at r.
  const Eigen::VectorXd& motion_at(const Eigen::VectorXd& r);
  /// Adds one full step to r; returns false where the system could not be solved.
  bool step(Eigen::VectorXd& r, ProximalTerm term = {}, NewtonSolve solve = NewtonSolve::shifted);
  /// Adds a step to r with the factor of the last step() and the equations at the present r;
  /// returns false where it is not finite.
  bool step_again(Eigen::VectorXd& r, ProximalTerm term = {});

 private:
  void move(const Eigen::VectorXd& r, const ProximalTerm& term);
  void linearise(const Eigen::VectorXd& r, const ProximalTerm& term);
  void linearise(int block, const Eigen::VectorXd& r, const ProximalTerm& term);

  const ConeProblem* cone_ = nullptr;
  Eigen::VectorXd u_, rhs_, step_;
  bool knows_ = false;
  Eigen::VectorXd known_, product_;  // W known_ = product_, as every point is needed twice
  BlockDiagonal A_, B_;
};

}  // namespace perpend::lcp
