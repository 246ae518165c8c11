// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/search.hpp"

namespace perpend::lcp {

/// Follows proximal points of (W + a I) r + q - a r_k with a -> 0, in two passes, from `start` and
/// from r = 0.
void run_proximal_path(ConeSearch& search, const Eigen::VectorXd& start);

/// Ends a search by a short path from `start`, a point well inside the cones such as one of the
/// interior point. Its shifts are small from the first, and shrink by up to ten. It has no probes,
/// which do not converge where weak slips are undecided. `budget` limits its factorisations.
void run_short_path(ConeSearch& search, const Eigen::VectorXd& start, int budget);

}  // namespace perpend::lcp
