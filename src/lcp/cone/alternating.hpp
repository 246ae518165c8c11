// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/search.hpp"

namespace perpend::lcp {

/// Returns a starting point for Newton steps by alternating directions on the cone, from the best
/// point of `search`: `iterations` back substitutions with each of two factors of W + rho I, fewer
/// where the residual is small before. Keeps the best point it meets in `search`. No block may be a
/// box.
Eigen::VectorXd alternating_start(ConeSearch& search, int iterations);

}  // namespace perpend::lcp
