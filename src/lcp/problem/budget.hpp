// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// True if a method that runs others in turn, and has spent so many pivots on them, has to end: the
/// caller limits their sum, and 0 is no limit.
inline bool is_spent(const Options& options, int pivots) {
  return options.is_late() || (options.max_pivots > 0 && pivots >= options.max_pivots);
}

/// Returns the options of the next method, with the pivots that are left; is_spent() must be false.
inline Options rest_of(Options options, int pivots) {
  if (options.max_pivots > 0) options.max_pivots = std::max(1, options.max_pivots - pivots);
  return options;
}

}  // namespace perpend::lcp
