// SPDX-License-Identifier: Apache-2.0
//
// The systems whose solve times Baraff 1996, section 9 gives: forming J, factor and solve by the
// sparse factor, by the dense O(n³) method and by conjugate gradients to the same accuracy.
#pragma once

#include <vector>

#include "bench.hpp"

namespace perpend::bench {

void append_systems(std::vector<JointsRow>& rows);

}  // namespace perpend::bench
