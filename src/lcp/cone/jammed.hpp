// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lcp/cone/fallback_chain.hpp"

namespace perpend::lcp {

/// Runs the stages for many contacts between free bodies, from the best point of `search`. Returns
/// true if other stages are left to try. Sets `draft` if the best point is what options.draft asks
/// for.
bool run_jammed_stages(ConeSearch& search, const ConeOptions& options, bool& draft);

}  // namespace perpend::lcp
