// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/lcp/problem.hpp"

namespace perpend::io {

/// Converts a problem with rolling friction to one of ordinary contacts. Its rows are, contact by
/// contact, normal, tangents and as many moments; the moments are bounded by mu_r f_N, as the
/// tangents are by mu f_N. The moments become the tangents of a second contact whose normal row is
///   w f_R - w mu_r f_N = 0,   w = A_ii of the first moment,
/// so that its normal force f_R, with a coefficient of 1, is their bound. A is then no longer
/// symmetric. Throws InvalidArgument if the matrix is not square or has other rows.
lcp::ContactProblem with_rolling_rows(const lcp::ContactProblem& problem, const Eigen::VectorXd& mu,
                                      const Eigen::VectorXd& mu_r);

}  // namespace perpend::io
