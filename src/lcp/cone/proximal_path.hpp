// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/search.hpp"

namespace perpend::lcp {

/// Proximal points of (W + a I) r + q - a r_k with a -> 0, in two passes, from `start` and from
/// r = 0.
void run_proximal_path(ConeSearch& search, const Eigen::VectorXd& start);

}  // namespace perpend::lcp
