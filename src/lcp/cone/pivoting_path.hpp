// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/search.hpp"

namespace perpend::lcp {

/// True if the law is linear on each of finitely many sets: contacts with friction have one tangent
/// row, or slide in a given direction.
bool is_planar(const ConeProblem& cone);

/// Follows proximal points from `start`, a -> 0, each at the end of a path of pivots that leads to
/// it; for problems that are planar. `budget` limits the factorisations.
void run_pivoting_path(ConeSearch& search, const Eigen::VectorXd& start, int budget);

}  // namespace perpend::lcp
