// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/lcp/problem.hpp"

namespace perpend::io {

/// A problem with rolling friction as one of contacts. Its rows are, contact by contact, normal,
/// tangents and as many moments, which are bounded by mu_r f_N as the tangents are by mu f_N. The
/// moments become those of a contact of their own behind a row
///   w f_R - w mu_r f_N = 0,   w = A_ii of the first moment,
/// whose normal force f_R, with a coefficient of 1, is their bound: A is then no longer symmetric.
/// Throws InvalidArgument on a matrix that is not square or has other rows.
lcp::ContactProblem with_rolling_rows(const lcp::ContactProblem& problem, const Eigen::VectorXd& mu,
                                      const Eigen::VectorXd& mu_r);

}  // namespace perpend::io
