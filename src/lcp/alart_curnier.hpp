// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "perpend/lcp/problem.hpp"

namespace perpend::lcp {

/// Tangent rows that share one friction limit with a normal row: the disc of a contact in space,
/// the interval of one in the plane, or one side of the box.
struct FrictionGroup {
  Eigen::Index normal = 0;
  Eigen::Index tangent = 0;  ///< first tangent row
  int tangents = 1;          ///< 1 or 2
  double mu = 0.0;
  bool sliding = false;  ///< r_T = -mu r_N direction
  Eigen::Vector2d direction = Eigen::Vector2d::UnitX();
};

/// u = W r + q: a contact problem in equilibrated units, one scale per contact, so that the natural
/// map of every contact has rho = 1. r = f / (s D), u = D a / s with D² max diag = 1, s = max |D
/// b|.
struct ConeProblem {
  Eigen::MatrixXd W;  ///< n × n
  Eigen::VectorXd q;  ///< n
  std::vector<Eigen::Index> bilateral;
  std::vector<Eigen::Index> normals;
  std::vector<FrictionGroup> groups;
  Eigen::VectorXd force_scale;   ///< f = force_scale .* r
  Eigen::VectorXd motion_scale;  ///< relative residual = motion_scale .* (r - P(r - u))

  Eigen::Index size() const { return q.size(); }
};

/// Rewrites `problem`; FrictionLaw::opposing is given the stronger circular cone.
void equilibrate(const ContactProblem& problem, ConeProblem& cone);

/// The problem (W + a I) r + q - a centre, whose solution is a proximal point of the cone problem;
/// a = 0 is the problem itself.
struct ProximalTerm {
  double a = 0.0;
  const Eigen::VectorXd* centre = nullptr;
};

/// How the Newton system is solved.
enum class NewtonSolve {
  shifted,    ///< LU of G + 1e-8 I and three refinements against G: cheap, bears rank deficiency
  least_norm  ///< complete orthogonal decomposition, rank cut 1e-11
};

/// Semismooth Newton on the map of Alart and Curnier, full steps.
class AlartCurnier {
 public:
  explicit AlartCurnier(const ConeProblem& cone) : cone_(&cone) {}

  /// max |motion_scale (r - P(r - u))|, the referee's natural map, of the proximal problem.
  double residual(const Eigen::VectorXd& r, ProximalTerm term = {});
  /// r += one full step; false where the system could not be solved.
  bool step(Eigen::VectorXd& r, ProximalTerm term = {}, NewtonSolve solve = NewtonSolve::shifted);
  int factorisations() const { return factorisations_; }

 private:
  void motion(const Eigen::VectorXd& r, const ProximalTerm& term);
  void choose_active(const Eigen::VectorXd& r);
  void assemble(const Eigen::VectorXd& r, double a);
  void assemble_sliding(const FrictionGroup& group, const Eigen::VectorXd& r);
  void assemble_slide(const FrictionGroup& group, const Eigen::VectorXd& r);
  bool solve(NewtonSolve how, double a);

  const ConeProblem* cone_;
  Eigen::VectorXd u_, open_step_, rhs_, active_step_;
  std::vector<Eigen::Index> active_;
  std::vector<Eigen::Index> place_;  // row -> position in active_, -1 where open
  Eigen::MatrixXd G_, shifted_, slide_rows_;
  int factorisations_ = 0;
};

}  // namespace perpend::lcp
