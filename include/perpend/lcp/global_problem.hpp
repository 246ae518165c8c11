// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::lcp {

/// A contact problem in the velocities of the bodies (FCLIB's "global" form):
///   M v = f + H r,   u = H' v + w,   Signorini and Coulomb (FrictionLaw::coulomb) on (u, r).
/// Without v it is the ContactProblem with A = H' M⁻¹ H, b = H' M⁻¹ f + w and forces r; W = A is
/// never needed. Rows of u that belong to no contact are bilateral: u_i = 0, r_i free.
struct GlobalContactProblem {
  Eigen::SparseMatrix<double> M;  ///< n × n, block diagonal by body; positive definite where it is
                                  ///< symmetric, else invertible
  Eigen::SparseMatrix<double> H;  ///< n × m, transposed Jacobian: one column per row of u
  Eigen::VectorXd f;              ///< n, momentum (N·s) without contact
  Eigen::VectorXd w;              ///< m, motion of u that is prescribed (m/s)
  std::vector<Contact> contacts;  ///< rows of u and r
  Eigen::VectorXd noise = {};     ///< of u without r, as in Lcp

  Eigen::Index velocities() const { return M.rows(); }
  Eigen::Index size() const { return H.cols(); }
};

/// Throws InvalidArgument on wrong sizes, NaN or infinite data, or contacts
/// validate(ContactProblem) refuses.
void validate(const GlobalContactProblem& problem);

/// The same problem without v: W = H' M⁻¹ H, dense.
/// Throws as validate() does, and where M is not positive definite, or is neither
/// symmetric nor invertible.
ContactProblem condense(const GlobalContactProblem& problem);

/// certify(ContactProblem) of the same answer r, without W: v = M⁻¹ (f + H r) and u = H' v + w are
/// overwritten. `rounding` counts |H|' |M⁻¹| |H| |r|, at least the sum_j |W_ij r_j| of the dense
/// one. Throws InvalidArgument where M is not positive definite. Precondition: validate() passes.
Certificate certify(const GlobalContactProblem& problem, const Eigen::VectorXd& r,
                    Eigen::VectorXd& v, Eigen::VectorXd& u);

}  // namespace perpend::lcp
