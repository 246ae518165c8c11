// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "lcp/cone/operator/cone_problem.hpp"

namespace perpend::lcp {

/// The problem (W + a D) r + q - a D centre, whose solution is a proximal point of the cone
/// problem; a = 0 is the problem itself.
struct ProximalTerm {
  double a = 0.0;
  const Eigen::VectorXd* centre = nullptr;
  /// The diagonal of D, positive and the same in all rows of a block; nullptr: D = I.
  const Eigen::VectorXd* weight = nullptr;
  /// Of z = r - rho u, whose place in the cone decides between open, stick and slide. Above 1 weak
  /// slips are told from sticking near an answer, far from one sets flip. With weights that of a
  /// block is rho / weight, at least 1.
  double rho = 1.0;
  int refinements = 3;  ///< of each Newton step; where a is not tiny one is enough
};

/// How the Newton system is solved.
enum class NewtonSolve {
  shifted,    ///< LU of G + 1e-8 I and three refinements against G: cheap, bears rank deficiency
  least_norm  ///< shortest step, rank cut 1e-11; `shifted` where the operator has none
};

/// Semismooth Newton on the map of Alart and Curnier, full steps.
class AlartCurnier {
 public:
  AlartCurnier() = default;
  explicit AlartCurnier(const ConeProblem& cone) { start(cone); }

  /// Another problem; memory is kept from one to the next.
  void start(const ConeProblem& cone) {
    cone_ = &cone;
    knows_ = false;
  }

  /// natural_map of the proximal problem.
  double residual(const Eigen::VectorXd& r, ProximalTerm term = {});
  /// u of the last residual() or the start of the last step().
  const Eigen::VectorXd& motion() const { return u_; }
  /// u of the problem itself at r.
  const Eigen::VectorXd& motion_at(const Eigen::VectorXd& r);
  /// r += one full step; false where the system could not be solved.
  bool step(Eigen::VectorXd& r, ProximalTerm term = {}, NewtonSolve solve = NewtonSolve::shifted);
  /// r += a step by the factor of the last step(), for the equations at the present r; false where
  /// it is not finite.
  bool step_again(Eigen::VectorXd& r, ProximalTerm term = {});

 private:
  void move(const Eigen::VectorXd& r, const ProximalTerm& term);
  void linearise(const Eigen::VectorXd& r, const ProximalTerm& term);
  void linearise(int block, const Eigen::VectorXd& r, const ProximalTerm& term);

  const ConeProblem* cone_ = nullptr;
  Eigen::VectorXd u_, rhs_, step_;
  bool knows_ = false;
  Eigen::VectorXd known_, product_;  // W known_ = product_: every point is asked for twice
  BlockDiagonal A_, B_;
};

}  // namespace perpend::lcp
