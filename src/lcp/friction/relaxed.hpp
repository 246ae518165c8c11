// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lcp/friction/discretised.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {

/// The convex relaxation of polyhedral friction (Hart and Anitescu 2003, eq. 2.10): unknowns
/// x = (bilateral forces, then beta by contact), f_N = sum beta, f_T = mu_s D beta and
///   0 <= beta_j ⊥ a_N + mu_s d_j · a_T >= 0,
/// which is a_N - mu_s lambda >= 0 with lambda >= -d_j · a_T for all j. Contacts without friction
/// have one beta. A is symmetric positive semidefinite (Keller): solvable wherever b is a velocity,
/// with unique motion; contacts that slide open by mu_s lambda. FrictionLaw is not looked at.
/// Throws InvalidArgument on options that do not fit (FacetOptions) or Contact::sliding.
class RelaxedProblem : public DiscretisedProblem {
 public:
  explicit RelaxedProblem(const ContactProblem& problem, const FacetOptions& options = {});
  RelaxedProblem(const ContactProblem& problem, const FacetOptions& options, Made);
  /// Becomes RelaxedProblem(problem, options, made), reusing its memory. Where `blocks` is not null
  /// it stands for A, by contacts in their order; all rows must then belong to contacts, and A of
  /// the problem may be empty.
  void restate(const ContactProblem& problem, const FacetOptions& options,
               const linalg::PairBlocks* blocks = nullptr);

  Eigen::VectorXd start(const Eigen::VectorXd& f) const override;
  /// Returns mu_s lambda of each contact at the motion a = boxed().A x + boxed().b.
  Eigen::VectorXd lift(const Eigen::VectorXd& a) const;
  /// Shift added to the rows of each contact, 0 at first. Where shift = lift of the answer the
  /// relaxation is undone.
  const Eigen::VectorXd& shift() const { return shift_; }
  void set_shift(const Eigen::VectorXd& shift);

 private:
  struct Facets {
    Eigen::Index row = 0;        // normal row of f
    Eigen::Index first = 0;      // column of the first beta
    Eigen::MatrixXd directions;  // tangents × betas; no rows without friction
    double mu = 0.0;
  };
  void lay_out(const ContactProblem& problem, const FacetOptions& options);
  void set_edges();

  std::vector<Facets> facets_;
  Eigen::VectorXd shift_;
};

/// Convergence of solve_unrelaxed().
struct Unrelaxed {
  int passes = 0;       ///< problems solved, the relaxed one included
  double change = 0.0;  ///< |lift - shift| of the answer, relative to max |b|; solved or not
};

/// Computes the fixed point of the relaxation: solves, takes mu lambda back, solves again from the
/// last answer, up to `passes` problems. Where it converges (change <= 1e-11) forces(solution.f)
/// solve the polyhedral problem with the same directions. `solution` is that of the last pass, in
/// x; its counts are the sums, which options.max_pivots limits. Its status does not say whether the
/// passes converged: `change` does.
Unrelaxed solve_unrelaxed(RelaxedProblem& problem, const Options& options, int passes,
                          Workspace& workspace, Solution& solution);

}  // namespace perpend::lcp
