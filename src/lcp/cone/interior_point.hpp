// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/search.hpp"

namespace perpend::lcp {

/// Primal-dual interior point with the slip inside its Newton matrix, probed by full steps of Alart
/// and Curnier on the way: at most 40 iterations. Returns its own best iterate, which need not be
/// the best of `search`. No block may be a box.
Eigen::VectorXd run_cone_interior(ConeSearch& search);

}  // namespace perpend::lcp
