// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cone_search.hpp"

namespace perpend::lcp {

/// Primal-dual interior point with the slip inside its Newton matrix, probed by full steps of Alart
/// and Curnier on the way: at most 40 iterations. No block may be a box.
void run_cone_interior(ConeSearch& search);

}  // namespace perpend::lcp
