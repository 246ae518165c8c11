// SPDX-License-Identifier: Apache-2.0
//
// What the residual checkers of dense and of global problems share: the natural map of contacts,
// given the forces, the motion and the diagonal of the matrix.
#pragma once

#include "perpend/lcp/certificate.hpp"

namespace perpend::lcp {

/// Diagonal of the matrix between f and a, one entry per row.
using Diagonal = Eigen::Map<const Eigen::VectorXd, 0, Eigen::InnerStride<>>;

inline Diagonal diagonal_of(const Eigen::MatrixXd& A) {
  return {A.data(), A.rows(), Eigen::InnerStride<>(A.rows() + 1)};
}

/// Raises natural, friction and wrong_way to those of the contacts and of the bilateral rows.
void raise_contacts(Certificate& certificate, const std::vector<Contact>& contacts, FrictionLaw law,
                    const Eigen::VectorXd& f, const Eigen::VectorXd& a, const Diagonal& diagonal);

/// residual and rounding in units of max |b|; `load` is the largest sum of |terms| in a row. The
/// residual is NaN where an entry of f, a or b is not finite.
void finish(Certificate& certificate, const Eigen::VectorXd& f, const Eigen::VectorXd& a,
            const Eigen::VectorXd& b, double load);

}  // namespace perpend::lcp
