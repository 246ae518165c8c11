// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::lcp {

/// A contact problem in the velocities of the bodies (FCLIB's "global" form):
///   M v = f + H r,   u = H' v + w,   Signorini and Coulomb (FrictionLaw::coulomb) on (u, r).
/// Eliminating v gives the ContactProblem with A = H' M⁻¹ H, b = H' M⁻¹ f + w and forces r, but
/// solvers do not need W = A. Rows of u that belong to no contact are bilateral: u_i = 0, r_i free.
struct GlobalContactProblem {
  Eigen::SparseMatrix<double> M;  ///< n × n, block diagonal by body; positive definite if it is
                                  ///< symmetric, else invertible
  Eigen::SparseMatrix<double> H;  ///< n × m, transposed Jacobian: one column per row of u
  Eigen::VectorXd f;              ///< n, momentum (N·s) without contact impulses
  Eigen::VectorXd w;              ///< m, prescribed part of u (m/s)
  std::vector<Contact> contacts;  ///< rows of u and r
  Eigen::VectorXd noise = {};     ///< m, error bound of u at r = 0, as in Lcp

  Eigen::Index velocities() const { return M.rows(); }
  Eigen::Index size() const { return H.cols(); }
};

/// Throws InvalidArgument on wrong sizes, NaN or infinite data, and contacts that
/// validate(ContactProblem) refuses.
void validate(const GlobalContactProblem& problem);

/// Returns the condensed problem, without v, with the dense matrix W = H' M⁻¹ H. Throws
/// InvalidArgument as validate() does, where a symmetric M is not positive definite, and where M is
/// neither symmetric nor invertible.
ContactProblem condense(const GlobalContactProblem& problem);

/// Computes the certificate of r as certify(ContactProblem) does for the condensed problem, but
/// without W; v = M⁻¹ (f + H r) and u = H' v + w are overwritten. `rounding` uses
/// |H|' |M⁻¹| |H| |r|, which is at least the sum_j |W_ij r_j| of the condensed problem. Throws
/// InvalidArgument where a symmetric M is not positive definite, and where M is neither symmetric
/// nor invertible. Precondition: validate() passes.
Certificate certify(const GlobalContactProblem& problem, const Eigen::VectorXd& r,
                    Eigen::VectorXd& v, Eigen::VectorXd& u);

}  // namespace perpend::lcp
